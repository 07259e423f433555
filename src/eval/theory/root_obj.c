/* (root-obj p i): the i-th real root of a polynomial in x, as z3 writes algebraic numbers in
 * models. p is a sum of monomials; we read any polynomial with rational coefficients. */
#include "eval/theory/arith_priv.h"

#include <stdlib.h>

enum {
    MOST_DEGREE = 64,
    MOST_BITS = NUM_ROOT_BITS,
    MOST_NESTED = 32 /* terms inside each other */
};

typedef struct reader {
    eval_t *eval;
    call_t call; /* for what is charged */
    term_t x;
} reader_t;

static bool unsupported(const reader_t *reader, term_t term) {
    return eval_unknown(reader->eval, REASON_UNSUPPORTED, term);
}

/* Degree and size of what comes next to be multiplied stay small. */
static bool within(const reader_t *reader, const fmpq_poly_t poly) {
    if (fmpq_poly_degree(poly) > MOST_DEGREE ||
        labs(_fmpz_vec_max_bits(poly->coeffs, poly->length)) > MOST_BITS ||
        fmpz_bits(fmpq_poly_denref(poly)) > MOST_BITS)
        return eval_unknown(reader->eval, REASON_TOO_LARGE, reader->call.term);
    return eval_charge(reader->eval, &reader->call, 16 + (uint64_t)fmpq_poly_length(poly));
}

/* The three below call each other, no deeper than MOST_NESTED. NOLINTBEGIN(misc-no-recursion) */

static bool read_poly(const reader_t *reader, term_t term, uint32_t nested, fmpq_poly_t out);

static bool read_constant(const reader_t *reader, term_t term, fmpq_poly_t out) {
    value_t value;
    if (!eval_literal(reader->eval, term, &value))
        return false;
    fmpq_t q;
    fmpq_init(q);
    num_get_fmpq(reader->eval->values, value, q);
    fmpq_poly_set_fmpq(out, q);
    fmpq_clear(q);
    return true;
}

/* (^ p 3) */
static bool read_power(const reader_t *reader, const term_t *children, uint32_t nested,
                       fmpq_poly_t out) {
    value_t value;
    int64_t exponent;
    if (term_op(reader->eval->bank, children[1]) != OP_NUMERAL)
        return unsupported(reader, children[1]);
    if (!eval_literal(reader->eval, children[1], &value))
        return false;
    if (!num_get_i64(reader->eval->values, value, &exponent) || exponent < 0 ||
        exponent > MOST_DEGREE)
        return unsupported(reader, children[1]);
    if (!read_poly(reader, children[0], nested, out))
        return false;
    /* A constant to that power is large at most, too. */
    if (fmpq_poly_degree(out) * exponent > MOST_DEGREE)
        return eval_unknown(reader->eval, REASON_TOO_LARGE, reader->call.term);
    fmpq_poly_pow(out, out, (ulong)exponent);
    return within(reader, out);
}

/* out = out op p, for the second and later arguments */
static bool mix(const reader_t *reader, op_t op, fmpq_poly_t out, const fmpq_poly_t p,
                term_t term) {
    if (op == OP_ADD)
        fmpq_poly_add(out, out, p);
    else if (op == OP_SUB)
        fmpq_poly_sub(out, out, p);
    else if (op == OP_MUL)
        fmpq_poly_mul(out, out, p);
    else if (fmpq_poly_degree(p) == 0) { /* not 0, and no x in it */
        fmpq_t q;
        fmpq_init(q);
        fmpq_poly_get_coeff_fmpq(q, p, 0);
        fmpq_poly_scalar_div_fmpq(out, out, q);
        fmpq_clear(q);
    } else {
        return unsupported(reader, term);
    }
    return within(reader, out);
}

static bool read_mixed(const reader_t *reader, op_t op, const term_t *children, uint32_t count,
                       uint32_t nested, fmpq_poly_t out) {
    if (!read_poly(reader, children[0], nested, out))
        return false;
    fmpq_poly_t p;
    fmpq_poly_init(p);
    bool ok = true;
    for (uint32_t i = 1; ok && i < count; i++)
        ok = read_poly(reader, children[i], nested, p) && mix(reader, op, out, p, children[i]);
    fmpq_poly_clear(p);
    return ok;
}

