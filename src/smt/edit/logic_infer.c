/* What a script needs of a logic, by the letter of the standard's logic descriptions.
 *
 *   difference  QF_IDL, QF_RDL: the atoms are (op x y) and (op (- x y) c) with x, y free constants,
 *               op one of = distinct < <= > >= and c a number, perhaps negative; over the Reals
 *               also a quotient, and sums (+ x ... x), (+ y ... y) of equally many for x and y.
 *               QF_UFIDL: any terms, but + and - have a number among their two arguments.
 *               With quantifiers and no free functions there is no such logic: linear.
 *   linear      a product has at most one factor that is no number, a divisor of / div mod is a
 *               number other than zero. abs, divisible, to_int, to_real, is_int are linear.
 *   nonlinear   everything else
 *
 * "A number" is a literal or an arithmetic term over literals. Variables of let and defined
 * constants count as what they stand for. Numerals do not decide between Int and
 * Real, since what they are depends on the logic. */
#include "smt/edit/logic.h"

#include "base/bug.h"
#include "smt/edit/uses.h"

#include <string.h>

/* What is known of an arithmetic term. */
typedef enum {
    VALUE_OPEN, /* not a number */
    VALUE_ZERO,
    VALUE_NONZERO,
    VALUE_NUMBER /* a number, perhaps zero */
} value_t;

typedef struct infer {
    bank_t *bank;
    uses_t uses;
    logic_t needs;
    bool beyond_idl;     /* not QF_IDL, QF_RDL */
    bool beyond_ufidl;   /* not QF_UFIDL */
    map_t meanings;      /* variables of let, defined constants: to what they stand for */
    VEC(uint8_t) values; /* value_t by place in uses.terms */
} infer_t;

/* --- sorts and declarations --- */

static logic_t sortdecl_needs(const bank_t *bank, sortdecl_t decl) {
    switch (sortdecl_row(bank, decl)->kind) {
    case SORTDECL_FREE:
        return LOGIC_SORTS;
    case SORTDECL_DATATYPE:
        return LOGIC_DT;
    case SORTDECL_CODATATYPE:
        return LOGIC_DT | LOGIC_OTHER;
    default:
        return 0;
    }
}

static logic_t sort_needs(const bank_t *bank, sort_t sort) {
    uint32_t count;
    switch (sort_kind(bank, sort)) {
    case SORT_INT:
        return LOGIC_INT;
    case SORT_REAL:
        return LOGIC_REAL;
    case SORT_STRING:
    case SORT_REGLAN:
        return LOGIC_STRINGS;
    case SORT_ROUNDING:
    case SORT_FLOAT:
        return LOGIC_FP;
    case SORT_BITVEC:
        return LOGIC_BV;
    case SORT_ARRAY:
        sort_args(bank, sort, &count);
        return count == 2 ? LOGIC_ARRAYS : LOGIC_ARRAYS | LOGIC_OTHER;
    case SORT_FUN:
        return LOGIC_HO;
    case SORT_SET:
        return LOGIC_SETS;
    case SORT_FIELD:
        return LOGIC_FF;
    case SORT_BAD:
    case SORT_BOOL:
    case SORT_WRITTEN:
        return 0;
    case SORT_USER:
        return sortdecl_needs(bank, sort_decl(bank, sort));
    default:
        return LOGIC_OTHER;
    }
}

static logic_t fun_needs(const bank_t *bank, fun_t fun) {
    const fun_row_t *row = fun_row(bank, fun);
    switch (row->kind) {
    case FUN_DECLARED:
        return row->arity > 0 ? LOGIC_UF : 0;
    case FUN_RECURSIVE:
        return LOGIC_UF | LOGIC_QUANT;
    case FUN_CONSTRUCTOR:
    case FUN_SELECTOR:
    case FUN_TESTER:
        return LOGIC_DT;
    default:
        return 0;
    }
}

/* --- numbers --- */

static term_t resolve(const infer_t *infer, term_t term) {
    for (;;) {
        uint32_t value = map_get(&infer->meanings, term);
        if (value == MAP_NONE)
            return term;
        term = value;
    }
}

static value_t value_of(const infer_t *infer, term_t term) {
    uint32_t place = reach_place(&infer->uses.terms, resolve(infer, term));
    return place < infer->values.len ? (value_t)infer->values.data[place] : VALUE_OPEN;
}

