#include "seeds/seed_index.h"

#include "base/hash.h"
#include "seeds/canonical_hash.h"
#include "seeds/seed_index_priv.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const char *const source_names[] = {
    [SEED_UNSAID] = "unsaid",       [SEED_SOLVER] = "solver", [SEED_LABEL] = "label",
    [SEED_DIRECTORY] = "directory", [SEED_INDEX] = "index",   [SEED_SOLVERS] = "solvers",
    [SEED_CLAIM] = "claim",         [SEED_MODEL] = "model",
};

const char *status_source_name(status_source_t source) {
    assert(source < sizeof source_names / sizeof *source_names);
    return source_names[source];
}

bool status_source_of_name(const char *name, status_source_t *source) {
    for (uint32_t i = 0; i < sizeof source_names / sizeof *source_names; i++)
        if (strcmp(source_names[i], name) == 0) {
            *source = (status_source_t)i;
            return true;
        }
    return false;
}

const char *index_theory_word(uint32_t bit) {
    return theory_name((theory_t)bit);
}

const char *index_feature_word(uint32_t bit) {
    return feature_name((feature_t)bit);
}

const char *index_asked_word(uint32_t bit) {
    static const char *const words[INDEX_ASKED] = {"status", "model", "core"}; /* as LEARN_ */
    assert(bit < INDEX_ASKED);
    return words[bit];
}

void seed_index_init(seed_index_t *index, mem_t *mem) {
    *index = (seed_index_t){.mem = mem};
    arena_init(&index->texts, mem);
    index_init(mem, &index->by_path);
}

void seed_row_done(seed_index_t *index, seed_row_t *row) {
    mem_t *mem = index->mem;
    vec_free(mem, &row->by);
    vec_free(mem, &row->core);
    vec_free(mem, &row->loose);
    vec_free(mem, &row->core_by);
}

void seed_index_done(seed_index_t *index) {
    for (uint32_t i = 0; i < index->rows.len; i++)
        seed_row_done(index, &index->rows.data[i]);
    vec_free(index->mem, &index->rows);
    index_done(index->mem, &index->by_path);
    arena_done(&index->texts);
}

/* --- rows --- */

static uint32_t path_hash(const char *path) {
    return (uint32_t)hash_bytes(path, strlen(path));
}

seed_row_t *seed_index_find(const seed_index_t *index, const char *path) {
    index_cursor_t at = index_find(&index->by_path, path_hash(path));
    for (uint32_t id; (id = index_next(&index->by_path, &at)) != INDEX_NONE;)
        if (strcmp(index->rows.data[id].path, path) == 0)
            return &index->rows.data[id];
    return NULL;
}

static const char *keep(seed_index_t *index, const char *text) {
    return arena_copy(&index->texts, text, strlen(text));
}

seed_row_t *seed_index_put(seed_index_t *index, const char *path) {
    seed_row_t *row = seed_index_find(index, path);
    if (row) {
        seed_row_done(index, row);
        *row = (seed_row_t){.path = row->path};
        return row;
    }
    row = vec_push(index->mem, &index->rows);
    *row = (seed_row_t){.path = keep(index, path)};
    index_cursor_t at = index_find(&index->by_path, path_hash(path));
    while (index_next(&index->by_path, &at) != INDEX_NONE)
        continue;
    index_add(index->mem, &index->by_path, at, index->rows.len - 1);
    return row;
}

void seed_row_describe(seed_index_t *index, seed_row_t *row, const seeds_t *seeds,
                       const seed_t *seed, uint64_t bytes) {
    row->hash = seed->hash;
    row->canonical_hash = canonical_hash(seeds, seed);
    row->bytes = bytes;
    if (seed->logic != SYM_NONE)
        row->logic = keep(index, symbol_text(&seeds->bank->symbols, seed->logic));
    row->theories = seed->theories;
    row->features = features_of(seeds, seed);
    row->status = seed->status;
    row->source = seed->source;
    row->label = seed_label(seed);
}

