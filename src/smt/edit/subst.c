#include "smt/edit/subst.h"

#include "base/bug.h"
#include "smt/edit/subst_priv.h"
#include "smt/walk/parts.h"

#include <stdlib.h>
#include <string.h>

void subst_init(subst_t *subst, bank_t *bank) {
    *subst = (subst_t){.bank = bank};
    subst_work_t *work = mem_zalloc(bank->mem, 1, sizeof *work);
    subst->work = work;
    reach_init(&work->reach, bank);
    reach_init(&work->other, bank);
    vars_init(&work->vars, bank);
}

void subst_done(subst_t *subst) {
    mem_t *mem = subst->bank->mem;
    subst_work_t *work = subst->work;
    map_free(mem, &subst->vars);
    map_free(mem, &subst->consts);
    map_free(mem, &subst->funs);
    map_free(mem, &subst->sortdecls);
    map_free(mem, &subst->sort_names);
    reach_done(&work->reach);
    reach_done(&work->other);
    vars_done(&work->vars);
    vec_free(mem, &work->made);
    vec_free(mem, &work->below);
    vec_free(mem, &work->inserts);
    vec_free(mem, &work->bound);
    map_free(mem, &work->bound_set);
    map_free(mem, &work->renamed);
    map_free(mem, &work->taken);
    map_free(mem, &work->names);
    vec_free(mem, &work->binder_names);
    map_free(mem, &work->bits);
    map_free(mem, &work->sorts);
    vec_free(mem, &work->sort_order);
    vec_free(mem, &work->words);
    vec_free(mem, &work->list);
    mem_free(mem, work);
}

void subst_clear(subst_t *subst) {
    subst_reset(subst, &subst->vars);
    subst_reset(subst, &subst->consts);
    subst_reset(subst, &subst->funs);
    subst_reset(subst, &subst->sortdecls);
    subst_reset(subst, &subst->sort_names);
    subst_reset(subst, &subst->work->sorts);
    subst->naming = NULL;
}

void subst_var(subst_t *subst, term_t var, term_t by) {
    assert(term_op(subst->bank, var) == OP_VAR);
    assert(term_sort(subst->bank, var) == term_sort(subst->bank, by));
    *map_put(subst->bank->mem, &subst->vars, var) = by;
}

void subst_const(subst_t *subst, fun_t constant, term_t by) {
    assert(fun_row(subst->bank, constant)->arity == 0);
    assert(fun_result(subst->bank, constant) == term_sort(subst->bank, by));
    *map_put(subst->bank->mem, &subst->consts, constant) = by;
}

void subst_fun(subst_t *subst, fun_t from, fun_t to) {
    assert(fun_row(subst->bank, from)->arity == fun_row(subst->bank, to)->arity);
    *map_put(subst->bank->mem, &subst->funs, from) = to;
}

void subst_sortdecl(subst_t *subst, sortdecl_t from, sortdecl_t to) {
    assert(sortdecl_row(subst->bank, from)->arity == sortdecl_row(subst->bank, to)->arity);
    *map_put(subst->bank->mem, &subst->sortdecls, from) = to;
    subst_reset(subst, &subst->work->sorts);
}

void subst_sort_name(subst_t *subst, sym_t from, sym_t to) {
    *map_put(subst->bank->mem, &subst->sort_names, from) = to;
    subst_reset(subst, &subst->work->sorts);
}

void subst_bound_names(subst_t *subst, subst_naming_t *naming, void *context) {
    subst->naming = naming;
    subst->naming_context = context;
}

/* A copy to change, good until the next one. */
static uint32_t *copy_words(subst_t *subst, const uint32_t *words, uint32_t count) {
    u32_vec_t *buffer = &subst->work->words;
    buffer->len = 0;
    uint32_t *copy = vec_extend(subst->bank->mem, buffer, count);
    if (count > 0)
        memcpy(copy, words, count * sizeof *copy);
    return copy;
}

/* --- sorts --- */

static bool sorts_change(const subst_t *subst) {
    return subst->sortdecls.len > 0 || subst->sort_names.len > 0;
}

static void note_sort(subst_t *subst, sort_t sort) {
    mem_t *mem = subst->bank->mem;
    uint32_t *place = map_put(mem, &subst->work->sorts, sort);
    if (*place != MAP_NONE)
        return;
    *place = sort;
    *vec_push(mem, &subst->work->sort_order) = sort;
}

