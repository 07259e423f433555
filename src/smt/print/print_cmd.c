#include "smt/print/print_priv.h"

#include "base/bug.h"

/* Where a command is broken when it does not fit on a line:
 *
 *     (assert                       (define-fun f ((x Int)) Int      (declare-datatypes ((T 0))
 *       t)                            body)                            (((a) (b (s Int)))))
 */

static void add_text(pen_t *pen, sym_t sym) {
    const symbol_t *row = symbol_row(&pen->bank->symbols, sym);
    strbuf_add(pen->out, row->text, row->len);
}

/* What stands in for the next term of the command. */
static term_t take_term(pen_t *pen, term_t term) {
    return pen->terms != NULL ? *pen->terms++ : term;
}

/* The items in brackets. When the command is broken they are below it, each on a line of its own;
 * pen->after is what follows one on its line. */
static void add_rows(pen_t *pen, const uint32_t *items, uint32_t count, pen_item_t *item) {
    pen_break(pen, 2);
    strbuf_char(pen->out, '(');
    for (uint32_t i = 0; i < count; i++) {
        if (i > 0)
            pen_break(pen, 3);
        pen->after = i + 1 == count ? 2 : 0;
        item(pen, items, i);
    }
    strbuf_char(pen->out, ')');
}

/* --- declarations --- */

static bool has_body(cmd_t kind) {
    return kind == CMD_DEFINE_FUN || kind == CMD_DEFINE_CONST || kind == CMD_DEFINE_FUN_REC;
}

static void sort_item(pen_t *pen, const uint32_t *sorts, uint32_t i) {
    pen_sort(pen, sorts[i]);
}

/* " (A B)" */
static void add_sorts(pen_t *pen, const sort_t *sorts, uint32_t count) {
    strbuf_str(pen->out, " (");
    pen_list(pen, sorts, count, 2, sort_item);
    strbuf_char(pen->out, ')');
}

/* " ((x A) (y B))" */
static void add_params(pen_t *pen, const fun_row_t *fun) {
    strbuf_str(pen->out, " (");
    pen_list(pen, pen->bank->fun_words.data + fun->vars, fun->arity, 1, pen_sorted_var);
    strbuf_char(pen->out, ')');
}

static void add_fun(pen_t *pen, cmd_t kind, fun_t id) {
    const fun_row_t *fun = fun_row(pen->bank, id);
    strbuf_char(pen->out, ' ');
    pen_symbol(pen, fun->name);
    if (kind == CMD_DEFINE_FUN || kind == CMD_DEFINE_FUN_REC)
        add_params(pen, fun);
    else if (kind == CMD_DECLARE_FUN || kind == CMD_DECLARE_REL)
        add_sorts(pen, pen->bank->fun_words.data + fun->params, fun->arity);
    if (kind != CMD_DECLARE_REL) {
        strbuf_char(pen->out, ' ');
        pen_sort(pen, fun->result);
    }
    if (has_body(kind)) {
        term_t body = take_term(pen, fun->body);
        pen_break(pen, 2);
        pen_term(pen, body, 1);
    }
}

/* (f ((x A)) B) of define-funs-rec */
static void signature_item(pen_t *pen, const uint32_t *funs, uint32_t i) {
    const fun_row_t *fun = fun_row(pen->bank, funs[i]);
    strbuf_char(pen->out, '(');
    pen_symbol(pen, fun->name);
    add_params(pen, fun);
    strbuf_char(pen->out, ' ');
    pen_sort(pen, fun->result);
    strbuf_char(pen->out, ')');
}

static void body_item(pen_t *pen, const uint32_t *funs, uint32_t i) {
    pen_term(pen, take_term(pen, fun_row(pen->bank, funs[i])->body), pen->after);
}

/* The names of the sort parameters of a declaration. */
static void add_sort_params(pen_t *pen, const sortdecl_row_t *decl) {
    strbuf_char(pen->out, '(');
    for (uint32_t i = 0; i < decl->arity; i++) {
        if (i > 0)
            strbuf_char(pen->out, ' ');
        pen_symbol(pen, sortdecl_row(pen->bank, decl->params + i)->name);
    }
    strbuf_char(pen->out, ')');
}

