/* A solver's answer to get-model or get-value, read with the names of the script it is about.
 *
 * What a model says of a name of the script becomes a definition of its own, which the name does
 * not mean: inside bodies, names mean what they mean in the script. Names that only the model has
 * (k!0 in (_ as-array k!0)) are known in the whole model, also before their definition. */
#include "smt/read/parse_priv.h"
#include "smt/term/check.h"

#include <string.h>

/* --- names of the script --- */

static void bind_datatype(parser_t *p, sortdecl_t decl) {
    const sortdecl_row_t *row = sortdecl_row(p->bank, decl);
    parse_bind_sort(p, row->name, SORT_MEANS_DECL, decl);
    for (uint32_t i = 0; i < row->count; i++) {
        fun_t constructor = p->bank->fun_words.data[row->members + i];
        const fun_row_t *fun = fun_row(p->bank, constructor);
        parse_bind_fun(p, fun->name, constructor);
        for (uint32_t k = 0; k < fun->arity; k++) {
            fun_t selector = p->bank->fun_words.data[fun->members + k];
            parse_bind_fun(p, fun_row(p->bank, selector)->name, selector);
        }
    }
}

static void bind_script(parser_t *p, const script_t *script) {
    for (uint32_t i = 0; i < script_count(script); i++) {
        uint32_t count;
        const uint32_t *words = script_words(script, i, &count);
        switch (cmd_info(script_kind(script, i))->shape) {
        case SHAPE_FUN:
        case SHAPE_FUNS:
            for (uint32_t k = 0; k < count; k++)
                parse_bind_fun(p, fun_row(p->bank, words[k])->name, words[k]);
            break;
        case SHAPE_SORTDECL:
            for (uint32_t k = 0; k < count; k++)
                parse_bind_sort(p, sortdecl_row(p->bank, words[k])->name, SORT_MEANS_DECL,
                                words[k]);
            break;
        case SHAPE_DATATYPES:
            for (uint32_t k = 0; k < count; k++)
                bind_datatype(p, words[k]);
            break;
        default:
            break;
        }
    }
}

/* --- elements of uninterpreted sorts --- */

static bool is_free_sort(const parser_t *p, sort_t sort) {
    if (sort_kind(p->bank, sort) != SORT_USER)
        return false;
    sortdecl_kind_t kind = sortdecl_row(p->bank, sort_decl(p->bank, sort))->kind;
    return kind == SORTDECL_FREE;
}

term_t parse_element(parser_t *p, sym_t name, sort_t sort, uint32_t offset) {
    if (!is_free_sort(p, sort)) {
        parse_error(p, offset, "%s is not declared", symbol_text(&p->bank->symbols, name));
        return TERM_BAD;
    }
    uint32_t *place = map_put(p->mem, &p->elements, name);
    for (fun_t fun = *place; fun != MAP_NONE; fun = fun_row(p->bank, fun)->overload)
        if (fun_result(p->bank, fun) == sort)
            return check_fun(p->bank, fun, NULL, 0);
    fun_t fun = fun_make(p->bank, FUN_DECLARED, name, NULL, 0, sort);
    fun_row(p->bank, fun)->overload = *place == MAP_NONE ? FUN_NONE : *place;
    *place = fun;
    script_add(p->script, CMD_DECLARE_FUN, &fun, 1, 0, offset);
    return check_fun(p->bank, fun, NULL, 0);
}

/* U!val!3, @U_3, @uc_U_3 say their sort themselves; others were declared in the model. */
sort_t parse_element_sort(parser_t *p, sym_t name) {
    fun_t known = map_get(&p->elements, name);
    if (known != MAP_NONE && fun_row(p->bank, known)->overload == FUN_NONE)
        return fun_result(p->bank, known);
    const char *text = symbol_text(&p->bank->symbols, name);
    const char *start = text;
    const char *end = strstr(text, "!val!");
    if (!end && text[0] == '@') {
        start = strncmp(text, "@uc_", 4) == 0 ? text + 4 : text + 1;
        start += *start == '_'; /* cvc4 writes @uc__U_3, too */
        end = strrchr(start, '_');
    }
    if (!end || end == start)
        return SORT_BAD;
    sym_t sym = symbol_find(&p->bank->symbols, start, (size_t)(end - start));
    if (sym == SYM_NONE)
        return SORT_BAD;
    sort_meaning_t meaning = parse_sort_meaning(p, sym);
    if (meaning.kind != SORT_MEANS_DECL)
        return SORT_BAD;
    sortdecl_t decl = meaning.id;
    if (sortdecl_row(p->bank, decl)->arity != 0)
        return SORT_BAD;
    return sort_canon(p->bank, sort_make(p->bank, SORT_USER, &decl, 1));
}

