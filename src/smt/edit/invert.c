#include "smt/edit/invert.h"

#include "base/bug.h"
#include "smt/edit/invert_priv.h"
#include "smt/term/check_priv.h"

/* What is bound so far, and the index expressions of the result that are still to be solved. */
typedef struct unknowns {
    bank_t *bank;
    uint32_t sorts_bound;
    uint32_t nums_bound;
    sort_t num; /* what Num stands for, or SORT_NONE */
    sort_t vars[SIG_VARS];
    uint32_t nums[SIG_VARS];
    struct {
        uint32_t code; /* in sigs.words */
        uint32_t value;
    } equations[4];
    uint32_t equation_count;
    const u32_vec_t *sorts;
    rng_t *rng;
} unknowns_t;

static uint32_t word(const unknowns_t *s, uint32_t at) {
    return s->bank->sigs.words.data[at];
}

/* --- index expressions --- */

static uint32_t index_end(const unknowns_t *s, uint32_t at) {
    return word(s, at) == SIG_ANY_INDEX ? at + 1 : at + 1 + 3 * word(s, at);
}

/* The value of the expression, unbound variables counting as assumed; *open gets one of those. */
static int64_t index_value(const unknowns_t *s, uint32_t at, int64_t assumed, uint32_t *open) {
    int64_t sum = 0;
    for (uint32_t i = 0; i < word(s, at); i++) {
        uint32_t product = at + 1 + 3 * i;
        int64_t value = (int32_t)word(s, product);
        for (uint32_t k = 1; k <= 2; k++) {
            uint32_t var = word(s, product + k);
            if (var == SIG_NO_VAR)
                continue;
            if (s->nums_bound >> var & 1) {
                value *= s->nums[var];
            } else {
                value *= assumed;
                *open = var;
            }
        }
        sum += value;
    }
    return sum;
}

static void bind_num(unknowns_t *s, uint32_t var, uint32_t value) {
    s->nums[var] = value;
    s->nums_bound |= 1u << var;
}

static bool unify_index(unknowns_t *s, uint32_t at, uint32_t value) {
    if (word(s, at) == SIG_ANY_INDEX)
        return true;
    uint32_t open = SIG_NO_VAR;
    int64_t known = index_value(s, at, 0, &open);
    if (open == SIG_NO_VAR)
        return known == (int64_t)value;
    bool lone = word(s, at) == 1 && word(s, at + 1) == 1 && word(s, at + 3) == SIG_NO_VAR;
    if (lone) {
        bind_num(s, open, value);
        return true;
    }
    if (s->equation_count == 4)
        return false;
    s->equations[s->equation_count].code = at;
    s->equations[s->equation_count++].value = value;
    return true;
}

/* --- patterns --- */

static uint32_t pattern_end(const unknowns_t *s, uint32_t at) { /* NOLINT(misc-no-recursion) */
    switch (word(s, at)) {
    case PAT_SORT:
    case PAT_VAR:
        return at + 2;
    case PAT_NUM:
    case PAT_ANY:
        return at + 1;
    default: {
        uint32_t indices = word(s, at + 2);
        uint32_t args = word(s, at + 3);
        at += 4;
        for (uint32_t i = 0; i < indices; i++)
            at = index_end(s, at);
        for (uint32_t i = 0; i < args; i++)
            at = pattern_end(s, at);
        return at;
    }
    }
}

static bool unify(unknowns_t *s, uint32_t at, sort_t sort) { /* NOLINT(misc-no-recursion) */
    switch (word(s, at)) {
    case PAT_SORT:
        return word(s, at + 1) == sort;
    case PAT_NUM:
        if (sort != SORT_INT && sort != SORT_REAL)
            return false;
        if (s->num != SORT_NONE && s->num != sort)
            return false;
        s->num = sort;
        return true;
    case PAT_VAR: {
        uint32_t var = word(s, at + 1);
        if (s->sorts_bound >> var & 1)
            return s->vars[var] == sort;
        s->vars[var] = sort;
        s->sorts_bound |= 1u << var;
        return true;
    }
    case PAT_ANY:
        return true;
    default: {
        uint32_t indices = word(s, at + 2);
        uint32_t args = word(s, at + 3);
        uint32_t count;
        if (sort_kind(s->bank, sort) != word(s, at + 1))
            return false;
        sort_words(s->bank, sort, &count);
        if (count != indices + args)
            return false;
        at += 4;
        for (uint32_t i = 0; i < count; i++) {
            uint32_t part = sort_words(s->bank, sort, &count)[i];
            if (i < indices ? !unify_index(s, at, part) : !unify(s, at, part))
                return false;
            at = i < indices ? index_end(s, at) : pattern_end(s, at);
        }
        return true;
    }
    }
}

/* --- drawing what is open --- */