void seed_row_learned(seed_index_t *index, seed_row_t *row, const inquiry_t *inquiry) {
    mem_t *mem = index->mem;
    const seed_t *seed = inquiry->seed;
    assert(seed_row_fits(row, seed));
    row->status = seed->status;
    row->source = seed->source;
    row->asked |= inquiry->wants;
    outcome_t said = seed->status == STATUS_SAT ? OUTCOME_SAT : OUTCOME_UNSAT;
    for (uint32_t i = 0; seed->status != STATUS_UNKNOWN && i < inquiry->replies.len; i++) {
        const inquiry_reply_t *reply = &inquiry->replies.data[i];
        const char *name = keep(index, solver_profile(reply->solver)->name);
        bool there = false;
        for (uint32_t k = 0; k < row->by.len; k++)
            there |= strcmp(row->by.data[k], name) == 0;
        if (reply->outcome == said && !there)
            *vec_push(mem, &row->by) = name;
    }
    if (seed->model) {
        row->model = arena_copy(&index->texts, seed->model_text, seed->model_len);
        row->model_len = seed->model_len;
    }
    for (uint32_t i = 0; i < seed->core.len; i++)
        *vec_push(mem, &row->core) = seed->core.data[i];
    for (uint32_t i = 0; i < seed->loose.len; i++)
        *vec_push(mem, &row->loose) = seed->loose.data[i];
    for (uint32_t i = 0; i < inquiry->core_by.len; i++)
        *vec_push(mem, &row->core_by) = keep(index, solver_profile(inquiry->core_by.data[i])->name);
    if (inquiry->result == LEARNED_CONFLICT || inquiry->wrong_model)
        row->conflict = arena_copy(&index->texts, inquiry->said.data, inquiry->said.len);
}

bool seed_row_fits(const seed_row_t *row, const seed_t *seed) {
    return row->hash == seed->hash;
}

bool seed_row_apply(const seed_row_t *row, seeds_t *seeds, seed_t *seed) {
    assert(seed_row_fits(row, seed));
    if (row->source >= SEED_SOLVERS || row->conflict) { /* stronger than what the script says */
        seed->status = row->status;
        seed->source = row->source;
    }
    bool ok = true;
    if (row->model) {
        diag_list_t diags;
        diag_init(&diags, seeds->mem);
        seed->status = STATUS_UNKNOWN; /* the model says it, if it holds */
        seed->source = SEED_UNSAID;
        ok = seed_set_model(seeds, seed, row->model, row->model_len, &diags) == MODEL_KEPT;
        diag_done(&diags);
    } else if (row->source != SEED_MODEL) {
        seed_set_status(seed, row->status, row->source);
    }
    if (row->core.len > 0)
        ok = seed_set_core(seeds, seed, row->core.data, row->core.len) &&
             seed_set_loose(seeds, seed, row->loose.data, row->loose.len) && ok;
    return ok;
}

/* --- writing --- */

static void write_quoted(strbuf_t *out, const char *text, size_t len) {
    strbuf_char(out, '"');
    for (size_t i = 0; i < len; i++) {
        if (text[i] == '"')
            strbuf_char(out, '"');
        strbuf_char(out, text[i]);
    }
    strbuf_char(out, '"');
}

static void write_names(strbuf_t *out, const char *word, const text_vec_t *names) {
    if (names->len == 0)
        return;
    strbuf_format(out, " (%s", word);
    for (uint32_t i = 0; i < names->len; i++) {
        strbuf_char(out, ' ');
        write_quoted(out, names->data[i], strlen(names->data[i]));
    }
    strbuf_char(out, ')');
}

static void write_numbers(strbuf_t *out, const char *word, const u32_vec_t *numbers) {
    if (numbers->len == 0)
        return;
    strbuf_format(out, " (%s", word);
    for (uint32_t i = 0; i < numbers->len; i++) {
        strbuf_char(out, ' ');
        strbuf_uint(out, numbers->data[i]);
    }
    strbuf_char(out, ')');
}