static void add_sortdecl(pen_t *pen, cmd_t kind, sortdecl_t id) {
    const sortdecl_row_t *decl = sortdecl_row(pen->bank, id);
    strbuf_char(pen->out, ' ');
    pen_symbol(pen, decl->name);
    if (kind == CMD_DECLARE_SORT) {
        strbuf_char(pen->out, ' ');
        strbuf_uint(pen->out, decl->arity);
    } else if (kind == CMD_DEFINE_SORT) {
        strbuf_char(pen->out, ' ');
        add_sort_params(pen, decl);
        pen_break(pen, 2);
        pen_sort(pen, decl->body);
    }
}

/* --- datatypes --- */

/* (head T) */
static void selector_item(pen_t *pen, const uint32_t *selectors, uint32_t i) {
    const fun_row_t *selector = fun_row(pen->bank, selectors[i]);
    strbuf_char(pen->out, '(');
    pen_symbol(pen, selector->name);
    strbuf_char(pen->out, ' ');
    pen_sort(pen, selector->result);
    strbuf_char(pen->out, ')');
}

/* (cons (head T) (tail (List T))) */
static void constructor_item(pen_t *pen, const uint32_t *constructors, uint32_t i) {
    const fun_row_t *constructor = fun_row(pen->bank, constructors[i]);
    strbuf_char(pen->out, '(');
    pen_symbol(pen, constructor->name);
    if (constructor->arity > 0)
        strbuf_char(pen->out, ' ');
    pen_list(pen, pen->bank->fun_words.data + constructor->members, constructor->arity,
             pen->after + 1, selector_item);
    strbuf_char(pen->out, ')');
}

/* (par (T) ((nil) (cons ...))), or the list alone */
static void datatype_item(pen_t *pen, const uint32_t *decls, uint32_t i) {
    const sortdecl_row_t *decl = sortdecl_row(pen->bank, decls[i]);
    if (decl->arity > 0) {
        strbuf_str(pen->out, "(par ");
        add_sort_params(pen, decl);
        strbuf_char(pen->out, ' ');
    }
    strbuf_char(pen->out, '(');
    pen_list(pen, pen->bank->fun_words.data + decl->members, decl->count,
             pen->after + (decl->arity > 0 ? 2 : 1), constructor_item);
    strbuf_str(pen->out, decl->arity > 0 ? "))" : ")");
}

static void name_item(pen_t *pen, const uint32_t *decls, uint32_t i) {
    const sortdecl_row_t *decl = sortdecl_row(pen->bank, decls[i]);
    strbuf_char(pen->out, '(');
    pen_symbol(pen, decl->name);
    strbuf_char(pen->out, ' ');
    strbuf_uint(pen->out, decl->arity);
    strbuf_char(pen->out, ')');
}

static void add_datatypes(pen_t *pen, cmd_t kind, const sortdecl_t *decls, uint32_t count) {
    if (kind == CMD_DECLARE_DATATYPE || kind == CMD_DECLARE_CODATATYPE) {
        assert(count == 1);
        strbuf_char(pen->out, ' ');
        pen_symbol(pen, sortdecl_row(pen->bank, decls[0])->name);
        pen_break(pen, 2);
        pen->after = 1;
        datatype_item(pen, decls, 0);
        return;
    }
    strbuf_str(pen->out, " (");
    pen_list(pen, decls, count, 1, name_item);
    strbuf_char(pen->out, ')');
    add_rows(pen, decls, count, datatype_item);
}

/* --- commands with terms --- */

/* A term and what was written after it. */
static void add_term(pen_t *pen, term_t term, sym_t rest) {
    uint32_t after = 1;
    if (rest != SYM_NONE)
        after += 1 + symbol_row(&pen->bank->symbols, rest)->len;
    pen_break(pen, 2);
    pen_term(pen, take_term(pen, term), after);
    if (rest != SYM_NONE) {
        strbuf_char(pen->out, ' ');
        add_text(pen, rest);
    }
}

static void term_item(pen_t *pen, const uint32_t *terms, uint32_t i) {
    pen_term(pen, take_term(pen, terms[i]), pen->after);
}

