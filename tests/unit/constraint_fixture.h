/* constraint_fixture.h - values drawn from constraints, and constraints as text: for the tests of
 * diver.
 *
 *     value_t value;
 *     if (constraint_draw(&set, sort, constraint, &rng, &value))  // a random value in it
 *         constraint_print(&set, sort, constraint, &text);        // "[0, +oo]", "true", "any"
 */
#ifndef CONSTRAINT_FIXTURE_H
#define CONSTRAINT_FIXTURE_H

#include "unit.h"

#include "eval/text/regex.h"
#include "eval/text/strings.h"
#include "mutate/diver/constraint.h"
#include "smt/print/print.h"

/* --- numbers --- */

/* How far from an end: mostly near. */
static inline value_t draw_distance(values_t *values, const value_order_t *order, rng_t *rng) {
    uint64_t draw = rng_below(rng, 8);
    int64_t whole = draw < 3   ? (int64_t)rng_below(rng, 3)
                    : draw < 6 ? (int64_t)rng_below(rng, 100)
                               : (int64_t)rng_below(rng, UINT64_C(1) << rng_below(rng, 62));
    value_t number = rational_of(values, whole);
    if (!order->whole && rng_one_in(rng, 2))
        (void)rational_div(values, number, rational_of(values, 1 + (int64_t)rng_below(rng, 16)),
                           &number);
    return number;
}

/* A number between two ends. */
static inline bool draw_between(values_t *values, const value_order_t *order,
                                const interval_t *interval, rng_t *rng, value_t *number) {
    assert_true(!interval->no_low && !interval->no_high);
    value_t length;
    value_t part = rational_of(values, 1 + (int64_t)rng_below(rng, 1 << 20));
    if (!rational_sub(values, interval->high, interval->low, &length) ||
        !rational_mul(values, length, part, &length) ||
        !rational_div(values, length, rational_of(values, (1 << 20) + 1), &length) ||
        !rational_add(values, interval->low, length, number))
        return false;
    if (order->whole)
        *number = rational_floor(values, *number);
    return true;
}

static inline bool draw_in(values_t *values, const value_order_t *order, const interval_t *interval,
                           rng_t *rng, value_t *number) {
    if (interval->no_low && interval->no_high) {
        *number = draw_distance(values, order, rng);
        return rng_one_in(rng, 2) || rational_sub(values, rational_of(values, 0), *number, number);
    }
    bool both = !interval->no_low && !interval->no_high;
    if (both && rng_one_in(rng, 2))
        return draw_between(values, order, interval, rng, number);
    value_t distance = draw_distance(values, order, rng);
    bool low = both ? rng_one_in(rng, 2) : interval->no_high;
    return low ? rational_add(values, interval->low, distance, number)
               : rational_sub(values, interval->high, distance, number);
}

/* The next number with the residue, going up. */
static inline bool to_residue(values_t *values, const intervals_t *intervals, value_t *number) {
    value_t step;
    return rational_sub(values, intervals->residue, *number, &step) &&
           rational_mod(values, step, intervals->modulus, &step) &&
           rational_add(values, *number, step, number);
}

/* The number with the known bits put into it; numbers are 64 bits at most here. */
static inline bool to_bits(values_t *values, const intervals_t *intervals, value_t *number) {
    value_t rest = *number;
    value_t power = rational_of(values, 1);
    value_t two = rational_of(values, 2);
    for (uint64_t mask = intervals->mask, bits = intervals->bits; mask != 0;
         mask >>= 1, bits >>= 1) {
        value_t bit;
        if (!rational_mod(values, rest, two, &bit))
            return false;
        bool differs = (mask & 1) != 0 && (bit == rational_of(values, 1)) != (bits & 1);
        if (differs && !((bits & 1) != 0 ? rational_add(values, *number, power, number)
                                         : rational_sub(values, *number, power, number)))
            return false;
        if (!rational_sub(values, rest, bit, &rest) || !rational_div(values, rest, two, &rest) ||
            !rational_mul(values, power, two, &power))
            return false;
    }
    return true;
}

