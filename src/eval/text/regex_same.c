/* Whether two regular languages are the same: pairs of states are explored together, from the two
 * languages on, until a pair is found of which just one has the empty string, or there are no more
 * pairs. States that must be equal if the languages are, are put in one class (Hopcroft and Karp
 * 1971), and a pair in one class is not explored: so there are no more pairs than states.
 *
 * Letters that no derivative of a state can tell apart are tried once. */
#include "eval/text/regex.h"

#include "eval/engine/elements_priv.h"
#include "eval/model/domain_priv.h"
#include "eval/text/regex_priv.h"

#include <stdlib.h>

enum {
    SAME_BUDGET = 4000000, /* of the evaluator's steps, for one comparison */
    PAIR_WORK = 8,
    SEEN_KEPT = 1024 /* slots */
};

typedef struct pair {
    value_t a, b;
} pair_t;

typedef struct same {
    eval_t *eval;
    const call_t *call;
    VEC(pair_t) pairs;  /* to explore, and explored */
    map_t places;       /* state to its place in parents */
    u32_vec_t parents;  /* of the classes */
    value_vec_t starts; /* of the ranges of letters */
    value_vec_t stack;
    map_t seen;
    sort_t sort; /* of the letters, SORT_NONE while unknown */
} same_t;

/* --- classes of states --- */

static uint32_t class_of(same_t *s, value_t state) {
    uint32_t *place = map_put(s->eval->mem, &s->places, (uint32_t)state);
    if (*place == MAP_NONE) {
        *place = s->parents.len;
        *vec_push(s->eval->mem, &s->parents) = *place;
    }
    uint32_t top = *place;
    while (s->parents.data[top] != top) {
        s->parents.data[top] = s->parents.data[s->parents.data[top]];
        top = s->parents.data[top];
    }
    return top;
}

/* Notes that two states must be equal. False when they are not, by the empty string. */
static bool claim(same_t *s, value_t a, value_t b) {
    if (a == b)
        return true;
    uint32_t x = class_of(s, a);
    uint32_t y = class_of(s, b);
    if (x == y)
        return true;
    s->parents.data[x] = y;
    *vec_push(s->eval->mem, &s->pairs) = (pair_t){a, b};
    return regex_nullable(s->eval->values, a) == regex_nullable(s->eval->values, b);
}

/* --- ranges of letters --- */

static void add_start(same_t *s, uint64_t letter) {
    *vec_push(s->eval->mem, &s->starts) = letter;
}

static void add_range(same_t *s, sort_t sort, uint64_t low, uint64_t high) {
    s->sort = sort;
    add_start(s, low);
    if (high < regex_last_letter(s->eval->values, sort))
        add_start(s, high + 1);
}

static void visit(same_t *s, value_t regex) {
    if (map_get(&s->seen, (uint32_t)regex) != MAP_NONE)
        return;
    *map_put(s->eval->mem, &s->seen, (uint32_t)regex) = 1;
    *vec_push(s->eval->mem, &s->stack) = regex;
}

/* Where the derivative of one node begins to be another. */
static void add_starts(same_t *s, value_t regex) {
    values_t *values = s->eval->values;
    regex_kind_t kind = regex_kind(values, regex);
    uint32_t count;
    switch (kind) {
    case REGEX_NONE:
    case REGEX_EPSILON:
    case REGEX_ALL:
        return;
    case REGEX_SET:
        value_words(values, regex, &count);
        for (uint32_t i = 1; i + 1 < count; i += 2)
            add_range(s, (sort_t)regex_part(values, regex, 0), regex_part(values, regex, i),
                      regex_part(values, regex, i + 1));
        return;
    case REGEX_WORD: {
        sort_t sort = (sort_t)regex_part(values, regex, 0);
        elements_t elements = elements_of(values, regex_part(values, regex, 1));
        value_t element = elements_at(&elements, (uint32_t)regex_part(values, regex, 2));
        uint64_t letter = regex_letter(values, sort, element);
        add_range(s, sort, letter, letter);
        return;
    }
    case REGEX_CONCAT:
        visit(s, regex_part(values, regex, 0));
        if (regex_nullable(values, regex_part(values, regex, 0)))
            visit(s, regex_part(values, regex, 1));
        return;
    case REGEX_UNION:
    case REGEX_INTER:
        visit(s, regex_part(values, regex, 1));
        visit(s, regex_part(values, regex, 0));
        return;
    case REGEX_LOOP:
    case REGEX_COMP:
        visit(s, regex_part(values, regex, 0));
        return;
    }
}

static int compare_letters(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a;
    uint64_t y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

/* The first letters of the ranges in which no derivative of either state changes. */
static bool find_starts(same_t *s, const pair_t *pair) {
    s->starts.len = 0;
    if (s->seen.mask > SEEN_KEPT)
        map_free(s->eval->mem, &s->seen); /* clearing it for each pair would cost too much */
    map_clear(&s->seen);
    add_start(s, 0);
    visit(s, pair->a);
    visit(s, pair->b);
    while (s->stack.len > 0) {
        if (!eval_charge(s->eval, s->call, 1))
            return false;
        add_starts(s, vec_pop(&s->stack));
    }
    qsort(s->starts.data, s->starts.len, sizeof *s->starts.data, compare_letters);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < s->starts.len; i++)
        if (kept == 0 || s->starts.data[kept - 1] != s->starts.data[i])
            s->starts.data[kept++] = s->starts.data[i];
    s->starts.len = kept;
    return true;
}

/* --- the search --- */

/* False when the budget is used up. */
static bool explore(same_t *s, value_t a, value_t b, bool *equal) {
    *equal = claim(s, a, b);
    for (uint32_t i = 0; i < s->pairs.len && *equal; i++) {
        pair_t pair = s->pairs.data[i];
        if (!find_starts(s, &pair))
            return false;
        for (uint32_t k = 0; k < s->starts.len && *equal; k++) {
            value_t next_a;
            value_t next_b;
            if (!eval_charge(s->eval, s->call, PAIR_WORK) ||
                !regex_derive(s->eval, s->call, pair.a, s->starts.data[k], &next_a) ||
                !regex_derive(s->eval, s->call, pair.b, s->starts.data[k], &next_b))
                return false;
            *equal = claim(s, next_a, next_b);
        }
    }
    return true;
}

/* How many values the sort has is up to the model: then a letter that no set names may stand for
 * nothing. */
static bool is_doubtful(values_t *values, sort_t sort) {
    if (sort == SORT_NONE || sort == SORT_CHAR)
        return false;
    domain_t domain = domain_of(values, sort);
    return domain_free(values, domain) || domain_opaque(values, domain);
}

bool eval_equal_regex(eval_t *eval, const call_t *call, value_t a, value_t b, bool *equal) {
    *equal = a == b;
    if (a == b)
        return true;
    same_t s = {.eval = eval, .call = call, .sort = SORT_NONE};
    /* A comparison has a budget of its own: when that is used up, the evaluation goes on. */
    uint64_t have = eval->steps;
    uint64_t lent = have < SAME_BUDGET ? have : SAME_BUDGET;
    eval->steps = lent;
    bool known = explore(&s, a, b, equal);
    eval->steps = have - lent + eval->steps;
    vec_free(eval->mem, &s.pairs);
    map_free(eval->mem, &s.places);
    vec_free(eval->mem, &s.parents);
    vec_free(eval->mem, &s.starts);
    vec_free(eval->mem, &s.stack);
    map_free(eval->mem, &s.seen);
    if (!known || (!*equal && is_doubtful(eval->values, s.sort)))
        return eval_unknown(eval, REASON_COMPARISON, call->term);
    return true;
}
