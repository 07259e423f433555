/* Random terms, by a grammar that the menus of gen_setup.c are. All recursion is as deep as the
 * option depth says, which is at most 12. */
#include "base/bug.h"
#include "mutate/engine/compat.h"
#include "mutate/gen/gen_priv.h"
#include "smt/edit/invert.h"
#include "smt/term/check.h"
#include "smt/walk/vars.h"

/* --- leaves --- */

/* One of the terms of that sort in the list, uniformly. */
static term_t draw_of(gen_t *gen, const u32_vec_t *list, sort_t sort) {
    term_t chosen = TERM_NONE;
    uint32_t found = 0;
    for (uint32_t i = 0; i < list->len; i++)
        if (term_sort(&gen->bank, list->data[i]) == sort && rng_one_in(gen->rng, ++found))
            chosen = list->data[i];
    return chosen;
}

static bool is_difference(const gen_t *gen, sort_t sort) {
    return (sort == SORT_INT || sort == SORT_REAL) && !(gen->used & LOGIC_LINEAR) &&
           (gen->used & (LOGIC_INT | LOGIC_REAL)) != 0;
}

static uint32_t literal_share(const gen_t *gen, sort_t sort) {
    if (is_difference(gen, sort))
        return 0;
    switch (sort_kind(&gen->bank, sort)) {
    case SORT_BOOL:
        return 2;
    case SORT_ARRAY:
    case SORT_USER:
        return 8;
    case SORT_ROUNDING:
        return 70;
    case SORT_STRING:
        return 35;
    default:
        return 30;
    }
}

term_t gen_leaf(gen_t *gen, sort_t sort) {
    if (sort == SORT_REGLAN)
        return gen_literal(gen, sort);
    term_t term = TERM_NONE;
    if (gen_chance(gen, literal_share(gen, sort)))
        term = gen_literal(gen, sort);
    if (term == TERM_NONE && gen_chance(gen, 60))
        term = draw_of(gen, &gen->scope, sort);
    if (term == TERM_NONE)
        term = draw_of(gen, &gen->constants, sort);
    if (term == TERM_NONE)
        term = draw_of(gen, &gen->scope, sort);
    if (term == TERM_NONE)
        term = gen_literal(gen, sort);
    assert(term == TERM_NONE || term_sort(&gen->bank, term) == sort);
    return term;
}

sort_t gen_draw_sort(gen_t *gen) {
    assert(gen->drawn.len > 0);
    return gen->drawn.data[rng_below(gen->rng, gen->drawn.len)];
}

/* --- applications --- */

static bool has_sort(const gen_t *gen, sort_t sort) {
    for (uint32_t i = 0; i < gen->drawn.len; i++)
        if (gen->drawn.data[i] == sort)
            return true;
    return false;
}

/* Whether arguments of these sorts can be anything but literals: no array sorts out of the blue,
 * and only sizes of floats that the formula has anyway. */
static bool is_welcome(const gen_t *gen, op_t op, const fit_t *fit) {
    enum { WIDEST = 128, LARGEST_LOOP = 12 };
    if ((op == OP_ZERO_EXTEND || op == OP_SIGN_EXTEND || op == OP_ROTATE_LEFT ||
         op == OP_ROTATE_RIGHT) &&
        fit->indices[0] == 0)
        return false;
    for (uint32_t i = 0; i < fit->count; i++) {
        sort_kind_t kind = sort_kind(&gen->bank, fit->args[i]);
        uint32_t count;
        if (kind == SORT_BITVEC && gen->plan.width == GEN_DRAWN &&
            sort_words(&gen->bank, fit->args[i], &count)[0] > WIDEST)
            return false;
        bool structured = kind == SORT_ARRAY || kind == SORT_SEQ || kind == SORT_SET ||
                          kind == SORT_FLOAT || kind == SORT_USER;
        if (structured && !has_sort(gen, fit->args[i]))
            return false;
        if (kind == SORT_REGLAN)
            for (uint32_t k = 0; k < fit->index_count; k++)
                if (fit->indices[k] > LARGEST_LOOP)
                    return false;
    }
    return true;
}

/* How deep an argument may be: one of them as deep as can be, so that terms are long rather than
 * bushy. A formula is mostly more than a constant. */
