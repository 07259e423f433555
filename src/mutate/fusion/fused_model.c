/* The model of a fused formula, put together from those of its seeds (Proposition 1 of the paper):
 * what both say under the names that they have now, and z = f(x, y) for each pair. It is handed out
 * only when every assertion of the mutant evaluates to definitely true under it, so nothing here
 * has to be trusted. */
#include "mutate/fusion/fusion_priv.h"

#include "base/bug.h"
#include "base/lexer.h"
#include "eval/engine/eval.h"
#include "smt/print/print.h"
#include "smt/read/parse.h"
#include "smt/term/check.h"

#include <string.h>

typedef struct maker {
    fusion_t *fusion;
    mem_t *mem;
    bank_t bank; /* of the mutant alone */
    script_t script;
    values_t values;
    map_t names[2];   /* by seed: symbols that end otherwise now */
    map_t operators;  /* whose meaning is in the text already */
    strbuf_t text;    /* the model */
    strbuf_t formula; /* the mutant */
} maker_t;

/* --- names --- */

static bool is_name(const token_t *token) {
    return token->kind == TOKEN_SYMBOL || token->kind == TOKEN_QUOTED;
}

static sym_t symbol_of(maker_t *m, const token_t *token) {
    return symbol_make(&m->bank.symbols, token->text, token->len);
}

/* The names in a seed's text. */
static void note_names(maker_t *m, uint32_t number) {
    const fusible_t *row = m->fusion->rows[number];
    lexer_t lexer;
    lexer_init(&lexer, row->seed->text, row->seed->len);
    token_t token = lexer_next(&lexer);
    uint32_t next = 0;
    for (; token.kind != TOKEN_END && next < row->name_ends.len; token = lexer_next(&lexer)) {
        if (!is_name(&token) ||
            token.end - (token.kind == TOKEN_QUOTED) != row->name_ends.data[next])
            continue;
        next++;
        *map_put(m->mem, &m->names[number], symbol_of(m, &token)) = 1;
    }
    assert(next == row->name_ends.len);
}

/* A piece of a model's text with the names as they are in the mutant. */
static void add_renamed(maker_t *m, uint32_t number, const char *text, size_t len) {
    const fused_text_t *fused = m->fusion->texts[number];
    lexer_t lexer;
    lexer_init(&lexer, text, len);
    uint32_t at = 0;
    for (token_t token = lexer_next(&lexer); token.kind != TOKEN_END; token = lexer_next(&lexer)) {
        if (!is_name(&token) || map_get(&m->names[number], symbol_of(m, &token)) == MAP_NONE)
            continue;
        uint32_t end = token.end - (token.kind == TOKEN_QUOTED);
        strbuf_add(&m->text, text + at, end - at);
        strbuf_add(&m->text, fused->ending, fused->ending_len);
        at = end;
    }
    strbuf_add(&m->text, text + at, len - at);
}

/* --- the seeds' models --- */

/* A command of a model's text, or a comment. */
typedef struct part {
    uint32_t start, end;
    token_t name; /* of what is defined or declared; len 0: of nothing */
} part_t;

/* The part at the lexer; false at the end. A comment says something of a sort, and is a line. */
static bool next_part(lexer_t *lexer, part_t *part) {
    while (lexer->at < lexer->end && (*lexer->at == ' ' || *lexer->at == '\n'))
        lexer->at++;
    *part = (part_t){.start = (uint32_t)(lexer->at - lexer->text)};
    if (lexer->at == lexer->end)
        return false;
    if (*lexer->at == ';') {
        const char *line = memchr(lexer->at, '\n', (size_t)(lexer->end - lexer->at));
        lexer->at = line ? line : lexer->end;
        part->end = (uint32_t)(lexer->at - lexer->text);
        return true;
    }
    uint32_t depth = 0;
    uint32_t place = 0;
    do {
        token_t token = lexer_next(lexer);
        if (token.kind == TOKEN_END || token.kind == TOKEN_ERROR)
            return false;
        depth += (token.kind == TOKEN_OPEN) - (token.kind == TOKEN_CLOSE);
        if (place++ == 2 && is_name(&token))
            part->name = token;
        part->end = token.end;
    } while (depth > 0);
    return true;
}

/* Whether the part says what an operator means; a seed may call a function of its own so. */
static bool is_operator(maker_t *m, uint32_t number, const part_t *part) {
    if (part->name.len == 0)
        return false;
    sym_t name = symbol_of(m, &part->name);
    return op_of_symbol(&m->bank, name) != OP_NONE && map_get(&m->names[number], name) == MAP_NONE;
}

/* Functions that a model defines for itself, and elements of sorts, get the ending of the text, as
 * all names in it do; operators do not. */
