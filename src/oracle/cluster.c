#include "oracle/cluster.h"

#include "base/bug.h"
#include "smt/edit/logic.h"
#include "smt/edit/uses.h"

#include <stdlib.h>
#include <string.h>

/* Comparisons of numbers stand in for each other, as equality does for all of them. */
static bool is_order(const char *name) {
    size_t len = strspn(name, "<>=");
    return len > 0 && len <= 2 && name[len] == '\0';
}

/* The name that a term's operator has in keys, or NULL. */
static const char *name_of(const bank_t *bank, term_t term) {
    uint32_t count;
    op_t op = term_op(bank, term);
    if (op == OP_APP || op == OP_APP_AS) {
        const fun_row_t *fun = fun_row(bank, term_head(bank, term, &count)[0]);
        return fun->kind == FUN_SELECTOR                        ? "selector"
               : fun->kind == FUN_TESTER                        ? "is"
               : fun->kind == FUN_CONSTRUCTOR && fun->arity > 0 ? "constructor"
                                                                : NULL;
    }
    if (op < OP_FIRST_ROW || op_info(op)->theory == THEORY_CORE || is_order(op_info(op)->name))
        return NULL;
    term_children(bank, term, &count);
    return count > 0 ? op_info(op)->name : NULL;
}

static int by_text(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void add_operators(const script_t *script, strbuf_t *out) {
    mem_t *mem = script->bank->mem;
    VEC(const char *) names = {0};
    uses_t uses;
    uses_init(&uses, script->bank);
    for (uint32_t i = 0; i < script_count(script); i++) {
        uint32_t first, count;
        script_terms(script, i, &first, &count);
        for (uint32_t k = 0; k < count; k++) {
            uint32_t words;
            uses_term(&uses, script_words(script, i, &words)[first + k]);
        }
    }
    uses_close(&uses);
    for (uint32_t i = 0; i < uses.terms.order.len; i++) {
        const char *name = name_of(script->bank, uses.terms.order.data[i]);
        if (name)
            *vec_push(mem, &names) = name;
    }
    if (names.len > 0)
        qsort(names.data, names.len, sizeof *names.data, by_text);
    for (uint32_t i = 0; i < names.len; i++)
        if (i == 0 || strcmp(names.data[i], names.data[i - 1]) != 0) {
            strbuf_char(out, ' ');
            strbuf_str(out, names.data[i]);
        }
    vec_free(mem, &names);
    uses_done(&uses);
}

void cluster_key(const finding_t *finding, const char *solver, const script_t *script,
                 strbuf_t *out) {
    finding_key_t key = finding_kind_info(finding->kind)->key;
    assert(key == KEY_SIGNATURE || finding->signature.len == 0);
    strbuf_format(out, "%s %s", finding_kind_name(finding->kind), solver);
    if (key == KEY_SIGNATURE) {
        strbuf_char(out, ' ');
        strbuf_slice_add(out, finding->signature);
    }
    if (key == KEY_SIGNATURE || !script)
        return;
    logic_t logic = logic_infer(script);
    if (key == KEY_LOGIC && (logic & (LOGIC_INT | LOGIC_REAL)))
        logic |= LOGIC_LINEAR | LOGIC_NONLINEAR;
    strbuf_char(out, ' ');
    strbuf_str(out, logic_name(logic));
    if (key == KEY_OPERATORS)
        add_operators(script, out);
}

void cluster_finding(judge_t *judge, const finding_t *finding, const char *solver, slice_t text,
                     strbuf_t *out) {
    bool read = finding_kind_info(finding->kind)->key != KEY_SIGNATURE &&
                witness_read(&judge->witness, text.data, text.len);
    cluster_key(finding, solver, read ? judge->witness.script : NULL, out);
}
