#include "proof/rule_book.h"

#include "base/bug.h"
#include "proof/proof_priv.h"

void rule_book_init(rule_book_t *book, mem_t *mem) {
    *book = (rule_book_t){.mem = mem};
    rules_init(&book->fusion, mem);
    approx_init(&book->approx, mem);
    contradictions_init(&book->contradictions, mem);
}

void rule_book_done(rule_book_t *book) {
    vec_free(book->mem, &book->rows);
    contradictions_done(&book->contradictions);
    approx_done(&book->approx);
    rules_done(&book->fusion);
}

static void list_fusion(rule_book_t *book) {
    for (uint32_t i = 0; i < book->fusion.rows.len; i++) {
        const rule_t *rule = &book->fusion.rows.data[i];
        *vec_push(book->mem, &book->rows) =
            (rule_entry_t){rule->name, rules_source(&book->fusion, rule), i, 1, prove_fusion};
    }
}

static void list_approx(rule_book_t *book) {
    for (uint32_t i = 0; i < book->approx.rows.len; i++) {
        const rule_t *rule = &book->approx.rows.data[i].rule;
        *vec_push(book->mem, &book->rows) =
            (rule_entry_t){rule->name, rules_source(&book->approx.base, rule), i, 1, prove_approx};
    }
}

/* One that is read from a list may be several rows, which lie together. */
static void list_contradictions(rule_book_t *book) {
    const contradictions_t *all = &book->contradictions;
    for (uint32_t i = 0; i < all->rows.len; i++) {
        const contradiction_t *row = &all->rows.data[i];
        if (i > 0 && row->node == row[-1].node)
            vec_last(&book->rows).count++;
        else
            *vec_push(book->mem, &book->rows) = (rule_entry_t){
                row->name, sexpr_source(&all->tree, row->node), i, 1, prove_contradiction};
    }
}

static void list_all(rule_book_t *book) {
    assert(book->rows.len == 0);
    list_fusion(book);
    list_approx(book);
    list_contradictions(book);
}

void rule_book_embedded(rule_book_t *book) {
    rules_embedded(&book->fusion);
    approx_embedded(&book->approx);
    contradictions_embedded(&book->contradictions);
    list_all(book);
}

bool rule_book_read(rule_book_t *book, const char *text, size_t len, diag_list_t *diags) {
    if (!rules_read(&book->fusion, text, len, RULES_CHECK, diags) ||
        !approx_read(&book->approx, text, len, false, diags) ||
        !contradictions_read(&book->contradictions, text, len, diags))
        return false;
    list_all(book);
    return true;
}

void rule_book_prove(rule_book_t *book, uint32_t row, prover_t *prover) {
    assert(row < book->rows.len);
    const rule_entry_t *entry = &book->rows.data[row];
    entry->prove(book, entry, prover);
}
