/* Random values, written as terms: often the ones where operators have their edges. */
#include "mutate/engine/random_term.h"

#include "base/bug.h"
#include "smt/term/check.h"

static term_t constant(random_term_t *source, op_t op) {
    return check_op(source->bank, op, NULL, 0);
}

static term_t literal(random_term_t *source, op_t kind, sort_t sort) {
    sym_t text = symbol_make(&source->bank->symbols, source->text.data, source->text.len);
    return term_literal(source->bank, kind, text, sort);
}

/* --- numbers --- */

static void write_digits(random_term_t *source, rng_t *rng) {
    uint64_t draw = rng_below(rng, 10);
    strbuf_clear(&source->text);
    if (draw < 6)
        strbuf_uint(&source->text, rng_below(rng, 6));
    else if (draw < 9)
        strbuf_uint(&source->text, rng_below(rng, 300));
    else
        for (uint64_t i = rng_below(rng, 3); i < 3; i++)
            strbuf_uint(&source->text, 1 + (rng_next(rng) >> 3));
}

/* Not 0: (- 0) is no value to cvc5. */
static term_t negate(random_term_t *source, rng_t *rng, term_t number) {
    assert(source->text.len > 0 && source->text.data[0] >= '0' && source->text.data[0] <= '9');
    bool zero =
        source->text.data[0] == '0' && (source->text.len == 1 || source->text.data[2] == '0');
    return rng_one_in(rng, 3) && !zero ? check_op(source->bank, OP_NEG, &number, 1) : number;
}

static term_t integer(random_term_t *source, rng_t *rng) {
    write_digits(source, rng);
    return negate(source, rng, literal(source, OP_NUMERAL, SORT_INT));
}

static term_t real(random_term_t *source, rng_t *rng) {
    static const char *const fractions[] = {".0", ".0", ".0", ".5", ".25", ".1", ".125", ".3"};
    write_digits(source, rng);
    strbuf_str(&source->text, fractions[rng_below(rng, 8)]);
    return negate(source, rng, literal(source, OP_DECIMAL, SORT_REAL));
}

/* --- bits --- */

static term_t bits(random_term_t *source, rng_t *rng, sort_t sort, uint32_t width) {
    enum { WIDEST = 4096 };
    if (width > WIDEST)
        return TERM_NONE;
    strbuf_clear(&source->text);
    strbuf_str(&source->text, "#b");
    uint64_t draw = rng_below(rng, 8);
    for (uint32_t i = 0; i < width; i++) {
        bool bit = draw == 0   ? false
                   : draw == 1 ? true
                   : draw == 2 ? i == 0
                   : draw == 3 ? i > 0
                   : draw == 4 ? i + 3 >= width && rng_one_in(rng, 2)
                               : rng_one_in(rng, 2);
        strbuf_char(&source->text, bit ? '1' : '0');
    }
    return literal(source, OP_BINARY, sort);
}

static term_t float_number(random_term_t *source, rng_t *rng, sort_t sort) {
    static const op_t special[] = {OP_FP_PLUS_INF, OP_FP_MINUS_INF, OP_FP_PLUS_ZERO,
                                   OP_FP_MINUS_ZERO, OP_FP_NAN};
    uint32_t count;
    const uint32_t *words = sort_words(source->bank, sort, &count);
    assert(count == 2 && words[0] > 1 && words[1] > 1);
    uint32_t size[2] = {words[0], words[1]};
    uint64_t draw = rng_below(rng, 16);
    if (draw < 5) {
        head_t head = {.kind = HEAD_OP,
                       .op = (opcode_t)special[draw],
                       .indices = size,
                       .index_count = 2,
                       .as = SORT_NONE};
        return check_apply(source->bank, &head, NULL, 0, NULL);
    }
    sort_t sorts[3] = {sort_bitvec(source->bank, 1), sort_bitvec(source->bank, size[0]),
                       sort_bitvec(source->bank, size[1] - 1)};
    uint32_t widths[3] = {1, size[0], size[1] - 1};
    term_t parts[3];
    for (int i = 0; i < 3; i++) {
        parts[i] = bits(source, rng, sorts[i], widths[i]);
        if (parts[i] == TERM_NONE)
            return TERM_NONE;
    }
    return check_op(source->bank, OP_FP, parts, 3);
}

