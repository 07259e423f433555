/* seed_index_read.c - the index from text. seed_index.h shows the form. */
#include "base/sexpr.h"
#include "seeds/seed_index_priv.h"

#include <assert.h>
#include <string.h>

typedef struct reader {
    seed_index_t *index;
    const char *text;
    size_t len;
    sexpr_tree_t tree;
    diag_list_t *diags;
    strbuf_t scratch;
    seed_row_t row; /* in work */
} reader_t;

static const sexpr_t *node_at(const reader_t *r, uint32_t i) {
    assert(i < r->tree.nodes.len);
    return &r->tree.nodes.data[i];
}

static bool complain(reader_t *r, uint32_t node, const char *message) {
    diag_add(r->diags, r->text, r->len, node_at(r, node)->offset, message);
    return false;
}

/* What an atom says, in the arena of the index; NULL with a message for a list. */
static const char *read_text(reader_t *r, uint32_t node) {
    if (sexpr_is_list(node_at(r, node))) {
        complain(r, node, "expected a word or a string");
        return NULL;
    }
    strbuf_clear(&r->scratch);
    sexpr_value(node_at(r, node), &r->scratch);
    return arena_copy(&r->index->texts, r->scratch.data, r->scratch.len);
}

static bool read_hex(reader_t *r, uint32_t node, uint64_t *number) {
    static const char digits[] = "0123456789abcdef";
    const sexpr_t *at = node_at(r, node);
    *number = 0;
    if (at->kind != TOKEN_HEX || at->end - at->offset > 18)
        return complain(r, node, "expected #x and up to 16 hexadecimal digits");
    for (uint32_t i = at->offset + 2; i < at->end; i++) {
        char c = r->text[i] >= 'A' && r->text[i] <= 'F' ? (char)(r->text[i] | 32) : r->text[i];
        *number = *number << 4 | (uint64_t)(strchr(digits, c) - digits);
    }
    return true;
}

static bool read_number(reader_t *r, uint32_t node, uint64_t most, uint64_t *number) {
    return sexpr_uint(node_at(r, node), most, number) || complain(r, node, "expected a number");
}

static bool read_small(reader_t *r, uint32_t node, uint32_t *number) {
    uint64_t value = 0;
    bool ok = read_number(r, node, UINT32_MAX - 1, &value);
    *number = (uint32_t)value;
    return ok;
}

static bool read_numbers(reader_t *r, uint32_t list, u32_vec_t *numbers) {
    for (uint32_t i = list + 2; i < node_at(r, list)->next; i = node_at(r, i)->next) {
        uint32_t number;
        if (!read_small(r, i, &number))
            return false;
        *vec_push(r->index->mem, numbers) = number;
    }
    return true;
}

static bool read_names(reader_t *r, uint32_t list, text_vec_t *names) {
    for (uint32_t i = list + 2; i < node_at(r, list)->next; i = node_at(r, i)->next) {
        const char *name = read_text(r, i);
        if (!name)
            return false;
        *vec_push(r->index->mem, names) = name;
    }
    return true;
}

/* Words that are not known any more, or not yet, are no mistake. */
static bool read_bits(reader_t *r, uint32_t list, uint32_t count, const char *(*name)(uint32_t bit),
                      uint32_t *bits) {
    for (uint32_t i = list + 2; i < node_at(r, list)->next; i = node_at(r, i)->next) {
        const sexpr_t *node = node_at(r, i);
        for (uint32_t bit = 0; !sexpr_is_list(node) && bit < count; bit++)
            if (node->len == strlen(name(bit)) && memcmp(node->text, name(bit), node->len) == 0)
                *bits |= 1u << bit;
    }
    return true;
}

static bool read_status(reader_t *r, uint32_t node, status_t *status) {
    const sexpr_t *at = node_at(r, node);
    return (at->kind == TOKEN_SYMBOL && status_of_name(at->text, at->len, status)) ||
           complain(r, node, "expected sat, unsat or unknown");
}

/* --- parts of a row: the members of list, from list + 2 on --- */

static bool part_hash(reader_t *r, uint32_t list) {
    return read_hex(r, list + 2, &r->row.hash);
}

static bool part_canonical_hash(reader_t *r, uint32_t list) {
    return read_hex(r, list + 2, &r->row.canonical_hash);
}

static bool part_bytes(reader_t *r, uint32_t list) {
    return read_number(r, list + 2, UINT64_MAX / 2, &r->row.bytes);
}

static bool part_logic(reader_t *r, uint32_t list) {
    r->row.logic = read_text(r, list + 2);
    return r->row.logic != NULL;
}

static bool part_theories(reader_t *r, uint32_t list) {
    return read_bits(r, list, THEORY_COUNT, index_theory_word, &r->row.theories);
}

static bool part_features(reader_t *r, uint32_t list) {
    return read_bits(r, list, FEATURE_COUNT, index_feature_word, &r->row.features.bits);
}

static bool part_assertions(reader_t *r, uint32_t list) {
    return read_small(r, list + 2, &r->row.features.assertions);
}

static bool part_spots(reader_t *r, uint32_t list) {
    return read_small(r, list + 2, &r->row.features.spots);
}

static bool part_terms(reader_t *r, uint32_t list) {
    return read_small(r, list + 2, &r->row.features.terms);
}

static bool part_operators(reader_t *r, uint32_t list) {
    return read_small(r, list + 2, &r->row.features.operators);
}

static bool part_depth(reader_t *r, uint32_t list) {
    return read_small(r, list + 2, &r->row.features.depth);
}

