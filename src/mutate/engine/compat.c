#include "mutate/engine/compat.h"

#include "base/bug.h"

#include "smt/edit/logic.h"

#include <string.h>

static uint32_t bit(theory_t theory) {
    return 1u << theory;
}

uint32_t compat_theories(const bank_t *bank, const seed_t *seed) {
    uint32_t theories = seed->theories | bit(THEORY_CORE);
    for (uint32_t i = 0; i < seed->sorts.len; i++)
        switch (sort_kind(bank, seed->sorts.data[i])) {
        case SORT_INT:
            theories |= bit(THEORY_INTS) | bit(THEORY_ARITH);
            break;
        case SORT_REAL:
            theories |= bit(THEORY_REALS) | bit(THEORY_ARITH);
            break;
        case SORT_BITVEC:
            theories |= bit(THEORY_BV);
            break;
        case SORT_FLOAT:
            theories |= bit(THEORY_FP);
            break;
        case SORT_STRING:
        case SORT_REGLAN:
            theories |= bit(THEORY_STRINGS);
            break;
        case SORT_ARRAY:
            theories |= bit(THEORY_ARRAYS);
            break;
        default:
            break;
        }
    return theories;
}

uint32_t compat_solvers(const bank_t *bank, const seed_t *seed) {
    bool met[OP_COUNT] = {false};
    uint32_t solvers = HAS_ALL;
    for (uint32_t i = 0; i < seed->terms.len; i++) {
        op_t op = term_op(bank, seed->terms.data[i]);
        if (op >= OP_FIRST_ROW && !met[op])
            solvers &= op_solvers(op);
        met[op] = true;
    }
    return solvers;
}

bool compat_solvers_have(uint32_t solvers, op_t op) {
    return (solvers & ~op_solvers(op)) == 0;
}

bool compat_name_is_free(const seed_t *seed, op_t op) {
    for (uint32_t i = 0; i < seed->hidden.len; i++)
        if (seed->hidden.data[i] == (uint32_t)op)
            return false;
    return true;
}

bool compat_takes_any_term(const bank_t *bank, const seed_t *seed, uint32_t spot) {
    assert(spot < seed->spots.len);
    uint32_t parent = seed->spots.data[spot].parent;
    return parent == SPOT_NONE || term_op(bank, seed->spots.data[parent].term) != OP_RE_RANGE;
}

/* A literal of one character, without escapes. */
static bool is_character(const bank_t *bank, term_t term) {
    uint32_t count;
    return term_op(bank, term) == OP_STRING &&
           symbol_row(&bank->symbols, term_head(bank, term, &count)[0])->len == 1;
}

static bool any_sort(const bank_t *bank, const term_t *args, uint32_t count, sort_t sort) {
    for (uint32_t i = 0; i < count; i++)
        if (term_sort(bank, args[i]) == sort)
            return true;
    return false;
}

/* Rows for two or more: assay reads them with one argument, as z3 does. */
static bool wants_two(op_t op) {
    op_attr_t attr = op_info(op)->attr;
    return attr == OP_ATTR_LEFT || attr == OP_ATTR_RIGHT || attr == OP_ATTR_CHAIN ||
           attr == OP_ATTR_PAIR || op == OP_CONCAT;
}

bool compat_call(const bank_t *bank, op_t op, const term_t *args, uint32_t count) {
    assert(op >= OP_FIRST_ROW && op < OP_COUNT);
    if (count == 1 && wants_two(op))
        return false;
    bool has_int = any_sort(bank, args, count, SORT_INT);
    bool has_real = any_sort(bank, args, count, SORT_REAL);
    switch (op) {
    case OP_EQ:
    case OP_DISTINCT:
    case OP_ITE: /* cvc5 does not compare languages */
        return !any_sort(bank, args, count, SORT_REGLAN) && !(has_int && has_real);
    case OP_RE_RANGE: /* cvc5 wants literals */
        assert(count == 2);
        return is_character(bank, args[0]) && is_character(bank, args[1]);
    case OP_DIVISIBLE: /* z3 4.8 does not have it */
        return false;
    case OP_BVXNOR: /* of the standard, but cvc5 wants two */
        return count == 2;
    case OP_DIVIDE:
    case OP_TO_INT:
    case OP_IS_INT:
    case OP_ABS_REAL:
        return !has_int;
    case OP_DIV:
    case OP_MOD:
    case OP_ABS_INT:
    case OP_TO_REAL:
        return !has_real;
    case OP_BVSDIVO:
    case OP_BVNEGO: /* new in 2.7: solvers have them under other names, or not at all */
    case OP_BVUADDO:
    case OP_BVSADDO:
    case OP_BVUMULO:
    case OP_BVSMULO:
    case OP_BVUSUBO:
    case OP_BVSSUBO:
    case OP_UBV_TO_INT:
    case OP_SBV_TO_INT:
    case OP_INT_TO_BV:
        return false;
    default:
        /* Of one sort, where Int and Real would be joined. */
        return !(has_int && has_real) || op_info(op)->theory == THEORY_FP ||
               op_info(op)->theory == THEORY_ARRAYS;
    }
}