/* A random number in the closed set; false when a few draws find none. */
static inline bool intervals_draw(values_t *values, const value_order_t *order,
                                  const intervals_t *intervals, rng_t *rng, value_t *number) {
    enum { TRIES = 16 };
    assert_true(intervals_closed(values, order, intervals));
    for (int i = 0; i < TRIES && intervals->count > 0; i++) {
        const interval_t *interval = &intervals->list[rng_below(rng, intervals->count)];
        if (draw_in(values, order, interval, rng, number) &&
            (intervals->modulus == 0 || to_residue(values, intervals, number)) &&
            (intervals->mask == 0 || to_bits(values, intervals, number)) &&
            intervals_has(values, intervals, *number))
            return true;
    }
    return false;
}

/* --- strings --- */

/* Letters of the expression, as ranges: what is likely to lead on. */
static inline void list_letters(values_t *values, value_t language, u32_vec_t *letters) {
    enum { NODES = 48 };
    value_t nodes[NODES] = {language};
    uint32_t count = 1;
    letters->len = 0;
    for (uint32_t i = 0; i < count; i++) {
        regex_kind_t kind = regex_kind(values, nodes[i]);
        bool two = kind == REGEX_CONCAT || kind == REGEX_UNION || kind == REGEX_INTER;
        uint32_t parts = two ? 2 : kind == REGEX_LOOP || kind == REGEX_COMP;
        for (uint32_t k = 0; k < parts && count < NODES; k++)
            nodes[count++] = regex_part(values, nodes[i], k);
        if (kind == REGEX_WORD) {
            uint32_t from = (uint32_t)regex_part(values, nodes[i], 2);
            uint32_t code = string_code(values, regex_part(values, nodes[i], 1), from);
            *vec_push(values->mem, letters) = code;
            *vec_push(values->mem, letters) = code;
        } else if (kind == REGEX_SET) {
            uint32_t words;
            value_words(values, nodes[i], &words);
            for (uint32_t k = 2; k < words; k++)
                *vec_push(values->mem, letters) = (uint32_t)regex_part(values, nodes[i], k - 1);
        }
    }
}

static inline uint32_t draw_letter(const u32_vec_t *letters, rng_t *rng) {
    if (letters->len == 0 || rng_one_in(rng, 4))
        return 'a' + (uint32_t)rng_below(rng, 26);
    uint32_t pair = (uint32_t)rng_below(rng, letters->len / 2) * 2;
    uint32_t low = letters->data[pair];
    uint32_t high = letters->data[pair + 1];
    if (low <= 'a' && 'z' <= high && rng_one_in(rng, 2))
        return 'a' + (uint32_t)rng_below(rng, 26);
    return (uint32_t)rng_range(rng, low, high);
}

/* One letter further; false when none of a few leads on. */
static inline bool draw_step(eval_t *eval, rng_t *rng, const u32_vec_t *letters, value_t *language,
                             uint32_t *letter) {
    for (int tries = 0; tries < 12; tries++) {
        value_t next;
        *letter = draw_letter(letters, rng);
        if (!regex_derive(eval, &(call_t){.op = OP_NONE}, *language, *letter, &next))
            return false;
        if (next != regex_none(eval->values)) {
            *language = next;
            return true;
        }
    }
    return false;
}

/* A random string of up to most characters in the language; false when none was found. */
static inline bool language_draw(eval_t *eval, value_t language, rng_t *rng, uint32_t most,
                                 value_t *string) {
    mem_t *mem = eval->mem;
    u32_vec_t letters = {0};
    u32_vec_t codes = {0};
    bool found = false;
    eval->steps = 1 << 16;
    eval->words = (uint64_t)eval->values->words.len + eval->limits.words;
    for (;;) {
        if (regex_nullable(eval->values, language) && (codes.len == most || rng_one_in(rng, 3))) {
            found = true;
            break;
        }
        list_letters(eval->values, language, &letters);
        uint32_t letter;
        if (codes.len == most || !draw_step(eval, rng, &letters, &language, &letter)) {
            found = regex_nullable(eval->values, language);
            break;
        }
        *vec_push(mem, &codes) = letter;
    }
    if (found)
        *string = string_make(eval->values, codes.data, codes.len);
    vec_free(mem, &letters);
    vec_free(mem, &codes);
    return found;
}

/* --- any sort --- */

