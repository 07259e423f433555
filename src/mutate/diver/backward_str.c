/* Backward rules of strings: the sets are regular languages. Where the paper's abstract strings
 * begin with one character of a set, these are all strings that would do: those below a string,
 * what may stand between two others, and so on. Longer strings than LONGEST are not looked at in
 * full: the rule then gives less. */
#include "mutate/diver/backward_priv.h"

#include "base/bug.h"
#include "eval/text/strings.h"

enum { LONGEST = 48, BIGGEST = 2000 };

static bool want_language(const backward_t *node, value_t *language) {
    return constraint_language(node->set, node->want.set, language);
}

/* The strings of a language; a large one is of no use. */
static wanted_t wanted_language(const backward_t *node, uint32_t i, value_t language, bool exact) {
    if (language_size(values_of(node), language, BIGGEST) >= BIGGEST)
        return wanted_present(node, i);
    return wanted_set(node, i, constraint_of_language(node->set, language), exact);
}

/* The language, or all other strings. */
static wanted_t wanted_in(const backward_t *node, uint32_t i, value_t language, bool in,
                          bool exact) {
    return wanted_language(node, i, in ? language : language_comp(values_of(node), language),
                           exact);
}

/* What is wanted of a term whose value is a number, when that is a plain set. */
static bool want_numbers(const backward_t *node, intervals_t *numbers) {
    value_order_t order;
    return want_intervals(node, &order, numbers) && intervals_plain(numbers);
}

static value_t character(values_t *values, uint32_t code) {
    assert(code < STRING_CODES);
    return language_range(values, code, code);
}

/* --- order --- */

/* The strings before (or after) a string: they agree with it up to some place, and are smaller
 * there, or end there (or are larger there, or go on after its end). Looks at the string up to
 * LONGEST, and leaves the rest out. */
static value_t before_or_after(values_t *values, value_t string, bool before, bool equal,
                               bool *cut) {
    uint32_t len = string_length(values, string);
    value_t all = language_all(values);
    value_t rest;
    *cut = len > LONGEST;
    if (*cut) {
        len = LONGEST;
        rest = language_none(values);
    } else if (before) {
        rest = equal ? language_empty(values) : language_none(values);
    } else {
        rest = equal ? all : language_concat(values, language_any(values), all);
    }
    for (uint32_t i = len; i-- > 0;) {
        uint32_t code = string_code(values, string, i);
        value_t other = language_none(values);
        if (before && code > 0)
            other = language_range(values, 0, code - 1);
        else if (!before && code + 1 < STRING_CODES)
            other = language_range(values, code + 1, STRING_CODES - 1);
        rest = language_concat(values, character(values, code), rest);
        rest = language_union(values, rest, language_concat(values, other, all));
        if (before)
            rest = language_union(values, rest, language_empty(values));
    }
    return rest;
}

wanted_t backward_str_order(backward_t *node, uint32_t i) {
    bool truth;
    bool cut;
    assert(node->count == 2);
    if (!want_truth(node, &truth) || !node->known[1 - i])
        return wanted_present(node, i);
    /* x < y, x <= y, and their negations y <= x, y < x. */
    bool before = (i == 0) == truth;
    bool equal = (node->op == OP_STR_LE) == truth;
    value_t language = before_or_after(values_of(node), node->args[1 - i], before, equal, &cut);
    return wanted_language(node, i, language, !cut);
}

/* --- concatenation and parts --- */

wanted_t backward_str_concat(backward_t *node, uint32_t i) {
    value_t language;
    eval_t *eval = node->set->eval;
    uint64_t length = 0;
    if (!want_language(node, &language) || !others_known(node, i))
        return wanted_present(node, i);
    for (uint32_t k = 0; k < node->count; k++)
        length += k == i ? 0 : string_length(values_of(node), node->args[k]);
    if (length > LONGEST)
        return wanted_present(node, i);
    for (uint32_t k = 0; k < i; k++)
        if (!language_after(eval, language, node->args[k], &language))
            return wanted_present(node, i);
    for (uint32_t k = node->count; k-- > i + 1;)
        if (!language_before(eval, language, node->args[k], &language))
            return wanted_present(node, i);
    return wanted_language(node, i, language, true);
}

/* The beginnings of a string from a place on. */
static value_t prefixes(values_t *values, value_t string, uint32_t from) {
    assert(from <= string_length(values, string));
    value_t rest = language_empty(values);
    for (uint32_t i = string_length(values, string); i-- > from;)
        rest = language_union(
            values, language_empty(values),
            language_concat(values, character(values, string_code(values, string, i)), rest));
    return rest;
}