static bool read_poly(const reader_t *reader, term_t term, uint32_t nested, fmpq_poly_t out) {
    const bank_t *bank = reader->eval->bank;
    if (nested > MOST_NESTED)
        return unsupported(reader, term);
    if (!eval_charge(reader->eval, &reader->call, 1))
        return false;
    uint32_t count;
    const term_t *children = term_children(bank, term, &count);
    op_t op = term_op(bank, term);
    switch (op) {
    case OP_NUMERAL:
    case OP_DECIMAL:
        return read_constant(reader, term, out);
    case OP_VAR:
        if (term != reader->x)
            return unsupported(reader, term);
        fmpq_poly_zero(out);
        fmpq_poly_set_coeff_si(out, 1, 1);
        return true;
    case OP_NEG:
    case OP_TO_REAL:
        if (!read_poly(reader, children[0], nested + 1, out))
            return false;
        if (op == OP_NEG)
            fmpq_poly_neg(out, out);
        return true;
    case OP_POW:
        return read_power(reader, children, nested + 1, out);
    case OP_ADD:
    case OP_SUB:
    case OP_MUL:
    case OP_DIVIDE:
        return read_mixed(reader, op, children, count, nested + 1, out);
    default:
        return unsupported(reader, term);
    }
}

/* NOLINTEND(misc-no-recursion) */

static int ascending(const void *a, const void *b) {
    return num_compare_roots((const qqbar_struct *)a, (const qqbar_struct *)b);
}

/* The i-th of the different real roots, from 1. */
static bool pick_root(const reader_t *reader, const fmpq_poly_t poly, uint64_t i, value_t *out) {
    fmpz_poly_t p, derivative;
    fmpz_poly_init(p);
    fmpz_poly_init(derivative);
    fmpq_poly_get_numerator(p, poly);
    fmpz_poly_derivative(derivative, p);
    fmpz_poly_gcd(derivative, derivative, p);
    fmpz_poly_div(p, p, derivative); /* every root once */
    fmpz_poly_primitive_part(p, p);
    fmpz_poly_clear(derivative);
    slong degree = fmpz_poly_degree(p);
    qqbar_ptr roots = _qqbar_vec_init(degree);
    qqbar_roots_fmpz_poly(roots, p, QQBAR_ROOTS_UNSORTED);
    fmpz_poly_clear(p);
    uint64_t real = 0;
    for (slong k = 0; k < degree; k++)
        if (qqbar_is_real(roots + k))
            qqbar_swap(roots + real++, roots + k);
    qsort(roots, real, sizeof *roots, ascending);
    bool ok = i >= 1 && i <= real ? arith_of_root(reader->eval, &reader->call, roots + i - 1, out)
                                  : unsupported(reader, reader->call.term);
    _qqbar_vec_clear(roots, degree);
    return ok;
}

bool eval_root_obj(eval_t *eval, term_t term, value_t *out) {
    uint32_t count;
    reader_t reader = {
        .eval = eval, .call = {.term = term}, .x = term_bound(eval->bank, term, &count)[0]};
    const term_t *children = term_children(eval->bank, term, &count);
    value_t number;
    int64_t i;
    if (term_op(eval->bank, children[1]) != OP_NUMERAL)
        return unsupported(&reader, term);
    if (!eval_literal(eval, children[1], &number))
        return false;
    if (!num_get_i64(eval->values, number, &i) || i < 1)
        return unsupported(&reader, term);
    fmpq_poly_t poly;
    fmpq_poly_init(poly);
    bool ok = read_poly(&reader, children[0], 0, poly);
    if (ok && fmpq_poly_degree(poly) < 1)
        ok = unsupported(&reader, term);
    if (ok) {
        uint64_t degree = (uint64_t)fmpq_poly_degree(poly);
        uint64_t bits = (uint64_t)labs(_fmpz_vec_max_bits(poly->coeffs, poly->length));
        ok = eval_charge(eval, &reader.call, degree * (2000 + 100 * degree + 16 * bits)) &&
             pick_root(&reader, poly, (uint64_t)i, out);
    }
    fmpq_poly_clear(poly);
    return ok;
}
