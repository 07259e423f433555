/* let, quantifiers and the like, and annotations. */
#include "smt/read/parse_term_priv.h"

#include <string.h>

static const char *text_of(const parser_t *p, sym_t sym) {
    return symbol_text(&p->bank->symbols, sym);
}

/* --- binders --- */

static void bind_list(parser_t *p, const term_t *vars, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        sym_t name = term_var_name(p->bank, vars[i]);
        if (term_sort(p->bank, vars[i]) == SORT_BAD) /* its value or sort was reported */
            parse_bind_bad(p, name);
        else
            parse_bind_var(p, name, vars[i]);
    }
}

bool parse_sorted_vars(parser_t *p, uint32_t *count) {
    *count = 0;
    uint32_t first = p->words.len;
    if (!parse_expect(p, TOKEN_OPEN, "'(' before the list of variables"))
        return false;
    while (parse_at(p, TOKEN_OPEN)) {
        parse_advance(p);
        sym_t name = parse_symbol(p, "the name of a variable");
        if (p->lost)
            return false;
        sort_t sort = parse_sort(p);
        if (!parse_expect(p, TOKEN_CLOSE, "')' after the variable's sort"))
            return false;
        term_t var = term_fresh_var(p->bank, name, sort);
        term_push_word(p, var);
        ++*count;
    }
    if (!parse_expect(p, TOKEN_CLOSE, "')' after the list of variables"))
        return false;
    bind_list(p, p->words.data + first, *count);
    return true;
}

item_t term_open_binder(parser_t *p, opcode_t op, uint32_t offset) {
    uint32_t base = p->words.len;
    uint32_t trail = p->trail.len;
    uint32_t count;
    term_push_word(p, 0);
    if (op_of_code(op) == OP_ROOT_OBJ) { /* its polynomial is over x, without saying so */
        sym_t x = symbol_make(&p->bank->symbols, "x", 1);
        count = 1;
        term_push_word(p, term_fresh_var(p->bank, x, SORT_REAL));
        parse_bind_var(p, x, p->words.data[base + 1]);
    } else {
        uint32_t list = p->token.offset;
        if (!parse_sorted_vars(p, &count))
            return ITEM_LOST;
        if (count == 0)
            parse_error(p, list, "%s needs at least one variable", op_info(op_of_code(op))->name);
    }
    p->words.data[base] = count;
    frame_t *frame = term_open_frame(p, FRAME_BODY, offset);
    frame->op = op;
    frame->base = base;
    frame->head = count + 1;
    frame->trail = trail;
    return ITEM_OPEN;
}

/* What a binder's body must be, and what the whole is. */
static sort_t binder_sort(parser_t *p, const frame_t *frame, const uint32_t *words,
                          uint32_t children) {
    bank_t *bank = p->bank;
    const term_t *body = words + frame->head;
    sort_t sort = term_sort(bank, body[0]);
    op_t op = op_of_code(frame->op);
    const char *name = op_info(op)->name;
    uint32_t want = op == OP_SET_COMPREHENSION || op == OP_ROOT_OBJ ? 2 : 1;
    if (children != want) {
        parse_error(p, frame->offset, "%s takes %u term%s after its variables, got %u", name, want,
                    want == 1 ? "" : "s", children);
        return SORT_BAD;
    }
    bool needs_bool = op != OP_LET && op != OP_LAMBDA && op != OP_ROOT_OBJ;
    if (needs_bool && sort != SORT_BOOL && sort != SORT_BAD) {
        strbuf_clear(&p->why);
        sort_describe(bank, sort, &p->why);
        parse_error(p, frame->offset, "the body of %s must be Bool; got %s", name,
                    strbuf_text(&p->why));
        return SORT_BAD;
    }
    sort_t element;
    switch (op) {
    case OP_FORALL:
    case OP_EXISTS:
        return SORT_BOOL;
    case OP_LET:
        return sort;
    case OP_ROOT_OBJ:
        return SORT_REAL;
    case OP_WITNESS:
    case OP_CHOICE:
        return frame->head < 2 ? SORT_BAD : term_sort(bank, words[1]);
    case OP_SET_COMPREHENSION:
        element = term_sort(bank, body[1]);
        return sort_make(bank, SORT_SET, &element, 1);
    default: {
        u32_vec_t params = {0};
        for (uint32_t i = 1; i < frame->head; i++)
            *vec_push(p->mem, &params) = term_sort(bank, words[i]);
        sort_t result = sort_function(bank, params.data, params.len, sort);
        vec_free(p->mem, &params);
        return result;
    }
    }
}