static value_t suffixes(values_t *values, value_t string) {
    value_t all = language_empty(values);
    value_t last = language_empty(values);
    for (uint32_t i = string_length(values, string); i-- > 0;) {
        last = language_concat(values, character(values, string_code(values, string, i)), last);
        all = language_union(values, all, last);
    }
    return all;
}

static value_t substrings(values_t *values, value_t string) {
    value_t all = language_empty(values);
    for (uint32_t i = 0; i < string_length(values, string); i++)
        all = language_union(values, all, prefixes(values, string, i));
    return all;
}

/* Which of the two is the part: the first of prefixof and suffixof, the second of contains. */
wanted_t backward_str_part(backward_t *node, uint32_t i) {
    bool truth;
    assert(node->count == 2);
    values_t *values = values_of(node);
    if (!want_truth(node, &truth) || !node->known[1 - i])
        return wanted_present(node, i);
    value_t other = node->args[1 - i];
    bool contains = node->op == OP_STR_CONTAINS;
    if (string_length(values, other) > LONGEST)
        return wanted_present(node, i);
    value_t all = language_all(values);
    value_t language;
    if (i == (contains ? 1u : 0u)) {
        language = contains                      ? substrings(values, other)
                   : node->op == OP_STR_PREFIXOF ? prefixes(values, other, 0)
                                                 : suffixes(values, other);
    } else {
        language = language_word(values, other);
        if (node->op != OP_STR_SUFFIXOF)
            language = language_concat(values, language, all);
        if (node->op != OP_STR_PREFIXOF)
            language = language_concat(values, all, language);
    }
    return wanted_in(node, i, language, truth, true);
}

/* The string of substr and at, where position and length are known: what is cut out is wanted, what
 * is around it does not matter. */
wanted_t backward_str_substr(backward_t *node, uint32_t i) {
    enum { FAR = 1000 };
    value_t wanted;
    int64_t from;
    int64_t length = 1;
    values_t *values = values_of(node);
    if (i > 0 || !want_language(node, &wanted) || !others_known(node, i))
        return wanted_present(node, i);
    if (!rational_get(values, node->args[1], &from) ||
        (node->count > 2 && !rational_get(values, node->args[2], &length)))
        return wanted_present(node, i);
    if (from < 0 || length <= 0) /* empty, whatever the string is */
        return wanted_any();
    if (from > FAR || length > FAR)
        return wanted_present(node, i);
    value_t any = language_any(values);
    value_t all = language_all(values);
    uint64_t count = (uint64_t)length;
    value_t start = language_loop(values, any, (uint64_t)from, (uint64_t)from);
    /* The string ends inside of what is cut out, or goes on after it. */
    value_t inside = language_inter(values, wanted, language_loop(values, any, 0, count - 1));
    value_t whole = language_inter(values, wanted, language_loop(values, any, count, count));
    value_t middle = language_union(values, inside, language_concat(values, whole, all));
    value_t language = language_concat(values, start, middle);
    if (language_nullable(values, wanted))
        language = language_union(values, language, language_loop(values, any, 0, (uint64_t)from));
    return wanted_language(node, i, language, true);
}

/* Where the pattern is not in the string, it does not matter what it would be replaced by. */
wanted_t backward_str_replace(backward_t *node, uint32_t i) {
    if (i < 2 || !node->known[0] || !node->known[1])
        return wanted_present(node, i);
    bool has;
    values_t *values = values_of(node);
    value_t all = language_all(values);
    value_t found = language_concat(
        values, all, language_concat(values, language_word(values, node->args[1]), all));
    if (!language_has(node->set->eval, found, node->args[0], &has) || has)
        return wanted_present(node, i);
    return wanted_any();
}

wanted_t backward_str_rev(backward_t *node, uint32_t i) {
    value_t language;
    if (!want_language(node, &language) || !language_reverse(node->set->eval, language, &language))
        return wanted_present(node, i);
    return wanted_language(node, i, language, true);
}

/* --- numbers --- */

wanted_t backward_str_len(backward_t *node, uint32_t i) {
    intervals_t intervals;
    values_t *values = values_of(node);
    if (!want_numbers(node, &intervals))
        return wanted_present(node, i);
    value_t language = language_none(values);
    value_t any = language_any(values);
    for (uint32_t k = 0; k < intervals.count; k++) {
        const interval_t *interval = &intervals.list[k];
        int64_t low = 0;
        int64_t high = 0;
        if (!interval->no_low && !rational_get(values, interval->low, &low))
            return wanted_present(node, i);
        if (!interval->no_high && !rational_get(values, interval->high, &high))
            return wanted_present(node, i);
        low = low < 0 ? 0 : low;
        if (!interval->no_high && high < low)
            continue;
        value_t loop = language_loop(values, any, (uint64_t)low,
                                     interval->no_high ? LANGUAGE_FOREVER : (uint64_t)high);
        language = language_union(values, language, loop);
    }
    return wanted_language(node, i, language, true);
}

