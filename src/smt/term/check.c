#include "smt/term/check.h"

#include "base/bug.h"
#include "base/map.h"
#include "smt/term/check_priv.h"
#include "smt/term/print_name.h"

#include <string.h>

/* --- what fits where --- */

static bool is_mapping(sort_kind_t kind) {
    return kind == SORT_ARRAY || kind == SORT_FUN || kind == SORT_SET;
}

/* (Array k v) and (-> k v) are the same to z3, and so are (Set k) and (Array k Bool). */
static bool same_mapping(const bank_t *bank, sort_t a, sort_t b) {
    if (!is_mapping(sort_kind(bank, a)) || !is_mapping(sort_kind(bank, b)))
        return false;
    uint32_t n;
    uint32_t m;
    const sort_t *p = sort_args(bank, a, &n);
    const sort_t *q = sort_args(bank, b, &m);
    if (n > m) {
        const sort_t *swap = p;
        p = q;
        q = swap;
        n = m;
    } else if (n == m) {
        return memcmp(p, q, n * sizeof *p) == 0;
    }
    return n == 1 && p[0] == q[0] && q[1] == SORT_BOOL;
}

static bool is_number(sort_t sort) {
    return sort == SORT_INT || sort == SORT_REAL;
}

/* Whether two sorts are equal but for the places where one of them is not known. */
static bool same_but_wild(const bank_t *bank, sort_t a, sort_t b) {
    enum { DEEPEST = 64, LONGEST = 10000 };
    sort_t todo[2 * DEEPEST] = {a, b};
    uint32_t len = 2;
    for (uint32_t steps = 0; len > 0 && steps < LONGEST; steps++) {
        b = todo[--len];
        a = todo[--len];
        if (a == b || a == SORT_BAD || b == SORT_BAD)
            continue;
        uint32_t n;
        uint32_t m;
        uint32_t k;
        const uint32_t *x = sort_words(bank, a, &n);
        const uint32_t *y = sort_words(bank, b, &m);
        sort_args(bank, a, &k);
        if (sort_kind(bank, a) != sort_kind(bank, b) || n != m ||
            memcmp(x, y, (n - k) * sizeof *x) != 0)
            return false;
        if (len + 2 * k > 2 * DEEPEST)
            break; /* larger than anything written by hand: trust it */
        for (uint32_t i = n - k; i < n; i++) {
            todo[len++] = x[i];
            todo[len++] = y[i];
        }
    }
    return true;
}

static bool wild_fits(const bank_t *bank, sort_t a, sort_t b) {
    return (sort_is_wild(bank, a) || sort_is_wild(bank, b)) && same_but_wild(bank, a, b);
}

bool check_fits(const bank_t *bank, sort_t got, sort_t want) {
    return got == want || got == SORT_BAD || want == SORT_BAD ||
           (is_number(got) && is_number(want)) || same_mapping(bank, got, want) ||
           wild_fits(bank, got, want);
}

/* --- matching the patterns of ops.def --- */

static bool eval_index(match_t *match, int64_t *value) {
    uint32_t products = *match->code++;
    int64_t sum = 0;
    bool known = true;
    for (uint32_t i = 0; i < products; i++, match->code += 3) {
        int64_t product = (int32_t)match->code[0];
        for (int k = 1; k <= 2; k++) {
            uint32_t var = match->code[k];
            if (var == SIG_NO_VAR)
                continue;
            if (!(match->nums_bound >> var & 1))
                known = false;
            else
                product *= match->nums[var];
        }
        sum += product;
    }
    *value = sum;
    return known;
}

static bool match_index(match_t *match, uint32_t index) {
    if (match->code[0] == SIG_ANY_INDEX) {
        match->code++;
        return true;
    }
    uint32_t var = match->code[2];
    bool lone = match->code[0] == 1 && match->code[1] == 1 && match->code[3] == SIG_NO_VAR;
    if (lone && var != SIG_NO_VAR && !(match->nums_bound >> var & 1)) {
        match->nums[var] = index;
        match->nums_bound |= 1u << var;
        match->code += 4;
        return true;
    }
    int64_t value;
    return eval_index(match, &value) && value == (int64_t)index;
}

