/* The makers of regular languages: see regex.h for what they promise. */
#include "eval/text/regex.h"

#include "eval/engine/elements_priv.h"
#include "eval/text/regex_priv.h"
#include "eval/text/strings.h"

#include <stdlib.h>

regexes_t *regexes_of(values_t *values) {
    if (!values->regexes) {
        regexes_t *side = mem_zalloc(values->mem, 1, sizeof *side);
        index_init(values->mem, &side->index);
        for (int i = 0; i < 3; i++)
            side->constants[i] = REGEX_UNMADE;
        values->regexes = side;
    }
    return values->regexes;
}

void regexes_release(values_t *values, values_mark_t mark) {
    regexes_t *side = values->regexes;
    if (!side)
        return;
    for (int i = 0; i < 3; i++)
        if (side->constants[i] >= mark)
            side->constants[i] = REGEX_UNMADE;
    while (side->derived.len > 0 && vec_last(&side->derived).born > mark) {
        derived_t last = vec_pop(&side->derived);
        index_drop(&side->index, last.hash, side->derived.len);
    }
}

void regexes_done(values_t *values) {
    regexes_t *side = values->regexes;
    if (!side)
        return;
    vec_free(values->mem, &side->list);
    vec_free(values->mem, &side->ranges);
    vec_free(values->mem, &side->counted);
    vec_free(values->mem, &side->stack);
    vec_free(values->mem, &side->derived);
    index_done(values->mem, &side->index);
    mem_free(values->mem, side);
    values->regexes = NULL;
}

/* --- nodes --- */

/* The note: whether it is nullable, and above that the number of elements of a list. */
static value_t node(values_t *values, const uint64_t *words, uint32_t count, bool nullable,
                    uint32_t elements) {
    value_t regex = value_make(values, OBJ_REGEX, words, count);
    *value_note(values, regex) = (uint64_t)elements << 32 | nullable;
    return regex;
}

uint32_t regex_count(const values_t *values, value_t regex, regex_kind_t kind) {
    return regex_kind(values, regex) == kind ? (uint32_t)(values->rows.data[regex].note >> 32) : 1;
}

static value_t constant(values_t *values, regex_kind_t kind) {
    regexes_t *side = regexes_of(values);
    if (side->constants[kind] == REGEX_UNMADE)
        side->constants[kind] = node(values, &(uint64_t){kind}, 1, kind != REGEX_NONE, 1);
    return side->constants[kind];
}

value_t regex_none(values_t *values) {
    return constant(values, REGEX_NONE);
}

value_t regex_epsilon(values_t *values) {
    return constant(values, REGEX_EPSILON);
}

value_t regex_all(values_t *values) {
    return constant(values, REGEX_ALL);
}

/* --- letters --- */

uint64_t regex_last_letter(values_t *values, sort_t sort) {
    if (sort == SORT_CHAR)
        return STRING_CODES - 1;
    uint64_t size = sort_size(values, sort);
    return size == SORT_INFINITE ? UINT64_MAX : size - 1;
}

uint64_t regex_letter(values_t *values, sort_t sort, value_t element) {
    if (sort == SORT_CHAR || sort_size(values, sort) == SORT_INFINITE)
        return element;
    return value_rank(values, sort, element);
}

value_t regex_set(values_t *values, sort_t sort, const uint64_t *ranges, uint32_t count) {
    if (count == 0)
        return regex_none(values);
    value_vec_t *words = &regexes_of(values)->ranges;
    words->len = 0;
    uint64_t *place = vec_extend(values->mem, words, (uint64_t)count + 2);
    place[0] = REGEX_SET;
    place[1] = sort;
    for (uint32_t i = 0; i < count; i++)
        place[2 + i] = ranges[i];
    return node(values, words->data, words->len, false, 1);
}

value_t regex_range(values_t *values, sort_t sort, uint64_t low, uint64_t high) {
    return regex_set(values, sort, (uint64_t[]){low, high}, low <= high ? 2 : 0);
}

value_t regex_any(values_t *values, sort_t sort) {
    return regex_range(values, sort, 0, regex_last_letter(values, sort));
}

