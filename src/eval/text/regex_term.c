/* Regular languages as terms: the node's own shape, with the standard's operators for a RegLan and
 * z3's for a language of sequences. */
#include "eval/text/regex.h"

#include "base/map.h"
#include "eval/engine/elements_priv.h"
#include "eval/text/strings.h"
#include "smt/term/check.h"

enum { LETTERS_MAX = 1000 }; /* of a set that is written letter by letter */

typedef struct writer {
    values_t *values;
    bank_t *bank;
    sort_t sort;    /* of the language */
    sort_t strings; /* of its strings */
    sort_t letters; /* of the elements of its strings */
    map_t terms;    /* node to term */
    value_vec_t stack;
    u32_vec_t parts; /* a stack: arguments of the terms being made */
} writer_t;

/* The application of an operator; id is its name in ops.def without RE_ or SRE_. */
#define OPERATOR(w, id) ((w)->sort == SORT_REGLAN ? OP_RE_##id : OP_SRE_##id)

static term_t apply(writer_t *w, op_t op, const uint32_t *index, uint32_t index_count,
                    const term_t *args, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        if (args[i] == TERM_NONE)
            return TERM_NONE;
    head_t head = {.kind = HEAD_OP,
                   .op = (opcode_t)op,
                   .fun = FUN_NONE,
                   .indices = index,
                   .index_count = index_count,
                   .as = op_info(op)->attr == OP_ATTR_AS ? w->sort : SORT_NONE};
    term_t term = check_apply(w->bank, &head, args, count, NULL);
    return term == TERM_BAD ? TERM_NONE : term;
}

static term_t apply_one(writer_t *w, op_t op, term_t arg) {
    return apply(w, op, NULL, 0, &arg, 1);
}

static term_t apply_two(writer_t *w, op_t op, term_t a, term_t b) {
    return apply(w, op, NULL, 0, (term_t[]){a, b}, 2);
}

/* A string or sequence without its first elements. */
static value_t rest_of(writer_t *w, value_t string, uint32_t from) {
    elements_t elements = elements_of(w->values, string);
    value_vec_t list = {0};
    u32_vec_t codes = {0};
    for (uint32_t i = from; i < elements.len; i++) {
        uint64_t element = elements_at(&elements, i);
        if (elements.narrow)
            *vec_push(w->values->mem, &codes) = (uint32_t)element;
        else
            *vec_push(w->values->mem, &list) = element;
    }
    value_t rest = elements.narrow ? string_make(w->values, codes.data, codes.len)
                                   : value_make(w->values, OBJ_SEQ, list.data, list.len);
    vec_free(w->values->mem, &codes);
    vec_free(w->values->mem, &list);
    return rest;
}

static term_t word_term(writer_t *w, value_t string) {
    op_t op = w->sort == SORT_REGLAN ? OP_STR_TO_RE : OP_SEQ_TO_RE;
    return apply_one(w, op, value_term(w->values, w->bank, w->strings, string));
}

/* The string of one letter. */
static value_t letter_string(writer_t *w, uint64_t letter) {
    if (w->letters == SORT_CHAR)
        return string_make(w->values, &(uint32_t){(uint32_t)letter}, 1);
    if (sort_size(w->values, w->letters) != SORT_INFINITE)
        letter = value_at(w->values, w->letters, letter);
    return value_make(w->values, OBJ_SEQ, &letter, 1);
}

static term_t range_term(writer_t *w, uint64_t low, uint64_t high) {
    if (low == high)
        return word_term(w, letter_string(w, low));
    term_t a = value_term(w->values, w->bank, w->strings, letter_string(w, low));
    term_t b = value_term(w->values, w->bank, w->strings, letter_string(w, high));
    return apply_two(w, OPERATOR(w, RANGE), a, b);
}

/* The parts from base on, joined. */
static term_t join_parts(writer_t *w, op_t op, uint32_t base) {
    uint32_t count = w->parts.len - base;
    term_t term =
        count == 1 ? w->parts.data[base] : apply(w, op, NULL, 0, w->parts.data + base, count);
    w->parts.len = base;
    return term;
}

/* The letters of a set one by one; TERM_NONE when there are too many. */
static term_t letters_term(writer_t *w, value_t set) {
    uint32_t count;
    value_words(w->values, set, &count);
    uint32_t base = w->parts.len;
    for (uint32_t i = 1; i + 1 < count; i += 2) {
        uint64_t low = regex_part(w->values, set, i);
        uint64_t high = regex_part(w->values, set, i + 1);
        if (high - low >= LETTERS_MAX - (w->parts.len - base)) {
            w->parts.len = base;
            return TERM_NONE;
        }
        for (uint64_t k = 0; k <= high - low; k++) {
            term_t part = word_term(w, letter_string(w, low + k));
            *vec_push(w->values->mem, &w->parts) = part;
        }
    }
    return join_parts(w, OPERATOR(w, UNION), base);
}

/* Letters without an order: where most are in the set, the others are written. */
static term_t unordered_term(writer_t *w, value_t set) {
    uint32_t count;
    value_words(w->values, set, &count);
    uint64_t last = regex_last_letter(w->values, w->letters);
    uint64_t outside = last; /* one less than there are */
    for (uint32_t i = 1; i + 1 < count; i += 2)
        outside -= regex_part(w->values, set, i + 1) - regex_part(w->values, set, i) + 1;
    outside++;
    if (outside > last / 2)
        return letters_term(w, set);
    term_t any = apply(w, OPERATOR(w, ALLCHAR), NULL, 0, NULL, 0);
    value_t others =
        regex_inter(w->values, regex_any(w->values, w->letters), regex_comp(w->values, set));
    if (others == regex_none(w->values))
        return any;
    return apply_two(w, OPERATOR(w, DIFF), any, letters_term(w, others));
}