/* A random value in it; false when a few draws find none, or the sort has nothing to draw from. */
static inline bool constraint_draw(constraints_t *set, sort_t sort, constraint_t constraint,
                                   rng_t *rng, value_t *value) {
    enum { LONGEST = 200, TRIES = 16 };
    value_order_t order;
    intervals_t intervals;
    value_t key;
    value_t language;
    if (constraint == CONSTRAINT_NONE)
        return false;
    if (ordering_of(set->values, sort, &order)) {
        if (!constraint_intervals(set, &order, constraint, &intervals) ||
            !intervals_draw(set->values, &order, &intervals, rng, &key))
            return false;
        *value = ordering_value(set->values, &order, key);
        return true;
    }
    if (sort == SORT_STRING)
        return constraint_language(set, constraint, &language) &&
               language_draw(set->eval, language, rng, LONGEST, value);
    if (constraint_single(set, sort, constraint, value))
        return true;
    uint64_t size = sort_size(set->values, sort);
    assert_true(size > 0);
    for (int i = 0; i < TRIES && size != SORT_INFINITE; i++) {
        *value = value_at(set->values, sort, rng_below(rng, size));
        if (constraint_has(set, sort, constraint, *value) == FITS_YES)
            return true;
    }
    return false;
}

/* --- for people --- */

static inline void print_value(constraints_t *set, sort_t sort, value_t value, strbuf_t *out) {
    bank_t *bank = set->eval->bank;
    bank_mark_t mark = bank_mark(bank);
    term_t term = value_term(set->values, bank, sort, value);
    if (term == TERM_NONE)
        strbuf_str(out, "?");
    else
        print_term(bank, term, out);
    bank_release(bank, mark);
}

static inline void print_end(constraints_t *set, const value_order_t *order, value_t end,
                             strbuf_t *out) {
    bool number = order->kind == SORT_INT || order->kind == SORT_REAL;
    print_value(set, order->sort, number ? end : ordering_value(set->values, order, end), out);
}

static inline void print_intervals(constraints_t *set, const value_order_t *order,
                                   const intervals_t *intervals, strbuf_t *out) {
    for (uint32_t i = 0; i < intervals->count; i++) {
        const interval_t *interval = &intervals->list[i];
        strbuf_str(out, i > 0 ? " or " : "");
        strbuf_char(out, interval->low_open ? '(' : '[');
        if (interval->no_low)
            strbuf_str(out, "-oo");
        else
            print_end(set, order, interval->low, out);
        strbuf_str(out, ", ");
        if (interval->no_high)
            strbuf_str(out, "+oo");
        else
            print_end(set, order, interval->high, out);
        strbuf_char(out, interval->high_open ? ')' : ']');
    }
    if (intervals->modulus != 0) {
        strbuf_str(out, " and ");
        print_value(set, SORT_REAL, intervals->residue, out);
        strbuf_str(out, " modulo ");
        print_value(set, SORT_REAL, intervals->modulus, out);
    }
    if (intervals->mask != 0)
        strbuf_format(out, " and %llx of bits %llx", (unsigned long long)intervals->bits,
                      (unsigned long long)intervals->mask);
}

/* "[0, +oo]", "true", "any". Makes terms, and releases them. */
static inline void constraint_print(constraints_t *set, sort_t sort, constraint_t constraint,
                                    strbuf_t *out) {
    value_order_t order;
    intervals_t intervals;
    value_t other;
    bool truth;
    uint32_t count;
    switch (constraint_kind(set, constraint)) {
    case SET_NONE:
        strbuf_str(out, "none");
        break;
    case SET_ANY:
        strbuf_str(out, "any");
        break;
    case SET_INTERVALS:
        if (sort == SORT_BOOL && constraint_is_truth(constraint, &truth)) {
            strbuf_str(out, truth ? "true" : "false");
        } else if (ordering_of(set->values, sort, &order)) {
            constraint_intervals(set, &order, constraint, &intervals);
            print_intervals(set, &order, &intervals, out);
        }
        break;
    case SET_LANGUAGE:
        constraint_language(set, constraint, &other);
        print_value(set, SORT_REGLAN, other, out);
        break;
    case SET_HOLDS:
        constraint_holds(set, constraint, &other, &truth);
        strbuf_str(out, truth ? "has " : "lacks ");
        print_value(set, SORT_STRING, other, out);
        break;
    case SET_ONLY:
        print_value(set, sort, constraint_values(set, constraint, &count)[0], out);
        break;
    case SET_NOT:
        constraint_values(set, constraint, &count);
        for (uint32_t i = 0; i < count; i++) {
            strbuf_str(out, i > 0 ? ", " : "not ");
            print_value(set, sort, constraint_values(set, constraint, &count)[i], out);
        }
        break;
    }
}

#endif