static uint32_t draw_number(unknowns_t *s) {
    uint64_t draw = rng_below(s->rng, 16);
    if (draw < 12)
        return 1 + (uint32_t)rng_below(s->rng, 8);
    return draw < 14 ? (uint32_t)rng_below(s->rng, 2) : 8u << rng_below(s->rng, 4);
}

static sort_t draw_sort(unknowns_t *s) {
    return s->sorts->len == 0 ? SORT_BOOL : s->sorts->data[rng_below(s->rng, s->sorts->len)];
}

/* Int or Real, as the sorts given have them; Int when they have neither. */
static sort_t draw_num(unknowns_t *s) {
    bool has_int = false;
    bool has_real = false;
    for (uint32_t i = 0; i < s->sorts->len; i++) {
        has_int |= s->sorts->data[i] == SORT_INT;
        has_real |= s->sorts->data[i] == SORT_REAL;
    }
    return has_real && (!has_int || rng_one_in(s->rng, 2)) ? SORT_REAL : SORT_INT;
}

/* Binds what is open in a compound pattern to a sort of its kind among those given, if any. */
static void draw_like(unknowns_t *s, uint32_t at) {
    if (word(s, at) != PAT_MAKE)
        return;
    unknowns_t chosen;
    uint32_t found = 0;
    for (uint32_t i = 0; i < s->sorts->len; i++) {
        sort_t sort = s->sorts->data[i];
        if (sort_kind(s->bank, sort) != word(s, at + 1))
            continue;
        unknowns_t trial = *s;
        if (unify(&trial, at, sort) && trial.equation_count == s->equation_count &&
            rng_one_in(s->rng, ++found))
            chosen = trial;
    }
    if (found > 0)
        *s = chosen;
}

static uint32_t open_count(const unknowns_t *s, uint32_t at) {
    uint32_t open = 0; /* bits */
    for (uint32_t i = 0; i < word(s, at); i++)
        for (uint32_t k = 2; k <= 3; k++) {
            uint32_t var = word(s, at + 3 * i + k);
            if (var != SIG_NO_VAR && !(s->nums_bound >> var & 1))
                open |= 1u << var;
        }
    return (uint32_t)__builtin_popcount(open);
}

/* Solves an equation for its one open variable, or draws all but one. */
static bool solve_equation(unknowns_t *s, uint32_t at, int64_t value) {
    for (;;) {
        uint32_t open = SIG_NO_VAR;
        int64_t zero = index_value(s, at, 0, &open);
        if (open == SIG_NO_VAR)
            return zero == value;
        uint32_t first = open;
        unknowns_t trial = *s;
        bind_num(&trial, first, 0);
        uint32_t other = SIG_NO_VAR;
        int64_t base = index_value(&trial, at, 0, &other);
        if (other != SIG_NO_VAR) {
            bind_num(s, other, draw_number(s));
            continue;
        }
        trial.nums[first] = 1;
        int64_t slope = index_value(&trial, at, 0, &other) - base;
        int64_t rest = value - base;
        if (slope == 0 || rest % slope != 0 || rest / slope < 0 || rest / slope > INT32_MAX)
            return false;
        bind_num(s, first, (uint32_t)(rest / slope));
    }
}

/* The sort of a pattern; what is still open is drawn. SORT_NONE when its indices are no sort's. */
static sort_t build(unknowns_t *s, uint32_t at) { /* NOLINT(misc-no-recursion) */
    switch (word(s, at)) {
    case PAT_SORT:
        return word(s, at + 1);
    case PAT_NUM:
        if (s->num == SORT_NONE)
            s->num = draw_num(s);
        return s->num;
    case PAT_VAR: {
        uint32_t var = word(s, at + 1);
        if (!(s->sorts_bound >> var & 1)) {
            s->vars[var] = draw_sort(s);
            s->sorts_bound |= 1u << var;
        }
        return s->vars[var];
    }
    case PAT_ANY:
        return draw_sort(s);
    default: {
        sort_kind_t kind = (sort_kind_t)word(s, at + 1);
        uint32_t indices = word(s, at + 2);
        uint32_t count = indices + word(s, at + 3);
        uint32_t words[8] = {0};
        assert(count <= 8);
        at += 4;
        for (uint32_t i = 0; i < count; i++) {
            if (i >= indices) {
                words[i] = build(s, at);
                if (words[i] == SORT_NONE)
                    return SORT_NONE;
                at = pattern_end(s, at);
                continue;
            }
            int64_t value = draw_number(s);
            uint32_t open = SIG_NO_VAR;
            if (word(s, at) != SIG_ANY_INDEX) {
                for (;;) {
                    value = index_value(s, at, 1, &open);
                    if (open == SIG_NO_VAR)
                        break;
                    bind_num(s, open, draw_number(s));
                    open = SIG_NO_VAR;
                }
            }
            if (value < 0 || value > INT32_MAX || !check_sort_index(kind, value))
                return SORT_NONE;
            words[i] = (uint32_t)value;
            at = index_end(s, at);
        }
        if (kind == SORT_SEQ && words[0] == SORT_CHAR)
            return SORT_STRING;
        if (kind == SORT_REGEX && words[0] == SORT_STRING)
            return SORT_REGLAN;
        return sort_make(s->bank, kind, words, count);
    }
    }
}

