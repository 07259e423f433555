/* Core: what needs all its arguments; and what the theories share. */
#include "eval/engine/machine_priv.h"

#include "smt/print/print.h"

#include <stdlib.h>
#include <string.h>

bool eval_unknown(eval_t *eval, reason_kind_t kind, term_t term) {
    eval->reason = (reason_t){kind, term};
    return false;
}

bool eval_charge(eval_t *eval, const call_t *call, uint64_t work) {
    if (work > eval->steps || eval->values->words.len > eval->words) {
        eval->steps = 0;
        return eval_unknown(eval, REASON_BUDGET, call->term);
    }
    eval->steps -= work;
    return true;
}

bool call_index(const eval_t *eval, const call_t *call, uint32_t i, uint32_t *out) {
    (void)eval;
    *out = call->index[i];
    return (*out >> 31) == 0;
}

uint32_t sort_width(const bank_t *bank, sort_t sort) {
    return sort_words(bank, sort, &(uint32_t){0})[0];
}

void sort_float_size(const bank_t *bank, sort_t sort, uint32_t *exponent, uint32_t *significand) {
    const uint32_t *words = sort_words(bank, sort, &(uint32_t){0});
    *exponent = words[0];
    *significand = words[1];
}

const char *reason_text(reason_kind_t kind) {
    static const char *const texts[] = {
        [REASON_NONE] = "known",
#define REASON(id, text) [REASON_##id] = (text),
#include "eval/engine/reasons.def"
    };
    return texts[kind];
}

/* Whether the text of a term has few nodes: a term is a DAG, its text may be endless. */
static bool is_brief(const eval_t *eval, term_t term) {
    enum { MOST = 24 };
    term_t todo[MOST];
    uint32_t len = 1;
    todo[0] = term;
    for (uint32_t i = 0; i < len; i++) {
        uint32_t count;
        const term_t *children = term_children(eval->bank, todo[i], &count);
        if (len + count > MOST)
            return false;
        memcpy(todo + len, children, count * sizeof *children);
        len += count;
    }
    return true;
}

void eval_describe(const eval_t *eval, term_t term, strbuf_t *out) {
    op_t op = term_op(eval->bank, term);
    if (is_brief(eval, term)) {
        print_term(eval->bank, term, out);
        return;
    }
    strbuf_char(out, '(');
    if (op == OP_APP || op == OP_APP_AS)
        print_symbol(eval->bank,
                     fun_row(eval->bank, term_words(eval->bank, term, &(uint32_t){0})[0])->name,
                     out);
    else
        strbuf_str(out, op_info(op)->name);
    strbuf_str(out, " ...)");
}

void eval_why(const eval_t *eval, reason_t reason, strbuf_t *out) {
    strbuf_str(out, reason_text(reason.kind));
    if (reason.kind == REASON_OPEN) {
        for (uint32_t i = 0; i < eval->choices.len; i++) {
            const choice_t *choice = &eval->choices.data[i];
            strbuf_str(out, i == 0 ? ": " : ", ");
            if (choice->fun != FUN_NONE)
                print_symbol(eval->bank, fun_row(eval->bank, choice->fun)->name, out);
            else
                eval_describe(eval, choice->term, out);
        }
        return;
    }
    if (reason.term == TERM_BAD)
        return;
    strbuf_str(out, ": ");
    eval_describe(eval, reason.term, out);
}

/* NOLINTNEXTLINE(readability-non-const-parameter) */
bool eval_unsupported(eval_t *eval, const call_t *call, value_t *out) {
    (void)out;
    return eval_unknown(eval, REASON_UNSUPPORTED, call->term);
}

bool eval_true(eval_t *eval, const call_t *call, value_t *out) {
    (void)eval;
    *out = call->op == OP_TRUE;
    return true;
}

bool eval_not(eval_t *eval, const call_t *call, value_t *out) {
    (void)eval;
    *out = !call->args[0];
    return true;
}

bool eval_xor(eval_t *eval, const call_t *call, value_t *out) {
    (void)eval;
    *out = 0;
    for (uint32_t i = 0; i < call->count; i++)
        *out ^= call->args[i];
    return true;
}

/* The argument's sort when all have one; Real when Int and Real are mixed: their values compare
 * alike. */
static sort_t common_sort(const eval_t *eval, const call_t *call) {
    return call_sort(eval, call, 0);
}

