#include "reduce/rebuild_priv.h"

#include "smt/term/check.h"
#include "smt/term/reach.h"

enum { SORT_DEPTH = 40 };

void rebuild_init(rebuild_t *rebuild, work_t *work) {
    *rebuild = (rebuild_t){.work = work, .drop_fun = FUN_NONE};
}

void rebuild_done(rebuild_t *rebuild) {
    mem_t *mem = rebuild->work->mem;
    map_free(mem, &rebuild->sorts);
    map_free(mem, &rebuild->funs);
    map_free(mem, &rebuild->terms);
}

/* --- sorts --- */

/* Recurses into the arguments of sorts, as deep as they are written in practice. */
static sort_t new_sort(rebuild_t *rebuild, sort_t sort, /* NOLINT(misc-no-recursion) */
                       uint32_t depth) {
    bank_t *bank = &rebuild->work->bank;
    sort = sort_canon(bank, sort);
    uint32_t known = map_get(&rebuild->sorts, sort);
    if (known != MAP_NONE)
        return known;
    uint32_t total, args;
    sort_words(bank, sort, &total);
    sort_args(bank, sort, &args);
    if (args == 0 || depth == 0)
        return sort;
    u32_vec_t words = {0};
    bool changed = false;
    for (uint32_t i = 0; i < total; i++) {
        uint32_t word = sort_words(bank, sort, &total)[i];
        uint32_t made = i < total - args ? word : new_sort(rebuild, word, depth - 1);
        changed |= made != word;
        *vec_push(rebuild->work->mem, &words) = made;
    }
    sort_t made = changed ? sort_make(bank, sort_kind(bank, sort), words.data, words.len) : sort;
    vec_free(rebuild->work->mem, &words);
    *map_put(rebuild->work->mem, &rebuild->sorts, sort) = made;
    return made;
}

static sort_t map_sort(rebuild_t *rebuild, sort_t sort) {
    return new_sort(rebuild, sort, SORT_DEPTH);
}

/* --- functions --- */

/* The function with its new signature; FUN_NONE when it has a definition that would change. */
static fun_t map_fun(rebuild_t *rebuild, fun_t fun) {
    uint32_t known = map_get(&rebuild->funs, fun);
    if (known != MAP_NONE)
        return known;
    bank_t *bank = &rebuild->work->bank;
    u32_vec_t params = {0};
    bool changed = false;
    uint32_t arity = fun_row(bank, fun)->arity;
    assert(fun != rebuild->drop_fun || rebuild->drop_param < arity);
    for (uint32_t i = 0; i < arity; i++) {
        sort_t old = fun_param(bank, fun, i);
        sort_t made = map_sort(rebuild, old);
        bool dropped = fun == rebuild->drop_fun && i == rebuild->drop_param;
        changed |= made != old || dropped;
        if (!dropped)
            *vec_push(rebuild->work->mem, &params) = made;
    }
    sort_t result = map_sort(rebuild, fun_result(bank, fun));
    changed |= result != fun_result(bank, fun);
    fun_t made = fun;
    if (changed)
        made = fun_row(bank, fun)->kind != FUN_DECLARED
                   ? FUN_NONE
                   : fun_make(bank, FUN_DECLARED, fun_row(bank, fun)->name, params.data, params.len,
                              result);
    vec_free(rebuild->work->mem, &params);
    *map_put(rebuild->work->mem, &rebuild->funs, fun) = made;
    return made;
}

/* --- terms --- */

static uint32_t width_of(const bank_t *bank, sort_t sort) {
    uint32_t count;
    return sort_kind(bank, sort) == SORT_BITVEC ? sort_words(bank, sort, &count)[0] : 0;
}

/* What fits of the value: the low bits of a bit-vector, the whole part of a Real. */
static term_t map_literal(rebuild_t *rebuild, term_t term) {
    work_t *work = rebuild->work;
    bank_t *bank = &work->bank;
    sort_t sort = term_sort(bank, term);
    sort_t to = map_sort(rebuild, sort);
    if (to == sort)
        return term;
    uint32_t width = width_of(bank, to);
    if (width > 0 && width_of(bank, sort) > 0 && width_of(bank, sort) <= 64) {
        result_t result = eval_term(&work->eval, term);
        uint64_t mask = width >= 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
        return result.known ? value_term(&work->values, bank, to, result.value & mask) : TERM_NONE;
    }
    if (sort == SORT_REAL && to == SORT_INT && term_op(bank, term) == OP_NUMERAL) {
        uint32_t count;
        return term_literal(bank, OP_NUMERAL, term_head(bank, term, &count)[0], SORT_INT);
    }
    return work_literal(work, to, 0);
}