static uint32_t draw_depth(gen_t *gen, sort_t sort, uint32_t depth, bool deepest) {
    if (depth == 0 || gen->budget == 0)
        return 0;
    uint32_t drawn = deepest ? depth - 1 : (uint32_t)rng_below(gen->rng, depth);
    drawn = drawn == 0 && depth > 1 && sort == SORT_BOOL && gen_chance(gen, 70) ? 1 : drawn;
    assert(drawn < depth);
    return drawn;
}

/* Whether this argument must be a literal for solvers to have a chance, or for a linear logic. */
static bool wants_literal(gen_t *gen, op_t op, uint32_t i) {
    switch (op) {
    case OP_MUL:
        return i == 0 && (!(gen->used & LOGIC_NONLINEAR) || gen_chance(gen, 40));
    case OP_DIVIDE:
    case OP_DIV:
    case OP_MOD:
        return i > 0 && (!(gen->used & LOGIC_NONLINEAR) || gen_chance(gen, 80));
    case OP_STR_TO_RE:
    case OP_RE_RANGE:
        return true;
    case OP_TO_FP_REAL:
        return i == 1 && !(gen->used & LOGIC_REAL);
    default:
        return false;
    }
}

static term_t draw_literal(gen_t *gen, op_t op, sort_t sort) {
    if (op == OP_TO_FP_REAL)
        return gen_plain_real(gen);
    if (op == OP_RE_RANGE)
        return gen_character(gen);
    return sort == SORT_STRING ? gen_literal(gen, sort) : gen_factor(gen, sort);
}

static uint32_t arity_limit(op_t op) {
    switch (op) {
    case OP_MUL:
    case OP_DIVIDE:
    case OP_DIV:
    case OP_RE_DIFF:
    case OP_XOR:
        return 2;
    default:
        return 3;
    }
}

/* What people do not write: a term compared with itself, an operator on nothing but literals. */
static bool is_idle(gen_t *gen, op_t op, const term_t *args, uint32_t count) {
    bool compares = op == OP_EQ || op == OP_DISTINCT || op_info(op)->attr == OP_ATTR_CHAIN ||
                    op == OP_AND || op == OP_OR || op == OP_XOR || op == OP_IMPLIES;
    bool relates = count == 2 && op_info(op)->result[0] == 'B'; /* Bool */
    uint32_t literals = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t parts;
        op_t arg = term_op(&gen->bank, args[i]);
        if (arg == OP_NEG)
            arg = term_op(&gen->bank, term_children(&gen->bank, args[i], &parts)[0]);
        literals += op_is_literal(arg) || arg == OP_TRUE || arg == OP_FALSE;
        for (uint32_t k = 0; k < i && (compares || relates); k++)
            if (args[i] == args[k])
                return true;
    }
    if ((op == OP_ITE && args[1] == args[2]) ||
        (op == OP_NOT && term_op(&gen->bank, args[0]) == OP_NOT))
        return true;
    if (op == OP_DISTINCT && count > 2 && term_sort(&gen->bank, args[0]) == SORT_BOOL)
        return true;
    return literals == count && op != OP_STR_TO_RE && op != OP_RE_RANGE && op != OP_FP &&
           gen_chance(gen, 90);
}

/* NOLINTNEXTLINE(misc-no-recursion): as deep as depth */
static term_t apply_row(gen_t *gen, op_t op, sort_t sort, uint32_t depth) {
    fit_t fit;
    term_t args[FIT_MAX_ARGS] = {0};
    if (!invert_row(&gen->bank, op, sort, &gen->drawn, gen->rng, &fit) ||
        !is_welcome(gen, op, &fit))
        return TERM_NONE;
    if (op_info(op)->attr == OP_ATTR_LEFT || op_info(op)->attr == OP_ATTR_CHAIN ||
        op_info(op)->attr == OP_ATTR_PAIR || op_info(op)->attr == OP_ATTR_RIGHT)
        fit.count = fit.count > arity_limit(op) ? arity_limit(op) : fit.count;
    if (fit.count > 2 && op_info(op)->attr == OP_ATTR_CHAIN && gen_chance(gen, 70))
        fit.count = 2;
    assert(fit.count > 0 && fit.count <= FIT_MAX_ARGS);
    uint32_t deepest = (uint32_t)rng_below(gen->rng, fit.count);
    for (uint32_t i = 0; i < fit.count; i++) {
        args[i] =
            wants_literal(gen, op, i)
                ? draw_literal(gen, op, fit.args[i])
                : gen_term(gen, fit.args[i], draw_depth(gen, fit.args[i], depth, i == deepest));
        if (args[i] == TERM_NONE)
            return TERM_NONE;
        assert(term_sort(&gen->bank, args[i]) == fit.args[i]);
    }
    if (is_idle(gen, op, args, fit.count) || !compat_call(&gen->bank, op, args, fit.count))
        return TERM_NONE;
    head_t head = {.kind = HEAD_OP,
                   .op = (opcode_t)op,
                   .fun = FUN_NONE,
                   .indices = fit.indices,
                   .index_count = fit.index_count,
                   .as = fit.as};
    term_t term = check_apply(&gen->bank, &head, args, fit.count, NULL);
    return term == TERM_BAD || term_sort(&gen->bank, term) != sort ? TERM_NONE : term;
}