term_t parse_value(parser_t *p, sort_t sort) {
    if (!parse_at(p, TOKEN_SYMBOL) && !parse_at(p, TOKEN_QUOTED))
        return parse_term(p);
    sym_t name = symbol_make(&p->bank->symbols, p->token.text, p->token.len);
    if (!is_free_sort(p, sort) || parse_meaning(p, name).kind != MEANS_NOTHING ||
        parse_operator(p, name) != OP_NONE)
        return parse_term(p);
    uint32_t offset = p->token.offset;
    parse_advance(p);
    return parse_element(p, name, sort, offset);
}

/* --- items --- */

static bool at_word(const parser_t *p, const char *word) {
    return p->token.kind == TOKEN_SYMBOL && p->token.len == strlen(word) &&
           memcmp(p->token.text, word, p->token.len) == 0;
}

static bool at_definition(const parser_t *p) {
    return at_word(p, "define-fun") || at_word(p, "define-fun-rec") || at_word(p, "define-const");
}

/* Skips the rest of the item that began at this depth. */
static void skip_item(parser_t *p, int64_t depth) {
    while (!parse_at(p, TOKEN_END) && p->depth > depth)
        parse_advance(p);
    p->lost = false;
}

/* First pass: what the model alone defines becomes known. */
static void announce(parser_t *p) {
    uint32_t offset = p->token.offset;
    lexer_t lexer = p->lexer;
    token_t token = p->token;
    int64_t depth = p->depth;
    uint32_t trail = p->trail.len;
    uint32_t before = p->diags->total;
    bool constant = at_word(p, "define-const");
    parse_advance(p);
    sym_t name =
        parse_is_symbol(p) ? symbol_make(&p->bank->symbols, p->token.text, p->token.len) : SYM_NONE;
    bool known = name == SYM_NONE || parse_meaning(p, name).kind != MEANS_NOTHING ||
                 parse_operator(p, name) != OP_NONE || p->token.kind == TOKEN_ERROR;
    if (!known) {
        fun_t fun = parse_definition_head(p, FUN_RECURSIVE, !constant);
        parse_unwind(p, trail);
        if (!p->lost && p->diags->total == before) {
            parse_declare(p, name, fun, offset);
            *map_put(p->mem, &p->announced, name) = fun;
        }
    }
    p->lost = false;
    p->lexer = lexer;
    p->token = token;
    p->depth = depth;
}

static void add_definition(parser_t *p, fun_t fun, uint32_t offset) {
    fun_t announced = map_get(&p->announced, fun_row(p->bank, fun)->name);
    if (announced != MAP_NONE) {
        fun_row_t *to = fun_row(p->bank, announced);
        const fun_row_t *from = fun_row(p->bank, fun);
        to->vars = from->vars;
        to->body = from->body;
        return;
    }
    *map_put(p->mem, &p->defined, fun_row(p->bank, fun)->name) = fun;
    script_add(p->script, CMD_DEFINE_FUN, &fun, 1, 0, offset);
}

static void read_definition(parser_t *p, uint32_t offset) {
    bool constant = at_word(p, "define-const");
    uint32_t trail = p->trail.len;
    uint32_t before = p->diags->total;
    parse_advance(p);
    fun_t fun = parse_definition_head(p, FUN_DEFINED, !constant);
    if (!p->lost)
        parse_definition_body(p, fun);
    parse_unwind(p, trail);
    if (!p->lost && p->diags->total == before) /* else it may have a body of another sort */
        add_definition(p, fun, offset);
}

/* (declare-fun U!val!0 () U) */
static void read_element(parser_t *p, uint32_t offset) {
    bool constant = at_word(p, "declare-const");
    parse_advance(p);
    sym_t name = parse_name(p, "the name of an element");
    if (!p->lost && !constant && parse_expect(p, TOKEN_OPEN, "'('"))
        parse_expect(p, TOKEN_CLOSE, "')': an element has no parameters");
    sort_t sort = p->lost ? SORT_BAD : parse_sort(p);
    if (!p->lost && sort != SORT_BAD)
        parse_element(p, name, sort_canon(p->bank, sort), offset);
}

