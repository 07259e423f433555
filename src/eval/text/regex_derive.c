/* Derivatives of regular languages (Brzozowski 1964), and what is found with them: membership,
 * matches. The derivative of a language by a letter is what may follow the letter.
 *
 * A derivative is computed bottom-up with a stack of nodes and kept in a table, so one that is
 * needed again costs a look-up. Concatenations are distributed over unions, as in Antimirov's
 * partial derivatives: without complement and intersection, a state of the search is then a union
 * of at most as many languages as the expression has letters, for each value of its counters. */
#include "eval/text/regex.h"

#include "base/hash.h"
#include "eval/engine/elements_priv.h"
#include "eval/text/regex_priv.h"

#include <string.h>

enum {
    NODE_WORK = 4,            /* budget for a derivative that is not known */
    DERIVED_LIMIT = 1u << 20, /* the table is emptied when it has grown to this */
};

/* --- the table --- */

static uint32_t hash_of(value_t regex, uint64_t letter) {
    uint64_t hash = hash_word(hash_start(0), (uint32_t)regex);
    hash = hash_word(hash, (uint32_t)letter);
    if (letter >> 32)
        hash = hash_word(hash, (uint32_t)(letter >> 32));
    return hash_finish(hash);
}

static index_cursor_t table_find(const regexes_t *side, value_t regex, uint64_t letter,
                                 value_t *out, bool *found) {
    index_cursor_t at = index_find(&side->index, hash_of(regex, letter));
    uint32_t place;
    *found = false;
    while ((place = index_next(&side->index, &at)) != INDEX_NONE) {
        const derived_t *derived = &side->derived.data[place];
        if (derived->regex == regex && derived->letter == letter) {
            *out = derived->result;
            *found = true;
            break;
        }
    }
    return at;
}

static void table_add(values_t *values, value_t regex, uint64_t letter, value_t result) {
    regexes_t *side = regexes_of(values);
    bool found;
    value_t known;
    index_cursor_t at = table_find(side, regex, letter, &known, &found);
    if (found)
        return;
    uint32_t place = side->derived.len;
    *vec_push(values->mem, &side->derived) = (derived_t){.letter = letter,
                                                         .regex = (uint32_t)regex,
                                                         .result = (uint32_t)result,
                                                         .born = values_mark(values),
                                                         .hash = at.hash};
    index_add(values->mem, &side->index, at, place);
}

static void table_bound(values_t *values) {
    regexes_t *side = regexes_of(values);
    if (side->derived.len < DERIVED_LIMIT)
        return;
    index_done(values->mem, &side->index);
    index_init(values->mem, &side->index);
    side->derived.len = 0;
}

/* --- derivatives --- */

static bool set_has(const values_t *values, value_t set, uint64_t letter) {
    uint32_t count;
    const uint64_t *ranges = value_words(values, set, &count) + 2;
    uint32_t low = 0;
    uint32_t high = (count - 2) / 2;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (letter < ranges[2 * (size_t)middle])
            high = middle;
        else if (letter > ranges[2 * (size_t)middle + 1])
            low = middle + 1;
        else
            return true;
    }
    return false;
}

static uint64_t letter_at(values_t *values, sort_t sort, value_t string, uint32_t i) {
    elements_t elements = elements_of(values, string);
    uint64_t element = elements_at(&elements, i);
    return sort == SORT_CHAR ? element : regex_letter(values, sort, element);
}

static value_t derive_word(values_t *values, value_t word, uint64_t letter) {
    sort_t sort = (sort_t)regex_part(values, word, 0);
    value_t string = regex_part(values, word, 1);
    uint32_t from = (uint32_t)regex_part(values, word, 2);
    if (letter_at(values, sort, string, from) != letter)
        return regex_none(values);
    return regex_word(values, sort, string, from + 1);
}

/* The derivative where it needs no others, or is in the table. */
static bool derive_known(values_t *values, value_t regex, uint64_t letter, value_t *out) {
    bool found;
    switch (regex_kind(values, regex)) {
    case REGEX_NONE:
    case REGEX_EPSILON:
        *out = regex_none(values);
        return true;
    case REGEX_ALL:
        *out = regex;
        return true;
    case REGEX_SET:
        *out = set_has(values, regex, letter) ? regex_epsilon(values) : regex_none(values);
        return true;
    case REGEX_WORD:
        *out = derive_word(values, regex, letter);
        return true;
    default:
        table_find(regexes_of(values), regex, letter, out, &found);
        return found;
    }
}

