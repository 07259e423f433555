/* The operators on regular languages, of strings and of sequences. What sort the letters have is
 * read off the sorts of the terms; languages over elements that cannot be told apart by their bits
 * are not evaluated where that matters. */
#include "eval/engine/elements_priv.h"
#include "eval/text/regex.h"
#include "eval/text/strings.h"
#include "eval/value/num.h"

#include <stdlib.h>

static bool unsupported(eval_t *eval, const call_t *call) {
    return eval_unknown(eval, REASON_UNSUPPORTED, call->term);
}

/* The sort of the letters of a String, sequence or language; false when there is none. */
static bool letters_of(eval_t *eval, const call_t *call, sort_t sort, sort_t *letters) {
    *letters = elements_sort(eval->bank, sort);
    return *letters != SORT_NONE || unsupported(eval, call);
}

/* The same, and letters are equal when their bits are. */
static bool exact_letters_of(eval_t *eval, const call_t *call, sort_t sort, sort_t *letters) {
    if (!letters_of(eval, call, sort, letters))
        return false;
    return *letters == SORT_CHAR || sort_exact(eval->values, *letters) || unsupported(eval, call);
}

/* --- constants --- */

bool eval_re_none(eval_t *eval, const call_t *call, value_t *out) {
    (void)call;
    *out = regex_none(eval->values);
    return true;
}

bool eval_re_all(eval_t *eval, const call_t *call, value_t *out) {
    (void)call;
    *out = regex_all(eval->values);
    return true;
}

bool eval_re_allchar(eval_t *eval, const call_t *call, value_t *out) {
    sort_t letters;
    if (!letters_of(eval, call, call->sort, &letters))
        return false;
    *out = regex_any(eval->values, letters);
    return true;
}

/* --- from strings --- */

bool eval_re_of_string(eval_t *eval, const call_t *call, value_t *out) {
    sort_t letters;
    if (!exact_letters_of(eval, call, call_sort(eval, call, 0), &letters))
        return false;
    *out = regex_word(eval->values, letters, call->args[0], 0);
    return true;
}

/* Empty when a bound is not one character. Sequences of other elements have no order. */
bool eval_re_range(eval_t *eval, const call_t *call, value_t *out) {
    sort_t letters;
    if (!letters_of(eval, call, call_sort(eval, call, 0), &letters))
        return false;
    if (letters != SORT_CHAR)
        return unsupported(eval, call);
    elements_t low = elements_of(eval->values, call->args[0]);
    elements_t high = elements_of(eval->values, call->args[1]);
    if (low.len == 1 && high.len == 1)
        *out = regex_range(eval->values, letters, elements_at(&low, 0), elements_at(&high, 0));
    else
        *out = regex_none(eval->values);
    return true;
}