static void write_bits(strbuf_t *out, const char *word, uint32_t bits, uint32_t count,
                       const char *(*name)(uint32_t bit)) {
    if (bits == 0)
        return;
    strbuf_format(out, " (%s", word);
    for (uint32_t i = 0; i < count; i++) {
        if (!(bits >> i & 1))
            continue;
        strbuf_char(out, ' ');
        if (strchr(name(i), ' '))
            write_quoted(out, name(i), strlen(name(i)));
        else
            strbuf_str(out, name(i));
    }
    strbuf_char(out, ')');
}

static void write_row(const seed_row_t *row, strbuf_t *out) {
    strbuf_str(out, "(seed ");
    write_quoted(out, row->path, strlen(row->path));
    strbuf_format(out, " (hash #x%016llx) (shape #x%016llx) (bytes %llu)",
                  (unsigned long long)row->hash, (unsigned long long)row->canonical_hash,
                  (unsigned long long)row->bytes);
    if (row->logic) {
        strbuf_str(out, " (logic ");
        write_quoted(out, row->logic, strlen(row->logic));
        strbuf_char(out, ')');
    }
    write_bits(out, "theories", row->theories, THEORY_COUNT, index_theory_word);
    write_bits(out, "features", row->features.bits, FEATURE_COUNT, index_feature_word);
    strbuf_format(out, " (assertions %u) (spots %u) (terms %u) (operators %u) (depth %u)",
                  row->features.assertions, row->features.spots, row->features.terms,
                  row->features.operators, row->features.depth);
    if (row->label != STATUS_UNKNOWN)
        strbuf_format(out, " (label %s)", status_name(row->label));
    if (row->status != STATUS_UNKNOWN)
        strbuf_format(out, " (status %s %s)", status_name(row->status), source_names[row->source]);
    write_names(out, "by", &row->by);
    write_bits(out, "asked", row->asked, INDEX_ASKED, index_asked_word);
    if (row->duplicate_of != 0)
        strbuf_format(out, " (duplicate-of #x%016llx)", (unsigned long long)row->duplicate_of);
    if (row->model) {
        strbuf_str(out, " (model ");
        write_quoted(out, row->model, row->model_len);
        strbuf_char(out, ')');
    }
    write_numbers(out, "core", &row->core);
    write_numbers(out, "loose", &row->loose);
    write_names(out, "core-by", &row->core_by);
    if (row->conflict) {
        strbuf_str(out, " (conflict ");
        write_quoted(out, row->conflict, strlen(row->conflict));
        strbuf_char(out, ')');
    }
    strbuf_str(out, ")\n");
}

static int compare_rows(const void *a, const void *b) {
    const seed_row_t *const *first = a;
    const seed_row_t *const *second = b;
    return strcmp((*first)->path, (*second)->path);
}

/* Of the rows with the same canonical hash the first is the original. */
static void find_duplicates(seed_index_t *index, seed_row_t *const *order, uint32_t count) {
    index_t hashes;
    index_init(index->mem, &hashes);
    for (uint32_t i = 0; i < count; i++) {
        seed_row_t *row = order[i];
        assert(i == 0 || strcmp(order[i - 1]->path, row->path) < 0);
        index_cursor_t at = index_find(&hashes, (uint32_t)row->canonical_hash);
        uint32_t id;
        while ((id = index_next(&hashes, &at)) != INDEX_NONE &&
               order[id]->canonical_hash != row->canonical_hash)
            continue;
        row->duplicate_of = id == INDEX_NONE ? 0 : order[id]->hash;
        if (id == INDEX_NONE)
            index_add(index->mem, &hashes, at, i);
    }
    index_done(index->mem, &hashes);
}

void seed_index_write(seed_index_t *index, strbuf_t *out) {
    VEC(seed_row_t *) order = {0};
    for (uint32_t i = 0; i < index->rows.len; i++)
        if (!index->rows.data[i].gone)
            *vec_push(index->mem, &order) = &index->rows.data[i];
    if (order.len > 0)
        qsort(order.data, order.len, sizeof *order.data, compare_rows);
    find_duplicates(index, order.data, order.len);
    strbuf_format(out, "(assay-seeds %d)\n", INDEX_VERSION);
    for (uint32_t i = 0; i < order.len; i++)
        write_row(order.data[i], out);
    vec_free(index->mem, &order);
}