bool compat_takes_int_and_real(const bank_t *bank, const seed_t *seed, uint32_t spot) {
    const char *logic = seed->logic == SYM_NONE ? "ALL" : symbol_text(&bank->symbols, seed->logic);
    if (strcmp(logic, "ALL") != 0 && !strstr(logic, "IRA"))
        return false;
    for (;;) {
        spot = seed->spots.data[spot].parent;
        if (spot == SPOT_NONE)
            return false;
        op_t op = term_op(bank, seed->spots.data[spot].term);
        switch (op) {
        case OP_NEG:
        case OP_SUB:
        case OP_ADD:
        case OP_MUL:
            break; /* of the joined sort: look further up */
        case OP_DIVIDE:
        case OP_TO_REAL:
        case OP_TO_INT:
        case OP_IS_INT:
            return true;
        default:
            return op_is_comparison(op);
        }
    }
}

static bool is_literal(const bank_t *bank, term_t term) {
    op_t op = term_op(bank, term);
    uint32_t count;
    if (op == OP_NEG)
        op = term_op(bank, term_children(bank, term, &count)[0]);
    return op_is_literal(op);
}

/* Linear logics, such as QF_LIA, have an L where others have an N; difference logics have DL. */
static bool is_linear(const char *logic) {
    return strstr(logic, "LIA") || strstr(logic, "LRA") || strstr(logic, "LIRA") ||
           strstr(logic, "DL");
}

bool compat_spot_stays_in_logic(const bank_t *bank, const seed_t *seed, uint32_t spot) {
    return seed->logic == SYM_NONE || !is_linear(symbol_text(&bank->symbols, seed->logic)) ||
           !seed_is_factor(bank, seed, spot);
}

const char *compat_widest_logic(const bank_t *bank, const seed_t *seed) {
    bool functions =
        seed->logic != SYM_NONE && logic_is_higher_order(symbol_text(&bank->symbols, seed->logic));
    return functions ? "(set-logic HO_ALL)\n" : "(set-logic ALL)\n";
}

/* The logic with Reals where the seed has them: products and all that is linear. */
bool compat_wider_logic(const bank_t *bank, const seed_t *seed, op_t op, strbuf_t *out) {
    assert(op >= OP_FIRST_ROW && op < OP_COUNT);
    strbuf_clear(out);
    if (!seed->real_numerals) {
        strbuf_str(out, compat_widest_logic(bank, seed));
        return true;
    }
    theory_t theory = op_info(op)->theory;
    if ((theory != THEORY_REALS && theory != THEORY_ARITH) || op == OP_TO_REAL || op == OP_TO_INT ||
        op == OP_IS_INT)
        return false;
    assert(seed->logic != SYM_NONE); /* or numerals would be Ints */
    const char *logic = symbol_text(&bank->symbols, seed->logic);
    const char *at = strstr(logic, "LRA");
    at = at ? at : strstr(logic, "RDL");
    if (!at)
        return false;
    strbuf_format(out, "(set-logic %.*sNRA)\n", (int)(at - logic), logic);
    return true;
}

bool compat_call_stays_in_logic(const bank_t *bank, const seed_t *seed, op_t op, const term_t *args,
                                uint32_t count) {
    assert(op >= OP_FIRST_ROW && op < OP_COUNT);
    if (seed->logic == SYM_NONE)
        return true;
    const char *logic = symbol_text(&bank->symbols, seed->logic);
    if (strcmp(logic, "ALL") == 0)
        return true;
    theory_t theory = op_info(op)->theory;
    /* Two theories for one: an operator that occurs says more than the logic's name. */
    if (theory != THEORY_CORE && !(seed->theories & bit(theory)))
        return false;
    bool arithmetic = theory == THEORY_INTS || theory == THEORY_REALS || theory == THEORY_ARITH;
    if (!arithmetic)
        return true;
    if (strstr(logic, "DL"))
        return false;
    uint32_t variables = 0;
    for (uint32_t i = 0; i < count; i++)
        variables += !is_literal(bank, args[i]);
    switch (op) {
    case OP_MUL:
        return !is_linear(logic) || variables <= 1;
    case OP_DIVIDE:
    case OP_DIV:
    case OP_MOD:
        return !is_linear(logic);
    case OP_TO_REAL:
    case OP_TO_INT:
    case OP_IS_INT:
        return strstr(logic, "IRA") != NULL;
    default:
        return true;
    }
}
