#include "eval/value/num.h"

#include <stdlib.h>

#include "base/bug.h"

/* The limbs of an OBJ_INT are FLINT's. */
_Static_assert(FLINT_BITS == 64 && sizeof(ulong) == sizeof(uint64_t), "64-bit limbs");

static value_t num_of_object(value_t object) {
    return object << 1 | 1;
}

static bool fits_small(int64_t i) {
    return i >= NUM_SMALL_MIN && i <= NUM_SMALL_MAX;
}

/* --- integers --- */

value_t num_of_i64(values_t *values, int64_t i) {
    if (fits_small(i))
        return num_of_small(i);
    uint64_t size = i < 0 ? -(uint64_t)i : (uint64_t)i;
    return num_of_object(value_make(values, OBJ_INT, (uint64_t[]){i < 0, size}, 2));
}

value_t num_of_u64(values_t *values, uint64_t i) {
    if (i <= NUM_SMALL_MAX)
        return num_of_small((int64_t)i);
    return num_of_object(value_make(values, OBJ_INT, (uint64_t[]){0, i}, 2));
}

value_t num_of_fmpz(values_t *values, const fmpz_t i) {
    if (fmpz_fits_si(i))
        return num_of_i64(values, fmpz_get_si(i));
    enum { FEW = 16 };
    uint64_t few[FEW + 1];
    size_t limbs = (size_t)fmpz_size(i);
    uint64_t *words = limbs <= FEW ? few : mem_alloc(values->mem, (limbs + 1) * sizeof *words);
    words[0] = fmpz_sgn(i) < 0;
    fmpz_t size;
    fmpz_init(size);
    fmpz_abs(size, i);
    fmpz_get_ui_array((ulong *)(words + 1), (slong)limbs, size);
    fmpz_clear(size);
    value_t object = value_make(values, OBJ_INT, words, (uint32_t)limbs + 1);
    if (words != few)
        mem_free(values->mem, words);
    return num_of_object(object);
}

/* --- rationals --- */

static value_t make_ratio(values_t *values, value_t numerator, value_t denominator) {
    if (denominator == num_of_small(1))
        return numerator;
    return num_of_object(value_make(values, OBJ_RATIO, (uint64_t[]){numerator, denominator}, 2));
}

value_t num_of_fmpq(values_t *values, const fmpq_t q) {
    value_t numerator = num_of_fmpz(values, fmpq_numref(q));
    return make_ratio(values, numerator, num_of_fmpz(values, fmpq_denref(q)));
}

