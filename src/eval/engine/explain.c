#include "eval/engine/explain.h"

#include "smt/edit/subst.h"
#include "smt/print/print.h"

typedef struct culprit {
    term_t term;
    bool value; /* what it is, and should not be for the formula to be otherwise */
} culprit_t;

typedef VEC(culprit_t) culprit_vec_t;

/* Whether the term's value is known to be this. */
static bool is(eval_t *eval, term_t term, bool value) {
    result_t result = eval_term(eval, term);
    return result.known && (result.value != 0) == value;
}

/* Pushes the children with this value. */
static void push_children(eval_t *eval, culprit_vec_t *todo, term_t term, bool value, uint32_t from,
                          uint32_t to) {
    for (uint32_t i = to; i-- > from;) {
        uint32_t count;
        term_t child = term_children(eval->bank, term, &count)[i];
        if (is(eval, child, value))
            *vec_push(eval->mem, todo) = (culprit_t){child, value};
    }
}

/* Replaces a part by the parts that decide it; false when it is a smallest one. */
static bool divide(eval_t *eval, culprit_t part, culprit_vec_t *todo) {
    uint32_t count;
    const term_t *children = term_children(eval->bank, part.term, &count);
    switch (term_op(eval->bank, part.term)) {
    case OP_NOT:
        push_children(eval, todo, part.term, !part.value, 0, 1);
        return true;
    case OP_AND:
    case OP_OR:
        push_children(eval, todo, part.term, part.value, 0, count);
        return count > 0;
    case OP_IMPLIES:
        push_children(eval, todo, part.term, part.value, count - 1, count);
        push_children(eval, todo, part.term, !part.value, 0, count - 1);
        return true;
    case OP_ITE: {
        uint32_t branch = is(eval, children[0], true) ? 1 : 2;
        push_children(eval, todo, part.term, part.value, branch, branch + 1);
        return true;
    }
    case OP_ANNOT:
        push_children(eval, todo, part.term, part.value, 0, 1);
        return true;
    case OP_APP: {
        fun_t fun = term_words(eval->bank, part.term, &(uint32_t){0})[0];
        const fun_row_t *row = fun_row(eval->bank, fun);
        if (row->kind != FUN_NAMED)
            return false;
        *vec_push(eval->mem, todo) = (culprit_t){row->body, part.value};
        return true;
    }
    default:
        return false;
    }
}

static bool has(const culprit_vec_t *list, term_t term) {
    for (uint32_t i = 0; i < list->len; i++)
        if (list->data[i].term == term)
            return true;
    return false;
}

/* Appends up to most of the parts that decide the formula, each once. It should be without let
 * (subst_expand_lets): what is below a binder is not looked at. */
static void find_culprits(eval_t *eval, term_t formula, uint32_t most, culprit_vec_t *out) {
    culprit_vec_t todo = {0};
    result_t result = eval_term(eval, formula);
    if (!result.known)
        return;
    *vec_push(eval->mem, &todo) = (culprit_t){formula, result.value != 0};
    enum { STEPS = 100000 }; /* a formula is a DAG: shared parts come again and again */
    for (uint32_t step = 0; step < STEPS && todo.len > 0 && out->len < most; step++) {
        culprit_t part = vec_pop(&todo);
        if (!divide(eval, part, &todo) && !has(out, part.term))
            *vec_push(eval->mem, out) = part;
    }
    vec_free(eval->mem, &todo);
}

static void add_once(mem_t *mem, u32_vec_t *out, uint32_t from, uint32_t most, term_t term) {
    for (uint32_t i = from; i < out->len; i++)
        if (out->data[i] == term)
            return;
    if (out->len - from < most)
        *vec_push(mem, out) = term;
}

/* Appends the subterms whose values say why a culprit has its own: its arguments and the constants
 * of the script in it, each once, without literals. */
static void find_reasons(const eval_t *eval, term_t term, uint32_t most, mem_t *mem,
                         u32_vec_t *out) {
    uint32_t from = out->len;
    uint32_t count;
    const term_t *children = term_children(eval->bank, term, &count);
    for (uint32_t i = 0; i < count; i++)
        if (!op_is_literal(term_op(eval->bank, children[i])))
            add_once(mem, out, from, most, children[i]);
    enum { LOOK_AT = 1000 };
    u32_vec_t todo = {0};
    *vec_push(mem, &todo) = term;
    for (uint32_t i = 0; i < todo.len && i < LOOK_AT; i++) {
        children = term_children(eval->bank, todo.data[i], &count);
        if (count == 0 && term_op(eval->bank, todo.data[i]) == OP_APP && todo.data[i] != term)
            add_once(mem, out, from, most, todo.data[i]);
        for (uint32_t k = 0; k < count && todo.len < LOOK_AT; k++)
            *vec_push(mem, &todo) = children[k];
    }
    vec_free(mem, &todo);
}

/* --- as text --- */

static void print_value(eval_t *eval, term_t term, strbuf_t *out) {
    result_t result = eval_term(eval, term);
    if (!result.known) {
        strbuf_str(out, "unknown");
        return;
    }
    term_t value = value_term(eval->values, eval->bank, term_sort(eval->bank, term), result.value);
    size_t start = out->len;
    if (value == TERM_NONE)
        strbuf_str(out, "a value without a name");
    else
        print_term(eval->bank, value, out);
    enum { LONGEST = 200 };
    if (out->len - start > LONGEST) {
        out->len = start + LONGEST;
        strbuf_str(out, "...");
    }
}

static void print_part(eval_t *eval, culprit_t part, strbuf_t *out) {
    enum { MOST_VALUES = 12 };
    strbuf_str(out, "  ");
    eval_describe(eval, part.term, out);
    strbuf_format(out, " is %s\n", part.value ? "true" : "false");
    u32_vec_t terms = {0};
    find_reasons(eval, part.term, MOST_VALUES, eval->mem, &terms);
    for (uint32_t i = 0; i < terms.len; i++) {
        if (sort_kind(eval->bank, term_sort(eval->bank, terms.data[i])) == SORT_REGLAN)
            continue; /* it says all by itself */
        strbuf_str(out, "    ");
        eval_describe(eval, terms.data[i], out);
        strbuf_str(out, " = ");
        print_value(eval, terms.data[i], out);
        strbuf_char(out, '\n');
    }
    vec_free(eval->mem, &terms);
}

void explain_print(eval_t *eval, term_t formula, strbuf_t *out) {
    enum { MOST = 5, EXPANDED = 1000000 };
    term_t expanded = subst_expand_lets(eval->bank, formula, EXPANDED);
    culprit_vec_t parts = {0};
    find_culprits(eval, expanded == TERM_NONE ? formula : expanded, MOST, &parts);
    for (uint32_t i = 0; i < parts.len; i++)
        print_part(eval, parts.data[i], out);
    vec_free(eval->mem, &parts);
}

void explain_choices(const eval_t *eval, strbuf_t *out) {
    for (uint32_t i = 0; i < eval->choices.len; i++) {
        const choice_t *choice = &eval->choices.data[i];
        strbuf_str(out, i == 0 ? "" : ", ");
        if (choice->fun != FUN_NONE)
            print_symbol(eval->bank, fun_row(eval->bank, choice->fun)->name, out);
        else
            eval_describe(eval, choice->term, out);
    }
}
