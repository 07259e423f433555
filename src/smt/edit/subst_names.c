/* The names pass of substitution: what would be captured, and new names.
 *
 * Only names of binders matter. In a substitution each has one bit, for anything so called. In a
 * let expansion a value moves from one place below its binders to another, and may meet a binder
 * again that it was below before: so there variables that share a name have a bit each, and a
 * binder does not mind its own. When the 64 bits are used up the rest share the last one; that may
 * rename a binder in vain, never miss one. */
#include "smt/edit/subst_priv.h"
#include "smt/walk/parts.h"

enum { LAST_BIT = 63 };

static uint64_t take_bit(subst_work_t *work) {
    uint32_t bit = work->bit_count++;
    return UINT64_C(1) << (bit < LAST_BIT ? bit : LAST_BIT);
}

static binder_name_t *find_name(const subst_work_t *work, sym_t name) {
    uint32_t row = map_get(&work->names, name);
    return row == MAP_NONE ? NULL : &work->binder_names.data[row];
}

/* The bits of the functions and operators that the node itself mentions: those that stay go to
 * *below, those that the run puts there to *inserts. */
static void node_bits(const subst_t *subst, term_t term, uint64_t *below, uint64_t *inserts) {
    parts_names_t names = parts_names_start(subst->bank, term);
    while (parts_names_next(&names)) {
        fun_t other = names.fun == FUN_NONE ? MAP_NONE : map_get(&subst->funs, names.fun);
        if (other != MAP_NONE)
            names.name = fun_row(subst->bank, other)->name;
        const binder_name_t *row = find_name(subst->work, names.name);
        if (row != NULL)
            *(other == MAP_NONE ? below : inserts) |= row->fun;
    }
}

static void collect_names(subst_t *subst) {
    mem_t *mem = subst->bank->mem;
    subst_work_t *work = subst->work;
    subst_reset(subst, &work->names);
    work->binder_names.len = 0;
    for (uint32_t i = 0; i < work->bound.len; i++) {
        sym_t name = term_var_name(subst->bank, work->bound.data[i]);
        uint32_t *row = map_put(mem, &work->names, name);
        if (*row == MAP_NONE) {
            *row = work->binder_names.len;
            *vec_push(mem, &work->binder_names) = (binder_name_t){.name = name};
        }
        work->binder_names.data[*row].vars++;
    }
}

/* Let expansion: which binders' names functions and operators have too. */
static void mark_used(subst_t *subst) {
    subst_work_t *work = subst->work;
    for (uint32_t i = 0; i < work->reach.order.len; i++) {
        parts_names_t names = parts_names_start(subst->bank, work->reach.order.data[i]);
        while (parts_names_next(&names)) {
            binder_name_t *row = find_name(work, names.name);
            if (row != NULL)
                row->used = true;
        }
    }
}

static void assign_bits(subst_t *subst) {
    mem_t *mem = subst->bank->mem;
    subst_work_t *work = subst->work;
    work->bit_count = 0;
    subst_reset(subst, &work->bits);
    if (work->lets == NULL) {
        for (uint32_t i = 0; i < work->binder_names.len; i++) {
            binder_name_t *row = &work->binder_names.data[i];
            row->fun = take_bit(work);
            row->any = row->fun;
        }
        return;
    }
    mark_used(subst);
    for (uint32_t i = 0; i < work->binder_names.len; i++) {
        binder_name_t *row = &work->binder_names.data[i];
        row->fun = row->used ? take_bit(work) : 0;
        row->any = row->fun;
    }
    for (uint32_t i = 0; i < work->bound.len; i++) {
        term_t var = work->bound.data[i];
        binder_name_t *row = find_name(work, term_var_name(subst->bank, var));
        if (row->vars < 2)
            continue;
        *map_put(mem, &work->bits, var) = work->bit_count;
        row->any |= take_bit(work);
    }
}

/* The bit of a variable that is mentioned. */
static uint64_t var_bit(const subst_t *subst, term_t var) {
    const subst_work_t *work = subst->work;
    if (work->lets == NULL) {
        const binder_name_t *row = find_name(work, term_var_name(subst->bank, var));
        return row == NULL ? 0 : row->any;
    }
    uint32_t bit = map_get(&work->bits, var);
    if (bit == MAP_NONE)
        return 0;
    return UINT64_C(1) << (bit < LAST_BIT ? bit : LAST_BIT);
}