static bool match_var(match_t *match, uint32_t var, sort_t sort, bool top) {
    uint32_t bit = 1u << var;
    if (!(match->sorts_bound & bit)) {
        match->vars[var] = sort;
        match->sorts_bound |= bit;
        match->sorts_top |= top ? bit : 0;
        return true;
    }
    sort_t have = match->vars[var];
    if (have == sort || sort == SORT_BAD)
        return true;
    if (have == SORT_BAD || wild_fits(match->bank, have, sort)) {
        if (have == SORT_BAD || sort_is_wild(match->bank, have))
            match->vars[var] = sort;
        return true;
    }
    if (!top)
        return false;
    if (have == SORT_INT && sort == SORT_REAL && (match->sorts_top & bit)) {
        match->vars[var] = SORT_REAL;
        return true;
    }
    return check_fits(match->bank, sort, have);
}

/* Whether sort is of the kind, or of its twin. */
static bool kind_fits(const bank_t *bank, sort_t sort, sort_kind_t kind) {
    sort_kind_t have = sort_kind(bank, sort);
    return have == kind || (have == SORT_FUN && kind == SORT_ARRAY) ||
           (have == SORT_ARRAY && kind == SORT_FUN);
}

/* Reads one pattern at match->code. Depth is that of ops.def, not of the input. */
static bool match_pattern(match_t *match, sort_t sort, bool top) { /* NOLINT(misc-no-recursion) */
    const bank_t *bank = match->bank;
    switch (*match->code++) {
    case PAT_SORT: {
        sort_t want = *match->code++;
        return sort == want || (top && want == SORT_REAL && sort == SORT_INT);
    }
    case PAT_NUM:
        if (sort != SORT_INT && sort != SORT_REAL)
            return false;
        if (match->num != SORT_REAL)
            match->num = sort;
        return true;
    case PAT_VAR:
        return match_var(match, *match->code++, sort, top);
    case PAT_ANY:
        return true;
    default: {
        sort_kind_t kind = (sort_kind_t)match->code[0];
        uint32_t indices = match->code[1];
        uint32_t args = match->code[2];
        match->code += 3;
        uint32_t count;
        const uint32_t *words = sort_words(bank, sort, &count);
        if (!kind_fits(bank, sort, kind) || count != indices + args)
            return false;
        for (uint32_t i = 0; i < indices; i++)
            if (!match_index(match, words[i]))
                return false;
        for (uint32_t i = indices; i < count; i++)
            if (!match_pattern(match, words[i], false))
                return false;
        return true;
    }
    }
}

/* The sort a result pattern stands for, or SORT_NONE when something in it is not known. */
static sort_t build_pattern(match_t *match) { /* NOLINT(misc-no-recursion) */
    switch (*match->code++) {
    case PAT_SORT:
        return *match->code++;
    case PAT_NUM:
        return match->num;
    case PAT_VAR: {
        uint32_t var = *match->code++;
        return match->sorts_bound >> var & 1 ? match->vars[var]
               : match->guess                ? SORT_BAD
                                             : SORT_NONE;
    }
    case PAT_ANY:
        return SORT_NONE;
    default: {
        uint32_t words[8];
        sort_kind_t kind = (sort_kind_t)match->code[0];
        uint32_t indices = match->code[1];
        uint32_t count = indices + match->code[2];
        assert(count <= 8);
        match->code += 3;
        for (uint32_t i = 0; i < count; i++) {
            int64_t value;
            if (i >= indices) {
                words[i] = build_pattern(match);
                if (words[i] == SORT_NONE)
                    return SORT_NONE;
            } else if (match->code[0] == SIG_ANY_INDEX || !eval_index(match, &value) ||
                       !check_sort_index(kind, value)) {
                return SORT_NONE;
            } else {
                words[i] = (uint32_t)value;
            }
        }
        return sort_make(match->bank, kind, words, count);
    }
    }
}

static bool conditions_hold(match_t *match, const sig_row_t *sig) {
    const uint32_t *words = match->bank->sigs.words.data;
    for (uint32_t i = 0; i < sig->conds; i++) {
        int64_t left;
        int64_t right;
        match->code = words + sig->cond[i].left;
        bool known = eval_index(match, &left);
        match->code = words + sig->cond[i].right;
        known &= eval_index(match, &right);
        if (!known || left > right || (sig->cond[i].relation == COND_LT && left == right) ||
            (sig->cond[i].relation == COND_EQ && left != right))
            return false;
    }
    return true;
}

