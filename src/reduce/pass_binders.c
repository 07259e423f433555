/* Binders, annotations and definitions. */
#include "reduce/work_priv.h"

#include "smt/edit/subst.h"
#include "smt/term/check.h"

enum { HOW_EXPAND, HOW_BODY, HOW_DROP, HOW_LITERAL, HOW_FREE };

enum { MOST_TERMS = 100000 }; /* made by expanding, in one candidate */

static bool is_quantifier(op_t op) {
    return op == OP_FORALL || op == OP_EXISTS;
}

static void visit_binder(work_t *work, uint32_t slot, uint32_t spot, site_vec_t *sites) {
    term_t term = position_term(&work->at);
    op_t op = term_op(&work->bank, term);
    site_t site = {.slot = slot, .spot = spot};
    uint32_t bound = 0;
    if (op == OP_LET) {
        site.how = HOW_EXPAND;
        *vec_push(work->mem, sites) = site;
    } else if (op == OP_ANNOT) {
        site.how = HOW_BODY;
        *vec_push(work->mem, sites) = site;
    } else if (is_quantifier(op)) {
        term_bound(&work->bank, term, &bound);
        site.how = HOW_FREE;
        *vec_push(work->mem, sites) = site;
    }
    for (uint32_t i = 0; i < bound; i++)
        for (uint32_t how = HOW_DROP; how <= HOW_LITERAL; how++) {
            site.how = how;
            site.first = i;
            *vec_push(work->mem, sites) = site;
        }
}

bool pass_binders_list(work_t *work, uint32_t level, site_vec_t *sites) {
    if (level > 0)
        return false;
    work_each(work, visit_binder, sites);
    return true;
}

static term_t expand_let(work_t *work, term_t term) {
    bank_t *bank = &work->bank;
    subst_t subst;
    subst_init(&subst, bank);
    uint32_t bound, count;
    const term_t *vars = term_bound(bank, term, &bound);
    const term_t *children = term_children(bank, term, &count);
    for (uint32_t i = 0; i < bound; i++)
        subst_var(&subst, vars[i], children[i]);
    term_t made = subst_apply(&subst, children[bound]);
    subst_done(&subst);
    return made;
}

/* The quantifier without its i-th variable, which is by in its body; the body alone when it was the
 * only one. */
static term_t without_variable(work_t *work, term_t term, uint32_t i, term_t by) {
    bank_t *bank = &work->bank;
    uint32_t bound, count;
    u32_vec_t words = {0};
    const term_t *vars = term_bound(bank, term, &bound);
    assert(i < bound);
    assert(by == TERM_NONE || term_sort(bank, by) == term_sort(bank, vars[i]));
    term_t body = term_children(bank, term, &count)[0];
    *vec_push(work->mem, &words) = bound - 1;
    for (uint32_t k = 0; k < bound; k++)
        if (k != i)
            *vec_push(work->mem, &words) = vars[k];
    if (by != TERM_NONE) {
        subst_t subst;
        subst_init(&subst, bank);
        subst_var(&subst, vars[i], by);
        body = subst_apply(&subst, body);
        subst_done(&subst);
    }
    if (bound > 1) {
        *vec_push(work->mem, &words) = body;
        body = term_make(bank, term_opcode(bank, term), words.data, words.len, SORT_BOOL);
    }
    vec_free(work->mem, &words);
    return body;
}

/* The body with constants in place of the variables, which are declared before everything else that
 * is not a declaration. */
static bool free_variables(work_t *work, const site_t *site, script_t *out) {
    bank_t *bank = &work->bank;
    term_t term = position_term(&work->at);
    uint32_t bound, count;
    u32_vec_t funs = {0};
    subst_t subst;
    subst_init(&subst, bank);
    for (uint32_t i = 0; i < (term_bound(bank, term, &bound), bound); i++) {
        term_t var = term_bound(bank, term, &bound)[i];
        strbuf_t name;
        strbuf_init(&name, work->mem);
        const uint32_t *head = term_head(bank, var, &count);
        sort_t sort = head[1];
        strbuf_format(&name, "%s!r%u", symbol_text(&bank->symbols, head[0]), site->spot + i);
        fun_t fun = fun_make(bank, FUN_DECLARED, symbol_make(&bank->symbols, name.data, name.len),
                             NULL, 0, sort);
        strbuf_done(&name);
        *vec_push(work->mem, &funs) = fun;
        subst_var(&subst, var, check_fun(bank, fun, NULL, 0));
    }
    term_t body = subst_apply(&subst, term_children(bank, term, &count)[0]);
    subst_done(&subst);
    term_t root = position_replace(&work->at, body);
    uint32_t command = work->slots.data[site->slot].command;
    assert(funs.len == bound && command < script_count(&work->script));
    for (uint32_t i = 0; i < script_count(&work->script); i++) {
        for (uint32_t k = 0; i == command && k < funs.len; k++)
            script_add(out, CMD_DECLARE_FUN, &funs.data[k], 1, 0, 0);
        work_copy(work, i, out);
    }
    script_words(out, command + funs.len, &count)[work->slots.data[site->slot].word] = root;
    vec_free(work->mem, &funs);
    return true;
}

bool pass_binders_make(work_t *work, const site_t *site, script_t *out) {
    bank_t *bank = &work->bank;
    work_pick(work, site);
    term_t term = position_term(&work->at);
    uint32_t count;
    switch (site->how) {
    case HOW_EXPAND:
        return work_replace(work, site, expand_let(work, term), out);
    case HOW_BODY:
        return work_replace(work, site, term_children(bank, term, &count)[0], out);
    case HOW_FREE:
        return free_variables(work, site, out);
    default: {
        assert(site->how == HOW_DROP || site->how == HOW_LITERAL);
        term_t var = term_bound(bank, term, &count)[site->first];
        term_t by = TERM_NONE;
        if (site->how == HOW_LITERAL &&
            (by = work_literal(work, term_sort(bank, var), 0)) == TERM_NONE)
            return false;
        return work_replace(work, site, without_variable(work, term, site->first, by), out);
    }
    }
}

/* --- definitions --- */

static term_t inline_term(work_t *work, void *context, term_t term) {
    (void)context;
    return subst_inline(&work->bank, term, MOST_TERMS);
}

static term_t expand_term(work_t *work, void *context, term_t term) {
    (void)context;
    return subst_expand_lets(&work->bank, term, MOST_TERMS);
}

/* All definitions, then all lets. */
bool pass_definitions_list(work_t *work, uint32_t level, site_vec_t *sites) {
    if (level > 0)
        return false;
    for (uint32_t how = 0; how < 2; how++)
        *vec_push(work->mem, sites) = (site_t){.how = how};
    return true;
}

bool pass_definitions_make(work_t *work, const site_t *site, script_t *out) {
    return work_map(work, site->how == 0 ? inline_term : expand_term, NULL, out);
}