static term_t map_var(rebuild_t *rebuild, term_t var) {
    bank_t *bank = &rebuild->work->bank;
    uint32_t count;
    sort_t to = map_sort(rebuild, term_sort(bank, var));
    if (to == term_sort(bank, var))
        return var;
    return term_fresh_var(bank, term_head(bank, var, &count)[0], to);
}

/* Children come before their parents. */
static term_t mapped(const rebuild_t *rebuild, term_t term) {
    term_t made = map_get(&rebuild->terms, term);
    assert(made != MAP_NONE);
    return made;
}

/* Binders and annotations: the same node over the new variables and children. */
static term_t map_binder(rebuild_t *rebuild, term_t term) {
    work_t *work = rebuild->work;
    bank_t *bank = &work->bank;
    uint32_t total, heads, bound = 0;
    op_t op = term_op(bank, term);
    term_words(bank, term, &total);
    term_head(bank, term, &heads);
    if (op != OP_ANNOT)
        term_bound(bank, term, &bound);
    u32_vec_t words = {0};
    sort_t sort = map_sort(rebuild, term_sort(bank, term));
    for (uint32_t i = 0; i < total; i++) {
        uint32_t word = term_words(bank, term, &total)[i];
        bool is_term = i >= heads || (op != OP_ANNOT && i >= 1);
        *vec_push(work->mem, &words) = is_term ? mapped(rebuild, word) : word;
    }
    assert(words.len == total);
    term_t made = term_make(bank, term_opcode(bank, term), words.data, words.len, sort);
    vec_free(work->mem, &words);
    return made;
}

/* Indices that go with widths. */
static void map_indices(const rebuild_t *rebuild, op_t op, sort_t child, uint32_t *indices,
                        uint32_t count) {
    const bank_t *bank = &rebuild->work->bank;
    if (op == OP_EXTRACT && count == 2) {
        uint32_t width = width_of(bank, child);
        indices[0] >>= rebuild->halve;
        indices[1] >>= rebuild->halve;
        if (width > 0 && indices[0] >= width)
            indices[0] = width - 1;
        if (indices[1] > indices[0])
            indices[1] = indices[0];
        return;
    }
    for (uint32_t i = 0; i < count && rebuild->halve; i++)
        if (op_info(op)->theory == THEORY_BV)
            indices[i] >>= 1;
}

static bool is_float_indices(const bank_t *bank, sort_t sort, const uint32_t *indices,
                             uint32_t count) {
    uint32_t words;
    return sort_kind(bank, sort) == SORT_FLOAT && count == 2 &&
           sort_words(bank, sort, &words)[0] == indices[0] &&
           sort_words(bank, sort, &words)[1] == indices[1];
}

static term_t map_row(rebuild_t *rebuild, term_t term) {
    work_t *work = rebuild->work;
    bank_t *bank = &work->bank;
    op_t op = term_op(bank, term);
    uint32_t count, indices;
    u32_vec_t words = {0};
    sort_t sort = term_sort(bank, term);
    const uint32_t *head_words = term_head(bank, term, &indices);
    head_t head = {.kind = HEAD_OP, .op = term_opcode(bank, term), .as = SORT_NONE};
    for (uint32_t i = 0; i < indices; i++)
        *vec_push(work->mem, &words) = head_words[i];
    if (op_info(op)->attr == OP_ATTR_AS && indices > 0)
        head.as = map_sort(rebuild, words.data[0]);
    term_children(bank, term, &count);
    for (uint32_t i = 0; i < count; i++)
        *vec_push(work->mem, &words) = mapped(rebuild, term_children(bank, term, &count)[i]);
    sort_t to = map_sort(rebuild, sort);
    if (head.as == SORT_NONE && is_float_indices(bank, sort, words.data, indices)) {
        uint32_t size;
        words.data[0] = sort_words(bank, to, &size)[0];
        words.data[1] = sort_words(bank, to, &size)[1];
    } else if (head.as == SORT_NONE) {
        map_indices(rebuild, op, count > 0 ? term_sort(bank, words.data[indices]) : SORT_BOOL,
                    words.data, indices);
    }
    head.indices = words.data;
    head.index_count = head.as == SORT_NONE ? indices : 0;
    const uint32_t *children = count > 0 ? words.data + indices : NULL;
    term_t made = check_apply(bank, &head, children, count, NULL);
    vec_free(work->mem, &words);
    return made;
}