static bool bind_indices(match_t *match, const sig_row_t *sig, const uint32_t *indices,
                         uint32_t count) {
    if (sig->index_any ? count == 0 : count != sig->indices)
        return false;
    for (uint32_t i = 0; i < sig->indices && i < count; i++) {
        uint32_t var = sig->index_vars[i];
        if (var == SIG_NO_VAR)
            continue;
        if (indices[i] & CHECK_TEXT_INDEX)
            match->nums[var] = UINT32_MAX; /* no width is that large, and / 0 stays unequal */
        else
            match->nums[var] = indices[i];
        match->nums_bound |= 1u << var;
    }
    return true;
}

sort_t check_row(bank_t *bank, op_t op, uint32_t *indices, uint32_t index_count, sort_t as,
                 const term_t *args, uint32_t count) {
    const op_info_t *info = op_info(op);
    const sig_row_t *sig = sig_get(bank, op);
    if (info->attr == OP_ATTR_BIND || count < sig->least ||
        (count > sig->patterns && !sig->repeats))
        return SORT_NONE;
    match_t match = {.bank = bank, .num = SORT_NONE};
    if (!bind_indices(&match, sig, indices, index_count))
        return SORT_NONE;
    bool exact = info->attr == OP_ATTR_AS;
    if (as != SORT_NONE) {
        match.code = bank->sigs.words.data + sig->result;
        if (!match_pattern(&match, as, false))
            return SORT_NONE;
    } else if (exact) {
        if (count > 0)
            return SORT_NONE;
        match.guess = true; /* seq.empty alone: a sequence of something */
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t pattern = i < sig->patterns ? i : sig->patterns - 1u;
        match.code = bank->sigs.words.data + sig->args[pattern];
        if (!match_pattern(&match, term_sort(bank, args[i]), !exact))
            return SORT_NONE;
    }
    if (!conditions_hold(&match, sig))
        return SORT_NONE;
    if (info->attr == OP_ATTR_TYPED)
        return check_special(bank, op, indices, index_count, args, count);
    match.code = bank->sigs.words.data + sig->result;
    return build_pattern(&match);
}

/* --- saying what is wrong --- */

static void say_sorts(const bank_t *bank, const term_t *args, uint32_t count, strbuf_t *why) {
    enum { MOST = 8 };
    if (count == 0)
        strbuf_str(why, "no arguments");
    for (uint32_t i = 0; i < count && i < MOST; i++) {
        if (i > 0)
            strbuf_char(why, ' ');
        sort_describe(bank, term_sort(bank, args[i]), why);
    }
    if (count > MOST)
        strbuf_format(why, " ... (%u arguments)", count);
}

/* The arguments a row takes, and after "where" what its indices must fulfil. */
static void say_row(const op_info_t *info, strbuf_t *why) {
    const char *bar = strchr(info->args, '|');
    size_t len = bar ? (size_t)(bar - info->args) : strlen(info->args);
    while (len > 0 && info->args[len - 1] == ' ')
        len--;
    bool repeats = len > 0 && (info->args[len - 1] == '+' || info->args[len - 1] == '*');
    if (len == 0)
        strbuf_str(why, "no arguments");
    else
        strbuf_add(why, info->args, len - repeats);
    if (repeats)
        strbuf_str(why, " ...");
    if (bar)
        strbuf_format(why, " where%s", bar + 1);
    if (info->attr == OP_ATTR_AS)
        strbuf_format(why, " and is written (as %s %s)", info->name, info->result);
}

/* The indices as they were written: numerals, names of functions, sorts. */
static void say_indices(const bank_t *bank, const call_t *call, const uint32_t *words,
                        strbuf_t *why) {
    op_t op = op_of_code(call->op);
    uint32_t first = op_index_count(op) < 0; /* the head starts with a count */
    uint32_t end = call->head - (call->as != SORT_NONE);
    if (first == end)
        return;
    strbuf_str(why, end - first == 1 ? "index" : "indices");
    const char *letter = op_info(op)->indices;
    for (uint32_t i = first; i < end; i++) {
        strbuf_char(why, ' ');
        bool names = (*letter == 'C' || *letter == 'F') && !(words[i] & CHECK_TEXT_INDEX);
        if (names)
            print_symbol(bank, fun_row(bank, words[i])->name, why);
        else if (*letter == 'S')
            sort_describe(bank, words[i], why);
        else
            print_index(bank, words[i], why);
        letter += letter[0] != '\0' && letter[1] == ' ' ? 2 : 0;
    }
    strbuf_str(why, " and ");
}