/* The same; puts it on the stack when it is not known. */
static bool derive_part(values_t *values, value_t regex, uint64_t letter, value_t *out) {
    if (derive_known(values, regex, letter, out))
        return true;
    *vec_push(values->mem, &regexes_of(values)->stack) = regex;
    return false;
}

/* Takes the first element from a list of this kind; rest becomes REGEX_UNMADE after the last one. A
 * node of another kind is a list of one. */
static bool take_element(const values_t *values, regex_kind_t kind, value_t *rest,
                         value_t *element) {
    if (*rest == REGEX_UNMADE)
        return false;
    bool more = regex_kind(values, *rest) == kind;
    *element = more ? regex_part(values, *rest, 0) : *rest;
    *rest = more ? regex_part(values, *rest, 1) : REGEX_UNMADE;
    return true;
}

/* a . b, distributed over the elements of a. */
static value_t append(values_t *values, value_t a, value_t b) {
    if (regex_kind(values, a) != REGEX_UNION)
        return regex_concat(values, a, b);
    uint32_t base = regexes_of(values)->list.len;
    value_t element;
    while (take_element(values, REGEX_UNION, &a, &element))
        regex_push(values, REGEX_UNION, regex_concat(values, element, b));
    return regex_join_list(values, REGEX_UNION, base);
}

/* What the steps below do: they find the derivative of a node from those of its parts. False when
 * one of them is on the stack first, or the budget is used up. */
typedef struct derive {
    eval_t *eval;
    const call_t *call;
    uint64_t letter;
    bool failed;
} derive_t;

static bool charge(derive_t *d, uint64_t work) {
    d->failed = d->failed || !eval_charge(d->eval, d->call, work);
    return !d->failed;
}

static bool derive_list(derive_t *d, value_t regex, regex_kind_t kind, value_t *out) {
    values_t *values = d->eval->values;
    if (!charge(d, (uint64_t)NODE_WORK * regex_count(values, regex, kind)))
        return false;
    uint32_t base = regexes_of(values)->list.len;
    bool ready = true;
    value_t element;
    value_t part;
    while (take_element(values, kind, &regex, &element)) {
        ready &= derive_part(values, element, d->letter, &part);
        if (ready)
            regex_push(values, kind, part);
    }
    if (!ready || !charge(d, (uint64_t)NODE_WORK * (regexes_of(values)->list.len - base))) {
        regexes_of(values)->list.len = base;
        return false;
    }
    *out = regex_join_list(values, kind, base);
    return true;
}

/* A chain that is nested to the left is turned on the way to its first link. */
static bool derive_concat(derive_t *d, value_t regex, value_t *out) {
    values_t *values = d->eval->values;
    value_t first = regex_part(values, regex, 0);
    value_t second = regex_part(values, regex, 1);
    while (regex_kind(values, first) == REGEX_CONCAT) {
        if (!charge(d, NODE_WORK))
            return false;
        second = regex_concat(values, regex_part(values, first, 1), second);
        first = regex_part(values, first, 0);
    }
    value_t by_first;
    value_t by_second = regex_none(values);
    bool ready = derive_part(values, first, d->letter, &by_first);
    if (regex_nullable(values, first))
        ready &= derive_part(values, second, d->letter, &by_second);
    if (!ready || !charge(d, (uint64_t)NODE_WORK * regex_count(values, by_first, REGEX_UNION)))
        return false;
    *out = regex_union(values, append(values, by_first, second), by_second);
    return true;
}

/* r{n,m} gives r' r{n-1,m-1}: for a nullable r, too, where n is 0. */
static bool derive_loop(derive_t *d, value_t regex, value_t *out) {
    values_t *values = d->eval->values;
    value_t body = regex_part(values, regex, 0);
    uint64_t least = regex_part(values, regex, 1);
    uint64_t most = regex_part(values, regex, 2);
    value_t by_body;
    if (!derive_part(values, body, d->letter, &by_body) ||
        !charge(d, (uint64_t)NODE_WORK * regex_count(values, by_body, REGEX_UNION)))
        return false;
    value_t rest = regex_loop(values, body, least > 0 ? least - 1 : 0,
                              most == REGEX_FOREVER ? most : most - 1);
    *out = append(values, by_body, rest);
    return true;
}