static value_t literal_value(const bank_t *bank, term_t term) {
    uint32_t len;
    const char *text = symbol_text(&bank->symbols, term_head(bank, term, &len)[0]);
    return text[strspn(text, "0.")] == '\0' ? VALUE_ZERO : VALUE_NONZERO;
}

static value_t product(value_t a, value_t b) {
    if (a == VALUE_ZERO || b == VALUE_ZERO)
        return VALUE_ZERO;
    return a == VALUE_NONZERO && b == VALUE_NONZERO ? VALUE_NONZERO : VALUE_NUMBER;
}

/* The value of an operation on numbers. */
static value_t operation_value(op_t op, const value_t *args, uint32_t count) {
    value_t value = args[0];
    switch (op) {
    case OP_NEG:
    case OP_TO_REAL:
        return value;
    case OP_MUL:
        for (uint32_t i = 1; i < count; i++)
            value = product(value, args[i]);
        return value;
    case OP_DIVIDE:
        for (uint32_t i = 1; i < count; i++) {
            if (args[i] != VALUE_NONZERO)
                return VALUE_OPEN;
            value = product(value, args[i]);
        }
        return value;
    default:
        return VALUE_NUMBER;
    }
}

static bool is_number_operation(op_t op) {
    return op == OP_NEG || op == OP_SUB || op == OP_ADD || op == OP_MUL || op == OP_DIVIDE ||
           op == OP_TO_REAL;
}

enum { MANY_ARGS = 64 }; /* a longer sum of numbers is not worth knowing */

static value_t find_value(const infer_t *infer, term_t term) {
    const bank_t *bank = infer->bank;
    op_t op = term_op(bank, term);
    uint32_t count;
    const term_t *args = term_children(bank, term, &count);
    if (op == OP_NUMERAL || op == OP_DECIMAL)
        return literal_value(bank, term);
    if (!is_number_operation(op) || count == 0 || count > MANY_ARGS)
        return VALUE_OPEN;
    value_t values[MANY_ARGS];
    for (uint32_t i = 0; i < count; i++) {
        values[i] = value_of(infer, args[i]);
        if (values[i] == VALUE_OPEN)
            return VALUE_OPEN;
    }
    return operation_value(op, values, count);
}

/* --- difference logic --- */

static bool is_free_constant(const infer_t *infer, term_t term) {
    const bank_t *bank = infer->bank;
    uint32_t count;
    if (term_op(bank, term) != OP_APP)
        return false;
    const uint32_t *words = term_words(bank, term, &count);
    return count == 1 && fun_row(bank, words[0])->kind == FUN_DECLARED;
}

/* The number of times the constant is added up: 1 for x, n for (+ x ... x), 0 for anything else. */
static uint32_t multiple(const infer_t *infer, term_t term) {
    const bank_t *bank = infer->bank;
    term = resolve(infer, term);
    if (is_free_constant(infer, term))
        return 1;
    uint32_t count;
    const term_t *args = term_children(bank, term, &count);
    if (term_op(bank, term) != OP_ADD || term_sort(bank, term) != SORT_REAL)
        return 0;
    for (uint32_t i = 0; i < count; i++)
        if (resolve(infer, args[i]) != resolve(infer, args[0]))
            return 0;
    return is_free_constant(infer, resolve(infer, args[0])) ? count : 0;
}

/* n, (- n); over the Reals also (/ m n) and (/ (- m) n). */
static bool is_offset(const infer_t *infer, term_t term) {
    const bank_t *bank = infer->bank;
    term = resolve(infer, term);
    uint32_t count;
    const term_t *args = term_children(bank, term, &count);
    if (term_op(bank, term) == OP_DIVIDE && count == 2 &&
        op_is_literal(term_op(bank, resolve(infer, args[1])))) {
        term = resolve(infer, args[0]);
        args = term_children(bank, term, &count);
    }
    if (term_op(bank, term) == OP_NEG) {
        term = resolve(infer, args[0]);
        if (term_op(bank, term) == OP_DIVIDE)
            return value_of(infer, term) != VALUE_OPEN;
    }
    return op_is_literal(term_op(bank, term));
}

static bool is_difference(const infer_t *infer, term_t term) {
    term = resolve(infer, term);
    if (term_op(infer->bank, term) != OP_SUB)
        return false;
    uint32_t count;
    const term_t *args = term_children(infer->bank, term, &count);
    if (count != 2)
        return false;
    uint32_t times = multiple(infer, args[0]);
    return times > 0 && times == multiple(infer, args[1]);
}