static void explain_op(const bank_t *bank, const call_t *call, const uint32_t *words,
                       uint32_t count, strbuf_t *why) {
    enum { MOST = 4 };
    const char *indices_text = op_info(op_of_code(call->op))->indices;
    if (indices_text[0] != '\0')
        strbuf_str(why, "(_ ");
    print_symbol(bank, op_symbol(bank, call->op), why);
    if (indices_text[0] != '\0')
        strbuf_format(why, " %s)", indices_text);
    strbuf_str(why, " takes ");
    uint32_t shown = 0;
    for (opcode_t code = call->op; code != OP_NONE; code = op_next_overload(bank, code)) {
        if (shown == MOST) {
            strbuf_str(why, ", ...");
            break;
        }
        if (shown++ > 0)
            strbuf_str(why, ", or ");
        say_row(op_info(op_of_code(code)), why);
    }
    strbuf_str(why, "; got ");
    say_indices(bank, call, words, why);
    say_sorts(bank, words + call->head, count - call->head, why);
    if (call->as != SORT_NONE) {
        strbuf_str(why, " as ");
        sort_describe(bank, call->as, why);
    }
}

static void explain_fun(const bank_t *bank, fun_t fun, const term_t *args, uint32_t count,
                        strbuf_t *why) {
    const fun_row_t *row = fun_row(bank, fun);
    print_symbol(bank, row->name, why);
    if (row->arity == 0) {
        strbuf_str(why, " is a constant of sort ");
        sort_describe(bank, row->result, why);
    } else {
        strbuf_str(why, " takes ");
        for (uint32_t i = 0; i < row->arity; i++) {
            if (i > 0)
                strbuf_char(why, ' ');
            sort_describe(bank, bank->fun_words.data[row->params + i], why);
        }
    }
    strbuf_str(why, "; got ");
    say_sorts(bank, args, count, why);
}

/* --- operators --- */

static bool has_bad(const term_t *args, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        if (args[i] == TERM_BAD)
            return true;
    return false;
}

/* The sort all terms have, or SORT_NONE. */
static sort_t common_sort(const bank_t *bank, const term_t *args, uint32_t count) {
    if (count == 0)
        return SORT_NONE;
    sort_t sort = term_sort(bank, args[0]);
    for (uint32_t i = 1; i < count; i++)
        if (term_sort(bank, args[i]) != sort)
            return SORT_NONE;
    return sort;
}

/* check_row for an operator that is a plain symbol. The answer for as many arguments of the same
 * sorts is the same, unless the row looks at the arguments themselves. */
static sort_t check_plain(bank_t *bank, op_t op, const term_t *args, uint32_t count) {
    sig_row_t *sig = sig_get(bank, op);
    sort_t common = common_sort(bank, args, count);
    if (common != SORT_NONE && sig->last_sort == common && sig->last_count == count)
        return sig->last_result;
    sort_t sort = check_row(bank, op, NULL, 0, SORT_NONE, args, count);
    if (common != SORT_NONE && sort != SORT_NONE && op_info(op)->attr != OP_ATTR_TYPED) {
        sig->last_sort = common;
        sig->last_count = count;
        sig->last_result = sort;
    }
    return sort;
}

static term_t call_op(bank_t *bank, const call_t *call, uint32_t *words, uint32_t count,
                      strbuf_t *why) {
    const term_t *args = words + call->head;
    uint32_t arg_count = count - call->head;
    sort_t as = call->as == SORT_NONE ? SORT_NONE : sort_canon(bank, call->as);
    bool counted = op_index_count(op_of_code(call->op)) < 0; /* the head starts with a count */
    uint32_t *indices = words + counted;
    uint32_t index_count = call->head - (as != SORT_NONE) - counted;
    for (opcode_t code = call->op; code != OP_NONE; code = op_next_overload(bank, code)) {
        op_t op = op_of_code(code);
        if (counted != (op_index_count(op) < 0))
            continue;
        sort_t sort = call->head == 0
                          ? check_plain(bank, op, args, arg_count)
                          : check_row(bank, op, indices, index_count, as, args, arg_count);
        if (sort == SORT_NONE || sort == SORT_BAD) /* (seq.nth seq.empty 0) is of no sort */
            continue;
        if (as == SORT_NONE && op_info(op)->attr == OP_ATTR_AS) {
            uint32_t unknown = SORT_BAD;
            return term_make(bank, code, &unknown, 1, sort);
        }
        if (as != SORT_NONE && op_info(op)->attr != OP_ATTR_AS) {
            /* (as true Bool) says nothing new: the node has no place for it. */
            memmove(words + call->head - 1, args, arg_count * sizeof *words);
            count--;
        }
        return term_make(bank, code, words, count, sort);
    }
    if (why)
        explain_op(bank, call, words, count, why);
    return TERM_BAD;
}

