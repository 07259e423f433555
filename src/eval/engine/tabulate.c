/* Functions as tables.
 *
 * A function whose body looks at a parameter x only through (= x t), where t does not depend on the
 * parameters, treats all values alike that are none of the t: it is known from its values at those
 * and at one other value. So are (select a x) and (set.member x s) of a table a or a set s, which
 * ask whether x is one of its keys. With several parameters, everything that is not one of the
 * combinations of such values must have one and the same value. Failing that, a function of few
 * arguments is asked for every one of them. */
#include "eval/theory/array.h"

#include "base/bug.h"
#include "eval/engine/machine_priv.h"
#include "eval/value/num.h"

#include <stdlib.h>

enum { MOST_TERMS = 1 << 18, MOST_CELLS = 1 << 16, MOST_ARGUMENTS = 4096 };

enum { DEPENDS = 1, LOCAL = 2 };

/* Something a parameter is compared with. */
typedef struct mention {
    uint32_t param;
    term_t term;   /* the value itself, or a table whose keys are meant */
    uint32_t part; /* which part of the keys, or NO_PART */
} mention_t;

#define NO_PART UINT32_MAX

typedef struct tabulation {
    eval_t *eval;
    call_t call; /* for the functions that want one */
    sort_t sort;
    value_t function;
    u32_vec_t params;
    term_t body;
    value_vec_t captured; /* variable, value, ... */
    map_t param_of;       /* OP_VAR to its number among the parameters */
    map_t bound;          /* variables bound somewhere in the body */
    map_t flags;          /* by term: DEPENDS, LOCAL */
    u32_vec_t order;      /* the terms of the body that hold a variable, children first */
    VEC(mention_t) mentions;
    value_vec_t *known; /* by parameter: the values it is compared with, ascending */
    value_vec_t others; /* by parameter: a value that is none of them */
    u32_vec_t digits;   /* by parameter: how many classes of values there are */
    value_vec_t args;
} tabulation_t;

static void tabulation_done(tabulation_t *tab) {
    mem_t *mem = tab->eval->mem;
    for (uint32_t i = 0; tab->known && i < tab->params.len; i++)
        vec_free(mem, &tab->known[i]);
    mem_free(mem, tab->known);
    vec_free(mem, &tab->params);
    vec_free(mem, &tab->captured);
    map_free(mem, &tab->param_of);
    map_free(mem, &tab->bound);
    map_free(mem, &tab->flags);
    vec_free(mem, &tab->order);
    vec_free(mem, &tab->mentions);
    vec_free(mem, &tab->others);
    vec_free(mem, &tab->digits);
    vec_free(mem, &tab->args);
}

/* --- what the function looks like --- */

static void add_captured(tabulation_t *tab, term_t var, value_t value) {
    *vec_push(tab->eval->mem, &tab->captured) = var;
    *vec_push(tab->eval->mem, &tab->captured) = value;
}

static void add_param(tabulation_t *tab, term_t var) {
    *map_put(tab->eval->mem, &tab->param_of, var) = tab->params.len;
    *vec_push(tab->eval->mem, &tab->params) = var;
}

/* Finds parameters and body; false when the function has none we could look at. */
static bool open_function(tabulation_t *tab) {
    eval_t *eval = tab->eval;
    uint32_t count;
    uint32_t n;
    const uint64_t *words = value_words(eval->values, tab->function, &count);
    if (value_kind(eval->values, tab->function) == OBJ_LAMBDA) {
        term_t lambda = (term_t)words[0];
        tab->body = term_children(eval->bank, lambda, &n)[0];
        const term_t *vars = term_bound(eval->bank, lambda, &n);
        for (uint32_t i = 0; i < n; i++)
            add_param(tab, vars[i]);
        for (uint32_t i = 1; i + 1 < count; i += 2)
            add_captured(tab, (term_t)words[i], words[i + 1]);
    } else if (value_kind(eval->values, tab->function) == OBJ_FUN) {
        fun_t definition = call_definition(eval, (fun_t)words[0]);
        if (definition == FUN_NONE)
            return false;
        const fun_row_t *row = fun_row(eval->bank, definition);
        if (row->body == TERM_NONE || row->arity < count)
            return false;
        tab->body = row->body;
        for (uint32_t i = 0; i < row->arity; i++) {
            term_t var = eval->bank->fun_words.data[row->vars + i];
            if (i + 1 < count)
                add_captured(tab, var, words[i + 1]);
            else
                add_param(tab, var);
        }
    } else {
        return false;
    }
    sort_args(eval->bank, tab->sort, &n);
    return tab->params.len + 1 == n && tab->params.len > 0;
}