/* A value for a constant of the script: a definition without parameters. */
static void define_constant(parser_t *p, term_t what, term_t value, uint32_t offset) {
    if (what == TERM_BAD || value == TERM_BAD)
        return;
    uint32_t count;
    fun_t of = term_words(p->bank, what, &count)[0];
    if (term_op(p->bank, what) != OP_APP || count != 1) {
        parse_entry(p, what, value, offset);
        return;
    }
    if (fun_row(p->bank, of)->kind != FUN_DECLARED)
        return; /* the script says what it is */
    const fun_row_t *row = fun_row(p->bank, of);
    if (!check_fits(p->bank, term_sort(p->bank, value), fun_result(p->bank, of))) {
        parse_error(p, offset, "the value of %s has another sort",
                    symbol_text(&p->bank->symbols, row->name));
        return;
    }
    fun_t fun = fun_make(p->bank, FUN_DEFINED, row->name, NULL, 0, row->result);
    fun_row(p->bank, fun)->body = value;
    *map_put(p->mem, &p->defined, fun_row(p->bank, fun)->name) = fun;
    script_add(p->script, CMD_DEFINE_FUN, &fun, 1, 0, offset);
}

/* After "(": "x 1)" of get-value, "= x 1)" of yices. */
static void read_pair(parser_t *p, uint32_t offset) {
    if (at_word(p, "="))
        parse_advance(p);
    term_t what = parse_term(p);
    term_t value = p->lost ? TERM_BAD : parse_value(p, term_sort(p->bank, what));
    if (!p->lost && !parse_at(p, TOKEN_CLOSE))
        parse_unexpected(p, "')' after the value");
    if (!p->lost)
        define_constant(p, what, value, offset);
}

static void read_item(parser_t *p, bool first_pass) {
    uint32_t offset = p->token.offset;
    int64_t depth = p->depth;
    lexer_t lexer = p->lexer;
    token_t open = p->token;
    parse_advance(p);
    if (at_definition(p)) {
        if (first_pass)
            announce(p);
        else
            read_definition(p, offset);
    } else if (!first_pass && (at_word(p, "declare-fun") || at_word(p, "declare-const"))) {
        read_element(p, offset);
    } else if (!first_pass && at_word(p, "function")) {
        parse_function_item(p);
    } else if (!first_pass && at_word(p, "forall")) {
        p->lexer = lexer;
        p->token = open;
        p->depth = depth;
        term_t term = parse_term(p);
        if (!p->lost && term != TERM_BAD)
            script_add(p->script, CMD_ASSERT, (uint32_t[]){term, SYM_NONE}, 2, 0, offset);
        return;
    } else if (!first_pass && !at_word(p, "declare-sort") && !at_word(p, "declare-datatypes") &&
               !at_word(p, "declare-datatype") && !at_word(p, "define-sort") &&
               !at_word(p, "error") && !at_word(p, "objectives")) {
        read_pair(p, offset);
    }
    skip_item(p, depth);
}

static void add_comments(parser_t *p) {
    for (uint32_t i = 0; i < p->comments.len; i++) {
        span_t span = p->comments.data[i];
        sym_t text = symbol_make(&p->bank->symbols, p->lexer.text + span.offset, span.len);
        script_add(p->script, CMD_COMMENT, &text, 1, 0, span.offset);
    }
    p->comments.len = 0;
}

static void read_items(parser_t *p, bool first_pass) {
    p->lexer.comments = first_pass ? NULL : &p->comments;
    p->token = lexer_next(&p->lexer);
    p->depth = 0;
    while (!parse_at(p, TOKEN_END)) {
        if (!parse_at(p, TOKEN_OPEN)) {
            if (!first_pass && p->depth == 0 && parse_model_line(p))
                continue;
            if (parse_at(p, TOKEN_ERROR) && !first_pass)
                parse_error(p, p->token.offset, "%s", p->lexer.error);
            parse_advance(p); /* a verdict in front, a bracket at the end */
            continue;
        }
        /* "((" and "(model": the items are inside. */
        lexer_t ahead = p->lexer;
        ahead.comments = NULL;
        token_t next = lexer_next(&ahead);
        bool list =
            next.kind == TOKEN_OPEN || next.kind == TOKEN_CLOSE ||
            (next.kind == TOKEN_SYMBOL && next.len == 5 && memcmp(next.text, "model", 5) == 0);
        if (list && p->depth == 0) {
            parse_advance(p);
            if (at_word(p, "model"))
                parse_advance(p);
            continue;
        }
        read_item(p, first_pass);
    }
    if (!first_pass)
        add_comments(p);
}

void parse_model_items(parser_t *p, const script_t *script) {
    p->model = true;
    bind_script(p, script);
    sym_t logic = script_logic(script);
    if (logic != SYM_NONE)
        p->higher_order = true; /* as-array, functions as values */
    lexer_t start = p->lexer;
    read_items(p, true);
    p->lexer = start;
    read_items(p, false);
    parse_define_entries(p);
    map_free(p->mem, &p->elements);
    map_free(p->mem, &p->defined);
    map_free(p->mem, &p->announced);
}