/* --- strings --- */

static term_t string(random_term_t *source, rng_t *rng) {
    static const char *const pieces[] = {"a",  "b", "ab", "0", "1", "42", "-",          "A",
                                         "aa", "9", " ",  "z", "Z", "_",  "\\u{1F600}", "\\u{0}"};
    strbuf_clear(&source->text);
    for (uint64_t i = rng_below(rng, 5); i > 0; i--)
        strbuf_str(&source->text, pieces[rng_below(rng, rng_one_in(rng, 4) ? 16 : 6)]);
    return literal(source, OP_STRING, SORT_STRING);
}

static term_t language(random_term_t *source, rng_t *rng) {
    static const op_t plain[] = {OP_RE_NONE, OP_RE_ALL, OP_RE_ALLCHAR};
    uint64_t draw = rng_below(rng, 8);
    if (draw < 3)
        return constant(source, plain[draw]);
    term_t text[2] = {string(source, rng), TERM_NONE};
    if (draw < 6)
        return check_op(source->bank, OP_STR_TO_RE, text, 1);
    static const char *const ends[] = {"a", "b", "c", "0", "9", "z"};
    for (int i = 0; i < 2; i++) {
        strbuf_clear(&source->text);
        strbuf_str(&source->text, ends[rng_below(rng, 6)]);
        text[i] = literal(source, OP_STRING, SORT_STRING);
    }
    return check_op(source->bank, OP_RE_RANGE, text, 2);
}

static term_t character(random_term_t *source, rng_t *rng) {
    strbuf_clear(&source->text);
    strbuf_uint(&source->text,
                rng_one_in(rng, 4) ? rng_below(rng, 0x30000) : 48 + rng_below(rng, 75));
    return literal(source, OP_CHAR, SORT_CHAR);
}

static term_t field(random_term_t *source, rng_t *rng, sort_t sort) {
    uint32_t order = sort_words(source->bank, sort, &(uint32_t){0})[0];
    if (order == 0)
        return TERM_NONE;
    strbuf_clear(&source->text);
    strbuf_uint(&source->text, rng_below(rng, order >> 31 ? 1000 : order));
    return literal(source, OP_FIELD, sort);
}

/* --- made of others --- */

static term_t with_sort(random_term_t *source, op_t op, sort_t sort, const term_t *args,
                        uint32_t count) {
    head_t head = {.kind = HEAD_OP, .op = (opcode_t)op, .as = sort};
    term_t term = check_apply(source->bank, &head, args, count, NULL);
    return term == TERM_BAD ? TERM_NONE : term;
}

/* An operator on literals of the sort's last part. */
/* NOLINTNEXTLINE(misc-no-recursion) */
static term_t wrap(random_term_t *source, rng_t *rng, op_t op, sort_t part) {
    term_t arg = random_literal(source, rng, part);
    if (arg == TERM_NONE)
        return TERM_NONE;
    term_t term = check_op(source->bank, op, &arg, 1);
    return term == TERM_BAD ? TERM_NONE : term;
}

/* NOLINTNEXTLINE(misc-no-recursion) */
static term_t tuple(random_term_t *source, rng_t *rng, sort_t sort) {
    enum { MOST = 8 };
    term_t parts[MOST];
    uint32_t count;
    sort_args(source->bank, sort, &count);
    if (count > MOST)
        return TERM_NONE;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t n;
        parts[i] = random_literal(source, rng, sort_args(source->bank, sort, &n)[i]);
        if (parts[i] == TERM_NONE)
            return TERM_NONE;
    }
    term_t term = check_op(source->bank, OP_TUPLE, parts, count);
    return term == TERM_BAD ? TERM_NONE : term;
}

/* NOLINTNEXTLINE(misc-no-recursion) */
static term_t bag(random_term_t *source, rng_t *rng, sort_t sort, sort_t element) {
    if (rng_one_in(rng, 3))
        return with_sort(source, OP_BAG_EMPTY, sort, NULL, 0);
    term_t args[2] = {random_literal(source, rng, element), integer(source, rng)};
    if (args[0] == TERM_NONE)
        return TERM_NONE;
    term_t term = check_op(source->bank, OP_BAG_MAKE, args, 2);
    return term == TERM_BAD ? TERM_NONE : term;
}