item_t term_close_body(parser_t *p, term_t *term) {
    frame_t frame = vec_pop(&p->frames);
    parse_unwind(p, frame.trail);
    const uint32_t *words = p->words.data + frame.base;
    uint32_t count = p->words.len - frame.base;
    uint32_t values = op_of_code(frame.op) == OP_LET ? words[0] : 0;
    bool bad = false;
    for (uint32_t i = words[0] + 1; i < count; i++)
        bad |= words[i] == TERM_BAD;
    frame_t body = frame;
    body.head += values;
    sort_t sort = binder_sort(p, &body, words, count - words[0] - 1 - values);
    words = p->words.data + frame.base;
    *term = bad || sort == SORT_BAD ? TERM_BAD : term_make(p->bank, frame.op, words, count, sort);
    p->words.len = frame.base;
    return ITEM_DONE;
}

/* --- let --- */

/* At "(x" of the next binding, or at the end of the list. */
item_t term_next_binding(parser_t *p) {
    frame_t *frame = &vec_last(&p->frames);
    if (parse_at(p, TOKEN_OPEN)) {
        parse_advance(p);
        sym_t name = parse_symbol(p, "the name of a variable");
        if (p->lost)
            return ITEM_LOST;
        *vec_push(p->mem, &p->names) = name;
        return ITEM_OPEN;
    }
    if (!parse_expect(p, TOKEN_CLOSE, "'(' of a binding, or ')' after the bindings"))
        return ITEM_LOST;
    /* The values are on the stack; put n and the variables below them. */
    uint32_t count = p->names.len - frame->aux;
    (void)vec_extend(p->mem, &p->words, count + 1);
    uint32_t *words = p->words.data + frame->base;
    memmove(words + count + 1, words, count * sizeof *words);
    words[0] = count;
    for (uint32_t i = 0; i < count; i++) {
        sym_t name = p->names.data[frame->aux + i];
        term_t value = words[count + 1 + i];
        term_t var = term_fresh_var(p->bank, name, term_sort(p->bank, value));
        words[1 + i] = var;
    }
    bind_list(p, words + 1, count);
    p->names.len = frame->aux;
    frame->kind = FRAME_BODY;
    frame->op = OP_LET;
    frame->head = count + 1;
    return ITEM_OPEN;
}

item_t term_open_let(parser_t *p, uint32_t offset) {
    if (!parse_expect(p, TOKEN_OPEN, "'(' before the bindings of let"))
        return ITEM_LOST;
    term_open_frame(p, FRAME_LET, offset);
    return term_next_binding(p);
}

/* --- annotations --- */

/* The value of an attribute that is not a term; pushes kind and value on names. */
static void plain_attribute(parser_t *p) {
    uint32_t kind = ATTR_NONE;
    uint32_t value = 0;
    if (!parse_at(p, TOKEN_KEYWORD) && !parse_at(p, TOKEN_CLOSE)) {
        kind = ATTR_TEXT;
        value = parse_raw(p);
    }
    *vec_push(p->mem, &p->names) = kind;
    *vec_push(p->mem, &p->names) = value;
}

/* Whether the term mentions a variable that is not let's: its name would mean something else at
 * every instance. */
static bool has_local(parser_t *p, term_t term) {
    if (!(term_flags(p->bank, term) & TERM_HAS_VAR))
        return false;
    u32_vec_t free = {0};
    vars_free(&p->vars, term, &free);
    uint32_t lets = 0;
    for (uint32_t i = 0; i < p->frames.len; i++) {
        const frame_t *frame = &p->frames.data[i];
        if (frame->kind != FRAME_BODY || frame->op != OP_LET)
            continue;
        for (uint32_t k = 0; k < free.len; k++)
            for (uint32_t v = 1; v < frame->head; v++)
                lets += p->words.data[frame->base + v] == free.data[k];
    }
    bool local = lets < free.len;
    vec_free(p->mem, &free);
    return local;
}

