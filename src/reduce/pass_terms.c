/* Terms: hierarchical, large ones first, since a term stands before its parts. */
#include "reduce/work_priv.h"

#include "smt/term/check.h"

enum { MOST_PARTS = 12, MOST_LEAVES = 3 };

static void add_site(work_t *work, uint32_t slot, uint32_t spot, term_t by, site_vec_t *sites) {
    if (by != TERM_NONE && by != TERM_BAD)
        *vec_push(work->mem, sites) = (site_t){.slot = slot, .spot = spot, .by = by};
}

/* Parts of the sort, the nearest first. A part without the binder of its variables does not fit,
 * which is found out when the candidate is made. */
static void add_parts(work_t *work, uint32_t slot, uint32_t spot, term_t term, site_vec_t *sites) {
    const bank_t *bank = &work->bank;
    sort_t sort = term_sort(bank, term);
    u32_vec_t queue = {0};
    *vec_push(work->mem, &queue) = term;
    uint32_t found = 0;
    for (uint32_t i = 0; i < queue.len && i < 64 && found < MOST_PARTS; i++) {
        uint32_t count;
        const term_t *children = term_children(bank, queue.data[i], &count);
        /* The children of an annotation after the first are patterns. */
        uint32_t parts = term_op(bank, queue.data[i]) == OP_ANNOT ? 1 : count;
        for (uint32_t k = 0; k < parts && found < MOST_PARTS; k++) {
            if (term_sort(bank, children[k]) == sort) {
                add_site(work, slot, spot, children[k], sites);
                found++;
            } else {
                *vec_push(work->mem, &queue) = children[k];
            }
        }
    }
    vec_free(work->mem, &queue);
}

/* Constants of the script that have the sort: the first few, in the order of declaration. */
static void add_constants(work_t *work, uint32_t slot, uint32_t spot, term_t term,
                          site_vec_t *sites) {
    sort_t sort = term_sort(&work->bank, term);
    uint32_t found = 0;
    for (uint32_t i = 0; i < script_count(&work->script) && found < MOST_LEAVES; i++) {
        uint32_t count;
        const uint32_t *words = script_words(&work->script, i, &count);
        cmd_t kind = script_kind(&work->script, i);
        if ((kind != CMD_DECLARE_FUN && kind != CMD_DECLARE_CONST) ||
            fun_row(&work->bank, words[0])->arity > 0 || fun_result(&work->bank, words[0]) != sort)
            continue;
        add_site(work, slot, spot, check_fun(&work->bank, words[0], NULL, 0), sites);
        found++;
    }
}

static bool is_plain(const work_t *work, term_t term) {
    op_t op = term_op(&work->bank, term);
    return op_is_literal(op) || op == OP_TRUE || op == OP_FALSE;
}

static void visit_term(work_t *work, uint32_t slot, uint32_t spot, site_vec_t *sites) {
    term_t term = position_term(&work->at);
    if (is_plain(work, term))
        return;
    sort_t sort = term_sort(&work->bank, term);
    add_site(work, slot, spot, work_literal(work, sort, 0), sites);
    add_site(work, slot, spot, work_literal(work, sort, 1), sites);
    if (!(term_flags(&work->bank, term) & TERM_COMPOUND))
        return;
    add_parts(work, slot, spot, term, sites);
    add_constants(work, slot, spot, term, sites);
}

bool pass_terms_list(work_t *work, uint32_t level, site_vec_t *sites) {
    if (level > 0)
        return false;
    work_each(work, visit_term, sites);
    return true;
}

bool pass_terms_make(work_t *work, const site_t *site, script_t *out) {
    return work_replace(work, site, site->by, out);
}

/* --- arguments --- */

static bool takes_any_number(const work_t *work, term_t term) {
    op_t op = term_op(&work->bank, term);
    if (op < OP_FIRST_ROW)
        return false;
    op_attr_t attr = op_info(op)->attr;
    return attr == OP_ATTR_LEFT || attr == OP_ATTR_RIGHT || attr == OP_ATTR_CHAIN ||
           attr == OP_ATTR_PAIR;
}

/* Halves at level 0, then quarters, and so on, of each term that is large enough. */
bool pass_arguments_list(work_t *work, uint32_t level, site_vec_t *sites) {
    bool any = false;
    for (uint32_t slot = 0; slot < work->slots.len; slot++) {
        uint32_t spot = 0;
        position_start(&work->at, work_term(work, slot));
        do {
            term_t term = position_term(&work->at);
            uint32_t count;
            term_children(&work->bank, term, &count);
            uint32_t chunk = count > 2 && level < 31 ? count >> (level + 1) : 0;
            if (chunk > 0 && takes_any_number(work, term)) {
                any = true;
                for (uint32_t i = 0; i < count; i += chunk)
                    *vec_push(work->mem, sites) =
                        (site_t){.slot = slot, .spot = spot, .first = i, .how = chunk};
            }
            spot++;
        } while (position_next(&work->at));
    }
    return any;
}

bool pass_arguments_make(work_t *work, const site_t *site, script_t *out) {
    bank_t *bank = &work->bank;
    work_pick(work, site);
    term_t term = position_term(&work->at);
    uint32_t count;
    const term_t *children = term_children(bank, term, &count);
    assert(site->how > 0 && site->first < count); /* it gets fewer */
    u32_vec_t kept = {0};
    for (uint32_t i = 0; i < count; i++)
        if (i < site->first || i - site->first >= site->how)
            *vec_push(work->mem, &kept) = children[i];
    bool made = false;
    if (kept.len == 1 && term_sort(bank, kept.data[0]) == term_sort(bank, term)) {
        made = work_replace(work, site, kept.data[0], out);
    } else if (kept.len > 1) {
        head_t head = {.kind = HEAD_OP, .op = term_opcode(bank, term), .as = SORT_NONE};
        made = work_replace(work, site, check_apply(bank, &head, kept.data, kept.len, NULL), out);
    }
    vec_free(work->mem, &kept);
    return made;
}