static bool is_any(values_t *values, value_t regex) {
    if (regex_kind(values, regex) != REGEX_SET || regex_part(values, regex, 1) != 0)
        return false;
    uint64_t high = regex_part(values, regex, 2);
    return high == regex_last_letter(values, (sort_t)regex_part(values, regex, 0));
}

/* Two sets' ranges in one pass from left to right: the letters in one of them, or in both. */
static value_t join_sets(values_t *values, regex_kind_t kind, value_t a, value_t b) {
    value_vec_t *out = &regexes_of(values)->ranges;
    uint32_t na;
    uint32_t nb;
    value_words(values, a, &na);
    value_words(values, b, &nb);
    vec_reserve(values->mem, out, (uint64_t)na + nb);
    out->len = 2;
    const uint64_t *x = value_words(values, a, &na);
    const uint64_t *y = value_words(values, b, &nb);
    out->data[0] = REGEX_SET;
    out->data[1] = x[1];
    uint32_t i = 2;
    uint32_t k = 2;
    while (kind == REGEX_INTER ? i < na && k < nb : i < na || k < nb) {
        uint64_t low;
        uint64_t high;
        if (kind == REGEX_INTER) {
            low = x[i] > y[k] ? x[i] : y[k];
            high = x[i + 1] < y[k + 1] ? x[i + 1] : y[k + 1];
            if (x[i + 1] < y[k + 1])
                i += 2;
            else
                k += 2;
            if (low > high)
                continue;
        } else if (k >= nb || (i < na && x[i] <= y[k])) {
            low = x[i];
            high = x[i + 1];
            i += 2;
        } else {
            low = y[k];
            high = y[k + 1];
            k += 2;
        }
        uint64_t *last = out->data + out->len - 1;
        if (out->len > 2 && (low == 0 || low - 1 <= *last)) {
            if (*last < high)
                *last = high;
        } else {
            *vec_push(values->mem, out) = low;
            *vec_push(values->mem, out) = high;
        }
    }
    if (out->len == 2)
        return regex_none(values);
    return node(values, out->data, out->len, false, 1);
}

/* All other letters. */
static value_t other_letters(values_t *values, value_t set) {
    uint32_t count;
    value_words(values, set, &count);
    sort_t sort = (sort_t)regex_part(values, set, 0);
    uint64_t last = regex_last_letter(values, sort);
    value_vec_t *words = &regexes_of(values)->ranges;
    words->len = 0;
    *vec_push(values->mem, words) = REGEX_SET;
    *vec_push(values->mem, words) = sort;
    uint64_t next = 0; /* the first letter after the ranges done */
    bool more = true;  /* there is such a letter */
    for (uint32_t i = 1; i + 1 < count; i += 2) {
        uint64_t low = regex_part(values, set, i);
        uint64_t high = regex_part(values, set, i + 1);
        if (next < low) {
            *vec_push(values->mem, words) = next;
            *vec_push(values->mem, words) = low - 1;
        }
        more = high < last;
        next = high + 1;
    }
    if (more) {
        *vec_push(values->mem, words) = next;
        *vec_push(values->mem, words) = last;
    }
    return words->len == 2 ? regex_none(values) : node(values, words->data, words->len, false, 1);
}

value_t regex_word(values_t *values, sort_t sort, value_t string, uint32_t from) {
    elements_t elements = elements_of(values, string);
    if (from == elements.len)
        return regex_epsilon(values);
    if (from + 1 == elements.len) {
        uint64_t letter = regex_letter(values, sort, elements_at(&elements, from));
        return regex_range(values, sort, letter, letter);
    }
    return node(values, (uint64_t[]){REGEX_WORD, sort, string, from}, 4, false, 1);
}

/* --- concatenation and loops --- */

/* Not put in a form where only the second part is a concatenation: that would take time quadratic
 * in the length of a chain that is nested to the left. regex_derive turns what it meets. */
value_t regex_concat(values_t *values, value_t a, value_t b) {
    value_t none = regex_none(values);
    value_t epsilon = regex_epsilon(values);
    value_t all = regex_all(values);
    if (a == none || b == none)
        return none;
    if (a == epsilon)
        return b;
    if (b == epsilon || (a == all && b == all))
        return a;
    bool nullable = regex_nullable(values, a) && regex_nullable(values, b);
    return node(values, (uint64_t[]){REGEX_CONCAT, a, b}, 3, nullable, 1);
}

