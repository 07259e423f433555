/* seed_index_read.c - the index from text. seed_index.h shows the form. */
#include "base/reader.h"
#include "seeds/seed_index_priv.h"

#include <string.h>

static void clause_hash(reader_t *r, uint32_t list, void *into) {
    static const char digits[] = "0123456789abcdef";
    const sexpr_t *at = reader_at(r, list + 2);
    if (at->kind != TOKEN_HEX || at->end - at->offset > 18) {
        reader_expected(r, list + 2, "#x and up to 16 hexadecimal digits");
        return;
    }
    uint64_t number = 0;
    for (uint32_t i = at->offset + 2; i < at->end; i++) {
        char c = r->tree->text[i];
        c = c >= 'A' && c <= 'F' ? (char)(c | 32) : c;
        number = number << 4 | (uint64_t)(strchr(digits, c) - digits);
    }
    *(uint64_t *)into = number;
}

static bool read_number(reader_t *r, uint32_t node, uint64_t most, uint64_t *number) {
    return sexpr_uint(reader_at(r, node), most, number) || reader_expected(r, node, "a number");
}

static void clause_size(reader_t *r, uint32_t list, void *into) {
    read_number(r, list + 2, UINT64_MAX / 2, into);
}

static void clause_number(reader_t *r, uint32_t list, void *into) {
    uint64_t number;
    if (read_number(r, list + 2, UINT32_MAX - 1, &number))
        *(uint32_t *)into = (uint32_t)number;
}

static void clause_numbers(reader_t *r, uint32_t list, void *into) {
    uint64_t number;
    for (uint32_t i = list + 2; i < reader_next(r, list); i = reader_next(r, i))
        if (read_number(r, i, UINT32_MAX - 1, &number))
            *vec_push(r->tree->mem, (u32_vec_t *)into) = (uint32_t)number;
}

/* Words that are not known any more, or not yet, are no mistake. */
static uint32_t read_bits(const reader_t *r, uint32_t list, uint32_t count,
                          const char *(*name)(uint32_t bit)) {
    uint32_t bits = 0;
    for (uint32_t i = list + 2; i < reader_next(r, list); i = reader_next(r, i))
        for (uint32_t bit = 0; !reader_is_list(r, i) && bit < count; bit++)
            if (slice_is((slice_t){reader_at(r, i)->text, reader_at(r, i)->len}, name(bit)))
                bits |= 1u << bit;
    return bits;
}

static void clause_theories(reader_t *r, uint32_t list, void *into) {
    *(uint32_t *)into = read_bits(r, list, THEORY_COUNT, index_theory_word);
}

static void clause_features(reader_t *r, uint32_t list, void *into) {
    *(uint32_t *)into = read_bits(r, list, FEATURE_COUNT, index_feature_word);
}

static void clause_asked(reader_t *r, uint32_t list, void *into) {
    *(uint32_t *)into = read_bits(r, list, INDEX_ASKED, index_asked_word);
}

static void clause_label(reader_t *r, uint32_t list, void *into) {
    const sexpr_t *at = reader_at(r, list + 2);
    if (at->kind != TOKEN_SYMBOL || !status_of_name(at->text, at->len, into))
        reader_expected(r, list + 2, "sat, unsat or unknown");
}

static void clause_status(reader_t *r, uint32_t list, void *into) {
    seed_row_t *row = into;
    clause_label(r, list, &row->status);
    uint32_t node = reader_next(r, list + 2);
    const char *source = reader_word(r, node);
    if (source && !status_source_of_name(source, &row->source))
        reader_expected(r, node, "how the status is known (model, solvers, ...)");
}

/* The columns for a field that is a number, a hash, or several numbers. */
#define NUMBER(field) clause_number, CLAUSE_FIELD(seed_row_t, field, uint32_t)
#define HASH(field) clause_hash, CLAUSE_FIELD(seed_row_t, field, uint64_t)
#define NUMBERS(field) clause_numbers, CLAUSE_FIELD(seed_row_t, field, u32_vec_t)