wanted_t backward_str_digit(backward_t *node, uint32_t i) {
    bool truth;
    if (!want_truth(node, &truth))
        return wanted_present(node, i);
    return wanted_in(node, i, language_range(values_of(node), '0', '9'), truth, true);
}

/* A character's code is its number; everything else has the code -1. */
wanted_t backward_str_to_code(backward_t *node, uint32_t i) {
    intervals_t intervals;
    values_t *values = values_of(node);
    if (!want_numbers(node, &intervals))
        return wanted_present(node, i);
    value_t language = language_none(values);
    if (intervals_has(values, &intervals, rational_of(values, -1)))
        language = language_comp(values, language_any(values));
    value_order_t codes;
    if (!ordering_of(values, SORT_CHAR, &codes))
        return wanted_present(node, i);
    intervals_move(values, &codes, &intervals, &intervals);
    for (uint32_t k = 0; k < intervals.count; k++) {
        int64_t low;
        int64_t high;
        if (rational_get(values, intervals.list[k].low, &low) &&
            rational_get(values, intervals.list[k].high, &high))
            language = language_union(values, language,
                                      language_range(values, (uint32_t)low, (uint32_t)high));
    }
    return wanted_language(node, i, language, true);
}

/* Characters of a set, or all numbers that are no character's. */
wanted_t backward_str_from_code(backward_t *node, uint32_t i) {
    enum { MOST = 8 };
    uint32_t ranges[MOST];
    value_t language;
    intervals_t intervals;
    values_t *values = values_of(node);
    if (!want_language(node, &language))
        return wanted_present(node, i);
    intervals_start(&intervals);
    if (language == language_empty(values)) {
        intervals_add(values, &ordering_whole, &intervals,
                      interval_to(rational_of(values, -1), false));
        intervals_add(values, &ordering_whole, &intervals,
                      interval_from(rational_of(values, STRING_CODES), false));
    } else {
        uint32_t count = language_letters(values, language, ranges, MOST);
        assert(count % 2 == 0 && count <= MOST);
        for (uint32_t k = 0; k < count; k += 2)
            intervals_add(
                values, &ordering_whole, &intervals,
                interval_of(rational_of(values, ranges[k]), rational_of(values, ranges[k + 1])));
    }
    intervals_close(values, &ordering_whole, &intervals);
    return wanted_intervals(node, i, &ordering_whole, &intervals, true);
}

/* 0* and the digits of a number, which fits 63 bits. */
static value_t digits_of(values_t *values, int64_t number) {
    assert(number >= 0);
    value_t language = language_empty(values);
    do {
        language =
            language_concat(values, character(values, '0' + (uint32_t)(number % 10)), language);
        number /= 10;
    } while (number > 0);
    value_t zeros = language_loop(values, character(values, '0'), 0, LANGUAGE_FOREVER);
    return language_concat(values, zeros, language);
}

/* The strings of digits whose number is in a set of natural numbers: all, all but a few, or one;
 * else just the present string. */
static value_t digits_in(const backward_t *node, uint32_t i, const intervals_t *intervals,
                         bool *exact) {
    values_t *values = values_of(node);
    value_t digits = language_loop(values, language_range(values, '0', '9'), 1, LANGUAGE_FOREVER);
    intervals_t naturals;
    intervals_t holes;
    value_t point;
    int64_t number;
    intervals_one(values, &ordering_whole, &naturals, interval_from(rational_of(values, 0), false));
    if (intervals_point(intervals, &point) && rational_get(values, point, &number))
        return digits_of(values, number);
    if (intervals_not(values, &ordering_whole, intervals, &holes) &&
        intervals_meet(values, &ordering_whole, &holes, &naturals, &holes)) {
        bool few = true;
        for (uint32_t k = 0; k < holes.count && few; k++) {
            const interval_t *hole = &holes.list[k];
            few = !hole->no_high && hole->low == hole->high &&
                  rational_get(values, hole->low, &number);
            if (few)
                digits = language_inter(values, digits,
                                        language_comp(values, digits_of(values, number)));
        }
        if (few)
            return digits;
    }
    *exact = false;
    return node->known[i] ? language_word(values, node->args[i]) : language_none(values);
}