static int compare_letters(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a;
    uint64_t y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

/* The set of these letters, or of all others. They are sorted here. */
static value_t set_of_letters(values_t *values, sort_t sort, value_vec_t *letters, bool others) {
    if (letters->len > 1)
        qsort(letters->data, letters->len, sizeof *letters->data, compare_letters);
    value_vec_t ranges = {0};
    uint64_t last = regex_last_letter(values, sort);
    uint64_t next = 0; /* the first letter after those done */
    bool more = true;  /* there is such a letter */
    for (uint32_t i = 0; i < letters->len; i++) {
        uint64_t letter = letters->data[i];
        if (others && next < letter) {
            *vec_push(values->mem, &ranges) = next;
            *vec_push(values->mem, &ranges) = letter - 1;
        } else if (!others && ranges.len > 0 && vec_last(&ranges) + 1 == letter) {
            vec_last(&ranges) = letter;
        } else if (!others) {
            *vec_push(values->mem, &ranges) = letter;
            *vec_push(values->mem, &ranges) = letter;
        }
        more = letter < last;
        next = letter + 1;
    }
    if (others && more) {
        *vec_push(values->mem, &ranges) = next;
        *vec_push(values->mem, &ranges) = last;
    }
    value_t set = regex_set(values, sort, ranges.data, ranges.len);
    vec_free(values->mem, &ranges);
    return set;
}

/* The letters of a predicate that is no table: it is asked about each. */
static bool ask_all(eval_t *eval, const call_t *call, sort_t sort, value_vec_t *letters) {
    uint64_t size = sort_size(eval->values, sort);
    if (size > STRING_CODES)
        return eval_unknown(eval, REASON_TOO_LARGE, call->term);
    value_t function = call->args[0];
    for (uint64_t i = 0; i < size; i++) {
        value_t element = value_at(eval->values, sort, i);
        value_t holds;
        if (!eval_charge(eval, call, 1) ||
            !eval_apply(eval, call, call_sort(eval, call, 0), function, &element, 1, &holds))
            return false;
        if (holds)
            *vec_push(eval->mem, letters) = i;
    }
    return true;
}

/* One letter for which an array to Bool is true. */
bool eval_re_of_pred(eval_t *eval, const call_t *call, value_t *out) {
    values_t *values = eval->values;
    sort_t sort = sort_args(eval->bank, call_sort(eval, call, 0), &(uint32_t){0})[0];
    if (!sort_exact(values, sort))
        return unsupported(eval, call);
    value_vec_t letters = {0};
    bool others = false;
    bool known = true;
    if (value_kind(values, call->args[0]) == OBJ_ARRAY) {
        uint32_t count;
        const uint64_t *words = value_words(values, call->args[0], &count);
        others = words[0] != 0;
        for (uint32_t i = 1; i < count; i += 2)
            *vec_push(eval->mem, &letters) = words[i];
        for (uint32_t i = 0; i < letters.len; i++)
            letters.data[i] = regex_letter(values, sort, letters.data[i]);
    } else {
        known = ask_all(eval, call, sort, &letters);
    }
    if (known)
        *out = set_of_letters(values, sort, &letters, others);
    vec_free(eval->mem, &letters);
    return known;
}

/* --- combining languages --- */

bool eval_re_concat(eval_t *eval, const call_t *call, value_t *out) {
    *out = call->args[call->count - 1];
    for (uint32_t i = call->count - 1; i > 0; i--)
        *out = regex_concat(eval->values, call->args[i - 1], *out);
    return true;
}

/* re.union, re.inter, and re.diff as the intersection with complements. */
bool eval_re_join(eval_t *eval, const call_t *call, value_t *out) {
    bool is_union = call->op == OP_RE_UNION || call->op == OP_SRE_UNION;
    bool is_diff = call->op == OP_RE_DIFF || call->op == OP_SRE_DIFF;
    regex_kind_t kind = is_union ? REGEX_UNION : REGEX_INTER;
    *out = call->args[0];
    for (uint32_t i = 1; i < call->count; i++) {
        value_t next = call->args[i];
        if (is_diff)
            next = regex_comp(eval->values, next);
        if (!eval_charge(eval, call, 1 + regex_count(eval->values, next, kind)))
            return false;
        *out = is_union ? regex_union(eval->values, *out, next)
                        : regex_inter(eval->values, *out, next);
    }
    return true;
}

bool eval_re_comp(eval_t *eval, const call_t *call, value_t *out) {
    *out = regex_comp(eval->values, call->args[0]);
    return true;
}

bool eval_re_star(eval_t *eval, const call_t *call, value_t *out) {
    *out = regex_loop(eval->values, call->args[0], 0, REGEX_FOREVER);
    return true;
}

bool eval_re_plus(eval_t *eval, const call_t *call, value_t *out) {
    *out = regex_loop(eval->values, call->args[0], 1, REGEX_FOREVER);
    return true;
}

bool eval_re_opt(eval_t *eval, const call_t *call, value_t *out) {
    *out = regex_loop(eval->values, call->args[0], 0, 1);
    return true;
}

/* An index as a count: beyond 18 digits it is unknown. Numerals of more than 9 digits are kept as
 * text. */
static bool count_index(eval_t *eval, const call_t *call, uint32_t i, uint64_t *out) {
    uint32_t index;
    if (call_index(eval, call, i, &index)) {
        *out = index;
        return true;
    }
    const char *digits = symbol_text(&eval->bank->symbols, index & INT32_MAX);
    *out = 0;
    for (; *digits; digits++) {
        if (*out >= UINT64_C(1000000000000000000))
            return eval_unknown(eval, REASON_TOO_LARGE, call->term);
        *out = *out * 10 + (uint64_t)(*digits - '0');
    }
    return true;
}

/* (_ re.^ i), (_ re.loop i j), and z3's (_ re.loop i), which has no upper bound. */
bool eval_re_loop(eval_t *eval, const call_t *call, value_t *out) {
    uint64_t least;
    uint64_t most;
    if (!count_index(eval, call, 0, &least) ||
        !count_index(eval, call, call->index_count - 1, &most))
        return false;
    if (call->op == OP_RE_LOOP_MIN || call->op == OP_SRE_LOOP_MIN)
        most = REGEX_FOREVER;
    *out = regex_loop(eval->values, call->args[0], least, most);
    return true;
}

/* The counts as arguments. z3 takes numerals that are not negative, and leaves others alone. */
bool eval_re_loop_arg(eval_t *eval, const call_t *call, value_t *out) {
    int64_t least = elements_number(eval->values, call->args[1]);
    int64_t most = call->count > 2 ? elements_number(eval->values, call->args[2]) : 0;
    if (least < 0 || most < 0)
        return unsupported(eval, call);
    if (least > UINT32_MAX || most > UINT32_MAX)
        return eval_unknown(eval, REASON_TOO_LARGE, call->term);
    *out = regex_loop(eval->values, call->args[0], (uint64_t)least,
                      call->count > 2 ? (uint64_t)most : REGEX_FOREVER);
    return true;
}

bool eval_re_reverse(eval_t *eval, const call_t *call, value_t *out) {
    return regex_reverse(eval, call, call->args[0], out);
}

bool eval_re_derivative(eval_t *eval, const call_t *call, value_t *out) {
    sort_t letters;
    if (!exact_letters_of(eval, call, call_sort(eval, call, 1), &letters))
        return false;
    uint64_t letter = regex_letter(eval->values, letters, call->args[0]);
    return regex_derive(eval, call, call->args[1], letter, out);
}

/* --- strings and languages --- */

bool eval_in_re(eval_t *eval, const call_t *call, value_t *out) {
    sort_t letters;
    if (!letters_of(eval, call, call_sort(eval, call, 0), &letters))
        return false;
    bool has = false;
    if (!regex_has(eval, call, call->args[1], letters, call->args[0], &has))
        return false;
    *out = has;
    return true;
}

static bool search_init(regex_search_t *search, eval_t *eval, const call_t *call, value_t regex) {
    sort_t letters;
    return letters_of(eval, call, call_sort(eval, call, 0), &letters) &&
           regex_search_init(search, eval, call, regex, letters, call->args[0]);
}

/* Where the leftmost match from a position on starts, or -1; -1 for a position outside, too. */
bool eval_indexof_re(eval_t *eval, const call_t *call, value_t *out) {
    int64_t from = elements_number(eval->values, call->args[2]);
    *out = num_of_small(-1);
    if (from < 0 || from > elements_of(eval->values, call->args[0]).len)
        return true;
    regex_search_t search;
    if (!search_init(&search, eval, call, call->args[1]))
        return false;
    bool found;
    uint32_t start;
    uint32_t end;
    bool known = regex_search_next(&search, (uint32_t)from, &found, &start, &end);
    regex_search_done(&search);
    if (known && found)
        *out = num_of_small(start);
    return known;
}

/* The first argument with the matches, each start and end, replaced by the third. */
static bool replace_matches(eval_t *eval, const call_t *call, const u32_vec_t *matches,
                            value_t *out) {
    elements_t s = elements_of(eval->values, call->args[0]);
    elements_t with = elements_of(eval->values, call->args[2]);
    uint64_t len = s.len;
    for (uint32_t i = 0; i < matches->len; i += 2)
        len = len + with.len - (matches->data[i + 1] - matches->data[i]);
    builder_t builder;
    if (!builder_start(&builder, eval, call, s.narrow, len))
        return false;
    uint32_t done = 0;
    for (uint32_t i = 0; i < matches->len; i += 2) {
        elements_t between = elements_part(&s, done, matches->data[i] - done);
        builder_elements(&builder, &between);
        builder_elements(&builder, &with);
        done = matches->data[i + 1];
    }
    elements_t rest = elements_part(&s, done, s.len - done);
    builder_elements(&builder, &rest);
    *out = builder_end(&builder, eval->values);
    return true;
}

/* str.replace_re replaces the shortest leftmost match, which may be empty. str.replace_re_all
 * replaces from the left all shortest leftmost matches that are not empty. */
bool eval_replace_re(eval_t *eval, const call_t *call, value_t *out) {
    values_t *values = eval->values;
    bool all = call->op == OP_STR_REPLACE_RE_ALL || call->op == OP_SRE_REPLACE_RE_ALL;
    value_t regex = call->args[1];
    if (all && regex_nullable(values, regex))
        regex = regex_inter(values, regex, regex_comp(values, regex_epsilon(values)));
    regex_search_t search;
    if (!search_init(&search, eval, call, regex))
        return false;
    u32_vec_t matches = {0};
    uint32_t from = 0;
    bool found = true;
    bool known = true;
    while (found && known && (all || matches.len == 0)) {
        uint32_t start;
        uint32_t end;
        known = regex_search_next(&search, from, &found, &start, &end);
        if (!known || !found)
            break;
        *vec_push(eval->mem, &matches) = start;
        *vec_push(eval->mem, &matches) = end;
        from = end;
    }
    regex_search_done(&search);
    known = known && replace_matches(eval, call, &matches, out);
    vec_free(eval->mem, &matches);
    return known;
}