static bool conditions_hold(const unknowns_t *s, const sig_row_t *sig) {
    for (uint32_t i = 0; i < sig->conds; i++) {
        uint32_t open = SIG_NO_VAR;
        int64_t left = index_value(s, sig->cond[i].left, 0, &open);
        int64_t right = index_value(s, sig->cond[i].right, 0, &open);
        if (open != SIG_NO_VAR || left > right ||
            (sig->cond[i].relation == COND_LT && left == right) ||
            (sig->cond[i].relation == COND_EQ && left != right))
            return false;
    }
    return true;
}

/* --- rows --- */

/* Solvers want two arguments where the standard does. */
static uint32_t draw_count(rng_t *rng, op_t op, const sig_row_t *sig) {
    if (!sig->repeats)
        return sig->patterns;
    op_attr_t attr = op_info(op)->attr;
    bool chained = attr == OP_ATTR_LEFT || attr == OP_ATTR_RIGHT || attr == OP_ATTR_CHAIN ||
                   attr == OP_ATTR_PAIR;
    uint32_t count = chained ? 2 : 1;
    if (count < sig->least)
        count = sig->least;
    while (count < FIT_MAX_ARGS && rng_one_in(rng, 4))
        count++;
    return count;
}

/* One draw. */
static bool draw(unknowns_t *s, op_t op, const sig_row_t *sig, fit_t *fit) {
    fit->count = draw_count(s->rng, op, sig);
    /* What follows from the result first, then what is like the sorts given. */
    for (uint32_t i = 0; i < s->equation_count; i++)
        if (open_count(s, s->equations[i].code) == 1 &&
            !solve_equation(s, s->equations[i].code, s->equations[i].value))
            return false;
    for (uint32_t i = 0; i < sig->patterns; i++)
        draw_like(s, sig->args[i]);
    for (uint32_t i = 0; i < s->equation_count; i++)
        if (!solve_equation(s, s->equations[i].code, s->equations[i].value))
            return false;
    fit->index_count = sig->indices;
    if (sig->index_any)
        fit->index_count = 1 + (uint32_t)rng_below(s->rng, FIT_MAX_INDICES);
    for (uint32_t i = 0; i < fit->count; i++) {
        uint32_t pattern = i < sig->patterns ? i : sig->patterns - 1u;
        fit->args[i] = build(s, sig->args[pattern]);
        if (fit->args[i] == SORT_NONE)
            return false;
    }
    for (uint32_t i = 0; i < fit->index_count; i++) {
        uint32_t var = i < sig->indices ? sig->index_vars[i] : (uint32_t)SIG_NO_VAR;
        if (var == SIG_NO_VAR || sig->index_any) {
            fit->indices[i] = (uint32_t)rng_below(s->rng, 3);
            continue;
        }
        if (!(s->nums_bound >> var & 1))
            bind_num(s, var, draw_number(s));
        fit->indices[i] = s->nums[var];
    }
    return conditions_hold(s, sig);
}

static bool has_named_index(op_t op) {
    for (const char *at = op_info(op)->indices; *at != '\0'; at++)
        if (*at >= 'A' && *at <= 'Z')
            return true;
    return false;
}

bool invert_may_give(bank_t *bank, op_t op, sort_kind_t kind) {
    if (op_info(op)->attr == OP_ATTR_BIND || has_named_index(op))
        return false;
    const sig_row_t *sig = sig_get(bank, op);
    const uint32_t *code = bank->sigs.words.data + sig->result;
    switch (code[0]) {
    case PAT_SORT:
        return code[1] == (uint32_t)kind;
    case PAT_NUM:
        return kind == SORT_INT || kind == SORT_REAL;
    case PAT_VAR:
    case PAT_ANY:
        return true;
    default:
        return code[1] == (uint32_t)kind;
    }
}

bool invert_row(bank_t *bank, op_t op, sort_t result, const u32_vec_t *sorts, rng_t *rng,
                fit_t *fit) {
    if (!invert_may_give(bank, op, sort_kind(bank, result)))
        return false;
    *fit = (fit_t){.as = op_info(op)->attr == OP_ATTR_AS ? result : SORT_NONE};
    bool found;
    if (invert_typed(bank, op, result, sorts, rng, fit, &found))
        return found;
    const sig_row_t *sig = sig_get(bank, op);
    unknowns_t start = {.bank = bank, .num = SORT_NONE, .sorts = sorts, .rng = rng};
    if (!unify(&start, sig->result, result))
        return false;
    for (int tries = 0; tries < 12; tries++) {
        unknowns_t trial = start;
        if (draw(&trial, op, sig, fit))
            return true;
    }
    return false;
}