static bool derive_node(derive_t *d, value_t regex, value_t *out) {
    values_t *values = d->eval->values;
    regex_kind_t kind = regex_kind(values, regex);
    value_t body;
    switch (kind) {
    case REGEX_CONCAT:
        return derive_concat(d, regex, out);
    case REGEX_LOOP:
        return derive_loop(d, regex, out);
    case REGEX_UNION:
    case REGEX_INTER:
        return derive_list(d, regex, kind, out);
    default:
        if (!derive_part(values, regex_part(values, regex, 0), d->letter, &body))
            return false;
        *out = regex_comp(values, body);
        return true;
    }
}

bool regex_derive(eval_t *eval, const call_t *call, value_t regex, uint64_t letter, value_t *out) {
    values_t *values = eval->values;
    if (derive_known(values, regex, letter, out))
        return true;
    table_bound(values);
    value_vec_t *stack = &regexes_of(values)->stack;
    derive_t d = {.eval = eval, .call = call, .letter = letter};
    *vec_push(values->mem, stack) = regex;
    while (stack->len > 0) {
        value_t top = vec_last(stack);
        if (derive_known(values, top, letter, out)) {
            stack->len--;
        } else if (!charge(&d, NODE_WORK)) {
            break;
        } else if (derive_node(&d, top, out)) {
            table_add(values, top, letter, *out);
            stack->len--;
        } else if (d.failed) {
            break;
        }
    }
    stack->len = 0;
    return !d.failed && derive_known(values, regex, letter, out);
}

/* --- membership --- */

bool regex_has(eval_t *eval, const call_t *call, value_t regex, sort_t sort, value_t string,
               bool *has) {
    values_t *values = eval->values;
    value_t none = regex_none(values);
    value_t all = regex_all(values);
    uint32_t len = elements_of(values, string).len;
    if (!eval_charge(eval, call, len / 4))
        return false;
    for (uint32_t i = 0; i < len && regex != none && regex != all; i++)
        if (!regex_derive(eval, call, regex, letter_at(values, sort, string, i), &regex))
            return false;
    *has = regex_nullable(values, regex);
    return true;
}

/* --- reversal --- */

typedef struct reverse {
    eval_t *eval;
    const call_t *call;
    map_t known; /* node to its reversal */
    value_vec_t stack;
} reverse_t;

static bool reverse_word(reverse_t *r, value_t word, value_t *out) {
    values_t *values = r->eval->values;
    sort_t sort = (sort_t)regex_part(values, word, 0);
    uint32_t from = (uint32_t)regex_part(values, word, 2);
    elements_t elements = elements_of(values, regex_part(values, word, 1));
    builder_t builder;
    if (!builder_start(&builder, r->eval, r->call, elements.narrow, elements.len - from))
        return false;
    for (uint32_t i = elements.len; i > from; i--)
        builder_put(&builder, elements_at(&elements, i - 1));
    *out = regex_word(values, sort, builder_end(&builder, values), 0);
    return true;
}

/* The reversal where it is known; else it is put on the stack. */
static bool reverse_part(reverse_t *r, value_t regex, value_t *out) {
    values_t *values = r->eval->values;
    if (regex_kind(values, regex) <= REGEX_SET) {
        *out = regex;
        return true;
    }
    uint32_t known = map_get(&r->known, (uint32_t)regex);
    *out = known;
    if (known == MAP_NONE)
        *vec_push(r->eval->mem, &r->stack) = regex;
    return known != MAP_NONE;
}

static bool reverse_list(reverse_t *r, value_t regex, regex_kind_t kind, value_t *out) {
    values_t *values = r->eval->values;
    uint32_t base = regexes_of(values)->list.len;
    bool ready = true;
    value_t element;
    value_t turned;
    while (take_element(values, kind, &regex, &element)) {
        ready &= reverse_part(r, element, &turned);
        if (ready)
            regex_push(values, kind, turned);
    }
    if (ready)
        *out = regex_join_list(values, kind, base);
    regexes_of(values)->list.len = base;
    return ready;
}

/* True when the reversal is found; false when it waits for parts, which are on the stack, or has
 * failed: then nothing was pushed. */