static bool part_label(reader_t *r, uint32_t list) {
    return read_status(r, list + 2, &r->row.label);
}

static bool part_status(reader_t *r, uint32_t list) {
    if (!read_status(r, list + 2, &r->row.status))
        return false;
    const char *source = read_text(r, list + 3);
    return source &&
           (status_source_of_name(source, &r->row.source) ||
            complain(r, list + 3, "expected how the status is known: model, solvers, ..."));
}

static bool part_by(reader_t *r, uint32_t list) {
    return read_names(r, list, &r->row.by);
}

static bool part_asked(reader_t *r, uint32_t list) {
    return read_bits(r, list, INDEX_ASKED, index_asked_word, &r->row.asked);
}

static bool part_duplicate(reader_t *r, uint32_t list) {
    return read_hex(r, list + 2, &r->row.duplicate_of);
}

static bool part_model(reader_t *r, uint32_t list) {
    r->row.model = read_text(r, list + 2);
    r->row.model_len = r->scratch.len;
    return r->row.model != NULL;
}

static bool part_core(reader_t *r, uint32_t list) {
    return read_numbers(r, list, &r->row.core);
}

static bool part_loose(reader_t *r, uint32_t list) {
    return read_numbers(r, list, &r->row.loose);
}

static bool part_core_by(reader_t *r, uint32_t list) {
    return read_names(r, list, &r->row.core_by);
}

static bool part_conflict(reader_t *r, uint32_t list) {
    r->row.conflict = read_text(r, list + 2);
    return r->row.conflict != NULL;
}

typedef struct part_kind {
    const char *word;
    uint32_t members; /* after the word; 0: any number */
    bool (*read)(reader_t *r, uint32_t list);
} part_kind_t;

static const part_kind_t part_kinds[] = {
    {"hash", 1, part_hash},
    {"shape", 1, part_canonical_hash},
    {"bytes", 1, part_bytes},
    {"logic", 1, part_logic},
    {"theories", 0, part_theories},
    {"features", 0, part_features},
    {"assertions", 1, part_assertions},
    {"spots", 1, part_spots},
    {"terms", 1, part_terms},
    {"operators", 1, part_operators},
    {"depth", 1, part_depth},
    {"label", 1, part_label},
    {"status", 2, part_status},
    {"by", 0, part_by},
    {"asked", 0, part_asked},
    {"duplicate-of", 1, part_duplicate},
    {"model", 1, part_model},
    {"core", 0, part_core},
    {"loose", 0, part_loose},
    {"core-by", 0, part_core_by},
    {"conflict", 1, part_conflict},
};

static bool read_part(reader_t *r, uint32_t list) {
    if (!sexpr_is_list(node_at(r, list)) || node_at(r, list)->next == list + 1)
        return complain(r, list, "expected a list such as (bytes 812)");
    for (uint32_t i = 0; i < sizeof part_kinds / sizeof *part_kinds; i++) {
        const part_kind_t *kind = &part_kinds[i];
        if (!sexpr_is_word(node_at(r, list + 1), kind->word))
            continue;
        if (kind->members != 0 && sexpr_count(&r->tree, list) != kind->members + 1)
            return complain(r, list, "this has too few members, or too many");
        return kind->read(r, list);
    }
    return true; /* of a newer version */
}

static bool read_parts(reader_t *r, uint32_t list) {
    for (uint32_t i = node_at(r, list + 2)->next; i < node_at(r, list)->next;
         i = node_at(r, i)->next)
        if (!read_part(r, i))
            return false;
    return true;
}

/* (seed "path" parts...) */
static void read_seed(reader_t *r, uint32_t list) {
    const sexpr_t *node = node_at(r, list);
    if (!sexpr_is_list(node) || node->next < list + 3 ||
        !sexpr_is_word(node_at(r, list + 1), "seed") ||
        node_at(r, list + 2)->kind != TOKEN_STRING) {
        complain(r, list, "expected (seed \"PATH\" ...)");
        return;
    }
    r->row = (seed_row_t){.path = read_text(r, list + 2)};
    bool ok = read_parts(r, list);
    seed_row_t *row = ok ? seed_index_put(r->index, r->row.path) : NULL;
    if (row)
        *row = r->row;
    else
        seed_row_done(r->index, &r->row);
}

bool seed_index_read(seed_index_t *index, const char *text, size_t len, diag_list_t *diags) {
    reader_t r = {.index = index, .text = text ? text : "", .len = len, .diags = diags};
    uint32_t errors = diags->total;
    sexpr_init(&r.tree, index->mem);
    strbuf_init(&r.scratch, index->mem);
    uint64_t version;
    if (len >= UINT32_MAX) {
        diag_add(diags, r.text, 0, 0, "this file is too large");
    } else if (sexpr_read(&r.tree, r.text, len, diags)) {
        if (r.tree.nodes.len < 3 || !sexpr_is_list(node_at(&r, 0)) ||
            !sexpr_is_word(node_at(&r, 1), "assay-seeds") ||
            !sexpr_uint(node_at(&r, 2), INDEX_VERSION, &version))
            diag_add(diags, r.text, len, 0, "this is no index of seeds: it has no (assay-seeds 1)");
        else
            for (uint32_t i = node_at(&r, 0)->next; i < r.tree.nodes.len; i = node_at(&r, i)->next)
                read_seed(&r, i);
    }
    strbuf_done(&r.scratch);
    sexpr_done(&r.tree);
    return diags->total == errors;
}