bool eval_eq(eval_t *eval, const call_t *call, value_t *out) {
    sort_t sort = common_sort(eval, call);
    bool unknown = false;
    *out = 0;
    for (uint32_t i = 0; i + 1 < call->count; i++) {
        bool equal;
        if (call->args[i] == call->args[i + 1])
            continue;
        if (!eval_equal(eval, call, sort, call->args[i], call->args[i + 1], &equal))
            unknown = true;
        else if (!equal)
            return true;
    }
    *out = 1;
    return !unknown;
}

static int compare_values(const void *a, const void *b) {
    value_t x = *(const value_t *)a;
    value_t y = *(const value_t *)b;
    return x < y ? -1 : x > y;
}

/* Many exact values: two equal ones are neighbours once they are sorted. */
static bool distinct_exact(eval_t *eval, const call_t *call, value_t *out) {
    if (!eval_charge(eval, call, call->count))
        return false;
    value_vec_t all = {0};
    value_t *place = vec_extend(eval->mem, &all, call->count);
    memcpy(place, call->args, call->count * sizeof *place);
    qsort(all.data, all.len, sizeof *all.data, compare_values);
    *out = 1;
    for (uint32_t i = 0; i + 1 < all.len; i++)
        if (all.data[i] == all.data[i + 1])
            *out = 0;
    vec_free(eval->mem, &all);
    return true;
}

bool eval_distinct(eval_t *eval, const call_t *call, value_t *out) {
    sort_t sort = common_sort(eval, call);
    if (call->count > 8 && sort_exact(eval->values, sort))
        return distinct_exact(eval, call, out);
    uint32_t inexact = 0;
    for (uint32_t i = 0; i < call->count && call->count > 8; i++)
        inexact += !value_exact(eval->values, sort, call->args[i]);
    if (call->count > 8 && inexact == 0)
        return distinct_exact(eval, call, out);
    /* Comparing functions is much work. */
    enum { EACH = 16 };
    if (!eval_charge(eval, call, (uint64_t)call->count * call->count * EACH))
        return false;
    bool unknown = false;
    *out = 0;
    for (uint32_t i = 0; i < call->count; i++)
        for (uint32_t k = i + 1; k < call->count; k++) {
            bool equal;
            if (!eval_equal(eval, call, sort, call->args[i], call->args[k], &equal))
                unknown = true;
            else if (equal)
                return true;
        }
    *out = 1;
    return !unknown;
}

bool eval_apply_term(eval_t *eval, const call_t *call, value_t *out) {
    return eval_apply(eval, call, call_sort(eval, call, 0), call->args[0], call->args + 1,
                      call->count - 1, out);
}

/* A mark without meaning: true. */
bool eval_inst_closure(eval_t *eval, const call_t *call, value_t *out) {
    (void)eval;
    (void)call;
    *out = 1;
    return true;
}

/* The operators that the machine does itself, when they are functions: (_ map and). */
static bool special_operator(eval_t *eval, const call_t *call, value_t *out, bool *known) {
    *known = true;
    *out = 0;
    switch (call->op) {
    case OP_AND:
        *out = 1;
        for (uint32_t i = 0; i < call->count; i++)
            *out &= call->args[i];
        return true;
    case OP_OR:
        for (uint32_t i = 0; i < call->count; i++)
            *out |= call->args[i];
        return true;
    case OP_IMPLIES:
        for (uint32_t i = 0; i < call->count; i++)
            *out |= i + 1 < call->count ? !call->args[i] : call->args[i];
        return true;
    case OP_ITE:
        *out = call->args[0] ? call->args[1] : call->args[2];
        return true;
    case OP_EQ:
        *known = eval_eq(eval, call, out);
        return true;
    case OP_DISTINCT:
        *known = eval_distinct(eval, call, out);
        return true;
    default:
        return false;
    }
}

bool eval_operator(eval_t *eval, const call_t *call, op_t op, const uint32_t *index,
                   uint32_t index_count, const sort_t *sorts, const value_t *args, uint32_t count,
                   sort_t result, value_t *out) {
    call_t inner = {.op = op,
                    .count = count,
                    .term = call->term,
                    .sort = result,
                    .index = index,
                    .index_count = index_count,
                    .sorts = sorts,
                    .args = args};
    bool known;
    if (special_operator(eval, &inner, out, &known))
        return known;
    eval_fun_t *fn = eval_rule(op);
    return fn ? fn(eval, &inner, out) : eval_unsupported(eval, &inner, out);
}