/* The part of it that means no other variable. */
static uint64_t own_bit(const subst_t *subst, term_t var) {
    if (subst->work->lets == NULL)
        return 0;
    uint64_t bit = var_bit(subst, var);
    return bit == UINT64_C(1) << LAST_BIT ? 0 : bit;
}

/* The bits of what is free in a term that is inserted unchanged, but for the variables skip. */
static uint64_t term_bits(subst_t *subst, term_t term, const term_t *skip, uint32_t skip_count) {
    bank_t *bank = subst->bank;
    subst_work_t *work = subst->work;
    uint64_t bits = 0;
    vars_free(&work->vars, term, &work->list);
    for (uint32_t i = 0; i < work->list.len; i++) {
        bool skipped = false;
        for (uint32_t j = 0; j < skip_count && !skipped; j++)
            skipped = skip[j] == work->list.data[i];
        if (!skipped)
            bits |= var_bit(subst, work->list.data[i]);
    }
    reach_clear(&work->other);
    reach_add(&work->other, term);
    for (uint32_t i = 0; i < work->other.order.len; i++) {
        parts_names_t names = parts_names_start(bank, work->other.order.data[i]);
        while (parts_names_next(&names)) {
            const binder_name_t *row = find_name(work, names.name);
            bits |= row == NULL ? 0 : row->fun;
        }
    }
    return bits;
}

/* --- new names --- */

static void take_names(subst_t *subst, const reach_t *reach) {
    const bank_t *bank = subst->bank;
    map_t *taken = &subst->work->taken;
    for (uint32_t i = 0; i < reach->order.len; i++) {
        term_t term = reach->order.data[i];
        if (term_op(bank, term) == OP_VAR)
            *map_put(bank->mem, taken, term_var_name(bank, term)) = 1;
        parts_names_t names = parts_names_start(bank, term);
        while (parts_names_next(&names))
            *map_put(bank->mem, taken, names.name) = 1;
    }
}

/* Takes the names in the terms that a map leads to. */
static void take_values(subst_t *subst, const map_t *map) {
    reach_t *reach = &subst->work->other;
    reach_clear(reach);
    for (uint32_t i = 0; map->len > 0 && i <= map->mask; i++)
        if (map->slots[i].value != MAP_NONE)
            reach_add(reach, map->slots[i].value);
    take_names(subst, reach);
}

/* The names that a new one must differ from. They depend on the formula and on what is inserted,
 * not on what else is in the bank, so that a result can be made again elsewhere. */
static void collect_taken(subst_t *subst) {
    bank_t *bank = subst->bank;
    subst_work_t *work = subst->work;
    take_names(subst, &work->reach);
    for (uint32_t i = 0; i < work->bound.len; i++)
        *map_put(bank->mem, &work->taken, term_var_name(bank, work->bound.data[i])) = 1;
    take_values(subst, &subst->vars);
    take_values(subst, &subst->consts);
    if (work->macros != NULL)
        take_values(subst, work->macros);
    for (uint32_t i = 0; subst->funs.len > 0 && i <= subst->funs.mask; i++)
        if (subst->funs.slots[i].value != MAP_NONE)
            *map_put(bank->mem, &work->taken, fun_row(bank, subst->funs.slots[i].value)->name) = 1;
}

/* name!0, name!1, ...: the first that is free. */
static sym_t new_name(subst_t *subst, sym_t name) {
    bank_t *bank = subst->bank;
    map_t *taken = &subst->work->taken;
    if (taken->len == 0)
        collect_taken(subst);
    strbuf_t text;
    strbuf_init(&text, bank->mem);
    for (uint32_t k = 0;; k++) {
        strbuf_clear(&text);
        strbuf_add(&text, symbol_text(&bank->symbols, name), symbol_row(&bank->symbols, name)->len);
        strbuf_format(&text, "!%u", k);
        sym_t candidate = symbol_make(&bank->symbols, text.data, text.len);
        uint32_t *place = map_put(bank->mem, taken, candidate);
        if (*place != MAP_NONE || op_of_symbol(bank, candidate) != OP_NONE)
            continue;
        *place = 1;
        strbuf_done(&text);
        return candidate;
    }
}