/* p Int (0 1): a pool is a set, but it is declared by the sort of its elements. */
static void add_pool(pen_t *pen, const uint32_t *words, uint32_t count) {
    const fun_row_t *fun = fun_row(pen->bank, words[0]);
    uint32_t sorts;
    const sort_t *element = sort_args(pen->bank, fun->result, &sorts);
    assert(sort_kind(pen->bank, fun->result) == SORT_SET);
    strbuf_char(pen->out, ' ');
    pen_symbol(pen, fun->name);
    strbuf_char(pen->out, ' ');
    pen_sort(pen, element[0]);
    add_rows(pen, words + 1, count - 1, term_item);
}

/* :keyword value */
static void add_attribute(pen_t *pen, const uint32_t *words, uint32_t count) {
    strbuf_char(pen->out, ' ');
    add_text(pen, words[0]);
    if (count > 1 && words[1] != SYM_NONE) {
        strbuf_char(pen->out, ' ');
        add_text(pen, words[1]);
    }
}

static void add_words(pen_t *pen, cmd_t kind, const uint32_t *words, uint32_t count) {
    strbuf_t *out = pen->out;
    switch (cmd_info(kind)->shape) {
    case SHAPE_COUNT:
        if (count > 0) {
            strbuf_char(out, ' ');
            print_index(pen->bank, words[0], out);
        }
        break;
    case SHAPE_SYMBOL:
        strbuf_char(out, ' ');
        pen_symbol(pen, words[0]);
        break;
    case SHAPE_STRING:
        strbuf_str(out, " \"");
        add_text(pen, words[0]);
        strbuf_char(out, '"');
        break;
    case SHAPE_ATTR:
        add_attribute(pen, words, count);
        break;
    case SHAPE_TERM:
        add_term(pen, words[0], count > 1 ? words[1] : SYM_NONE);
        break;
    case SHAPE_TERMS:
        add_rows(pen, words, count, term_item);
        break;
    case SHAPE_FUN:
        add_fun(pen, kind, words[0]);
        break;
    case SHAPE_FUNS:
        add_rows(pen, words, count, signature_item);
        add_rows(pen, words, count, body_item);
        break;
    case SHAPE_SORTDECL:
        add_sortdecl(pen, kind, words[0]);
        break;
    case SHAPE_DATATYPES:
        add_datatypes(pen, kind, words, count);
        break;
    case SHAPE_HEAP:
        add_sorts(pen, words, count);
        break;
    case SHAPE_POOL:
        add_pool(pen, words, count);
        break;
    case SHAPE_GOAL:
        strbuf_char(out, ' ');
        pen_symbol(pen, words[0]);
        add_term(pen, words[1], count > 2 ? words[2] : SYM_NONE);
        break;
    case SHAPE_NONE:
    case SHAPE_TEXT:
    case SHAPE_COMMENT:
        break;
    }
}

void pen_command(pen_t *pen, const script_t *script, uint32_t i) {
    cmd_t kind = script_kind(script, i);
    uint32_t count;
    const uint32_t *words = script_words(script, i, &count);
    shape_t shape = cmd_info(kind)->shape;
    if (shape == SHAPE_TEXT || shape == SHAPE_COMMENT) {
        add_text(pen, words[0]);
        return;
    }
    pen->column = 0;
    strbuf_char(pen->out, '(');
    strbuf_str(pen->out, cmd_info(kind)->name);
    add_words(pen, kind, words, count);
    strbuf_char(pen->out, ')');
}

void print_command(const script_t *script, uint32_t i, strbuf_t *out) {
    pen_t pen = {.bank = script->bank, .out = out};
    pen_command(&pen, script, i);
}

void command_terms(const script_t *script, uint32_t i, mem_t *mem, u32_vec_t *terms) {
    cmd_t kind = script_kind(script, i);
    uint32_t count;
    const uint32_t *words = script_words(script, i, &count);
    if (has_body(kind) || kind == CMD_DEFINE_FUNS_REC) {
        for (uint32_t k = 0; k < count; k++)
            *vec_push(mem, terms) = fun_row(script->bank, words[k])->body;
        return;
    }
    uint32_t first;
    script_terms(script, i, &first, &count);
    for (uint32_t k = 0; k < count; k++)
        *vec_push(mem, terms) = words[first + k];
}
