/* The seeds of the binary: all can be read, no two are alike, and what is said of them holds as far
 * as evaluation can tell. ./dev seeds asks the solvers. */
#include "unit.h"

#include "mutate/engine/embedded_seeds.h"
#include "seeds/canonical_hash.h"
#include "smt/edit/logic.h"

/* All of them, read. */
typedef struct world {
    mem_t mem;
    bank_t bank;
    seeds_t seeds;
    uint32_t count;
} world_t;

static void world_init(world_t *w) {
    mem_init(&w->mem);
    bank_init(&w->bank, &w->mem);
    seeds_init(&w->seeds, &w->bank, &w->mem);
    w->count = embedded_seeds_add(&w->seeds);
    assert_int_equal(w->count, w->seeds.rows.len);
}

static void world_done(world_t *w) {
    seeds_done(&w->seeds);
    bank_done(&w->bank);
    mem_done(&w->mem);
}

static bool has_word(const embedded_seed_t *seed, const char *word) {
    size_t len = strlen(word);
    for (size_t i = 0; i + len <= seed->evidence_len; i++)
        if (memcmp(seed->evidence + i, word, len) == 0 &&
            (i == 0 || seed->evidence[i - 1] == ' ') &&
            (i + len == seed->evidence_len || seed->evidence[i + len] == ' '))
            return true;
    return false;
}

static void the_index_is_in_order(void **state) {
    embedded_seed_t seed = {0};
    embedded_seed_t before = {0};
    uint32_t count = 0;
    uint32_t sat = 0;
    size_t bytes = 0;
    while (embedded_seed_next(&seed)) {
        count++;
        sat += seed.status == STATUS_SAT;
        bytes += seed.len + seed.model_len;
        const char *folder = seed.status == STATUS_SAT ? "/sat/" : "/unsat/";
        char name[200];
        assert_true(seed.name_len < sizeof name);
        memcpy(name, seed.name, seed.name_len);
        name[seed.name_len] = '\0';
        assert_non_null(strstr(name, folder));
        assert_true(seed.len > 50 && seed.len < 4000);
        assert_true(seed.text[seed.len - 1] == '\n');
        if (before.name)
            assert_true(strncmp(before.name, name, before.name_len) != 0 ||
                        before.name_len < seed.name_len);
        /* Solvers of two families; or one, and a model that we can check ourselves. */
        bool two = (has_word(&seed, "z3") || has_word(&seed, "z3-arrays")) &&
                   (has_word(&seed, "cvc5") || has_word(&seed, "cvc4"));
        if (!two && !has_word(&seed, "model"))
            fail_msg("%s: %.*s", name, (int)seed.evidence_len, seed.evidence);
        assert_true(has_word(&seed, "model") == (seed.model != NULL));
        before = seed;
    }
    assert_true(count >= 600);
    assert_true(sat >= count / 3 && sat <= 2 * count / 3);
    assert_true(bytes < 1000000);
}

static void what_is_said_holds(void **state) {
    world_t w;
    world_init(&w);
    embedded_seed_t embedded = {0};
    for (uint32_t i = 0; i < w.count; i++) {
        const seed_t *seed = w.seeds.rows.data[i];
        assert_true(embedded_seed_next(&embedded));
        assert_int_equal(seed->status, embedded.status);
        if (embedded.model && seed->source != SEED_MODEL)
            fail_msg("%s: not true under its model", seed->name);
        assert_true(embedded.model || seed->source == SEED_SOLVERS);
        /* The directory is named for the logic. */
        const char *logic = symbol_text(&w.bank.symbols, seed->logic);
        assert_int_equal(strncmp(embedded.name, logic, strlen(logic)), 0);
        assert_int_equal(embedded.name[strlen(logic)], '/');
    }
    world_done(&w);
}

static void no_two_are_alike(void **state) {
    world_t w;
    world_init(&w);
    uint64_t *shapes = mem_alloc(&w.mem, w.count * sizeof *shapes);
    for (uint32_t i = 0; i < w.count; i++) {
        shapes[i] = canonical_hash(&w.seeds, w.seeds.rows.data[i]);
        for (uint32_t k = 0; k < i; k++)
            if (shapes[i] == shapes[k])
                fail_msg("%s and %s are the same", w.seeds.rows.data[i]->name,
                         w.seeds.rows.data[k]->name);
    }
    mem_free(&w.mem, shapes);
    world_done(&w);
}

/* A seed for every logic that has a name. */
static void all_logics_are_there(void **state) {
    static const char *const logics[] = {
#define LOGIC(name, quantifiers, arrays, free, bits, floats, data, text, arithmetic) name,
#include "smt/edit/logics.def"
        "ALL"};
    for (size_t i = 0; i < sizeof logics / sizeof *logics; i++) {
        uint32_t counts[3] = {0};
        size_t len = strlen(logics[i]);
        embedded_seed_t seed = {0};
        while (embedded_seed_next(&seed))
            if (seed.name_len > len && strncmp(seed.name, logics[i], len) == 0 &&
                seed.name[len] == '/')
                counts[seed.status]++;
        if (counts[STATUS_SAT] < 2 || counts[STATUS_UNSAT] < 2)
            fail_msg("%s: %u sat, %u unsat", logics[i], counts[STATUS_SAT], counts[STATUS_UNSAT]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_index_is_in_order),
        cmocka_unit_test(what_is_said_holds),
        cmocka_unit_test(no_two_are_alike),
        cmocka_unit_test(all_logics_are_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
