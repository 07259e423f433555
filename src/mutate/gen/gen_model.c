/* Random values for all symbols of a script, written as a solver writes its model: what is handed
 * out is what was read back and evaluated. */
#include "mutate/gen/gen_priv.h"

#include "base/bug.h"
#include "smt/print/print.h"

enum { ELEMENTS = 3, ENTRIES = 3, DEEPEST_VALUE = 3 };

static void write_value(gen_t *gen, sort_t sort, uint32_t depth);

static void write_sort(gen_t *gen, sort_t sort) {
    sort_print(&gen->bank, sort, &gen->model_text);
}

/* --- values --- */

static void write_element(gen_t *gen, sort_t sort, uint32_t k) {
    write_sort(gen, sort);
    strbuf_format(&gen->model_text, "!val!%u", k);
}

static bool is_plain(const gen_t *gen, fun_t constructor) {
    const bank_t *bank = &gen->bank;
    for (uint32_t i = 0; i < fun_row(bank, constructor)->arity; i++) {
        sort_t field = fun_param(bank, constructor, i);
        if (sort_kind(bank, field) == SORT_USER &&
            sortdecl_row(bank, sort_decl(bank, field))->kind == SORTDECL_DATATYPE)
            return false;
    }
    return true;
}

/* Any constructor; when it is deep enough, one without datatypes in it, if there is one. */
static fun_t draw_constructor(gen_t *gen, const sortdecl_row_t *decl, uint32_t depth) {
    const uint32_t *members = gen->bank.fun_words.data + decl->members;
    assert(decl->count > 0);
    fun_t chosen = members[0];
    uint32_t found = 0;
    for (uint32_t i = 0; i < decl->count; i++)
        if ((depth > 0 || is_plain(gen, members[i])) && rng_one_in(gen->rng, ++found))
            chosen = members[i];
    return chosen;
}

/* NOLINTNEXTLINE(misc-no-recursion): depth */
static void write_user(gen_t *gen, sort_t sort, uint32_t depth) {
    bank_t *bank = &gen->bank;
    const sortdecl_row_t *decl = sortdecl_row(bank, sort_decl(bank, sort));
    if (decl->kind == SORTDECL_FREE) {
        write_element(gen, sort, (uint32_t)rng_below(gen->rng, ELEMENTS));
        return;
    }
    fun_t constructor = draw_constructor(gen, decl, depth);
    uint32_t arity = fun_row(bank, constructor)->arity;
    if (arity > 0)
        strbuf_char(&gen->model_text, '(');
    print_symbol(bank, fun_row(bank, constructor)->name, &gen->model_text);
    for (uint32_t i = 0; i < arity; i++) {
        strbuf_char(&gen->model_text, ' ');
        write_value(gen, fun_param(bank, constructor, i), depth > 0 ? depth - 1 : 0);
    }
    if (arity > 0)
        strbuf_char(&gen->model_text, ')');
}

static void write_array(gen_t *gen, sort_t sort, uint32_t depth) { /* NOLINT(misc-no-recursion) */
    uint32_t count;
    const sort_t *parts = sort_args(&gen->bank, sort, &count);
    assert(count == 2);
    sort_t index = parts[0];
    sort_t element = parts[1];
    uint32_t stores = gen_between(gen, 0, ENTRIES);
    for (uint32_t i = 0; i < stores; i++)
        strbuf_str(&gen->model_text, "(store ");
    strbuf_str(&gen->model_text, "((as const ");
    write_sort(gen, sort);
    strbuf_str(&gen->model_text, ") ");
    write_value(gen, element, depth);
    strbuf_char(&gen->model_text, ')');
    for (uint32_t i = 0; i < stores; i++) {
        strbuf_char(&gen->model_text, ' ');
        write_value(gen, index, depth);
        strbuf_char(&gen->model_text, ' ');
        write_value(gen, element, depth);
        strbuf_char(&gen->model_text, ')');
    }
}