static bool reverse_node(reverse_t *r, value_t regex, value_t *out) {
    values_t *values = r->eval->values;
    regex_kind_t kind = regex_kind(values, regex);
    value_t a;
    value_t b;
    if (kind == REGEX_WORD)
        return reverse_word(r, regex, out);
    if (kind == REGEX_UNION || kind == REGEX_INTER)
        return reverse_list(r, regex, kind, out);
    bool ready = reverse_part(r, regex_part(values, regex, 0), &a);
    if (kind == REGEX_CONCAT)
        ready &= reverse_part(r, regex_part(values, regex, 1), &b);
    if (!ready)
        return false;
    if (kind == REGEX_CONCAT)
        *out = regex_concat(values, b, a);
    else if (kind == REGEX_LOOP)
        *out = regex_loop(values, a, regex_part(values, regex, 1), regex_part(values, regex, 2));
    else
        *out = regex_comp(values, a);
    return true;
}

bool regex_reverse(eval_t *eval, const call_t *call, value_t regex, value_t *out) {
    reverse_t r = {.eval = eval, .call = call};
    bool done = reverse_part(&r, regex, out);
    bool ok = true;
    while (!done && ok && r.stack.len > 0) {
        value_t top = vec_last(&r.stack);
        uint32_t depth = r.stack.len;
        if (map_get(&r.known, (uint32_t)top) != MAP_NONE) {
            r.stack.len--;
        } else if (!eval_charge(eval, call,
                                NODE_WORK + regex_count(eval->values, top, REGEX_UNION))) {
            ok = false;
        } else if (reverse_node(&r, top, out)) {
            *map_put(eval->mem, &r.known, (uint32_t)top) = (uint32_t)*out;
            r.stack.len--;
        } else {
            ok = r.stack.len > depth;
        }
    }
    if (!done && ok)
        *out = map_get(&r.known, (uint32_t)regex);
    map_free(eval->mem, &r.known);
    vec_free(eval->mem, &r.stack);
    return ok;
}

/* --- matches --- */

/* Notes for each position whether a match starts there: when what follows is in L Σ*, that is, when
 * it is in Σ* L backwards, and so all positions are known after one pass from the end. */
static bool find_starts(regex_search_t *search) {
    eval_t *eval = search->eval;
    values_t *values = eval->values;
    value_t state;
    if (!eval_charge(eval, search->call, search->len) ||
        !regex_reverse(eval, search->call, search->regex, &state))
        return false;
    state = regex_concat(values, regex_all(values), state);
    for (uint32_t i = search->len; i > 0; i--) {
        uint64_t letter = letter_at(values, search->sort, search->string, i - 1);
        if (!regex_derive(eval, search->call, state, letter, &state))
            return false;
        search->starts[i - 1] = regex_nullable(values, state);
    }
    return true;
}

bool regex_search_init(regex_search_t *search, eval_t *eval, const call_t *call, value_t regex,
                       sort_t sort, value_t string) {
    *search = (regex_search_t){.eval = eval,
                               .call = call,
                               .regex = regex,
                               .sort = sort,
                               .string = string,
                               .len = elements_of(eval->values, string).len};
    if (search->len < REGEX_LONG_SEARCH || regex_nullable(eval->values, regex))
        return true;
    search->starts = mem_zalloc(eval->mem, (size_t)search->len + 1, 1);
    if (find_starts(search))
        return true;
    regex_search_done(search);
    return false;
}

void regex_search_done(regex_search_t *search) {
    mem_free(search->eval->mem, search->starts);
    search->starts = NULL;
}

/* The shortest match that starts here. */
static bool match_here(regex_search_t *search, uint32_t start, bool *found, uint32_t *end) {
    values_t *values = search->eval->values;
    value_t none = regex_none(values);
    value_t state = search->regex;
    uint32_t at = start;
    while (!regex_nullable(values, state) && state != none && at < search->len) {
        uint64_t letter = letter_at(values, search->sort, search->string, at++);
        if (!regex_derive(search->eval, search->call, state, letter, &state))
            return false;
    }
    *found = regex_nullable(values, state);
    *end = at;
    return eval_charge(search->eval, search->call, (at - start) / 4);
}

bool regex_search_next(regex_search_t *search, uint32_t from, bool *found, uint32_t *start,
                       uint32_t *end) {
    *found = false;
    for (*start = from; *start <= search->len && !*found; ++*start)
        if ((!search->starts || search->starts[*start]) && !match_here(search, *start, found, end))
            return false;
    --*start;
    return true;
}