static uint64_t gcd(uint64_t a, uint64_t b) {
    while (b != 0) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

value_t num_of_small_ratio(values_t *values, int64_t numerator, int64_t denominator) {
    assert(denominator != 0 && fits_small(numerator) && fits_small(denominator));
    if (denominator < 0) {
        numerator = -numerator;
        denominator = -denominator;
    }
    uint64_t size = numerator < 0 ? -(uint64_t)numerator : (uint64_t)numerator;
    int64_t common = (int64_t)gcd(size, (uint64_t)denominator);
    return make_ratio(values, num_of_i64(values, numerator / common),
                      num_of_i64(values, denominator / common));
}

/* --- what kind of number --- */

bool num_is_integer(const values_t *values, value_t num) {
    return num_is_small(num) || value_kind(values, num >> 1) == OBJ_INT;
}

bool num_is_rational(const values_t *values, value_t num) {
    return !num_is_root(values, num);
}

void num_get_fmpz(const values_t *values, value_t num, fmpz_t out) {
    if (num_is_small(num)) {
        fmpz_set_si(out, num_small(num));
        return;
    }
    assert(value_kind(values, num >> 1) == OBJ_INT);
    uint32_t count;
    const uint64_t *words = value_words(values, num >> 1, &count);
    fmpz_set_ui_array(out, (const ulong *)(words + 1), (slong)count - 1);
    if (words[0])
        fmpz_neg(out, out);
}

void num_get_fmpq(const values_t *values, value_t num, fmpq_t out) {
    if (num_is_integer(values, num)) {
        num_get_fmpz(values, num, fmpq_numref(out));
        fmpz_one(fmpq_denref(out));
        return;
    }
    assert(value_kind(values, num >> 1) == OBJ_RATIO);
    uint32_t count;
    const uint64_t *words = value_words(values, num >> 1, &count);
    num_get_fmpz(values, words[0], fmpq_numref(out));
    num_get_fmpz(values, words[1], fmpq_denref(out));
}

bool num_get_i64(const values_t *values, value_t num, int64_t *out) {
    if (num_is_small(num)) {
        *out = num_small(num);
        return true;
    }
    uint32_t count;
    const uint64_t *words = value_words(values, num >> 1, &count);
    if (value_kind(values, num >> 1) != OBJ_INT || count != 2)
        return false;
    uint64_t most = words[0] ? (uint64_t)INT64_MAX + 1 : INT64_MAX;
    if (words[1] > most)
        return false;
    *out = (int64_t)(words[0] ? -words[1] : words[1]);
    return true;
}

/* --- roots --- */

/* FLINT's form of every OBJ_ROOT, in the order in which they were made; the note of an object is 1
 * + its place here. */
typedef struct root_row {
    uint32_t object;
    qqbar_struct root;
} root_row_t;

struct roots {
    VEC(root_row_t) rows;
};

static void roots_reserve(values_t *values) {
    if (!values->roots)
        values->roots = mem_zalloc(values->mem, 1, sizeof *values->roots);
    vec_reserve(values->mem, &values->roots->rows, (uint64_t)values->roots->rows.len + 1);
}

static void roots_cut(values_t *values, uint32_t len) {
    struct roots *roots = values->roots;
    while (roots->rows.len > len)
        qqbar_clear(&vec_pop(&roots->rows).root);
}

void roots_release(values_t *values, values_mark_t mark) {
    if (!values->roots)
        return;
    uint32_t len = values->roots->rows.len;
    while (len > 0 && values->roots->rows.data[len - 1].object >= mark)
        len--;
    roots_cut(values, len);
}

void roots_done(values_t *values) {
    if (!values->roots)
        return;
    roots_cut(values, 0);
    vec_free(values->mem, &values->roots->rows);
    mem_free(values->mem, values->roots);
    values->roots = NULL;
}

const qqbar_struct *num_root(const values_t *values, value_t num) {
    assert(num_is_root(values, num));
    return &values->roots->rows.data[values->rows.data[num >> 1].note - 1].root;
}

void num_get_root(const values_t *values, value_t num, qqbar_t out) {
    if (num_is_root(values, num)) {
        qqbar_set(out, num_root(values, num));
        return;
    }
    fmpq_t q;
    fmpq_init(q);
    num_get_fmpq(values, num, q);
    qqbar_set_fmpq(out, q);
    fmpq_clear(q);
}

/* Enclosures shrink until they are apart; two different numbers always come apart. */
int num_compare_roots(const qqbar_t a, const qqbar_t b) {
    arb_t x, y;
    arb_init(x);
    arb_init(y);
    int order = 0;
    for (slong precision = 64; order == 0; precision *= 2) {
        qqbar_get_arb(x, a, precision);
        qqbar_get_arb(y, b, precision);
        order = arb_lt(x, y) ? -1 : arb_gt(x, y) ? 1 : 0;
    }
    arb_clear(x);
    arb_clear(y);
    return order;
}

/* How many real roots of its polynomial are smaller. */
static uint64_t root_number(const qqbar_t root) {
    slong degree = qqbar_degree(root);
    if (degree == 2) { /* one on each side of -b/2a */
        qqbar_t middle;
        fmpq_t q;
        fmpq_init(q);
        qqbar_init(middle);
        fmpz_neg(fmpq_numref(q), QQBAR_COEFFS(root) + 1);
        fmpz_mul_2exp(fmpq_denref(q), QQBAR_COEFFS(root) + 2, 1);
        fmpq_canonicalise(q);
        qqbar_set_fmpq(middle, q);
        uint64_t number = num_compare_roots(root, middle) > 0;
        qqbar_clear(middle);
        fmpq_clear(q);
        return number;
    }
    qqbar_ptr all = _qqbar_vec_init(degree);
    qqbar_roots_fmpz_poly(all, QQBAR_POLY(root), QQBAR_ROOTS_IRREDUCIBLE | QQBAR_ROOTS_UNSORTED);
    uint64_t number = 0;
    for (slong i = 0; i < degree; i++)
        if (qqbar_is_real(all + i) && !qqbar_equal(all + i, root))
            number += num_compare_roots(all + i, root) < 0;
    _qqbar_vec_clear(all, degree);
    return number;
}

bool num_of_root(values_t *values, const qqbar_t root, value_t *out) {
    if (qqbar_is_rational(root)) {
        fmpq_t q;
        fmpq_init(q);
        qqbar_get_fmpq(q, root);
        *out = num_of_fmpq(values, q);
        fmpq_clear(q);
        return true;
    }
    if (!qqbar_within_limits(root, NUM_ROOT_DEGREE, NUM_ROOT_BITS) || !qqbar_is_real(root))
        return false;
    uint64_t words[NUM_ROOT_DEGREE + 2];
    uint32_t degree = (uint32_t)qqbar_degree(root);
    words[0] = root_number(root);
    for (uint32_t i = 0; i <= degree; i++)
        words[i + 1] = num_of_fmpz(values, QQBAR_COEFFS(root) + i);
    roots_reserve(values);
    value_t object = value_make(values, OBJ_ROOT, words, degree + 2);
    if (*value_note(values, object) == 0) {
        root_row_t *row = vec_push(values->mem, &values->roots->rows);
        row->object = (uint32_t)object;
        qqbar_init(&row->root);
        qqbar_set(&row->root, root);
        *value_note(values, object) = values->roots->rows.len;
    }
    *out = num_of_object(object);
    return true;
}

/* --- order --- */

static int integer_sign(const values_t *values, value_t num) {
    if (num_is_small(num))
        return ((int64_t)num > 0) - ((int64_t)num < 0);
    uint32_t count;
    return value_words(values, num >> 1, &count)[0] ? -1 : 1;
}

int num_sign(const values_t *values, value_t num) {
    if (num_is_integer(values, num))
        return integer_sign(values, num);
    if (num_is_root(values, num))
        return qqbar_sgn_re(num_root(values, num));
    uint32_t count;
    return integer_sign(values, value_words(values, num >> 1, &count)[0]);
}

static int sign_of(int order) {
    return (order > 0) - (order < 0);
}

int num_compare(const values_t *values, value_t a, value_t b) {
    if (a == b)
        return 0;
    if (num_is_small(a) && num_is_small(b))
        return (int64_t)a < (int64_t)b ? -1 : 1;
    int sign = num_sign(values, a);
    if (sign != num_sign(values, b))
        return sign_of(sign - num_sign(values, b));
    int order;
    if (num_is_rational(values, a) && num_is_rational(values, b)) {
        fmpq_t x, y;
        fmpq_init(x);
        fmpq_init(y);
        num_get_fmpq(values, a, x);
        num_get_fmpq(values, b, y);
        order = sign_of(fmpq_cmp(x, y));
        fmpq_clear(x);
        fmpq_clear(y);
    } else {
        qqbar_t x, y;
        qqbar_init(x);
        qqbar_init(y);
        num_get_root(values, a, x);
        num_get_root(values, b, y);
        order = num_compare_roots(x, y);
        qqbar_clear(x);
        qqbar_clear(y);
    }
    return order;
}