static term_t map_app(rebuild_t *rebuild, term_t term) {
    work_t *work = rebuild->work;
    bank_t *bank = &work->bank;
    uint32_t count;
    fun_t old = term_head(bank, term, &count)[0];
    fun_t fun = map_fun(rebuild, old);
    if (fun == FUN_NONE || (fun == old && term_op(bank, term) == OP_APP_AS))
        return fun == FUN_NONE ? TERM_NONE : term;
    u32_vec_t args = {0};
    term_children(bank, term, &count);
    for (uint32_t i = 0; i < count; i++)
        if (old != rebuild->drop_fun || i != rebuild->drop_param)
            *vec_push(work->mem, &args) = mapped(rebuild, term_children(bank, term, &count)[i]);
    term_t made = check_fun(bank, fun, args.data, args.len);
    vec_free(work->mem, &args);
    return made;
}

static term_t map_term(rebuild_t *rebuild, term_t term) {
    op_t op = term_op(&rebuild->work->bank, term);
    if (op_is_literal(op))
        return map_literal(rebuild, term);
    if (op == OP_VAR)
        return map_var(rebuild, term);
    if (op == OP_APP || op == OP_APP_AS)
        return map_app(rebuild, term);
    if (op == OP_MATCH || op == OP_APPLY || op == OP_IS || op == OP_UPDATE || op == OP_MAP ||
        op == OP_AS_ARRAY)
        return TERM_NONE;
    if (op == OP_ANNOT || op == OP_LET || op_is_binder(op))
        return map_binder(rebuild, term);
    return map_row(rebuild, term);
}

/* Variables of binders first: a binder may be met before an occurrence of its variable is. */
static void map_bound(rebuild_t *rebuild, term_t term) {
    bank_t *bank = &rebuild->work->bank;
    op_t op = term_op(bank, term);
    if (op != OP_LET && !op_is_binder(op))
        return;
    uint32_t count;
    term_bound(bank, term, &count);
    for (uint32_t i = 0; i < count; i++) {
        term_t var = term_bound(bank, term, &count)[i];
        if (map_get(&rebuild->terms, var) == MAP_NONE)
            *map_put(rebuild->work->mem, &rebuild->terms, var) = map_var(rebuild, var);
    }
}

static bool map_terms(rebuild_t *rebuild, const reach_t *reach) {
    for (uint32_t i = 0; i < reach->order.len; i++) {
        term_t term = reach->order.data[i];
        map_bound(rebuild, term);
        if (map_get(&rebuild->terms, term) != MAP_NONE)
            continue;
        term_t made = map_term(rebuild, term);
        if (made == TERM_NONE || made == TERM_BAD)
            return false;
        *map_put(rebuild->work->mem, &rebuild->terms, term) = made;
    }
    return true;
}

/* --- the script --- */

static bool copy_command(rebuild_t *rebuild, uint32_t i, script_t *out) {
    work_t *work = rebuild->work;
    uint32_t count, first, terms;
    const uint32_t *words = script_words(&work->script, i, &count);
    cmd_t kind = script_kind(&work->script, i);
    if (kind == CMD_DECLARE_FUN || kind == CMD_DECLARE_CONST) {
        fun_t fun = map_fun(rebuild, words[0]);
        script_add(out, kind, &fun, 1, 0, 0);
        return true;
    }
    work_copy(work, i, out);
    script_terms(&work->script, i, &first, &terms);
    for (uint32_t k = first; k < first + terms; k++) {
        uint32_t *copy = script_words(out, script_count(out) - 1, &count);
        copy[k] = mapped(rebuild, copy[k]);
    }
    return true;
}

bool rebuild_script(rebuild_t *rebuild, script_t *out) {
    work_t *work = rebuild->work;
    assert(rebuild->terms.len == 0 && script_count(out) == 0);
    reach_t reach;
    reach_init(&reach, &work->bank);
    for (uint32_t i = 0; i < work->slots.len; i++)
        reach_add(&reach, work_term(work, i));
    bool made = map_terms(rebuild, &reach);
    reach_done(&reach);
    for (uint32_t i = 0; made && i < script_count(&work->script); i++)
        made = copy_command(rebuild, i, out);
    return made;
}