/* NOLINTNEXTLINE(misc-no-recursion): as deep as depth */
static term_t apply_fun(gen_t *gen, gen_fun_t fun, uint32_t depth) {
    enum { MOST = 8 };
    bank_t *bank = &gen->bank;
    term_t args[MOST];
    uint32_t arity = fun.tester ? 1 : fun_row(bank, fun.fun)->arity;
    if (arity > MOST)
        return TERM_NONE;
    uint32_t deepest = arity > 0 ? (uint32_t)rng_below(gen->rng, arity) : 0;
    for (uint32_t i = 0; i < arity; i++) {
        sort_t sort = fun.tester ? fun_result(bank, fun.fun) : fun_param(bank, fun.fun, i);
        args[i] = gen_term(gen, sort, draw_depth(gen, sort, depth, i == deepest));
        if (args[i] == TERM_NONE)
            return TERM_NONE;
        assert(term_sort(bank, args[i]) == sort);
    }
    term_t term;
    if (fun.tester) {
        head_t head = {.kind = HEAD_OP,
                       .op = OP_IS,
                       .fun = FUN_NONE,
                       .indices = &fun.fun,
                       .index_count = 1,
                       .as = SORT_NONE};
        term = check_apply(bank, &head, args, 1, NULL);
    } else {
        term = check_fun(bank, fun.fun, args, arity);
    }
    return term == TERM_BAD ? TERM_NONE : term;
}

static bool gives(const gen_t *gen, gen_fun_t fun, sort_t sort) {
    return fun.tester ? sort == SORT_BOOL : fun_result(&gen->bank, fun.fun) == sort;
}

/* NOLINTNEXTLINE(misc-no-recursion): as deep as depth */
static term_t draw_application(gen_t *gen, const gen_menu_t *menu, sort_t sort, uint32_t depth,
                               bool functions) {
    uint32_t rows = menu->sums.len ? vec_last(&menu->sums) : 0;
    uint32_t total = rows;
    for (uint32_t i = 0; functions && i < gen->funs.len; i++)
        if (gives(gen, gen->funs.data[i], sort))
            total += gen->funs.data[i].weight;
    if (total == 0)
        return TERM_NONE;
    uint32_t k = (uint32_t)rng_below(gen->rng, total);
    if (k < rows) {
        uint32_t i = 0;
        while (menu->sums.data[i] <= k)
            i++;
        assert(i < menu->ops.len);
        return apply_row(gen, (op_t)menu->ops.data[i], sort, depth);
    }
    k -= rows;
    for (uint32_t i = 0; i < gen->funs.len; i++) {
        if (!gives(gen, gen->funs.data[i], sort))
            continue;
        if (k < gen->funs.data[i].weight)
            return apply_fun(gen, gen->funs.data[i], depth);
        k -= gen->funs.data[i].weight;
    }
    return TERM_NONE;
}

/* --- binders --- */

static term_t fresh_var(gen_t *gen, char letter, sort_t sort) {
    strbuf_clear(&gen->scratch);
    strbuf_format(&gen->scratch, "%c%u", letter, gen->names++);
    sym_t name = symbol_make(&gen->bank.symbols, gen->scratch.data, gen->scratch.len);
    return term_fresh_var(&gen->bank, name, sort);
}

static bool occurs(gen_t *gen, term_t term, term_t var) {
    vars_t vars;
    if (!(term_flags(&gen->bank, term) & TERM_HAS_VAR))
        return false;
    vars_init(&vars, &gen->bank);
    bool found = vars_occurs_free(&vars, term, var);
    vars_done(&vars);
    return found;
}