static sort_t rebuild_sort(subst_t *subst, sort_t sort) {
    bank_t *bank = subst->bank;
    sort_kind_t kind = sort_kind(bank, sort);
    uint32_t total;
    const uint32_t *words = sort_words(bank, sort, &total);
    uint32_t args;
    sort_args(bank, sort, &args);
    uint32_t *copy = copy_words(subst, words, total);
    if (kind == SORT_USER)
        copy[0] = subst_mapped(&subst->sortdecls, copy[0]);
    if (kind == SORT_WRITTEN) {
        copy[0] = subst_mapped(&subst->sort_names, copy[0]);
        copy[1] = subst_mapped(&subst->work->sorts, copy[1]);
    }
    for (uint32_t i = total - args; i < total; i++)
        copy[i] = subst_mapped(&subst->work->sorts, copy[i]);
    return sort_make(bank, kind, copy, total);
}

static int ascending(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a;
    uint32_t y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* The sorts inside a sort have smaller ids, so that they come first in ascending order. */
sort_t subst_apply_sort(subst_t *subst, sort_t sort) {
    if (!sorts_change(subst))
        return sort;
    bank_t *bank = subst->bank;
    subst_work_t *work = subst->work;
    uint32_t known = map_get(&work->sorts, sort);
    if (known != MAP_NONE)
        return known;
    u32_vec_t *order = &work->sort_order;
    order->len = 0;
    note_sort(subst, sort);
    for (uint32_t i = 0; i < order->len; i++) {
        uint32_t count;
        if (sort_kind(bank, order->data[i]) == SORT_WRITTEN)
            note_sort(subst, sort_canon(bank, order->data[i]));
        const sort_t *args = sort_args(bank, order->data[i], &count);
        for (uint32_t j = 0; j < count; j++)
            note_sort(subst, args[j]);
    }
    qsort(order->data, order->len, sizeof *order->data, ascending);
    for (uint32_t i = 0; i < order->len; i++) {
        sort_t made = rebuild_sort(subst, order->data[i]);
        *map_put(bank->mem, &work->sorts, order->data[i]) = made;
    }
    return map_get(&work->sorts, sort);
}

/* --- bound variables --- */

static void collect_bound(subst_t *subst) {
    bank_t *bank = subst->bank;
    subst_work_t *work = subst->work;
    for (uint32_t i = 0; i < work->reach.order.len; i++) {
        term_t term = work->reach.order.data[i];
        if (subst_vanishes(work, term_op(bank, term)))
            continue;
        parts_t parts = parts_vars(bank, term);
        term_t var;
        while ((var = parts_next_var(&parts)) != TERM_NONE) {
            uint32_t *place = map_put(bank->mem, &work->bound_set, var);
            if (*place != MAP_NONE)
                continue;
            *place = work->bound.len;
            *vec_push(bank->mem, &work->bound) = var;
        }
    }
}

void subst_rename_var(subst_t *subst, term_t var, sym_t name) {
    bank_t *bank = subst->bank;
    term_t fresh = term_fresh_var(bank, name, subst_apply_sort(subst, term_var_sort(bank, var)));
    *map_put(bank->mem, &subst->work->renamed, var) = fresh;
}

/* Bound variables that become others for their name's or sort's sake. */
static void rename_asked(subst_t *subst) {
    bank_t *bank = subst->bank;
    subst_work_t *work = subst->work;
    subst_reset(subst, &work->renamed);
    if (subst->naming == NULL && !sorts_change(subst))
        return;
    for (uint32_t i = 0; i < work->bound.len; i++) {
        term_t var = work->bound.data[i];
        sym_t name = SYM_NONE;
        if (subst->naming != NULL)
            name = subst->naming(subst->naming_context, var);
        sort_t sort = term_var_sort(bank, var);
        if (name != SYM_NONE)
            subst_rename_var(subst, var, name);
        else if (subst_apply_sort(subst, sort) != sort)
            subst_rename_var(subst, var, term_var_name(bank, var));
    }
}

term_t subst_replacement(const subst_t *subst, term_t term) {
    const bank_t *bank = subst->bank;
    op_t op = term_op(bank, term);
    uint32_t value = MAP_NONE;
    if (op == OP_VAR) {
        value = map_get(&subst->vars, term);
        if (value != MAP_NONE && map_get(&subst->work->bound_set, term) != MAP_NONE)
            value = MAP_NONE; /* bound wherever it occurs: see troubled_var */
    } else if (op == OP_APP && subst->consts.len > 0) {
        uint32_t count;
        const uint32_t *words = term_words(bank, term, &count);
        value = count == 1 ? map_get(&subst->consts, words[0]) : MAP_NONE;
    }
    return value == MAP_NONE ? TERM_NONE : value;
}

fun_t subst_macro_of(const subst_t *subst, term_t term) {
    const bank_t *bank = subst->bank;
    if (subst->work->macros == NULL || term_op(bank, term) != OP_APP)
        return FUN_NONE;
    uint32_t count;
    fun_t fun = term_words(bank, term, &count)[0];
    if (map_get(subst->work->macros, fun) == MAP_NONE || fun_row(bank, fun)->arity != count - 1)
        return FUN_NONE;
    return fun;
}

/* --- building --- */

/* The body of the macro with the arguments, which are done already, for the parameters. */
static term_t instantiate(subst_t *subst, term_t term, fun_t macro) { // NOLINT(misc-no-recursion)
    bank_t *bank = subst->bank;
    subst_work_t *work = subst->work;
    const fun_row_t *row = fun_row(bank, macro);
    term_t body = map_get(work->macros, macro);
    uint32_t count;
    const term_t *args = term_children(bank, term, &count);
    subst_clear(work->instance);
    for (uint32_t i = 0; i < count; i++) {
        term_t arg = work->made.data[work->reach.places.data[args[i]]];
        subst_var(work->instance, bank->fun_words.data[row->vars + i], arg);
    }
    return subst_run(work->instance, body);
}

static void map_head(subst_t *subst, op_t op, uint32_t *head, uint32_t len) {
    subst_work_t *work = subst->work;
    parts_t parts = parts_start(op, head, len);
    while (parts_next(&parts)) {
        uint32_t *word = &head[parts.at];
        if (parts.part == PART_FUN)
            *word = subst_mapped(&subst->funs, *word);
        else if (parts.part == PART_VAR)
            *word = subst_mapped(&work->renamed, *word);
    }
    if (!sorts_change(subst))
        return;
    parts = parts_start(op, head, len);
    while (parts_next(&parts))
        if (parts.part == PART_SORT)
            head[parts.at] = map_get(&work->sorts, head[parts.at]);
}

/* Sorts are mapped before the node is copied: both use the same work space. */
static void prepare_sorts(subst_t *subst, term_t term, op_t op) {
    subst_apply_sort(subst, term_sort(subst->bank, term));
    if (parts_are_numbers(op))
        return;
    uint32_t len;
    const uint32_t *head = term_head(subst->bank, term, &len);
    parts_t parts = parts_start(op, head, len);
    while (parts_next(&parts))
        if (parts.part == PART_SORT)
            subst_apply_sort(subst, head[parts.at]);
}

static term_t rebuild(subst_t *subst, term_t term) {
    bank_t *bank = subst->bank;
    subst_work_t *work = subst->work;
    op_t op = term_op(bank, term);
    if (sorts_change(subst))
        prepare_sorts(subst, term, op);
    uint32_t count;
    const uint32_t *words = term_words(bank, term, &count);
    uint32_t head;
    term_head(bank, term, &head);
    uint32_t *copy = copy_words(subst, words, count);
    if (!parts_are_numbers(op))
        map_head(subst, op, copy, head);
    for (uint32_t i = head; i < count; i++)
        copy[i] = work->made.data[work->reach.places.data[copy[i]]];
    sort_t sort = subst_apply_sort(subst, term_sort(bank, term));
    if (sort == term_sort(bank, term) &&
        (count == 0 || memcmp(copy, words, count * sizeof *copy) == 0))
        return term;
    return term_make(bank, term_opcode(bank, term), copy, count, sort);
}

static term_t build_var(subst_t *subst, term_t var) {
    subst_work_t *work = subst->work;
    uint32_t value = work->lets == NULL ? MAP_NONE : map_get(work->lets, var);
    if (value != MAP_NONE)
        return work->made.data[work->reach.places.data[value]];
    sort_t sort = term_var_sort(subst->bank, var);
    if (map_get(&work->renamed, var) == MAP_NONE && subst_apply_sort(subst, sort) != sort)
        subst_rename_var(subst, var, term_var_name(subst->bank, var));
    return subst_mapped(&work->renamed, var);
}

static term_t build_term(subst_t *subst, term_t term) { // NOLINT(misc-no-recursion)
    bank_t *bank = subst->bank;
    subst_work_t *work = subst->work;
    term_t by = subst_replacement(subst, term);
    if (by != TERM_NONE)
        return by;
    op_t op = term_op(bank, term);
    if (op == OP_VAR)
        return build_var(subst, term);
    if (subst_vanishes(work, op)) {
        uint32_t count;
        const term_t *child = term_children(bank, term, &count);
        return work->made.data[work->reach.places.data[child[count - 1]]];
    }
    fun_t macro = subst_macro_of(subst, term);
    return macro != FUN_NONE ? instantiate(subst, term, macro) : rebuild(subst, term);
}

/* --- runs --- */

/* A variable that is parted from itself: free it stays, bound it becomes fresh. */
typedef struct parting {
    term_t var;
    term_t fresh;
    term_t *inside;  /* by place: the term where a binder of var is above it */
    term_t *outside; /* by place: the term where no binder of var is */
} parting_t;

static term_t part_term(subst_t *subst, const parting_t *parting, term_t term, bool inside) {
    bank_t *bank = subst->bank;
    op_t op = term_op(bank, term);
    if (op == OP_VAR)
        return inside && term == parting->var ? parting->fresh : term;
    uint32_t count;
    uint32_t head;
    term_head(bank, term, &head);
    const uint32_t *words = term_words(bank, term, &count);
    uint32_t *copy = copy_words(subst, words, count);
    for (uint32_t i = head; i < count; i++) {
        uint32_t place = subst->work->reach.places.data[copy[i]];
        bool in = inside || (op_binds(op) && parts_binds_in(bank, term, i - head, parting->var));
        copy[i] = in ? parting->inside[place] : parting->outside[place];
    }
    parts_t parts = parts_start(op, copy, head);
    while (op_binds(op) && parts_next(&parts))
        if (parts.part == PART_VAR && copy[parts.at] == parting->var)
            copy[parts.at] = parting->fresh;
    return term_make(bank, term_opcode(bank, term), copy, count, term_sort(bank, term));
}

/* root with every binder of var, and what it binds, changed to a new variable of the same name.
 * Every term is made twice: as it is outside of such binders, and as it is inside. */
static term_t part_var(subst_t *subst, term_t root, term_t var) {
    bank_t *bank = subst->bank;
    reach_t *reach = &subst->work->reach;
    parting_t parting = {.var = var};
    parting.fresh = term_fresh_var(bank, term_var_name(bank, var), term_var_sort(bank, var));
    reach_clear(reach);
    reach_add(reach, root);
    uint32_t count = reach->order.len;
    parting.inside = mem_alloc(bank->mem, count * sizeof *parting.inside);
    parting.outside = mem_alloc(bank->mem, count * sizeof *parting.outside);
    for (uint32_t i = 0; i < count; i++) {
        parting.inside[i] = part_term(subst, &parting, reach->order.data[i], true);
        parting.outside[i] = part_term(subst, &parting, reach->order.data[i], false);
    }
    term_t result = parting.outside[reach_place(reach, root)];
    mem_free(bank->mem, parting.inside);
    mem_free(bank->mem, parting.outside);
    return result;
}

static bool replaces_bound(const subst_t *subst) {
    const subst_work_t *work = subst->work;
    for (uint32_t i = 0; subst->vars.len > 0 && i < work->bound.len; i++)
        if (map_get(&subst->vars, work->bound.data[i]) != MAP_NONE)
            return true;
    return false;
}

/* A variable that is both free and bound in root, and is to be replaced or renamed; TERM_NONE when
 * there is none. */
static term_t troubled_var(subst_t *subst, term_t root) {
    subst_work_t *work = subst->work;
    if (work->renamed.len == 0 && !replaces_bound(subst))
        return TERM_NONE;
    vars_free(&work->vars, root, &work->list);
    for (uint32_t i = 0; i < work->list.len; i++) {
        term_t var = work->list.data[i];
        if (map_get(&work->bound_set, var) != MAP_NONE &&
            (map_get(&work->renamed, var) != MAP_NONE || map_get(&subst->vars, var) != MAP_NONE))
            return var;
    }
    return TERM_NONE;
}

static bool inserts_something(const subst_t *subst) {
    return subst->vars.len + subst->consts.len + subst->funs.len > 0 || subst->work->lets != NULL ||
           subst->work->macros != NULL;
}

/* NOLINTNEXTLINE(misc-no-recursion): one level, since an instance has no macros of its own */
term_t subst_run(subst_t *subst, term_t root) {
    bank_t *bank = subst->bank;
    subst_work_t *work = subst->work;
    for (;;) {
        if (work->lets == NULL) {
            reach_clear(&work->reach);
            reach_add(&work->reach, root);
        }
        work->bound.len = 0;
        subst_reset(subst, &work->bound_set);
        subst_reset(subst, &work->renamed);
        subst_reset(subst, &work->taken);
        if (!(term_flags(bank, root) & (TERM_HAS_BINDER | TERM_HAS_LET)))
            break;
        collect_bound(subst);
        rename_asked(subst);
        term_t trouble = troubled_var(subst, root);
        if (trouble == TERM_NONE && inserts_something(subst)) {
            subst_find_captures(subst);
            trouble = troubled_var(subst, root);
        }
        if (trouble == TERM_NONE)
            break;
        assert(work->lets == NULL);
        root = part_var(subst, root, trouble);
    }
    uint32_t top = reach_place(&work->reach, root);
    work->made.len = 0;
    for (uint32_t i = 0; i < work->reach.order.len; i++) {
        term_t made = build_term(subst, work->reach.order.data[i]);
        if (made == TERM_NONE ||
            (work->macros != NULL && bank_term_count(bank) - work->start > work->limit))
            return TERM_NONE;
        *vec_push(bank->mem, &work->made) = made;
    }
    return work->made.data[top];
}

term_t subst_apply(subst_t *subst, term_t term) {
    return subst_run(subst, term);
}