/* Of sequences and sets: nothing, one, or several put together. */
static void write_many(gen_t *gen, sort_t sort, uint32_t depth) { /* NOLINT(misc-no-recursion) */
    bool seq = sort_kind(&gen->bank, sort) == SORT_SEQ;
    uint32_t count;
    sort_t element = sort_args(&gen->bank, sort, &count)[0];
    count = gen_between(gen, 0, 3);
    if (count == 0) {
        strbuf_str(&gen->model_text, seq ? "(as seq.empty " : "(as set.empty ");
        write_sort(gen, sort);
        strbuf_char(&gen->model_text, ')');
        return;
    }
    if (count > 1)
        strbuf_str(&gen->model_text, seq ? "(seq.++" : "(set.union");
    for (uint32_t i = 0; i < count; i++) {
        if (count > 1)
            strbuf_char(&gen->model_text, ' ');
        strbuf_str(&gen->model_text, seq ? "(seq.unit " : "(set.singleton ");
        write_value(gen, element, depth);
        strbuf_char(&gen->model_text, ')');
    }
    if (count > 1)
        strbuf_char(&gen->model_text, ')');
}

/* NOLINTNEXTLINE(misc-no-recursion): sorts are small, and datatypes have a depth */
static void write_value(gen_t *gen, sort_t sort, uint32_t depth) {
    assert(depth <= DEEPEST_VALUE);
    switch (sort_kind(&gen->bank, sort)) {
    case SORT_USER:
        write_user(gen, sort, depth);
        break;
    case SORT_ARRAY:
        write_array(gen, sort, depth);
        break;
    case SORT_SEQ:
    case SORT_SET:
        write_many(gen, sort, depth);
        break;
    case SORT_FLOAT:
        print_term(&gen->bank, random_literal(&gen->grow, gen->rng, sort), &gen->model_text);
        break;
    default:
        print_term(&gen->bank, gen_literal(gen, sort), &gen->model_text);
        break;
    }
}

/* --- symbols --- */

/* All elements of a free sort, and that there are no others. */
static void write_universe(gen_t *gen, sortdecl_t decl) {
    sort_t sort = sort_make(&gen->bank, SORT_USER, &decl, 1);
    for (uint32_t i = 0; i < ELEMENTS; i++) {
        strbuf_str(&gen->model_text, "(declare-fun ");
        write_element(gen, sort, i);
        strbuf_str(&gen->model_text, " () ");
        write_sort(gen, sort);
        strbuf_str(&gen->model_text, ")\n");
    }
    strbuf_str(&gen->model_text, "(forall ((x ");
    write_sort(gen, sort);
    strbuf_str(&gen->model_text, ")) (or");
    for (uint32_t i = 0; i < ELEMENTS; i++) {
        strbuf_str(&gen->model_text, " (= x ");
        write_element(gen, sort, i);
        strbuf_char(&gen->model_text, ')');
    }
    strbuf_str(&gen->model_text, "))\n");
}

/* (ite (and (= a1 v) (= a2 w)) r ...: a small table. */
static void write_table(gen_t *gen, fun_t fun) {
    bank_t *bank = &gen->bank;
    uint32_t arity = fun_row(bank, fun)->arity;
    sort_t result = fun_result(bank, fun);
    uint32_t entries = gen_between(gen, 0, ENTRIES);
    for (uint32_t i = 0; i < entries; i++) {
        strbuf_str(&gen->model_text, arity > 1 ? "(ite (and" : "(ite");
        for (uint32_t k = 0; k < arity; k++) {
            strbuf_format(&gen->model_text, " (= a%u ", k);
            write_value(gen, fun_param(bank, fun, k), 1);
            strbuf_char(&gen->model_text, ')');
        }
        strbuf_str(&gen->model_text, arity > 1 ? ") " : " ");
        write_value(gen, result, 1);
        strbuf_char(&gen->model_text, ' ');
    }
    write_value(gen, result, 1);
    strbuf_fill(&gen->model_text, ')', entries);
}