/* A body without the empty string, where the loop has it anyway. */
static value_t without_epsilon(values_t *values, value_t body) {
    uint32_t count = regex_count(values, body, REGEX_UNION);
    if (regex_kind(values, body) != REGEX_UNION || count > REGEX_SMALL)
        return body;
    regexes_t *side = regexes_of(values);
    uint32_t base = side->list.len;
    regex_push(values, REGEX_UNION, body);
    uint32_t kept = base;
    for (uint32_t i = base; i < side->list.len; i++)
        if (side->list.data[i] != regex_epsilon(values))
            side->list.data[kept++] = side->list.data[i];
    side->list.len = kept;
    return regex_join_list(values, REGEX_UNION, base);
}

/* A loop of a loop as one loop, where the counts have no gaps. */
static bool unnest(values_t *values, value_t *body, uint64_t *least, uint64_t *most) {
    if (regex_kind(values, *body) != REGEX_LOOP)
        return false;
    value_t inner = regex_part(values, *body, 0);
    uint64_t low = regex_part(values, *body, 1);
    uint64_t high = regex_part(values, *body, 2);
    if (low == 1 && high == REGEX_FOREVER) {
        *most = REGEX_FOREVER; /* (r+){n,m} is r{n,} */
    } else if (low == 0 && (high == REGEX_FOREVER || *most == REGEX_FOREVER)) {
        *most = REGEX_FOREVER;
        *least = 0;
    } else if (low == 0 && high < UINT32_MAX && *most < UINT32_MAX) {
        *most *= high;
        *least = 0;
    } else {
        return false;
    }
    *body = inner;
    return true;
}

/* A loop whose body and counts are simplified; at most is at least 2. */
static value_t loop_node(values_t *values, value_t body, uint64_t least, uint64_t most) {
    if (least == 0 && most == REGEX_FOREVER && is_any(values, body))
        return regex_all(values);
    return node(values, (uint64_t[]){REGEX_LOOP, body, least, most}, 4, least == 0, 1);
}

value_t regex_loop(values_t *values, value_t body, uint64_t least, uint64_t most) {
    if (least > most)
        return regex_none(values);
    if (most == 0 || body == regex_epsilon(values))
        return regex_epsilon(values);
    if (body == regex_none(values))
        return least == 0 ? regex_epsilon(values) : body;
    if (body == regex_all(values) || (least == 1 && most == 1))
        return body;
    if (regex_nullable(values, body))
        least = 0;
    if (least == 0)
        body = without_epsilon(values, body);
    unnest(values, &body, &least, &most);
    if (least == 0 && most == 1)
        return regex_union(values, regex_epsilon(values), body);
    return loop_node(values, body, least, most);
}

/* --- complement --- */

value_t regex_comp(values_t *values, value_t a) {
    switch (regex_kind(values, a)) {
    case REGEX_NONE:
        return regex_all(values);
    case REGEX_ALL:
        return regex_none(values);
    case REGEX_COMP:
        return regex_part(values, a, 0);
    default:
        return node(values, (uint64_t[]){REGEX_COMP, a}, 2, !regex_nullable(values, a), 1);
    }
}

/* --- union and intersection --- */

static value_t cons(values_t *values, regex_kind_t kind, value_t first, value_t rest) {
    bool a = regex_nullable(values, first);
    bool b = regex_nullable(values, rest);
    return node(values, (uint64_t[]){kind, first, rest}, 3, kind == REGEX_UNION ? a || b : a && b,
                1 + regex_count(values, rest, kind));
}

void regex_push(values_t *values, regex_kind_t kind, value_t regex) {
    value_vec_t *list = &regexes_of(values)->list;
    while (regex_kind(values, regex) == kind) {
        *vec_push(values->mem, list) = regex_part(values, regex, 0);
        regex = regex_part(values, regex, 1);
    }
    *vec_push(values->mem, list) = regex;
}