static const clause_t clauses[] = {
    {"bytes", "(bytes NUMBER)", 1, 1, CLAUSE_OPTIONAL, clause_size,
     CLAUSE_FIELD(seed_row_t, bytes, uint64_t)},
    {"hash", "(hash #xHASH)", 1, 1, CLAUSE_OPTIONAL, HASH(hash)},
    {"shape", "(shape #xHASH)", 1, 1, CLAUSE_OPTIONAL, HASH(canonical_hash)},
    {"logic", "(logic \"LOGIC\")", 1, 1, CLAUSE_OPTIONAL, CLAUSE_STRING(seed_row_t, logic)},
    {"theories", "(theories THEORY...)", 0, CLAUSE_ANY, CLAUSE_OPTIONAL, clause_theories,
     CLAUSE_FIELD(seed_row_t, theories, uint32_t)},
    {"features", "(features FEATURE...)", 0, CLAUSE_ANY, CLAUSE_OPTIONAL, clause_features,
     CLAUSE_FIELD(seed_row_t, features.bits, uint32_t)},
    {"assertions", "(assertions NUMBER)", 1, 1, CLAUSE_OPTIONAL, NUMBER(features.assertions)},
    {"spots", "(spots NUMBER)", 1, 1, CLAUSE_OPTIONAL, NUMBER(features.spots)},
    {"terms", "(terms NUMBER)", 1, 1, CLAUSE_OPTIONAL, NUMBER(features.terms)},
    {"operators", "(operators NUMBER)", 1, 1, CLAUSE_OPTIONAL, NUMBER(features.operators)},
    {"depth", "(depth NUMBER)", 1, 1, CLAUSE_OPTIONAL, NUMBER(features.depth)},
    {"label", "(label STATUS)", 1, 1, CLAUSE_OPTIONAL, clause_label,
     CLAUSE_FIELD(seed_row_t, label, status_t)},
    {"status", "(status STATUS SOURCE)", 2, 2, CLAUSE_OPTIONAL, clause_status, 0},
    {"by", "(by \"SOLVER\"...)", 0, CLAUSE_ANY, CLAUSE_OPTIONAL, CLAUSE_STRINGS(seed_row_t, by)},
    {"asked", "(asked WHAT...)", 0, CLAUSE_ANY, CLAUSE_OPTIONAL, clause_asked,
     CLAUSE_FIELD(seed_row_t, asked, uint32_t)},
    {"duplicate-of", "(duplicate-of #xHASH)", 1, 1, CLAUSE_OPTIONAL, HASH(duplicate_of)},
    {"model", "(model \"MODEL\")", 1, 1, CLAUSE_OPTIONAL, CLAUSE_STRING(seed_row_t, model)},
    {"core", "(core NUMBER...)", 0, CLAUSE_ANY, CLAUSE_OPTIONAL, NUMBERS(core)},
    {"loose", "(loose NUMBER...)", 0, CLAUSE_ANY, CLAUSE_OPTIONAL, NUMBERS(loose)},
    {"core-by", "(core-by \"SOLVER\"...)", 0, CLAUSE_ANY, CLAUSE_OPTIONAL,
     CLAUSE_STRINGS(seed_row_t, core_by)},
    {"conflict", "(conflict \"WHAT\")", 1, 1, CLAUSE_OPTIONAL, CLAUSE_STRING(seed_row_t, conflict)},
};

static const clause_table_t table = {.row = "this seed",
                                     .clauses = clauses,
                                     .count = sizeof clauses / sizeof *clauses,
                                     .open = true};

/* (seed "path" clause...) */
static void read_seed(reader_t *r, uint32_t list, seed_index_t *index) {
    if (!reader_begins(r, list, "seed", "\"PATH\""))
        return;
    uint32_t mistakes = r->mistakes;
    seed_row_t row = {.path = reader_string(r, list + 2)};
    reader_clauses(r, list, &table, &row);
    row.model_len = row.model ? strlen(row.model) : 0;
    if (r->mistakes == mistakes)
        *seed_index_put(index, row.path) = row;
    else
        seed_row_done(index, &row);
}

/* Is the first row (assay-seeds VERSION), of a version that is known? */
static bool is_index(const reader_t *r) {
    uint64_t version;
    return r->tree->nodes.len > 0 && reader_has_members(r, 0, 2, 2) &&
           sexpr_is_word(reader_at(r, 1), "assay-seeds") &&
           sexpr_uint(reader_at(r, 2), INDEX_VERSION, &version);
}

bool seed_index_read(seed_index_t *index, const char *text, size_t len, diag_list_t *diags) {
    sexpr_tree_t tree;
    uint32_t errors = diags->total;
    sexpr_init(&tree, index->mem);
    reader_t r = {.tree = &tree, .texts = &index->texts, .diags = diags, .empty_texts = true};
    if (sexpr_read(&tree, text, len, diags)) {
        if (is_index(&r))
            for (uint32_t i = reader_next(&r, 0); i < tree.nodes.len; i = reader_next(&r, i))
                read_seed(&r, i, index);
        else
            diag_add(diags, tree.text, len, 0,
                     "this is no index of seeds: it has no (assay-seeds 1)");
    }
    sexpr_done(&tree);
    return diags->total == errors;
}