static void note_own_names(maker_t *m, uint32_t number, const seed_t *seed) {
    lexer_t lexer;
    part_t part;
    lexer_init(&lexer, seed->model_text, seed->model_len);
    while (next_part(&lexer, &part)) {
        if (part.name.len > 0 && !is_operator(m, number, &part))
            *map_put(m->mem, &m->names[number], symbol_of(m, &part.name)) = 1;
    }
}

static void add_model(maker_t *m, uint32_t number) {
    const seed_t *seed = m->fusion->rows[number]->seed;
    if (m->fusion->texts[number]->ending_len > 0) {
        note_names(m, number);
        note_own_names(m, number, seed);
    }
    lexer_t lexer;
    part_t part;
    lexer_init(&lexer, seed->model_text, seed->model_len);
    while (next_part(&lexer, &part)) {
        const char *text = seed->model_text + part.start;
        size_t len = part.end - part.start;
        if (is_operator(m, number, &part)) {
            sym_t name = symbol_of(m, &part.name);
            /* Both models may have a meaning for it: that of the first is taken. */
            uint32_t *owner = map_put(m->mem, &m->operators, name);
            if (*owner != MAP_NONE && *owner != number)
                continue;
            *owner = number;
        }
        if (text[0] == ';') {
            strbuf_char(&m->text, ';');
            text++;
            len--;
        }
        add_renamed(m, number, text, len);
        strbuf_char(&m->text, '\n');
    }
}

/* --- the variables of pairs --- */

static void add_define(strbuf_t *out, const slice_t *name) {
    strbuf_str(out, "(define-fun ");
    strbuf_add(out, name->data, name->len);
    strbuf_str(out, " () ");
}

static void add_z(const fused_pair_t *pair, strbuf_t *out) {
    add_define(out, &pair->fills[FILL_Z]);
    form_write(pair->form, FORM_SORT, pair->fills, pair->draw, out);
    strbuf_char(out, ' ');
    form_write(pair->form, FORM_Z, pair->fills, pair->draw, out);
    strbuf_str(out, ")\n");
}

/* z = f(x, y); and 1 for a number of a seed that need not be true, since inversions may divide by
 * it. */
static void add_pairs(maker_t *m) {
    const fusion_t *fusion = m->fusion;
    map_t done = {0};
    for (uint32_t i = 0; i < fusion->pair_count; i++) {
        const fused_pair_t *pair = &fusion->pairs[i];
        for (uint32_t k = 0; k < 2; k++) {
            const fuse_target_t *target = pair->targets[k];
            if (fusion->plan.must_hold[k] ||
                (target->sort != SORT_INT && target->sort != SORT_REAL))
                continue;
            uint32_t *seen = map_put(m->mem, &done, target->constant);
            if (*seen == MAP_NONE) {
                add_define(&m->text, &pair->fills[pair->sides[k]]);
                strbuf_str(&m->text, target->sort == SORT_INT ? "Int 1)\n" : "Real 1.0)\n");
            }
            *seen = 1;
        }
        add_z(pair, &m->text);
    }
    map_free(m->mem, &done);
}

/* --- reading and evaluating --- */

static bool read_mutant(maker_t *m, const mutant_t *mutant) {
    diag_list_t diags;
    diag_init(&diags, m->mem);
    mutant_print(mutant, &m->formula);
    bool ok = parse_script(&m->script, m->formula.data, m->formula.len, &diags);
    diag_done(&diags);
    return ok;
}

static bool read_model(maker_t *m, model_t *model, eval_t *eval) {
    diag_list_t diags;
    diag_init(&diags, m->mem);
    model_init(model, &m->values, m->mem);
    bool ok = model_read(model, &m->script, m->text.data, m->text.len, &diags);
    eval_init(eval, &m->bank, &m->values, model, m->mem);
    diag_done(&diags);
    return ok;
}

static void leave_model(model_t *model, eval_t *eval) {
    eval_done(eval);
    model_done(model);
}

/* Appends the definition of a function that has one value everywhere, be it of a constant; false
 * when the value has no term. */
static bool add_definition(maker_t *m, fun_t fun, value_t value) {
    bank_t *bank = &m->bank;
    const fun_row_t row = *fun_row(bank, fun);
    sort_t sort = fun_result(bank, fun);
    term_t term = value_term(&m->values, bank, sort, value);
    if (term == TERM_NONE)
        return false;
    strbuf_str(&m->text, "(define-fun ");
    print_symbol(bank, row.name, &m->text);
    strbuf_str(&m->text, " (");
    for (uint32_t i = 0; i < row.arity; i++) {
        strbuf_format(&m->text, "%s(x!%u ", i > 0 ? " " : "", i);
        sort_print(bank, fun_param(bank, fun, i), &m->text);
        strbuf_char(&m->text, ')');
    }
    strbuf_str(&m->text, ") ");
    sort_print(bank, sort, &m->text);
    strbuf_char(&m->text, ' ');
    print_term(bank, term, &m->text);
    strbuf_str(&m->text, ")\n");
    return true;
}