static int compare_falling(const void *a, const void *b) {
    value_t x = *(const value_t *)a;
    value_t y = *(const value_t *)b;
    return x > y ? -1 : x < y;
}

static void sort_falling(value_t *data, uint32_t count) {
    if (count > 16) {
        qsort(data, count, sizeof *data, compare_falling);
        return;
    }
    for (uint32_t i = 1; i < count; i++) {
        value_t x = data[i];
        uint32_t k = i;
        for (; k > 0 && data[k - 1] < x; k--)
            data[k] = data[k - 1];
        data[k] = x;
    }
}

/* The elements from base on, sorted and each once. */
static void sort_list(value_vec_t *list, uint32_t base) {
    sort_falling(list->data + base, list->len - base);
    uint32_t kept = base;
    for (uint32_t i = base; i < list->len; i++)
        if (kept == base || list->data[kept - 1] != list->data[i])
            list->data[kept++] = list->data[i];
    list->len = kept;
}

/* Some language and its complement are both among the sorted elements. */
static bool has_opposites(const values_t *values, const value_vec_t *list, uint32_t base) {
    for (uint32_t i = base; i < list->len; i++)
        if (regex_kind(values, list->data[i]) == REGEX_COMP) {
            value_t body = regex_part(values, list->data[i], 0);
            if (bsearch(&body, list->data + base, list->len - base, sizeof body, compare_falling))
                return true;
        }
    return false;
}

/* --- loops in a union ---
 *
 * P r{0,5} S and P r{3,9} S are together P r{0,9} S. Derivatives of loops in nullable contexts give
 * such unions, which would grow with each letter otherwise. */

/* The loop is the first part of the concatenation, or follows its first part. */
static bool decode(values_t *values, value_t regex, bool leading, counted_t *out) {
    value_t epsilon = regex_epsilon(values);
    *out = (counted_t){.whole = regex, .prefix = epsilon, .suffix = epsilon};
    value_t loop = regex;
    if (regex_kind(values, regex) == REGEX_CONCAT && leading) {
        loop = regex_part(values, regex, 0);
        out->suffix = regex_part(values, regex, 1);
    } else if (regex_kind(values, regex) == REGEX_CONCAT) {
        out->prefix = regex_part(values, regex, 0);
        loop = regex_part(values, regex, 1);
        if (regex_kind(values, loop) == REGEX_CONCAT) {
            out->suffix = regex_part(values, loop, 1);
            loop = regex_part(values, loop, 0);
        }
    }
    if (regex_kind(values, loop) != REGEX_LOOP)
        return false;
    out->body = regex_part(values, loop, 0);
    out->least = regex_part(values, loop, 1);
    out->most = regex_part(values, loop, 2);
    return true;
}

static int compare_counted(const void *a, const void *b) {
    const counted_t *x = a;
    const counted_t *y = b;
    uint64_t p[] = {x->prefix, x->body, x->suffix, x->least, x->most};
    uint64_t q[] = {y->prefix, y->body, y->suffix, y->least, y->most};
    for (int i = 0; i < 5; i++)
        if (p[i] != q[i])
            return p[i] < q[i] ? -1 : 1;
    return 0;
}

static bool is_loop(const values_t *values, value_t regex) {
    regex_kind_t kind = regex_kind(values, regex);
    return kind == REGEX_LOOP || kind == REGEX_CONCAT;
}

static bool joins(const counted_t *a, const counted_t *b) {
    return a->prefix == b->prefix && a->body == b->body && a->suffix == b->suffix &&
           (b->least <= a->most || b->least == a->most + 1);
}

/* Pushes the loops to the list, those that join as one. */
static void push_loops(values_t *values) {
    regexes_t *side = regexes_of(values);
    for (uint32_t i = 0; i < side->counted.len;) {
        counted_t all = side->counted.data[i++];
        value_t whole = all.whole;
        for (; i < side->counted.len && joins(&all, &side->counted.data[i]); i++) {
            uint64_t most = side->counted.data[i].most;
            all.most = all.most < most ? most : all.most;
            whole = REGEX_UNMADE;
        }
        if (whole == REGEX_UNMADE) {
            value_t loop = loop_node(values, all.body, all.least, all.most);
            value_t rest = regex_concat(values, loop, all.suffix);
            whole = regex_concat(values, all.prefix, rest);
        }
        *vec_push(values->mem, &side->list) = whole;
    }
}