static void named_attribute(parser_t *p, const frame_t *frame) {
    uint32_t offset = p->token.offset;
    sym_t name = parse_symbol(p, "a symbol after :named");
    if (p->lost)
        return;
    term_t body = p->words.data[frame->base];
    fun_t fun = fun_make(p->bank, FUN_NAMED, name, NULL, 0, term_sort(p->bank, body));
    fun_row(p->bank, fun)->body = body;
    if (body != TERM_BAD && has_local(p, body))
        parse_error(p, offset, "%s names a term with a bound variable", text_of(p, name));
    if (body == TERM_BAD) {
        parse_bind_bad(p, name);
    } else {
        parse_declare(p, name, fun, offset);
        *vec_push(p->mem, &p->named) = fun;
    }
    *vec_push(p->mem, &p->names) = ATTR_NAMED;
    *vec_push(p->mem, &p->names) = fun;
}

/* Builds [n, attributes, body, patterns] from names and words. */
static item_t close_annotation(parser_t *p, term_t *term) {
    frame_t frame = vec_pop(&p->frames);
    uint32_t attrs = p->names.len - frame.aux;
    uint32_t children = p->words.len - frame.base;
    bool bad = false;
    for (uint32_t i = 0; i < children; i++)
        bad |= p->words.data[frame.base + i] == TERM_BAD;
    sort_t sort = term_sort(p->bank, p->words.data[frame.base]);
    (void)vec_extend(p->mem, &p->words, attrs + 1);
    uint32_t *words = p->words.data + frame.base;
    memmove(words + attrs + 1, words, children * sizeof *words);
    words[0] = attrs;
    if (attrs > 0)
        memcpy(words + 1, p->names.data + frame.aux, attrs * sizeof *words);
    *term = bad ? TERM_BAD : term_make(p->bank, OP_ANNOT, words, attrs + 1 + children, sort);
    p->names.len = frame.aux;
    p->words.len = frame.base;
    return ITEM_DONE;
}

/* Whether the bracket at hand is z3's :pattern (f x), short for ((f x)): it starts with a function
 * that needs arguments. */
static bool at_trigger(parser_t *p) {
    lexer_t ahead = p->lexer;
    ahead.comments = NULL;
    token_t first = lexer_next(&ahead);
    if (first.kind != TOKEN_SYMBOL && first.kind != TOKEN_QUOTED)
        return false;
    sym_t sym = symbol_make(&p->bank->symbols, first.text, first.len);
    meaning_t meaning = parse_meaning(p, sym);
    if (meaning.kind == MEANS_FUN)
        return fun_row(p->bank, meaning.id)->arity > 0;
    opcode_t op = parse_operator(p, sym);
    if (meaning.kind != MEANS_NOTHING || op == OP_NONE)
        return false;
    const op_info_t *info = op_info(op_of_code(op));
    return info->attr != OP_ATTR_BIND && info->args[0] != '\0';
}

/* After :pattern, at its bracket. False when it was empty, and is read. */
static bool open_pattern(parser_t *p) {
    *vec_push(p->mem, &p->names) = ATTR_PATTERN;
    *vec_push(p->mem, &p->names) = 0;
    bool trigger = at_trigger(p);
    if (!trigger) {
        parse_advance(p);
        if (parse_at(p, TOKEN_CLOSE)) {
            parse_advance(p);
            return false;
        }
    }
    term_open_frame(p, trigger ? FRAME_TRIGGER : FRAME_PATTERN, p->token.offset);
    return true;
}

/* At a keyword or at the closing bracket of (! t ...). */
item_t term_next_attribute(parser_t *p, term_t *term) {
    for (;;) {
        frame_t *frame = &vec_last(&p->frames);
        if (p->lost)
            return ITEM_LOST;
        if (parse_at(p, TOKEN_CLOSE)) {
            parse_advance(p);
            return close_annotation(p, term);
        }
        if (!parse_at(p, TOKEN_KEYWORD)) {
            parse_unexpected(p, "a keyword such as :named, or ')'");
            return ITEM_LOST;
        }
        sym_t keyword = symbol_make(&p->bank->symbols, p->token.text, p->token.len);
        parse_advance(p);
        *vec_push(p->mem, &p->names) = keyword;
        if (keyword == p->known.named) {
            named_attribute(p, frame);
        } else if (keyword == p->known.pattern && parse_at(p, TOKEN_OPEN)) {
            if (open_pattern(p))
                return ITEM_OPEN;
        } else {
            plain_attribute(p);
        }
    }
}
