#include "eval/text/language.h"

#include "eval/text/regex.h"
#include "eval/text/strings.h"

#include "base/map.h"

enum { STEPS = 1 << 16 };

static const call_t nowhere = {.op = OP_NONE, .term = TERM_NONE};

static void fill_budget(eval_t *eval) {
    eval->steps = STEPS;
    eval->words = (uint64_t)eval->values->words.len + eval->limits.words;
}

/* --- makers --- */

value_t language_none(values_t *values) {
    return regex_none(values);
}

value_t language_all(values_t *values) {
    return regex_all(values);
}

value_t language_any(values_t *values) {
    return regex_any(values, SORT_CHAR);
}

value_t language_empty(values_t *values) {
    return regex_epsilon(values);
}

value_t language_word(values_t *values, value_t string) {
    return regex_word(values, SORT_CHAR, string, 0);
}

value_t language_range(values_t *values, uint32_t low, uint32_t high) {
    return regex_range(values, SORT_CHAR, low, high);
}

value_t language_concat(values_t *values, value_t a, value_t b) {
    return regex_concat(values, a, b);
}

value_t language_union(values_t *values, value_t a, value_t b) {
    return regex_union(values, a, b);
}

value_t language_inter(values_t *values, value_t a, value_t b) {
    return regex_inter(values, a, b);
}

value_t language_comp(values_t *values, value_t a) {
    return regex_comp(values, a);
}

value_t language_loop(values_t *values, value_t body, uint64_t least, uint64_t most) {
    return regex_loop(values, body, least, most);
}

/* --- questions --- */

bool language_is_none(values_t *values, value_t language) {
    return language == regex_none(values);
}

bool language_is_all(values_t *values, value_t language) {
    return language == regex_all(values);
}

bool language_nullable(const values_t *values, value_t language) {
    return regex_nullable(values, language);
}

/* How many of a node's operands are nodes, and from which on. */
static uint32_t node_parts(regex_kind_t kind) {
    switch (kind) {
    case REGEX_CONCAT:
    case REGEX_UNION:
    case REGEX_INTER:
        return 2;
    case REGEX_LOOP:
    case REGEX_COMP:
        return 1;
    default:
        return 0;
    }
}

/* Lists the nodes, each once, up to a number of them. */
static void list_nodes(values_t *values, value_t language, uint32_t most, value_vec_t *out) {
    map_t seen = {0};
    out->len = 0;
    *vec_push(values->mem, out) = language;
    *map_put(values->mem, &seen, (uint32_t)language) = 1;
    for (uint32_t i = 0; i < out->len; i++) {
        uint32_t parts = node_parts(regex_kind(values, out->data[i]));
        for (uint32_t k = 0; k < parts && out->len < most; k++) {
            value_t part = regex_part(values, out->data[i], k);
            uint32_t *place = map_put(values->mem, &seen, (uint32_t)part);
            if (*place == MAP_NONE)
                *vec_push(values->mem, out) = part;
            *place = 1;
        }
    }
    map_free(values->mem, &seen);
}

uint32_t language_size(values_t *values, value_t language, uint32_t most) {
    value_vec_t nodes = {0};
    list_nodes(values, language, most, &nodes);
    uint32_t size = nodes.len;
    vec_free(values->mem, &nodes);
    return size;
}

bool language_starred(values_t *values, value_t language) {
    enum { MOST = 4096 };
    value_vec_t nodes = {0};
    list_nodes(values, language, MOST, &nodes);
    bool starred = false;
    for (uint32_t i = 0; i < nodes.len && !starred; i++) {
        regex_kind_t kind = regex_kind(values, nodes.data[i]);
        starred = kind == REGEX_ALL || kind == REGEX_COMP ||
                  (kind == REGEX_LOOP && regex_part(values, nodes.data[i], 2) == REGEX_FOREVER);
    }
    vec_free(values->mem, &nodes);
    return starred;
}

uint32_t language_letters(const values_t *values, value_t language, uint32_t *ranges,
                          uint32_t most) {
    if (regex_kind(values, language) != REGEX_SET || regex_part(values, language, 0) != SORT_CHAR)
        return 0;
    uint32_t count;
    const uint64_t *words = value_words(values, language, &count) + 2;
    if (count - 2 > most)
        return 0;
    for (uint32_t i = 0; i < count - 2; i++)
        ranges[i] = (uint32_t)words[i];
    return count - 2;
}

bool language_has(eval_t *eval, value_t language, value_t string, bool *has) {
    fill_budget(eval);
    return regex_has(eval, &nowhere, language, SORT_CHAR, string, has);
}

static bool derive_all(eval_t *eval, value_t language, value_t string, bool backwards,
                       value_t *out) {
    uint32_t len = string_length(eval->values, string);
    for (uint32_t i = 0; i < len; i++) {
        uint32_t letter = string_code(eval->values, string, backwards ? len - 1 - i : i);
        if (!regex_derive(eval, &nowhere, language, letter, &language))
            return false;
    }
    *out = language;
    return true;
}

bool language_after(eval_t *eval, value_t language, value_t string, value_t *out) {
    fill_budget(eval);
    return derive_all(eval, language, string, false, out);
}

bool language_before(eval_t *eval, value_t language, value_t string, value_t *out) {
    fill_budget(eval);
    return regex_reverse(eval, &nowhere, language, &language) &&
           derive_all(eval, language, string, true, &language) &&
           regex_reverse(eval, &nowhere, language, out);
}

bool language_reverse(eval_t *eval, value_t language, value_t *out) {
    fill_budget(eval);
    return regex_reverse(eval, &nowhere, language, out);
}

term_t language_term(values_t *values, bank_t *bank, value_t language) {
    return regex_term(values, bank, SORT_REGLAN, language);
}