/* Merges the loops among the elements from base on. True when it did; else the list is as it was.
 */
static bool merge_loops(values_t *values, uint32_t base, bool leading) {
    regexes_t *side = regexes_of(values);
    uint32_t candidates = 0;
    for (uint32_t i = base; i < side->list.len; i++)
        candidates += is_loop(values, side->list.data[i]);
    if (candidates < 2)
        return false;
    side->counted.len = 0;
    for (uint32_t i = base; i < side->list.len; i++) {
        counted_t counted;
        if (decode(values, side->list.data[i], leading, &counted))
            *vec_push(values->mem, &side->counted) = counted;
    }
    counted_t *counted = side->counted.data;
    uint32_t count = side->counted.len;
    bool any = false;
    if (count >= 2) {
        qsort(counted, count, sizeof *counted, compare_counted);
        for (uint32_t i = 0; i + 1 < count && !any; i++)
            any = joins(&counted[i], &counted[i + 1]);
    }
    if (any) {
        uint32_t kept = base;
        counted_t ignored;
        for (uint32_t i = base; i < side->list.len; i++)
            if (!decode(values, side->list.data[i], leading, &ignored))
                side->list.data[kept++] = side->list.data[i];
        side->list.len = kept;
        push_loops(values);
    }
    return any;
}

/* --- the list as a node --- */

/* What the elements from base on say without looking at pairs: removes sets, the empty string and
 * what changes nothing. False when the result is known, in *out. */
static bool sift(values_t *values, regex_kind_t kind, uint32_t base, value_t *out) {
    value_vec_t *list = &regexes_of(values)->list;
    bool is_union = kind == REGEX_UNION;
    value_t epsilon = regex_epsilon(values);
    value_t zero = is_union ? regex_all(values) : regex_none(values);
    value_t unit = is_union ? regex_none(values) : regex_all(values);
    value_t set = unit;
    bool has_epsilon = false;
    bool some_nullable = false;
    bool all_nullable = true;
    uint32_t kept = base;
    *out = zero;
    for (uint32_t i = base; i < list->len; i++) {
        value_t element = list->data[i];
        if (element == zero)
            return false;
        if (element == unit)
            continue;
        if (element == epsilon) {
            has_epsilon = true;
        } else if (regex_kind(values, element) == REGEX_SET) {
            set = set == unit ? element : join_sets(values, kind, set, element);
            if (set == zero)
                return false;
            all_nullable = false;
        } else {
            list->data[kept++] = element;
            some_nullable |= regex_nullable(values, element);
            all_nullable &= regex_nullable(values, element);
        }
    }
    if (has_epsilon && !is_union) {
        *out = all_nullable ? epsilon : zero;
        return false;
    }
    list->len = kept;
    if (set != unit)
        *vec_push(values->mem, list) = set;
    if (has_epsilon && !some_nullable)
        *vec_push(values->mem, list) = epsilon;
    *out = unit;
    return list->len > base;
}

/* Takes from the set the letters of a complement's body, when that is sets and longer strings
 * only. */
static bool take_letters(values_t *values, value_t body, value_t *set) {
    if (regex_count(values, body, REGEX_UNION) > REGEX_SMALL)
        return false;
    value_t left = *set;
    bool more = true;
    while (more) {
        more = regex_kind(values, body) == REGEX_UNION;
        value_t part = more ? regex_part(values, body, 0) : body;
        regex_kind_t kind = regex_kind(values, part);
        if (kind == REGEX_SET) {
            value_t others = other_letters(values, part);
            if (others == regex_none(values))
                left = others;
            else if (left != regex_none(values))
                left = join_sets(values, REGEX_INTER, left, others);
        } else if (kind != REGEX_WORD && kind != REGEX_EPSILON) {
            return false;
        }
        body = more ? regex_part(values, body, 1) : body;
    }
    *set = left;
    return true;
}