/* --- declared functions --- */

typedef struct generic {
    bank_t *bank;
    sortdecl_t first; /* the sort parameters */
    uint32_t count;
    sort_t *bound; /* what each stands for, or SORT_NONE */
} generic_t;

/* seen maps what was unified to with what: a sort with much sharing is walked as the DAG it is. It
 * is not worth the trouble for small sorts. */
static bool unify_parts(generic_t *generic, sort_t want, sort_t got, map_t *seen) {
    enum { SMALL = 1000 };
    bank_t *bank = generic->bank;
    u32_vec_t *todo = &bank->scratch;
    todo->len = 0;
    *vec_push(bank->mem, todo) = want;
    *vec_push(bank->mem, todo) = got;
    for (uint32_t steps = 0; todo->len > 0; steps++) {
        got = vec_pop(todo);
        want = vec_pop(todo);
        if (want == got || got == SORT_BAD || (steps > SMALL && map_get(seen, want) == got))
            continue;
        if (steps > SMALL)
            *map_put(bank->mem, seen, want) = got;
        if (!sort_is_open(bank, want)) {
            if (!wild_fits(bank, want, got))
                return false;
            continue;
        }
        uint32_t n;
        uint32_t m;
        const uint32_t *w = sort_words(bank, want, &n);
        const uint32_t *g = sort_words(bank, got, &m);
        sort_kind_t kind = sort_kind(bank, want);
        if (kind == SORT_USER && w[0] - generic->first < generic->count) {
            sort_t *place = &generic->bound[w[0] - generic->first];
            if (*place == SORT_NONE || (wild_fits(bank, *place, got) && sort_is_wild(bank, *place)))
                *place = got;
            else if (*place != got && !wild_fits(bank, *place, got))
                return false;
            continue;
        }
        if (kind != sort_kind(bank, got) || n != m)
            return false;
        uint32_t head = kind == SORT_USER;
        if (head && w[0] != g[0])
            return false;
        uint32_t k;
        sort_args(bank, want, &k);
        for (uint32_t i = n - k; i < n; i++) {
            vec_reserve(bank->mem, todo, todo->len + 2u);
            w = sort_words(bank, want, &n);
            g = sort_words(bank, got, &m);
            *vec_push(bank->mem, todo) = w[i];
            *vec_push(bank->mem, todo) = g[i];
        }
    }
    return true;
}

/* Binds the parameters in want so that it becomes got. */
static bool unify(generic_t *generic, sort_t want, sort_t got) {
    map_t seen = {0};
    bool ok = unify_parts(generic, want, got, &seen);
    map_free(generic->bank->mem, &seen);
    return ok;
}

/* A parameter that met Int first and Real later is Real. */
static bool unify_arg(generic_t *generic, sort_t want, sort_t got) {
    if (unify(generic, want, got))
        return true;
    bank_t *bank = generic->bank;
    if (sort_kind(bank, want) != SORT_USER)
        return check_fits(bank, got, want);
    uint32_t count;
    uint32_t which = sort_words(bank, want, &count)[0] - generic->first;
    if (which >= generic->count)
        return check_fits(bank, got, want);
    if (generic->bound[which] == SORT_INT && got == SORT_REAL)
        generic->bound[which] = SORT_REAL;
    return check_fits(bank, got, generic->bound[which]);
}