static bool is_difference_atom(const infer_t *infer, const term_t *args, uint32_t count) {
    bool constants = true;
    for (uint32_t i = 0; i < count; i++)
        constants &= is_free_constant(infer, resolve(infer, args[i]));
    if (constants)
        return true;
    return count == 2 && ((is_difference(infer, args[0]) && is_offset(infer, args[1])) ||
                          (is_difference(infer, args[1]) && is_offset(infer, args[0])));
}

/* --- operators --- */

static bool is_arithmetic(op_t op) {
    return op == OP_NEG || op == OP_SUB || op == OP_ADD || op == OP_MUL || op == OP_DIVIDE;
}

/* Int or Real, as the arguments that are no numbers say; when all are numbers, as they do. */
static logic_t args_need(const infer_t *infer, const term_t *args, uint32_t count) {
    logic_t needs = 0;
    logic_t numbers = 0;
    for (uint32_t i = 0; i < count; i++) {
        logic_t sort = sort_needs(infer->bank, term_sort(infer->bank, args[i]));
        if (value_of(infer, args[i]) == VALUE_OPEN)
            needs |= sort;
        else
            numbers |= sort;
    }
    return needs != 0 ? needs : numbers;
}

/* Lengths and the like may be equal to literals without any arithmetic; their order, and any
 * operation on numbers, is arithmetic. */
static bool is_foreign(const infer_t *infer, const term_t *args, uint32_t count) {
    bool literals = true;
    for (uint32_t i = 0; i < count; i++) {
        op_t op = term_op(infer->bank, resolve(infer, args[i]));
        theory_t theory = op_info(op)->theory;
        if (op_is_literal(op))
            continue;
        literals = false;
        if (theory != THEORY_STRINGS && theory != THEORY_FP)
            return false;
    }
    return !literals;
}

static void see_comparison(infer_t *infer, op_t op, const term_t *args, uint32_t count) {
    bool equality = op != OP_LE && op != OP_LT && op != OP_GE && op != OP_GT;
    sort_t sort = term_sort(infer->bank, args[0]);
    if (sort != SORT_INT && sort != SORT_REAL)
        return;
    if (equality && is_foreign(infer, args, count))
        return;
    infer->needs |= args_need(infer, args, count);
    infer->beyond_idl |= !is_difference_atom(infer, args, count);
}

/* + and - with exactly two arguments, one of them a number. */
static bool is_step(const infer_t *infer, op_t op, const term_t *args, uint32_t count) {
    return (op == OP_ADD || op == OP_SUB) && count == 2 &&
           (is_offset(infer, args[0]) || is_offset(infer, args[1]));
}

static void see_nonlinear(infer_t *infer) {
    infer->needs |= LOGIC_LINEAR | LOGIC_NONLINEAR;
}

static void see_arithmetic(infer_t *infer, op_t op, const term_t *args, uint32_t count) {
    infer->needs |= args_need(infer, args, count);
    infer->beyond_ufidl |= !is_step(infer, op, args, count);
    uint32_t open = 0;
    for (uint32_t i = 0; i < count; i++)
        open += value_of(infer, args[i]) == VALUE_OPEN;
    if (op == OP_MUL && open > 1)
        see_nonlinear(infer);
    if (op == OP_DIVIDE)
        for (uint32_t i = 1; i < count; i++)
            if (value_of(infer, args[i]) != VALUE_NONZERO)
                see_nonlinear(infer);
    if (op == OP_MUL || op == OP_DIVIDE)
        infer->needs |= LOGIC_LINEAR;
}

/* Arithmetic among the arguments of something else: differences are no longer enough, and numbers
 * that are more than literals need the operators. Only conversions to floats have those of the
 * Reals by themselves. */
static void see_operands(infer_t *infer, op_t op, const term_t *args, uint32_t count) {
    const bank_t *bank = infer->bank;
    bool arithmetic = is_arithmetic(op) || op_info(op)->theory == THEORY_FP;
    for (uint32_t i = 0; i < count; i++) {
        term_t arg = resolve(infer, args[i]);
        if (!is_arithmetic(term_op(bank, arg)))
            continue;
        if (value_of(infer, arg) == VALUE_OPEN)
            infer->beyond_idl |= !(op == OP_SUB && multiple(infer, arg) > 0);
        else if (!arithmetic)
            infer->needs |= sort_needs(bank, term_sort(bank, arg));
    }
}