/* An intersection of a set with complements of letters is a set: [a-z] without [aeiou]. The set is
 * the last element but for the empty string, which is none in an intersection. */
static void subtract_letters(values_t *values, uint32_t base) {
    value_vec_t *list = &regexes_of(values)->list;
    value_t set = vec_last(list);
    if (regex_kind(values, set) != REGEX_SET)
        return;
    list->len--;
    uint32_t kept = base;
    for (uint32_t i = base; i < list->len && set != regex_none(values); i++) {
        value_t element = list->data[i];
        if (regex_kind(values, element) != REGEX_COMP ||
            !take_letters(values, regex_part(values, element, 0), &set))
            list->data[kept++] = element;
    }
    list->len = set == regex_none(values) ? base : kept;
    *vec_push(values->mem, list) = set;
}

value_t regex_join_list(values_t *values, regex_kind_t kind, uint32_t base) {
    value_vec_t *list = &regexes_of(values)->list;
    value_t result;
    if (!sift(values, kind, base, &result)) {
        list->len = base;
        return result;
    }
    if (kind == REGEX_INTER)
        subtract_letters(values, base);
    sort_list(list, base);
    bool merged = kind == REGEX_UNION && merge_loops(values, base, true);
    merged |= kind == REGEX_UNION && merge_loops(values, base, false);
    if (merged) {
        if (!sift(values, kind, base, &result)) {
            list->len = base;
            return result;
        }
        sort_list(list, base);
    }
    if (has_opposites(values, list, base)) {
        list->len = base;
        return kind == REGEX_UNION ? regex_all(values) : regex_none(values);
    }
    result = list->data[list->len - 1];
    for (uint32_t i = list->len - 1; i > base; i--)
        result = cons(values, kind, list->data[i - 1], result);
    list->len = base;
    return result;
}

/* Merges two lists from their heads, the newest elements, and keeps the rest of a list as it is
 * once the other one is at its end. */
static value_t merge_lists(values_t *values, regex_kind_t kind, value_t a, value_t b) {
    value_vec_t *list = &regexes_of(values)->list;
    uint32_t base = list->len;
    value_t rest = REGEX_UNMADE;
    while (rest == REGEX_UNMADE) {
        bool a_more = regex_kind(values, a) == kind;
        bool b_more = regex_kind(values, b) == kind;
        value_t x = a_more ? regex_part(values, a, 0) : a;
        value_t y = b_more ? regex_part(values, b, 0) : b;
        if (a == b) {
            rest = a;
            break;
        }
        *vec_push(values->mem, list) = x > y ? x : y;
        if (x >= y) {
            if (!a_more)
                rest = x == y ? (b_more ? regex_part(values, b, 1) : y) : b;
            a = a_more ? regex_part(values, a, 1) : a;
        }
        if (y >= x && rest == REGEX_UNMADE) {
            if (!b_more)
                rest = a;
            b = b_more ? regex_part(values, b, 1) : b;
        }
    }
    while (list->len > base) {
        value_t first = vec_pop(list);
        rest = cons(values, kind, first, rest);
    }
    return rest;
}

static value_t join_two(values_t *values, regex_kind_t kind, value_t a, value_t b) {
    if (a == b)
        return a;
    value_t zero = kind == REGEX_UNION ? regex_all(values) : regex_none(values);
    value_t unit = kind == REGEX_UNION ? regex_none(values) : regex_all(values);
    if (a == zero || b == zero)
        return zero;
    if (a == unit || b == unit)
        return a == unit ? b : a;
    uint64_t total = (uint64_t)regex_count(values, a, kind) + regex_count(values, b, kind);
    if (total > REGEX_SMALL)
        return merge_lists(values, kind, a, b);
    uint32_t base = regexes_of(values)->list.len;
    regex_push(values, kind, a);
    regex_push(values, kind, b);
    return regex_join_list(values, kind, base);
}

value_t regex_union(values_t *values, value_t a, value_t b) {
    return join_two(values, REGEX_UNION, a, b);
}

value_t regex_inter(values_t *values, value_t a, value_t b) {
    return join_two(values, REGEX_INTER, a, b);
}