/* The sort of a parametric function's application. */
static sort_t try_generic(bank_t *bank, fun_t fun, sort_t as, const term_t *args, uint32_t count) {
    fun_row_t row = *fun_row(bank, fun);
    generic_t generic = {bank, row.sort_params, row.sort_param_count, NULL};
    generic.bound = mem_alloc(bank->mem, row.sort_param_count * sizeof *generic.bound);
    for (uint32_t i = 0; i < row.sort_param_count; i++)
        generic.bound[i] = SORT_NONE;
    bool ok = as == SORT_NONE || unify(&generic, fun_result(bank, fun), as);
    for (uint32_t i = 0; i < count && ok; i++)
        ok = unify_arg(&generic, fun_param(bank, fun, i), term_sort(bank, args[i]));
    for (uint32_t i = 0; i < row.sort_param_count; i++)
        if (generic.bound[i] == SORT_NONE)
            generic.bound[i] = SORT_BAD; /* nil alone: a list of something */
    sort_t sort = SORT_NONE;
    if (ok)
        sort = sort_instantiate(bank, fun_result(bank, fun), row.sort_params, generic.bound,
                                row.sort_param_count);
    mem_free(bank->mem, generic.bound);
    return sort;
}

/* Fewer arguments leave a function; more go to a result that is one. */
static sort_t try_higher_order(bank_t *bank, fun_t fun, const term_t *args, uint32_t count) {
    fun_row_t row = *fun_row(bank, fun);
    sort_t whole = sort_canon(
        bank, sort_function(bank, bank->fun_words.data + row.params, row.arity, row.result));
    return check_function_sort(bank, whole, args, count);
}

sort_t check_fun_sort(bank_t *bank, fun_t fun, sort_t as, const term_t *args, uint32_t count,
                      bool higher_order) {
    const fun_row_t *row = fun_row(bank, fun);
    if (row->sort_param_count > 0)
        return row->arity == count ? try_generic(bank, fun, as, args, count) : SORT_NONE;
    if (row->arity != count)
        return higher_order ? try_higher_order(bank, fun, args, count) : SORT_NONE;
    const sort_t *params = bank->fun_words.data + row->params;
    for (uint32_t i = 0; i < count; i++) {
        sort_t want = sort_canon(bank, params[i]);
        sort_t got = term_sort(bank, args[i]);
        if (got != want && !check_fits(bank, got, want))
            return SORT_NONE;
    }
    sort_t result = sort_canon(bank, row->result);
    return as == SORT_NONE || as == result ? result : SORT_NONE;
}

/* Whether the arguments have exactly the parameter sorts. */
static bool is_exact(const bank_t *bank, fun_t fun, const term_t *args, uint32_t count) {
    if (fun_row(bank, fun)->arity != count)
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (fun_param(bank, fun, i) != term_sort(bank, args[i]))
            return false;
    return true;
}

/* The overload that fits; one that fits exactly goes before the others. *second is another one that
 * fits just as well. */
static fun_t pick_overload(bank_t *bank, const call_t *call, sort_t as, const term_t *args,
                           uint32_t count, sort_t *sort, fun_t *second) {
    fun_t best = FUN_NONE;
    bool best_exact = false;
    for (fun_t fun = call->fun; fun != FUN_NONE; fun = fun_row(bank, fun)->overload) {
        sort_t got = check_fun_sort(bank, fun, as, args, count, call->higher_order);
        if (got == SORT_NONE)
            continue;
        if (best == FUN_NONE && fun_row(bank, fun)->overload == FUN_NONE) {
            *sort = got;
            return fun;
        }
        bool exact = count == 0 || is_exact(bank, fun, args, count);
        if (best == FUN_NONE || (exact && !best_exact)) {
            best = fun;
            best_exact = exact;
            *sort = got;
            *second = FUN_NONE;
        } else if (exact == best_exact && *second == FUN_NONE) {
            *second = fun;
        }
    }
    return best;
}

static term_t call_fun(bank_t *bank, const call_t *call, uint32_t *words, uint32_t count,
                       strbuf_t *why) {
    const term_t *args = words + call->head;
    uint32_t arg_count = count - call->head;
    sort_t as = call->as == SORT_NONE ? SORT_NONE : sort_canon(bank, call->as);
    sort_t sort = SORT_NONE;
    fun_t second = FUN_NONE;
    fun_t fun = pick_overload(bank, call, as, args, arg_count, &sort, &second);
    if (fun != FUN_NONE && fun_row(bank, fun)->result == SORT_BAD)
        return TERM_BAD; /* reported where it was declared */
    if (fun != FUN_NONE && second == FUN_NONE && sort != SORT_BAD) {
        words[0] = fun;
        return term_make(bank, call->op, words, count, sort);
    }
    if (why && second != FUN_NONE) {
        print_symbol(bank, fun_row(bank, fun)->name, why);
        strbuf_str(why,
                   " is declared more than once and could be either here; say which with (as ");
        print_symbol(bank, fun_row(bank, fun)->name, why);
        strbuf_str(why, " S)");
    } else if (why) {
        explain_fun(bank, call->fun, args, arg_count, why);
        if (as != SORT_NONE) {
            strbuf_str(why, " as ");
            sort_describe(bank, call->as, why);
        } else if (fun_row(bank, call->fun)->sort_param_count > 0) {
            strbuf_str(why, "; its sort may have to be given, as in (as ");
            print_symbol(bank, fun_row(bank, call->fun)->name, why);
            strbuf_str(why, " S)");
        }
    }
    return TERM_BAD;
}