static term_t set_term(writer_t *w, value_t set) {
    if (w->letters != SORT_CHAR)
        return unordered_term(w, set);
    uint32_t count;
    value_words(w->values, set, &count);
    if (regex_part(w->values, set, 1) == 0 && regex_part(w->values, set, 2) == STRING_CODES - 1)
        return apply(w, OPERATOR(w, ALLCHAR), NULL, 0, NULL, 0);
    uint32_t base = w->parts.len;
    for (uint32_t i = 1; i + 1 < count; i += 2) {
        term_t part =
            range_term(w, regex_part(w->values, set, i), regex_part(w->values, set, i + 1));
        *vec_push(w->values->mem, &w->parts) = part;
    }
    return join_parts(w, OPERATOR(w, UNION), base);
}

static term_t loop_term(writer_t *w, value_t loop, term_t body) {
    uint64_t least = regex_part(w->values, loop, 1);
    uint64_t most = regex_part(w->values, loop, 2);
    if (most == REGEX_FOREVER && least <= 1)
        return apply_one(w, least == 0 ? OPERATOR(w, STAR) : OPERATOR(w, PLUS), body);
    if (least > INT32_MAX || (most > INT32_MAX && most != REGEX_FOREVER))
        return TERM_NONE;
    uint32_t index[] = {(uint32_t)least, (uint32_t)most};
    if (most != REGEX_FOREVER && least != most)
        return apply(w, OPERATOR(w, LOOP), index, 2, &body, 1);
    term_t power = apply(w, OPERATOR(w, POWER), index, 1, &body, 1);
    return least == most
               ? power
               : apply_two(w, OPERATOR(w, CONCAT), power, apply_one(w, OPERATOR(w, STAR), body));
}

/* Pushes the term of a node as a part; the node to the stack when it has none yet. */
static bool push_part(writer_t *w, value_t regex) {
    uint32_t term = map_get(&w->terms, (uint32_t)regex);
    if (term == MAP_NONE)
        *vec_push(w->values->mem, &w->stack) = regex;
    else
        *vec_push(w->values->mem, &w->parts) = term == 0 ? TERM_NONE : term;
    return term != MAP_NONE;
}

/* False when a part has no term yet, and is on the stack. */
static bool push_parts(writer_t *w, value_t regex) {
    values_t *values = w->values;
    regex_kind_t kind = regex_kind(values, regex);
    bool ready = true;
    switch (kind) {
    case REGEX_UNION:
    case REGEX_INTER:
        for (; regex_kind(values, regex) == kind; regex = regex_part(values, regex, 1))
            ready &= push_part(w, regex_part(values, regex, 0));
        return ready & push_part(w, regex);
    case REGEX_CONCAT:
        ready = push_part(w, regex_part(values, regex, 0));
        return ready & push_part(w, regex_part(values, regex, 1));
    case REGEX_LOOP:
    case REGEX_COMP:
        return push_part(w, regex_part(values, regex, 0));
    default:
        return true;
    }
}

static term_t node_term(writer_t *w, value_t regex, uint32_t base) {
    values_t *values = w->values;
    switch (regex_kind(values, regex)) {
    case REGEX_NONE:
        return apply(w, OPERATOR(w, NONE), NULL, 0, NULL, 0);
    case REGEX_EPSILON:
        return word_term(w, w->letters == SORT_CHAR ? string_make(values, NULL, 0)
                                                    : value_make(values, OBJ_SEQ, NULL, 0));
    case REGEX_ALL:
        return apply(w, OPERATOR(w, ALL), NULL, 0, NULL, 0);
    case REGEX_SET:
        return set_term(w, regex);
    case REGEX_WORD:
        return word_term(
            w, rest_of(w, regex_part(values, regex, 1), (uint32_t)regex_part(values, regex, 2)));
    case REGEX_LOOP:
        return loop_term(w, regex, w->parts.data[base]);
    case REGEX_COMP:
        return apply_one(w, OPERATOR(w, COMP), w->parts.data[base]);
    case REGEX_CONCAT:
        return join_parts(w, OPERATOR(w, CONCAT), base);
    case REGEX_UNION:
        return join_parts(w, OPERATOR(w, UNION), base);
    case REGEX_INTER:
        return join_parts(w, OPERATOR(w, INTER), base);
    }
    return TERM_NONE;
}

term_t regex_term(values_t *values, bank_t *bank, sort_t sort, value_t regex) {
    writer_t w = {
        .values = values, .bank = bank, .sort = sort, .letters = elements_sort(bank, sort)};
    if (w.letters == SORT_NONE)
        return TERM_NONE;
    w.strings = sort == SORT_REGLAN ? SORT_STRING : sort_args(bank, sort, &(uint32_t){0})[0];
    *vec_push(values->mem, &w.stack) = regex;
    term_t term = TERM_NONE;
    while (w.stack.len > 0) {
        value_t top = vec_last(&w.stack);
        uint32_t base = w.parts.len;
        if (map_get(&w.terms, (uint32_t)top) != MAP_NONE) {
            w.stack.len--;
        } else if (push_parts(&w, top)) {
            term = node_term(&w, top, base);
            *map_put(values->mem, &w.terms, (uint32_t)top) = term == TERM_NONE ? 0 : term;
            w.stack.len--;
        }
        w.parts.len = base;
    }
    map_free(values->mem, &w.terms);
    vec_free(values->mem, &w.stack);
    vec_free(values->mem, &w.parts);
    return term;
}