/* In difference logics only formulas get names: what a number's name may be used for is hard to say
 * there. */
static sort_t draw_let_sort(gen_t *gen) {
    sort_t sort = gen_draw_sort(gen);
    return is_difference(gen, sort) ? SORT_BOOL : sort;
}

/* NOLINTNEXTLINE(misc-no-recursion): as deep as depth */
static term_t draw_let(gen_t *gen, sort_t sort, uint32_t depth) {
    sort_t bound = draw_let_sort(gen);
    term_t value = gen_term(gen, bound, depth - 1);
    if (value == TERM_NONE || !(term_flags(&gen->bank, value) & TERM_COMPOUND))
        return TERM_NONE;
    assert(term_sort(&gen->bank, value) == bound);
    term_t var = fresh_var(gen, 'l', bound);
    *vec_push(gen->mem, &gen->scope) = var;
    term_t body = gen_term(gen, sort, depth - 1);
    assert(vec_last(&gen->scope) == var);
    gen->scope.len--;
    if (body == TERM_NONE || !occurs(gen, body, var))
        return body;
    return term_make(&gen->bank, OP_LET, (uint32_t[]){1, var, value, body}, 4, sort);
}

/* Under a claim that evaluation must confirm, sorts with few values are drawn more often: all of
 * them can be looked at. */
static sort_t draw_bound_sort(gen_t *gen) {
    sort_t sort = gen_draw_sort(gen);
    if (gen->plan.mode != GEN_SAT)
        return sort;
    for (int tries = 0; tries < 3; tries++) {
        uint64_t size = sort_size(&gen->values, sort);
        if (size <= 64 || sort_kind(&gen->bank, sort) == SORT_USER)
            return sort;
        sort = gen_draw_sort(gen);
    }
    return sort;
}

/* NOLINTNEXTLINE(misc-no-recursion): as deep as depth */
static term_t draw_quantifier(gen_t *gen, uint32_t depth) {
    enum { MOST = 2 };
    term_t vars[MOST];
    assert(depth > 0);
    uint32_t outer = gen->scope.len;
    uint32_t count = gen_chance(gen, 30) ? 2 : 1;
    bool forall = gen_chance(gen, 55);
    for (uint32_t i = 0; i < count; i++) {
        sort_t sort = draw_bound_sort(gen);
        vars[i] = fresh_var(gen, 'b', is_difference(gen, sort) ? SORT_BOOL : sort);
        *vec_push(gen->mem, &gen->scope) = vars[i];
    }
    term_t body = gen_bool(gen, depth - 1);
    assert(gen->scope.len == outer + count); /* what is inside has taken its own away */
    gen->scope.len = outer;
    if (body == TERM_NONE)
        return TERM_NONE;
    uint32_t words[MOST + 2];
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++)
        if (occurs(gen, body, vars[i]))
            words[1 + kept++] = vars[i];
    if (kept == 0)
        return body;
    words[0] = kept;
    words[1 + kept] = body;
    return term_make(&gen->bank, forall ? OP_FORALL : OP_EXISTS, words, kept + 2, SORT_BOOL);
}

/* --- difference logic --- */

static term_t draw_difference(gen_t *gen) {
    static const op_t relations[] = {OP_LE, OP_LT, OP_GE, OP_GT, OP_EQ, OP_DISTINCT};
    bank_t *bank = &gen->bank;
    sort_t sort = gen->used & LOGIC_INT ? SORT_INT : SORT_REAL;
    op_t relation = relations[rng_below(gen->rng, 6)];
    term_t sides[2];
    for (int i = 0; i < 2; i++)
        sides[i] = draw_of(gen, &gen->constants, sort);
    if (sides[0] == sides[1])
        return TERM_NONE;
    assert(sides[0] != TERM_NONE && sides[1] != TERM_NONE); /* they come of one list */
    if (gen_chance(gen, 70)) {
        sides[0] = check_op(bank, OP_SUB, sides, 2);
        sides[1] = gen_literal(gen, sort);
    }
    term_t term = check_op(bank, relation, sides, 2);
    return term == TERM_BAD ? TERM_NONE : term;
}

/* --- terms --- */