static void see_integers(infer_t *infer, op_t op, const term_t *args, uint32_t count) {
    infer->needs |= LOGIC_INT | LOGIC_LINEAR;
    if (op != OP_DIV && op != OP_MOD)
        return;
    for (uint32_t i = 1; i < count; i++)
        if (value_of(infer, args[i]) != VALUE_NONZERO)
            see_nonlinear(infer);
}

static logic_t theory_needs(theory_t theory) {
    switch (theory) {
    case THEORY_ARRAYS:
        return LOGIC_ARRAYS;
    case THEORY_BV:
        return LOGIC_BV;
    case THEORY_FP:
        return LOGIC_FP;
    case THEORY_STRINGS:
        return LOGIC_STRINGS;
    case THEORY_DATATYPES:
        return LOGIC_DT;
    case THEORY_HO:
        return LOGIC_HO;
    case THEORY_TRANS:
        return LOGIC_TRANS | LOGIC_REAL | LOGIC_LINEAR | LOGIC_NONLINEAR;
    case THEORY_SETS:
    case THEORY_RELATIONS:
        return LOGIC_SETS;
    case THEORY_SEP:
        return LOGIC_SEP;
    case THEORY_FF:
        return LOGIC_FF;
    case THEORY_CORE:
    case THEORY_INTS:
    case THEORY_REALS:
    case THEORY_ARITH:
        return 0;
    default:
        return LOGIC_OTHER;
    }
}

/* Numbers are looked at where they are used. */
static void see_operator(infer_t *infer, term_t term, op_t op, const term_t *args, uint32_t count) {
    bool cardinality = op == OP_FMF_CARD || op == OP_FMF_CARD_TERM;
    infer->needs |= cardinality ? LOGIC_CARD : theory_needs(op_info(op)->theory);
    if (op_is_comparison(op)) {
        see_comparison(infer, op, args, count);
        return;
    }
    switch (op) {
    case OP_FORALL:
    case OP_EXISTS:
        infer->needs |= LOGIC_QUANT;
        break;
    case OP_NEG:
    case OP_SUB:
    case OP_ADD:
    case OP_MUL:
    case OP_DIVIDE:
        if (value_of(infer, term) == VALUE_OPEN)
            see_arithmetic(infer, op, args, count);
        break;
    case OP_DIV:
    case OP_MOD:
    case OP_ABS_INT:
    case OP_DIVISIBLE:
        see_integers(infer, op, args, count);
        break;
    case OP_TO_REAL:
    case OP_TO_INT:
    case OP_IS_INT:
        infer->needs |= LOGIC_INT | LOGIC_REAL | LOGIC_LINEAR;
        break;
    case OP_UBV_TO_INT:
    case OP_SBV_TO_INT:
    case OP_INT_TO_BV:
        infer->needs |= LOGIC_INT;
        break;
    default:
        break;
    }
    if (op != OP_LET)
        see_operands(infer, op, args, count);
}

static void see_node(infer_t *infer, term_t term) {
    const bank_t *bank = infer->bank;
    op_t op = term_op(bank, term);
    uint32_t count;
    const term_t *args = term_children(bank, term, &count);
    if (op >= OP_FIRST_ROW) {
        see_operator(infer, term, op, args, count);
    } else if (op == OP_APPLY) {
        infer->needs |= LOGIC_HO;
        see_operands(infer, op, args, count);
    } else if (op == OP_APP || op == OP_APP_AS) {
        uint32_t len;
        if (fun_row(bank, term_head(bank, term, &len)[0])->arity > count)
            infer->needs |= LOGIC_HO;
        see_operands(infer, op, args, count);
    } else if (op == OP_CHAR || op == OP_STRING) {
        infer->needs |= LOGIC_STRINGS;
    }
}

/* --- scripts --- */

static void infer_init(infer_t *infer, bank_t *bank) {
    *infer = (infer_t){.bank = bank};
    uses_init(&infer->uses, bank);
}

static void see_let(infer_t *infer, term_t let) {
    bank_t *bank = infer->bank;
    uint32_t count;
    const term_t *vars = term_bound(bank, let, &count);
    for (uint32_t i = 0; i < count; i++)
        *map_put(bank->mem, &infer->meanings, vars[i]) = vars[i + count];
}