sort_t check_function_sort(bank_t *bank, sort_t sort, const term_t *args, uint32_t count) {
    uint32_t total;
    const sort_t *sorts = sort_args(bank, sort, &total);
    sort_kind_t kind = sort_kind(bank, sort);
    if ((kind != SORT_FUN && kind != SORT_ARRAY) || count + 1 > total)
        return count == 0 ? sort : SORT_NONE;
    for (uint32_t i = 0; i < count; i++)
        if (!check_fits(bank, term_sort(bank, args[i]), sorts[i]))
            return SORT_NONE;
    if (count + 1 == total)
        return sorts[count];
    u32_vec_t rest = {0};
    uint32_t *place = vec_extend(bank->mem, &rest, total - count);
    memcpy(place, sorts + count, (total - count) * sizeof *place);
    sort_t result = sort_make(bank, SORT_FUN, rest.data, rest.len);
    vec_free(bank->mem, &rest);
    return sort_canon(bank, result);
}

/* --- the doors --- */

term_t check_call(bank_t *bank, const call_t *call, uint32_t *words, uint32_t count,
                  strbuf_t *why) {
    if (has_bad(words + call->head, count - call->head))
        return TERM_BAD;
    return call->op == OP_APP || call->op == OP_APP_AS ? call_fun(bank, call, words, count, why)
                                                       : call_op(bank, call, words, count, why);
}

term_t check_apply(bank_t *bank, const head_t *head, const term_t *args, uint32_t count,
                   strbuf_t *why) {
    call_t call = {.as = head->as, .higher_order = head->higher_order, .fun = FUN_NONE};
    u32_vec_t words = {0};
    vec_reserve(bank->mem, &words, (uint64_t)count + head->index_count + 2);
    if (head->kind == HEAD_FUN) {
        call.op = head->as == SORT_NONE ? OP_APP : OP_APP_AS;
        call.fun = head->fun;
        *vec_push(bank->mem, &words) = head->fun;
    } else {
        call.op = check_pick_indexed(bank, head->op, head->index_count);
        if (op_index_count(op_of_code(call.op)) < 0)
            *vec_push(bank->mem, &words) = head->index_count;
        for (uint32_t i = 0; i < head->index_count; i++)
            *vec_push(bank->mem, &words) = head->indices[i];
    }
    if (head->as != SORT_NONE)
        *vec_push(bank->mem, &words) = head->as;
    call.head = words.len;
    for (uint32_t i = 0; i < count; i++)
        *vec_push(bank->mem, &words) = args[i];
    term_t term = check_call(bank, &call, words.data, words.len, why);
    vec_free(bank->mem, &words);
    return term;
}

opcode_t check_pick_indexed(const bank_t *bank, opcode_t code, uint32_t index_count) {
    for (opcode_t row = code; row != OP_NONE; row = op_next_overload(bank, row)) {
        int indices = op_index_count(op_of_code(row));
        if (indices < 0 ? index_count > 0 : index_count == (uint32_t)indices)
            return row;
    }
    return code;
}

term_t check_op(bank_t *bank, op_t op, const term_t *args, uint32_t count) {
    head_t head = {.kind = HEAD_OP, .op = (opcode_t)op, .as = SORT_NONE};
    return check_apply(bank, &head, args, count, NULL);
}

term_t check_fun(bank_t *bank, fun_t fun, const term_t *args, uint32_t count) {
    head_t head = {.kind = HEAD_FUN, .fun = fun, .as = SORT_NONE};
    return check_apply(bank, &head, args, count, NULL);
}