/* Strings of digits are numbers, all others are -1. */
wanted_t backward_str_to_int(backward_t *node, uint32_t i) {
    intervals_t intervals;
    intervals_t naturals;
    values_t *values = values_of(node);
    if (!want_numbers(node, &intervals))
        return wanted_present(node, i);
    value_t language = language_none(values);
    if (intervals_has(values, &intervals, rational_of(values, -1)))
        language = language_comp(
            values, language_loop(values, language_range(values, '0', '9'), 1, LANGUAGE_FOREVER));
    intervals_one(values, &ordering_whole, &naturals, interval_from(rational_of(values, 0), false));
    if (!intervals_meet(values, &ordering_whole, &intervals, &naturals, &intervals))
        return wanted_present(node, i);
    bool exact = true;
    if (!intervals_empty(&intervals))
        language = language_union(values, language, digits_in(node, i, &intervals, &exact));
    return wanted_language(node, i, language, exact);
}

/* Negative numbers are all the empty string. */
wanted_t backward_str_from_int(backward_t *node, uint32_t i) {
    intervals_t intervals;
    values_t *values = values_of(node);
    value_t language;
    if (!node->known[i] || !want_language(node, &language) ||
        rational_sign(values, node->args[i]) >= 0)
        return wanted_present(node, i);
    intervals_one(values, &ordering_whole, &intervals, interval_to(rational_of(values, -1), false));
    return wanted_intervals(node, i, &ordering_whole, &intervals,
                            language == language_empty(values));
}

/* --- languages --- */

wanted_t backward_str_in_re(backward_t *node, uint32_t i) {
    bool truth;
    assert(node->count == 2);
    if (!want_truth(node, &truth) || !node->known[1 - i])
        return wanted_present(node, i);
    if (i == 0)
        return wanted_in(node, i, node->args[1], truth, true);
    return wanted_set(node, i, constraint_of_holds(node->set, node->args[0], truth), true);
}

wanted_t backward_re_word(backward_t *node, uint32_t i) {
    value_t string;
    bool has;
    if (!constraint_holds(node->set, node->want.set, &string, &has))
        return wanted_present(node, i);
    return wanted_in(node, i, language_word(values_of(node), string), has, true);
}

/* Whether argument k has the string: 1, 0, or -1 when that is not known. */
static int arg_has(const backward_t *node, uint32_t k, value_t string) {
    bool has;
    assert(sort_of_child(node, k) == SORT_REGLAN);
    if (!node->known[k] || !language_has(node->set->eval, node->args[k], string, &has))
        return -1;
    return has;
}

/* As or and and, for the one string. */
wanted_t backward_re_junction(backward_t *node, uint32_t i) {
    value_t string;
    bool has;
    if (!constraint_holds(node->set, node->want.set, &string, &has))
        return wanted_present(node, i);
    bool decides = node->op == OP_RE_UNION;
    constraint_t same = constraint_of_holds(node->set, string, has);
    if (has != decides)
        return wanted_set(node, i, same, true);
    bool sure = true;
    for (uint32_t k = 0; k < node->count; k++) {
        int other = k == i ? !decides : arg_has(node, k, string);
        if (other == decides)
            return wanted_any();
        sure &= other >= 0;
    }
    return wanted_set(node, i, same, sure);
}

wanted_t backward_re_comp(backward_t *node, uint32_t i) {
    value_t string;
    bool has;
    if (!constraint_holds(node->set, node->want.set, &string, &has))
        return wanted_present(node, i);
    return wanted_set(node, i, constraint_of_holds(node->set, string, !has), true);
}

/* In the first, and in none of the others. */
wanted_t backward_re_diff(backward_t *node, uint32_t i) {
    value_t string;
    bool has;
    if (!constraint_holds(node->set, node->want.set, &string, &has))
        return wanted_present(node, i);
    constraint_t set = constraint_of_holds(node->set, string, has == (i == 0));
    if (has)
        return wanted_set(node, i, set, true);
    bool sure = true;
    for (uint32_t k = 0; k < node->count; k++) {
        int other = arg_has(node, k, string);
        if (k == i)
            continue;
        if (other == (k > 0)) /* it alone keeps the string out */
            return wanted_any();
        sure &= other >= 0;
    }
    return wanted_set(node, i, set, sure);
}

/* ?, * and +: a language with the string is enough for it to be there. The empty string is in ?
 * and * anyway, and in + exactly when it is in the language. */
wanted_t backward_re_repeat(backward_t *node, uint32_t i) {
    value_t string;
    bool has;
    if (!constraint_holds(node->set, node->want.set, &string, &has))
        return wanted_present(node, i);
    bool empty = string_length(values_of(node), string) == 0;
    if (empty && node->op != OP_RE_PLUS)
        return has ? wanted_any() : wanted_present(node, i);
    bool exact = empty || node->op == OP_RE_OPT;
    if (!exact && (!has || arg_has(node, i, string) != 1))
        return wanted_present(node, i);
    return wanted_set(node, i, constraint_of_holds(node->set, string, has), exact);
}
