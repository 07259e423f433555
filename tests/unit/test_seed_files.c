/* Seeds from files, directories and indexes, and what is said of those that cannot be used. */
#include "unit.h"

#include "seeds/seed_files.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct world {
    mem_t mem;
    bank_t bank;
    seeds_t seeds;
    seed_files_t files;
    char directory[64];
    char *said;
    size_t said_len;
} world_t;

static void world_init(world_t *w) {
    *w = (world_t){.directory = "/tmp/assay-seed-files.XXXXXX"};
    assert_non_null(mkdtemp(w->directory));
    mem_init(&w->mem);
    bank_init(&w->bank, &w->mem);
    seeds_init(&w->seeds, &w->bank, &w->mem);
    seed_files_init(&w->files, &w->seeds, open_memstream(&w->said, &w->said_len), &w->mem);
}

static void world_done(world_t *w) {
    static const char *const names[] = {"a.smt2", "b.smt2", "c.smt2", SEED_INDEX_NAME};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char path[128];
        snprintf(path, sizeof path, "%s/%s", w->directory, names[i]);
        unlink(path);
    }
    assert_int_equal(rmdir(w->directory), 0);
    fclose(w->files.messages);
    free(w->said);
    seeds_done(&w->seeds);
    bank_done(&w->bank);
    assert_int_equal(w->mem.used, 0);
    mem_done(&w->mem);
}

static void put(const world_t *w, const char *name, const char *text) {
    char path[128];
    snprintf(path, sizeof path, "%s/%s", w->directory, name);
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    fputs(text, out);
    fclose(out);
}

static void read_all(world_t *w) {
    const char *path = w->directory;
    seed_files_read(&w->files, &path, 1);
    fflush(w->files.messages);
}

static void says(const world_t *w, const char *text) {
    if (!strstr(w->said, text))
        fail_msg("'%s' is not in '%s'", text, w->said);
}

static void a_directory_is_read_in_order(void **state) {
    world_t w;
    world_init(&w);
    put(&w, "b.smt2", "(declare-const p Bool)(assert p)");
    put(&w, "a.smt2", "(assert true)");
    put(&w, "c.smt2", "(assert (= 1 true))");
    read_all(&w);
    assert_true(w.files.trouble);
    assert_false(w.files.indexed);
    assert_int_equal(w.seeds.rows.len, 2);
    assert_non_null(strstr(w.seeds.rows.data[0]->name, "/a.smt2"));
    assert_non_null(strstr(w.seeds.rows.data[1]->name, "/b.smt2"));
    says(&w, "/c.smt2:1:9: error: ");
    world_done(&w);
}

/* The index of the seeds that are there now, with the second a duplicate of the first. */
static void write_index(world_t *w) {
    seed_index_t index;
    seed_index_init(&index, &w->mem);
    strbuf_t text;
    strbuf_init(&text, &w->mem);
    for (uint32_t i = 0; i < w->seeds.rows.len; i++) {
        seed_t *seed = w->seeds.rows.data[i];
        seed_set_status(seed, STATUS_UNSAT, SEED_SOLVERS);
        seed_row_t *row = seed_index_put(&index, strrchr(seed->name, '/') + 1);
        seed_row_describe(&index, row, &w->seeds, seed, seed->len);
    }
    seed_index_write(&index, &text);
    put(w, SEED_INDEX_NAME, strbuf_text(&text));
    strbuf_done(&text);
    seed_index_done(&index);
    while (w->seeds.rows.len > 0)
        seeds_drop_last(&w->seeds);
}

static void an_index_says_what_is_known(void **state) {
    world_t w;
    world_init(&w);
    put(&w, "a.smt2", "(declare-const p Bool)(assert (and p (not p)))");
    put(&w, "b.smt2", "(declare-const q Bool)(assert (and q (not q)))");
    put(&w, "c.smt2", "(assert false)");
    read_all(&w);
    write_index(&w);
    put(&w, "c.smt2", "(assert true)");
    w.files.originals = true;
    read_all(&w);
    assert_true(w.files.indexed);
    assert_false(w.files.trouble);
    assert_int_equal(w.files.left_out, 1);
    assert_int_equal(w.files.stale, 1);
    assert_int_equal(w.seeds.rows.len, 2);
    assert_int_equal(w.seeds.rows.data[0]->status, STATUS_UNSAT);
    assert_int_equal(w.seeds.rows.data[0]->source, SEED_SOLVERS);
    assert_int_equal(w.seeds.rows.data[1]->status, STATUS_UNKNOWN);
    says(&w, "/c.smt2: warning: it has changed since it was indexed\n");
    world_done(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_directory_is_read_in_order),
        cmocka_unit_test(an_index_says_what_is_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