static void write_symbol(gen_t *gen, fun_t fun) {
    bank_t *bank = &gen->bank;
    uint32_t arity = fun_row(bank, fun)->arity;
    strbuf_str(&gen->model_text, "(define-fun ");
    print_symbol(bank, fun_row(bank, fun)->name, &gen->model_text);
    strbuf_str(&gen->model_text, " (");
    for (uint32_t i = 0; i < arity; i++) {
        strbuf_format(&gen->model_text, "%s(a%u ", i > 0 ? " " : "", i);
        write_sort(gen, fun_param(bank, fun, i));
        strbuf_char(&gen->model_text, ')');
    }
    strbuf_str(&gen->model_text, ") ");
    write_sort(gen, fun_result(bank, fun));
    strbuf_char(&gen->model_text, ' ');
    if (arity == 0)
        write_value(gen, fun_result(bank, fun), DEEPEST_VALUE);
    else
        write_table(gen, fun);
    strbuf_str(&gen->model_text, ")\n");
}

static void add_line(gen_t *gen, uint32_t word, bool sort, size_t start) {
    assert(start < gen->model_text.len);
    *vec_push(gen->mem, &gen->model_lines) = (gen_line_t){word, sort, start, gen->model_text.len};
}

bool gen_draw_model(gen_t *gen) {
    strbuf_clear(&gen->model_text);
    gen->model_lines.len = 0;
    uint32_t commands = script_count(&gen->script);
    for (uint32_t i = 0; i < commands; i++) {
        uint32_t count;
        uint32_t word = 0;
        size_t start = gen->model_text.len;
        switch (script_kind(&gen->script, i)) {
        case CMD_DECLARE_SORT:
            word = script_words(&gen->script, i, &count)[0];
            write_universe(gen, word);
            add_line(gen, word, true, start);
            break;
        case CMD_DECLARE_CONST:
        case CMD_DECLARE_FUN:
            word = script_words(&gen->script, i, &count)[0];
            write_symbol(gen, word);
            add_line(gen, word, false, start);
            break;
        default:
            break;
        }
    }
    diag_list_t diags;
    diag_init(&diags, gen->mem);
    bool read =
        model_read(&gen->model, &gen->script, gen->model_text.data, gen->model_text.len, &diags);
    diag_done(&diags);
    eval_set_model(&gen->eval, &gen->model);
    return read;
}

/* Whether the command is still in the script. */
static bool declares(const script_t *script, bool sort, uint32_t word) {
    for (uint32_t i = 0; i < script_count(script); i++) {
        uint32_t count;
        cmd_t kind = script_kind(script, i);
        bool fits =
            sort ? kind == CMD_DECLARE_SORT : kind == CMD_DECLARE_CONST || kind == CMD_DECLARE_FUN;
        if (fits && script_words(script, i, &count)[0] == word)
            return true;
    }
    return false;
}

void gen_write_model(const gen_t *gen, const script_t *script, strbuf_t *out) {
    for (uint32_t i = 0; i < gen->model_lines.len; i++) {
        const gen_line_t *line = &gen->model_lines.data[i];
        assert(line->start < line->end && line->end <= gen->model_text.len);
        if (declares(script, line->sort, line->word))
            strbuf_add(out, gen->model_text.data + line->start, line->end - line->start);
    }
}

/* Under a quantifier the evaluator tries values that it has met, and here it has met fewer: symbols
 * that nothing needs are gone, and so are the formulas that were given up. */
bool gen_model_satisfies(gen_t *gen, const script_t *script, const strbuf_t *text) {
    values_t values;
    model_t model;
    eval_t eval;
    diag_list_t diags;
    diag_init(&diags, gen->mem);
    values_init(&values, &gen->bank, gen->mem);
    model_init(&model, &values, gen->mem);
    bool good = model_read(&model, script, text->data, text->len, &diags);
    eval_init(&eval, &gen->bank, &values, &model, gen->mem);
    for (uint32_t i = 0; i < script_count(script) && good; i++) {
        uint32_t count;
        if (script_kind(script, i) != CMD_ASSERT)
            continue;
        result_t result = eval_term(&eval, script_words(script, i, &count)[0]);
        good = result.known && !result.chosen && result.value != 0;
    }
    eval_done(&eval);
    model_done(&model);
    values_done(&values);
    diag_done(&diags);
    return good;
}