/* The value that a constant has under the model; false when it is not known. */
static bool add_value(maker_t *m, eval_t *eval, fun_t fun) {
    result_t result = eval_term(eval, check_fun(&m->bank, fun, NULL, 0));
    return result.known && add_definition(m, fun, result.value);
}

/* A function that no model defines: any value will do. */
static bool add_function(maker_t *m, fun_t fun) {
    value_t value;
    return value_default(&m->values, fun_result(&m->bank, fun), &value) &&
           add_definition(m, fun, value);
}

/* The declared functions that the seeds' models do not define. */
static bool list_missing(maker_t *m, u32_vec_t *missing) {
    model_t model;
    eval_t eval;
    bool ok = read_model(m, &model, &eval);
    for (uint32_t i = 0; ok && i < script_count(&m->script); i++) {
        cmd_t kind = script_kind(&m->script, i);
        uint32_t count;
        const uint32_t *words = script_words(&m->script, i, &count);
        if ((kind == CMD_DECLARE_FUN || kind == CMD_DECLARE_CONST) && !model_get(&model, words[0]))
            *vec_push(m->mem, missing) = words[0];
    }
    leave_model(&model, &eval);
    return ok;
}

/* The pair whose z the function is, when that has something of a seed's own sort in it: an element
 * of such a sort has no text that means the same in all models. */
static const fused_pair_t *opaque_pair(const maker_t *m, fun_t fun) {
    const fusion_t *fusion = m->fusion;
    assert(fusion->pair_count <= FUSION_PAIRS);
    const symbol_t *name = symbol_row(&m->bank.symbols, fun_row(&m->bank, fun)->name);
    for (uint32_t i = 0; i < fusion->pair_count; i++) {
        const fused_pair_t *pair = &fusion->pairs[i];
        if (strcmp(name->text, pair->z) == 0 &&
            (pair->targets[0]->sort == SORT_NONE || pair->targets[1]->sort == SORT_NONE))
            return pair;
    }
    return NULL;
}

static bool add_one(maker_t *m, eval_t *eval, fun_t fun) {
    const fused_pair_t *pair = opaque_pair(m, fun);
    if (pair)
        add_z(pair, &m->text);
    else if (fun_row(&m->bank, fun)->arity > 0)
        return add_function(m, fun);
    else
        return add_value(m, eval, fun);
    return true;
}

/* Adds what is missing, as values; z for each pair comes first. */
static bool add_missing(maker_t *m) {
    u32_vec_t missing = {0};
    bool ok = list_missing(m, &missing);
    size_t mark = m->text.len;
    add_pairs(m);
    model_t model;
    eval_t eval;
    ok &= read_model(m, &model, &eval);
    m->text.len = mark;
    for (uint32_t i = 0; ok && i < missing.len; i++)
        ok = add_one(m, &eval, missing.data[i]);
    leave_model(&model, &eval);
    vec_free(m->mem, &missing);
    return ok;
}

static bool holds(maker_t *m) {
    model_t model;
    eval_t eval;
    bool ok = read_model(m, &model, &eval);
    for (uint32_t i = 0; ok && i < script_count(&m->script); i++) {
        uint32_t count;
        if (script_kind(&m->script, i) == CMD_ASSERT)
            ok = eval_formula(&eval, script_words(&m->script, i, &count)[0]) == HOLDS_YES;
    }
    leave_model(&model, &eval);
    return ok;
}

static bool build(maker_t *m, const mutant_t *mutant) {
    const fusion_t *fusion = m->fusion;
    if (!read_mutant(m, mutant))
        return false;
    for (uint32_t i = 0; i < 2; i++)
        if (fusion->plan.must_hold[i])
            add_model(m, i);
    return add_missing(m) && holds(m);
}

bool fusion_model(strategy_t *strategy, const mutant_t *mutant, strbuf_t *out) {
    fusion_t *fusion = strategy->state;
    assert(mutant->seeds[0] == &fusion->texts[0]->view); /* it is the last one */
    if (mutant->claim != CLAIM_SAT)
        return false;
    for (uint32_t i = 0; i < 2; i++)
        if (fusion->plan.must_hold[i] && !fusion->rows[i]->seed->model_text)
            return false;
    maker_t m = {.fusion = fusion, .mem = strategy->mem};
    bank_init(&m.bank, m.mem);
    script_init(&m.script, &m.bank);
    values_init(&m.values, &m.bank, m.mem);
    strbuf_init(&m.text, m.mem);
    strbuf_init(&m.formula, m.mem);
    bool ok = build(&m, mutant);
    if (ok)
        strbuf_add(out, m.text.data, m.text.len);
    strbuf_done(&m.formula);
    strbuf_done(&m.text);
    map_free(m.mem, &m.operators);
    for (uint32_t i = 0; i < 2; i++)
        map_free(m.mem, &m.names[i]);
    values_done(&m.values);
    script_done(&m.script);
    bank_done(&m.bank);
    return ok;
}