/* --- binders --- */

/* Gives the variables of a binder whose names are inserted below it new ones. */
static void check_binder(subst_t *subst, term_t term) {
    bank_t *bank = subst->bank;
    subst_work_t *work = subst->work;
    uint32_t children;
    term_children(bank, term, &children);
    for (uint32_t i = 0; i < children; i++) {
        uint32_t place = work->reach.places.data[term_children(bank, term, &children)[i]];
        uint32_t count;
        parts_bound_in(bank, term, i, &count);
        for (uint32_t j = 0; j < count && work->inserts.data[place] != 0; j++) {
            term_t var = parts_bound_in(bank, term, i, &count)[j];
            sym_t name = term_var_name(bank, var);
            uint64_t others = find_name(work, name)->any & ~own_bit(subst, var);
            term_t now = subst_mapped(&work->renamed, var);
            if ((work->inserts.data[place] & others) != 0 && term_var_name(bank, now) == name)
                subst_rename_var(subst, var, new_name(subst, name));
        }
    }
}

/* Adds the bits of the children, without those of variables bound here. */
static void child_bits(const subst_t *subst, term_t term, uint64_t *below, uint64_t *inserts) {
    const bank_t *bank = subst->bank;
    const subst_work_t *work = subst->work;
    bool binder = op_binds(term_op(bank, term));
    uint32_t children;
    const term_t *child = term_children(bank, term, &children);
    for (uint32_t i = 0; i < children; i++) {
        uint32_t place = work->reach.places.data[child[i]];
        uint64_t gone = 0;
        uint64_t own = 0;
        uint32_t count = 0;
        const term_t *vars = binder ? parts_bound_in(bank, term, i, &count) : NULL;
        for (uint32_t j = 0; j < count; j++) {
            gone |= var_bit(subst, vars[j]);
            own |= own_bit(subst, vars[j]);
        }
        *below |= work->below.data[place] & ~(work->lets == NULL ? gone : own);
        *inserts |= work->inserts.data[place] & ~own;
    }
}

static void leaf_bits(subst_t *subst, term_t term, uint64_t *below, uint64_t *inserts) {
    subst_work_t *work = subst->work;
    uint32_t value = work->lets == NULL ? MAP_NONE : map_get(work->lets, term);
    if (value == MAP_NONE) {
        *below |= var_bit(subst, term);
        return;
    }
    uint32_t place = work->reach.places.data[value];
    *inserts |= work->below.data[place] | work->inserts.data[place];
}

void subst_find_captures(subst_t *subst) {
    bank_t *bank = subst->bank;
    subst_work_t *work = subst->work;
    collect_names(subst);
    if (work->binder_names.len == 0)
        return;
    assign_bits(subst);
    work->below.len = 0;
    work->inserts.len = 0;
    for (uint32_t i = 0; i < work->reach.order.len; i++) {
        term_t term = work->reach.order.data[i];
        op_t op = term_op(bank, term);
        term_t by = subst_replacement(subst, term);
        fun_t macro = subst_macro_of(subst, term);
        uint64_t below = 0;
        uint64_t inserts = 0;
        if (by != TERM_NONE) {
            inserts = term_bits(subst, by, NULL, 0);
        } else if (op == OP_VAR) {
            leaf_bits(subst, term, &below, &inserts);
        } else if (subst_vanishes(work, op)) {
            uint32_t count;
            const term_t *child = term_children(bank, term, &count);
            uint32_t body = work->reach.places.data[child[count - 1]];
            below = work->below.data[body];
            inserts = work->inserts.data[body];
        } else {
            if (macro != FUN_NONE) {
                const fun_row_t *row = fun_row(bank, macro);
                inserts = term_bits(subst, map_get(work->macros, macro),
                                    bank->fun_words.data + row->vars, row->arity);
            } else {
                node_bits(subst, term, &below, &inserts);
            }
            if (op_binds(op))
                check_binder(subst, term);
            child_bits(subst, term, &below, &inserts);
        }
        *vec_push(bank->mem, &work->below) = below;
        *vec_push(bank->mem, &work->inserts) = inserts;
    }
}