/* Notes the variables that a term binds. */
static void note_bound(tabulation_t *tab, term_t term) {
    bank_t *bank = tab->eval->bank;
    op_t op = term_op(bank, term);
    uint32_t count;
    if (op == OP_MATCH) {
        const uint32_t *head = term_head(bank, term, &count);
        for (uint32_t at = 1; at < count; at += 2 + head[at + 1])
            for (uint32_t i = 0; i < head[at + 1]; i++)
                *map_put(tab->eval->mem, &tab->bound, head[at + 2 + i]) = 1;
    } else if (op_is_binder(op)) {
        const term_t *vars = term_bound(bank, term, &count);
        for (uint32_t i = 0; i < count; i++)
            *map_put(tab->eval->mem, &tab->bound, vars[i]) = 1;
    }
}

static int ascending(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a;
    uint32_t y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* Lists the terms of the body in which there are variables. */
static bool list_terms(tabulation_t *tab) {
    eval_t *eval = tab->eval;
    u32_vec_t todo = {0};
    *vec_push(eval->mem, &todo) = tab->body;
    while (todo.len > 0 && tab->order.len <= MOST_TERMS) {
        term_t term = vec_pop(&todo);
        if (!(term_flags(eval->bank, term) & TERM_HAS_VAR) ||
            map_get(&tab->flags, term) != MAP_NONE)
            continue;
        *map_put(eval->mem, &tab->flags, term) = 0;
        *vec_push(eval->mem, &tab->order) = term;
        note_bound(tab, term);
        uint32_t count;
        const term_t *children = term_children(eval->bank, term, &count);
        for (uint32_t i = 0; i < count; i++)
            *vec_push(eval->mem, &todo) = children[i];
    }
    vec_free(eval->mem, &todo);
    if (tab->order.len > 1)
        qsort(tab->order.data, tab->order.len, sizeof *tab->order.data, ascending);
    return tab->order.len <= MOST_TERMS;
}

/* --- what it compares its parameters with --- */

static uint32_t flags_of(const tabulation_t *tab, term_t term) {
    uint32_t flags = map_get(&tab->flags, term);
    return flags == MAP_NONE ? 0 : flags;
}

static uint32_t find_flags(const tabulation_t *tab, term_t term) {
    if (term_op(tab->eval->bank, term) == OP_VAR)
        return (map_get(&tab->param_of, term) != MAP_NONE ? DEPENDS : 0) |
               (map_get(&tab->bound, term) != MAP_NONE ? LOCAL : 0);
    uint32_t count;
    uint32_t flags = 0;
    const term_t *children = term_children(tab->eval->bank, term, &count);
    for (uint32_t i = 0; i < count; i++)
        flags |= flags_of(tab, children[i]);
    return flags;
}

static bool same_sort(const tabulation_t *tab, term_t a, term_t b) {
    sort_t s = term_sort(tab->eval->bank, a);
    sort_t t = term_sort(tab->eval->bank, b);
    bool numbers = (s == SORT_INT || s == SORT_REAL) && (t == SORT_INT || t == SORT_REAL);
    return s == t || numbers;
}

static void mention(tabulation_t *tab, uint32_t param, term_t term, uint32_t part) {
    *vec_push(tab->eval->mem, &tab->mentions) = (mention_t){param, term, part};
}

/* (= x t ...), (distinct x t ...) */
static bool mention_equal(tabulation_t *tab, const term_t *children, uint32_t count,
                          uint32_t which) {
    uint32_t param = map_get(&tab->param_of, children[which]);
    for (uint32_t i = 0; i < count; i++) {
        if (i == which)
            continue;
        if (flags_of(tab, children[i]) != 0 || !same_sort(tab, children[i], children[which]))
            return false;
        mention(tab, param, children[i], NO_PART);
    }
    return true;
}

/* The parameter is index number part of a table. */
static bool mention_keys(tabulation_t *tab, term_t param, term_t table, uint32_t part) {
    const bank_t *bank = tab->eval->bank;
    uint32_t count;
    const sort_t *sorts = sort_args(bank, term_sort(bank, table), &count);
    if (flags_of(tab, table) != 0 || part >= count || sorts[part] != term_sort(bank, param))
        return false;
    mention(tab, map_get(&tab->param_of, param), table, part);
    return true;
}

/* One child of a term is a parameter itself. */
static bool mention_child(tabulation_t *tab, term_t term, uint32_t which) {
    uint32_t count;
    const term_t *children = term_children(tab->eval->bank, term, &count);
    switch (term_op(tab->eval->bank, term)) {
    case OP_EQ:
    case OP_DISTINCT:
        return mention_equal(tab, children, count, which);
    case OP_SELECT:
    case OP_SELECT_FUN:
    case OP_SELECT_SET:
    case OP_SELECT_N:
        return which > 0 && mention_keys(tab, children[which], children[0], which - 1);
    case OP_SET_MEMBER:
    case OP_FSET_IN:
        return which == 0 && mention_keys(tab, children[0], children[1], 0);
    default:
        return false;
    }
}

static bool find_mentions(tabulation_t *tab) {
    if (map_get(&tab->param_of, tab->body) != MAP_NONE)
        return false;
    for (uint32_t i = 0; i < tab->order.len; i++) {
        term_t term = tab->order.data[i];
        *map_put(tab->eval->mem, &tab->flags, term) = find_flags(tab, term);
        uint32_t count;
        const term_t *children = term_children(tab->eval->bank, term, &count);
        for (uint32_t k = 0; k < count; k++)
            if (map_get(&tab->param_of, children[k]) != MAP_NONE && !mention_child(tab, term, k))
                return false;
    }
    return true;
}

/* --- their values --- */

static bool add_known(tabulation_t *tab, uint32_t param, value_t value) {
    eval_t *eval = tab->eval;
    sort_t sort = term_sort(eval->bank, tab->params.data[param]);
    if (sort == SORT_INT && !num_is_integer(eval->values, value))
        return true; /* an integer is never equal to it */
    if (!value_exact(eval->values, sort, value))
        return false;
    *vec_push(eval->mem, &tab->known[param]) = value;
    return true;
}

/* All that stands in the keys of a table, or the set, at this part. */
static bool add_keys(tabulation_t *tab, const mention_t *mention, value_t table) {
    eval_t *eval = tab->eval;
    if (!array_is_table(eval->values, table))
        return false;
    uint32_t parts;
    sort_args(eval->bank, term_sort(eval->bank, mention->term), &parts);
    bool tuples = value_kind(eval->values, table) == OBJ_ARRAY && parts > 2;
    bool pairs = value_kind(eval->values, table) == OBJ_ARRAY;
    uint32_t count;
    const uint64_t *words = value_words(eval->values, table, &count);
    for (uint32_t i = pairs; i < count; i += 1u + pairs) {
        uint32_t n;
        value_t key = tuples ? value_words(eval->values, words[i], &n)[mention->part] : words[i];
        if (!add_known(tab, mention->param, key))
            return false;
    }
    return true;
}

static void sort_known(value_vec_t *known) {
    if (known->len < 2)
        return;
    qsort(known->data, known->len, sizeof *known->data, value_order);
    uint32_t kept = 1;
    for (uint32_t i = 1; i < known->len; i++)
        if (known->data[i] != known->data[kept - 1])
            known->data[kept++] = known->data[i];
    known->len = kept;
}

static bool evaluate_mentions(tabulation_t *tab) {
    eval_t *eval = tab->eval;
    tab->known = mem_zalloc(eval->mem, tab->params.len, sizeof *tab->known);
    scope_enter(eval);
    for (uint32_t i = 0; i < tab->captured.len; i += 2)
        scope_bind(eval, (term_t)tab->captured.data[i], MEMO_KNOWN, tab->captured.data[i + 1]);
    bool ok = true;
    for (uint32_t i = 0; i < tab->mentions.len && ok; i++) {
        const mention_t *mention = &tab->mentions.data[i];
        value_t value;
        ok = machine_nested(eval, &tab->call, mention->term, &value) &&
             (mention->part == NO_PART ? add_known(tab, mention->param, value)
                                       : add_keys(tab, mention, value));
    }
    scope_leave(eval);
    for (uint32_t i = 0; i < tab->params.len; i++)
        sort_known(&tab->known[i]);
    return ok;
}

/* --- asking --- */

/* For each parameter a value that is none of those known, if there is one. */
static bool find_others(tabulation_t *tab, uint64_t *cells) {
    eval_t *eval = tab->eval;
    domain_t domain = domain_of(eval->values, tab->sort);
    *cells = 1;
    for (uint32_t i = 0; i < tab->params.len; i++) {
        domain_t part = domain_part(eval->values, domain, i);
        value_t other = 0;
        bool more = domain_fresh(eval->values, part, tab->known[i].data, tab->known[i].len, &other);
        if (!more && domain_size(eval->values, part) != tab->known[i].len)
            return false;
        *vec_push(eval->mem, &tab->others) = other;
        *vec_push(eval->mem, &tab->digits) = tab->known[i].len + more;
        *cells *= tab->known[i].len + (uint64_t)more;
        if (*cells > MOST_CELLS)
            return false;
    }
    return true;
}

/* The value in cell number i; *other says whether it holds for more than one key. */
static bool ask_cell(tabulation_t *tab, uint64_t i, bool *other, value_t *out) {
    eval_t *eval = tab->eval;
    tab->args.len = 0;
    *other = false;
    for (uint32_t k = 0; k < tab->params.len; k++) {
        uint32_t digit = (uint32_t)(i % tab->digits.data[k]);
        bool is_other = digit == tab->known[k].len;
        *other |= is_other;
        *vec_push(eval->mem, &tab->args) =
            is_other ? tab->others.data[k] : tab->known[k].data[digit];
        i /= tab->digits.data[k];
    }
    return eval_apply(eval, &tab->call, tab->sort, tab->function, tab->args.data, tab->args.len,
                      out);
}

/* From the last cell, which is that of all others, down. */
static bool ask_cells(tabulation_t *tab, uint64_t cells, value_t *out) {
    eval_t *eval = tab->eval;
    value_vec_t entries = {0};
    value_t standard = 0;
    bool ok = true;
    for (uint64_t i = cells; i-- > 0 && ok;) {
        bool other;
        value_t value;
        ok = ask_cell(tab, i, &other, &value);
        if (!ok)
            break;
        if (i + 1 == cells)
            standard = value;
        if (other) {
            ok = value == standard;
            continue;
        }
        value_t key = array_key(eval->values, tab->args.data, tab->args.len);
        *vec_push(eval->mem, &entries) = key;
        *vec_push(eval->mem, &entries) = value;
    }
    if (ok) {
        domain_t keys = domain_keys(eval->values, domain_of(eval->values, tab->sort));
        *out = array_make(eval->values, keys, standard, entries.data, entries.len / 2);
    }
    vec_free(eval->mem, &entries);
    return ok;
}

static bool by_mentions(tabulation_t *tab, value_t *out) {
    uint64_t cells;
    return open_function(tab) && list_terms(tab) && find_mentions(tab) && evaluate_mentions(tab) &&
           find_others(tab, &cells) && cells < tab->eval->steps / 2 && ask_cells(tab, cells, out);
}

static bool by_asking_all(tabulation_t *tab, value_t *out) {
    eval_t *eval = tab->eval;
    domain_t domain = domain_of(eval->values, tab->sort);
    domain_t keys = domain_keys(eval->values, domain);
    uint64_t size = domain_size(eval->values, keys);
    bool tuples = domain_part_count(eval->values, domain) > 2;
    if (size > MOST_ARGUMENTS || size > eval->steps / 16)
        return false;
    value_vec_t entries = {0};
    bool ok = true;
    for (uint64_t i = 0; i < size && ok; i++) {
        value_t key = domain_at(eval->values, keys, i);
        tab->args.len = 0;
        uint32_t count = 1;
        const uint64_t *parts = tuples ? value_words(eval->values, key, &count) : &key;
        for (uint32_t k = 0; k < count; k++)
            *vec_push(eval->mem, &tab->args) = parts[k];
        value_t value;
        ok = eval_apply(eval, &tab->call, tab->sort, tab->function, tab->args.data, count, &value);
        if (!ok)
            break;
        *vec_push(eval->mem, &entries) = key;
        *vec_push(eval->mem, &entries) = value;
    }
    assert(entries.data || !ok);
    if (ok)
        *out = array_make(eval->values, keys, entries.data[1], entries.data, (uint32_t)size);
    vec_free(eval->mem, &entries);
    return ok;
}

bool eval_tabulate(eval_t *eval, sort_t sort, value_t lambda, value_t *out) {
    sort_kind_t kind = sort_kind(eval->bank, sort);
    if (kind != SORT_ARRAY && kind != SORT_FUN)
        return false;
    tabulation_t tab = {.eval = eval, .sort = sort, .function = lambda};
    eval->reason.kind = REASON_NONE;
    tab.call.term = value_kind(eval->values, lambda) == OBJ_LAMBDA
                        ? (term_t)value_words(eval->values, lambda, &(uint32_t){0})[0]
                        : TERM_BAD;
    bool ok =
        by_mentions(&tab, out) || (eval->reason.kind != REASON_BUDGET && by_asking_all(&tab, out));
    tabulation_done(&tab);
    return ok;
}
