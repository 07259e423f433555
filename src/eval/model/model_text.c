#include "eval/model/model_text.h"

#include "smt/edit/uses.h"
#include "smt/print/print.h"

typedef struct writer {
    const model_t *model;
    const script_t *script;
    bank_t *bank;
    strbuf_t *out;
    script_t line; /* one command, to print it */
    map_t own;     /* functions that the script declares or defines, and elements */
    map_t done;    /* definitions that are written */
} writer_t;

static void write_command(writer_t *w, cmd_t kind, fun_t fun) {
    w->line.commands.len = 1;
    w->line.words.len = 0;
    script_add(&w->line, kind, &fun, 1, 0, 0);
    print_command(&w->line, 0, w->out);
    strbuf_char(w->out, '\n');
}

static void write_definition(writer_t *w, fun_t fun) {
    uint32_t *place = map_put(w->model->mem, &w->done, fun);
    if (*place != MAP_NONE)
        return;
    *place = 0;
    write_command(w, CMD_DEFINE_FUN, fun);
}

/* --- sorts --- */

static void write_elements(writer_t *w) {
    const model_t *model = w->model;
    for (uint32_t i = 0; i < model->elements.len; i++)
        write_command(w, CMD_DECLARE_FUN, model->elements.data[i]);
    for (uint32_t i = 0; i < script_count(w->script); i++) {
        uint32_t count;
        const uint32_t *words = script_words(w->script, i, &count);
        if (script_kind(w->script, i) != CMD_DECLARE_SORT ||
            sortdecl_row(w->bank, words[0])->arity != 0)
            continue;
        sort_t sort = sort_make(w->bank, SORT_USER, &words[0], 1);
        uint32_t size = map_get(&model->universe, sort);
        if (size == MAP_NONE)
            continue;
        strbuf_str(w->out, "; cardinality of ");
        sort_print(w->bank, sort, w->out);
        strbuf_format(w->out, " is %u\n", size);
    }
}

/* --- functions --- */

static bool write_meaning(writer_t *w, fun_t fun) {
    const meant_t *meant = model_get(w->model, fun);
    if (!meant)
        return true;
    if (meant->body != FUN_NONE) {
        write_definition(w, meant->body);
        return true;
    }
    sort_t sort = fun_result(w->bank, fun);
    bank_mark_t mark = bank_mark(w->bank);
    term_t term = value_term(w->model->values, w->bank, sort, meant->value);
    if (term != TERM_NONE) {
        strbuf_str(w->out, "(define-fun ");
        print_symbol(w->bank, fun_row(w->bank, fun)->name, w->out);
        strbuf_str(w->out, " () ");
        sort_print(w->bank, sort, w->out);
        strbuf_char(w->out, ' ');
        print_term(w->bank, term, w->out);
        strbuf_str(w->out, ")\n");
    }
    bank_release(w->bank, mark);
    return term != TERM_NONE;
}

static bool write_selectors(writer_t *w, sortdecl_t decl) {
    const sortdecl_row_t *row = sortdecl_row(w->bank, decl);
    bool fine = true;
    for (uint32_t i = 0; i < row->count; i++) {
        const fun_row_t *maker = fun_row(w->bank, w->bank->fun_words.data[row->members + i]);
        for (uint32_t k = 0; k < maker->arity; k++)
            fine &= write_meaning(w, w->bank->fun_words.data[maker->members + k]);
    }
    return fine;
}

static bool write_functions(writer_t *w) {
    bool fine = true;
    for (uint32_t i = 0; i < script_count(w->script); i++) {
        uint32_t count;
        const uint32_t *words = script_words(w->script, i, &count);
        shape_t shape = cmd_info(script_kind(w->script, i))->shape;
        for (uint32_t k = 0; k < count; k++)
            if (shape == SHAPE_FUN)
                fine &= write_meaning(w, words[k]);
            else if (shape == SHAPE_DATATYPES)
                fine &= write_selectors(w, words[k]);
    }
    return fine;
}

/* The definitions of an operator, the oldest first: the list has the newest in front. */
static void write_operator(writer_t *w, op_t op) {
    const model_t *model = w->model;
    u32_vec_t list = {0};
    for (uint32_t at = map_get(&model->ops, op); at != MAP_NONE; at = model->meanings.data[at].next)
        *vec_push(model->mem, &list) = model->meanings.data[at].body;
    while (list.len > 0)
        write_definition(w, vec_pop(&list));
    vec_free(model->mem, &list);
}

/* --- what the model defines for itself --- */

static void note_own(writer_t *w) {
    mem_t *mem = w->model->mem;
    for (uint32_t i = 0; i < script_count(w->script); i++) {
        uint32_t count;
        const uint32_t *words = script_words(w->script, i, &count);
        shape_t shape = cmd_info(script_kind(w->script, i))->shape;
        for (uint32_t k = 0; (shape == SHAPE_FUN || shape == SHAPE_FUNS) && k < count; k++)
            *map_put(mem, &w->own, words[k]) = 0;
    }
}

static void write_helpers(writer_t *w) {
    uses_t uses;
    uses_init(&uses, w->bank);
    for (uint32_t i = 0; i < w->model->meanings.len; i++)
        if (w->model->meanings.data[i].body != FUN_NONE)
            uses_term(&uses, fun_row(w->bank, w->model->meanings.data[i].body)->body);
    uses_close(&uses);
    for (uint32_t i = 0; i < uses.funs.len; i++) {
        fun_t fun = uses.funs.data[i];
        fun_kind_t kind = fun_row(w->bank, fun)->kind;
        if ((kind == FUN_DEFINED || kind == FUN_RECURSIVE) && map_get(&w->own, fun) == MAP_NONE)
            write_definition(w, fun);
    }
    uses_done(&uses);
}

bool model_text(const model_t *model, const script_t *script, strbuf_t *out) {
    writer_t w = {.model = model, .script = script, .bank = script->bank, .out = out};
    size_t start = out->len;
    script_init(&w.line, script->bank);
    note_own(&w);
    write_elements(&w);
    write_helpers(&w);
    bool fine = write_functions(&w);
    for (uint32_t op = OP_FIRST_ROW; op < OP_COUNT; op++)
        write_operator(&w, (op_t)op);
    if (out->len == start)
        strbuf_char(out, '\n');
    map_free(model->mem, &w.own);
    map_free(model->mem, &w.done);
    script_done(&w.line);
    return fine;
}