/* A constructor whose fields are not of the datatype itself, if there is one; else any. */
/* NOLINTNEXTLINE(misc-no-recursion) */
static term_t datatype(random_term_t *source, rng_t *rng, sort_t sort) {
    const sortdecl_row_t *decl = sortdecl_row(source->bank, sort_decl(source->bank, sort));
    if (decl->kind != SORTDECL_DATATYPE || decl->arity > 0 || decl->count == 0)
        return TERM_NONE;
    uint32_t start = (uint32_t)rng_below(rng, decl->count);
    for (uint32_t k = 0; k < decl->count; k++) {
        fun_t fun = source->bank->fun_words.data[decl->members + (start + k) % decl->count];
        uint32_t arity = fun_row(source->bank, fun)->arity;
        enum { MOST = 16 };
        term_t args[MOST];
        bool fine = arity <= MOST;
        for (uint32_t i = 0; i < arity && fine; i++) {
            sort_t field_sort = fun_param(source->bank, fun, i);
            bool datatype_field = sort_kind(source->bank, field_sort) == SORT_USER;
            args[i] = datatype_field ? TERM_NONE : random_literal(source, rng, field_sort);
            fine = args[i] != TERM_NONE;
        }
        if (fine) {
            term_t term = check_fun(source->bank, fun, args, arity);
            return term == TERM_BAD ? TERM_NONE : term;
        }
    }
    return TERM_NONE;
}

/* NOLINTNEXTLINE(misc-no-recursion) */
term_t random_literal(random_term_t *source, rng_t *rng, sort_t sort) {
    static const op_t roundings[] = {OP_RNE, OP_RNA, OP_RTP, OP_RTN, OP_RTZ};
    uint32_t count;
    const sort_t *args = sort_args(source->bank, sort, &count);
    sort_t last = count > 0 ? args[count - 1] : SORT_BAD;
    term_t part;
    switch (sort_kind(source->bank, sort)) {
    case SORT_BOOL:
        return constant(source, rng_one_in(rng, 2) ? OP_TRUE : OP_FALSE);
    case SORT_INT:
        return integer(source, rng);
    case SORT_REAL:
        return real(source, rng);
    case SORT_STRING:
        return string(source, rng);
    case SORT_REGLAN:
        return language(source, rng);
    case SORT_ROUNDING:
        return constant(source, roundings[rng_below(rng, 5)]);
    case SORT_CHAR:
        return character(source, rng);
    case SORT_BITVEC:
        return bits(source, rng, sort, sort_words(source->bank, sort, &count)[0]);
    case SORT_FLOAT:
        return float_number(source, rng, sort);
    case SORT_FIELD:
        return field(source, rng, sort);
    case SORT_ARRAY:
        part = random_literal(source, rng, last);
        return part == TERM_NONE ? TERM_NONE : with_sort(source, OP_CONST_ARRAY, sort, &part, 1);
    case SORT_SEQ:
        return rng_one_in(rng, 3) ? with_sort(source, OP_SEQ_EMPTY, sort, NULL, 0)
                                  : wrap(source, rng, OP_SEQ_UNIT, last);
    case SORT_SET:
        return rng_one_in(rng, 3) ? with_sort(source, OP_SET_EMPTY, sort, NULL, 0)
                                  : wrap(source, rng, OP_SET_SINGLETON, last);
    case SORT_BAG:
        return bag(source, rng, sort, last);
    case SORT_TUPLE:
        return tuple(source, rng, sort);
    case SORT_LIST:
        return with_sort(source, OP_LIST_NIL, sort, NULL, 0);
    case SORT_NULLABLE:
        return rng_one_in(rng, 3) ? with_sort(source, OP_NULLABLE_NULL, sort, NULL, 0)
                                  : wrap(source, rng, OP_NULLABLE_SOME, last);
    case SORT_USER:
        return datatype(source, rng, sort);
    default:
        return TERM_NONE;
    }
}