/* NOLINTNEXTLINE(misc-no-recursion): as deep as depth */
static term_t draw_bool(gen_t *gen, uint32_t depth) {
    if ((gen->used & LOGIC_QUANT) && depth >= 2 && gen_chance(gen, gen->plan.quantifiers))
        return draw_quantifier(gen, depth);
    bool difference = is_difference(gen, SORT_INT);
    if (depth >= 2 && gen_chance(gen, difference ? 75 : 50))
        return draw_application(gen, &gen->connectives, SORT_BOOL, depth, false);
    if (difference && gen_chance(gen, 85))
        return draw_difference(gen);
    return draw_application(gen, &gen->menus[SORT_BOOL], SORT_BOOL, depth, true);
}

/* NOLINTNEXTLINE(misc-no-recursion): as deep as depth */
term_t gen_bool(gen_t *gen, uint32_t depth) {
    return gen_term(gen, SORT_BOOL, depth);
}

/* NOLINTNEXTLINE(misc-no-recursion): as deep as depth */
term_t gen_term(gen_t *gen, sort_t sort, uint32_t depth) {
    enum { DEEPEST = 12 };
    assert(depth <= DEEPEST);
    if (gen->budget > 0)
        gen->budget--;
    bool stop = sort == SORT_BOOL ? gen_chance(gen, 6) : gen_chance(gen, 25);
    if (depth == 0 || stop || is_difference(gen, sort))
        return gen_leaf(gen, sort);
    if (depth >= 2 && sort != SORT_REGLAN && gen_chance(gen, gen->plan.lets)) {
        term_t term = draw_let(gen, sort, depth);
        if (term != TERM_NONE)
            return term;
    }
    const gen_menu_t *menu = &gen->menus[sort_kind(&gen->bank, sort)];
    for (int tries = 0; tries < 6; tries++) {
        term_t term = sort == SORT_BOOL ? draw_bool(gen, depth)
                                        : draw_application(gen, menu, sort, depth, true);
        if (term != TERM_NONE)
            return term;
    }
    return gen_leaf(gen, sort);
}

bool gen_is_assertion(const gen_t *gen, term_t term) {
    if (term == TERM_NONE || !(term_flags(&gen->bank, term) & TERM_COMPOUND))
        return false;
    if (term_flags(&gen->bank, term) & TERM_HAS_VAR)
        return true;
    reach_t reach;
    reach_init(&reach, &gen->bank);
    reach_add(&reach, term);
    bool found = false;
    for (uint32_t i = 0; i < reach.order.len && !found; i++)
        found = term_op(&gen->bank, reach.order.data[i]) == OP_APP;
    reach_done(&reach);
    return found;
}

/* --- definitions --- */

void gen_define(gen_t *gen) {
    enum { MOST = 2 };
    bank_t *bank = &gen->bank;
    sort_t params[MOST];
    term_t vars[MOST];
    uint32_t arity = gen_between(gen, 0, MOST);
    assert(gen->scope.len == 0);
    sort_t result = gen_chance(gen, 40) ? SORT_BOOL : gen_draw_sort(gen);
    if (is_difference(gen, result))
        result = SORT_BOOL;
    for (uint32_t i = 0; i < arity; i++) {
        params[i] = gen_draw_sort(gen);
        if (is_difference(gen, params[i]))
            params[i] = SORT_BOOL;
        vars[i] = fresh_var(gen, 'x', params[i]);
        *vec_push(gen->mem, &gen->scope) = vars[i];
    }
    gen->budget = 12;
    term_t body = gen_term(gen, result, 2);
    gen->scope.len = 0;
    if (body == TERM_NONE || !(term_flags(bank, body) & TERM_COMPOUND))
        return;
    strbuf_clear(&gen->scratch);
    strbuf_format(&gen->scratch, "h%u", gen->names++);
    sym_t name = symbol_make(&bank->symbols, gen->scratch.data, gen->scratch.len);
    fun_t fun = fun_make(bank, FUN_DEFINED, name, params, arity, result);
    uint32_t words = fun_words_add(bank, vars, arity);
    fun_row(bank, fun)->vars = words;
    fun_row(bank, fun)->body = body;
    script_add(&gen->script, CMD_DEFINE_FUN, &fun, 1, 0, 0);
    if (arity > 0)
        *vec_push(gen->mem, &gen->funs) = (gen_fun_t){fun, false, 6};
    else
        *vec_push(gen->mem, &gen->constants) = term_make(bank, OP_APP, &fun, 1, result);
}