static void find_meanings(infer_t *infer) {
    bank_t *bank = infer->bank;
    const reach_t *terms = &infer->uses.terms;
    for (uint32_t i = 0; i < terms->order.len; i++) {
        term_t term = terms->order.data[i];
        uint32_t count;
        const uint32_t *words = term_words(bank, term, &count);
        if (term_op(bank, term) == OP_LET) {
            see_let(infer, term);
        } else if (term_op(bank, term) == OP_APP && count == 1) {
            const fun_row_t *row = fun_row(bank, words[0]);
            if (row->kind == FUN_DEFINED && row->body != TERM_NONE)
                *map_put(bank->mem, &infer->meanings, term) = row->body;
        }
    }
}

/* A second pass, because a constant's body may come after its uses. */
static void find_values(infer_t *infer) {
    bank_t *bank = infer->bank;
    const reach_t *terms = &infer->uses.terms;
    for (uint32_t i = 0; i < terms->order.len; i++) {
        value_t value = find_value(infer, terms->order.data[i]);
        *vec_push(bank->mem, &infer->values) = (uint8_t)value;
    }
    for (uint32_t i = 0; i < terms->order.len; i++)
        infer->values.data[i] = (uint8_t)find_value(infer, terms->order.data[i]);
}

/* Needs that follow from sorts: those of functions and variables count in full, while those of
 * other terms say nothing new, except that literals, lengths and the like have sorts that their
 * theory brings along. */
static void see_sorts(infer_t *infer) {
    bank_t *bank = infer->bank;
    const reach_t *terms = &infer->uses.terms;
    uses_t declared;
    uses_init(&declared, bank);
    for (uint32_t i = 0; i < infer->uses.funs.len; i++)
        uses_fun(&declared, infer->uses.funs.data[i]);
    for (uint32_t i = 0; i < terms->order.len; i++)
        if (term_op(bank, terms->order.data[i]) == OP_VAR &&
            map_get(&infer->meanings, terms->order.data[i]) == MAP_NONE)
            uses_sort(&declared, term_sort(bank, terms->order.data[i]));
    for (uint32_t i = 0; i < declared.sorts.len; i++)
        infer->needs |= sort_needs(bank, declared.sorts.data[i]);
    uses_done(&declared);
    logic_t all = 0;
    for (uint32_t i = 0; i < infer->uses.sorts.len; i++)
        all |= sort_needs(bank, infer->uses.sorts.data[i]);
    infer->needs |= all & ~(logic_t)(LOGIC_INT | LOGIC_REAL | LOGIC_BV);
    if ((infer->needs & LOGIC_FP) == 0)
        infer->needs |= all & LOGIC_BV;
}

static logic_t infer_done(infer_t *infer) {
    bank_t *bank = infer->bank;
    uses_close(&infer->uses);
    find_meanings(infer);
    find_values(infer);
    const reach_t *terms = &infer->uses.terms;
    for (uint32_t i = 0; i < terms->order.len; i++)
        see_node(infer, terms->order.data[i]);
    for (uint32_t i = 0; i < infer->uses.funs.len; i++)
        infer->needs |= fun_needs(bank, infer->uses.funs.data[i]);
    for (uint32_t i = 0; i < infer->uses.sortdecls.len; i++)
        infer->needs |= sortdecl_needs(bank, infer->uses.sortdecls.data[i]);
    see_sorts(infer);
    bool free = (infer->needs & (LOGIC_UF | LOGIC_SORTS)) != 0;
    bool quantified = (infer->needs & LOGIC_QUANT) != 0;
    if ((infer->needs & (LOGIC_INT | LOGIC_REAL)) != 0 &&
        (free ? infer->beyond_ufidl : quantified || infer->beyond_idl))
        infer->needs |= LOGIC_LINEAR;
    uses_done(&infer->uses);
    map_free(bank->mem, &infer->meanings);
    vec_free(bank->mem, &infer->values);
    return infer->needs;
}

logic_t logic_infer(const script_t *script) {
    infer_t infer;
    infer_init(&infer, script->bank);
    for (uint32_t i = 0; i < script_count(script); i++)
        uses_command(&infer.uses, script, i);
    return infer_done(&infer);
}

logic_t logic_infer_term(bank_t *bank, term_t term) {
    infer_t infer;
    infer_init(&infer, bank);
    uses_term(&infer.uses, term);
    return infer_done(&infer);
}
