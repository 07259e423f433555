/* match: cases with variables of their own. */
#include "smt/read/parse_term_priv.h"

#include <string.h>

static const char *text_of(const parser_t *p, sym_t sym) {
    return symbol_text(&p->bank->symbols, sym);
}

/* --- match --- */

/* The constructor of the scrutinee's datatype with this name, or FUN_NONE. */
static fun_t constructor_of(const parser_t *p, sort_t sort, sym_t name) {
    if (sort_kind(p->bank, sort) != SORT_USER)
        return FUN_NONE;
    const sortdecl_row_t *decl = sortdecl_row(p->bank, sort_decl(p->bank, sort));
    if (decl->kind != SORTDECL_DATATYPE && decl->kind != SORTDECL_CODATATYPE)
        return FUN_NONE;
    for (uint32_t i = 0; i < decl->count; i++) {
        fun_t fun = p->bank->fun_words.data[decl->members + i];
        if (fun_row(p->bank, fun)->name == name)
            return fun;
    }
    return FUN_NONE;
}

/* The sort of the i-th field of a constructor of this instance of its datatype. */
static sort_t field_sort(parser_t *p, fun_t constructor, uint32_t i, sort_t instance) {
    uint32_t count;
    const sort_t *args = sort_args(p->bank, instance, &count);
    const fun_row_t *row = fun_row(p->bank, constructor);
    sort_t field = fun_param(p->bank, constructor, i);
    if (count == 0)
        return field;
    u32_vec_t copy = {0};
    uint32_t *place = vec_extend(p->mem, &copy, count);
    memcpy(place, args, count * sizeof *args);
    field = sort_instantiate(p->bank, field, row->sort_params, copy.data, count);
    vec_free(p->mem, &copy);
    return sort_canon(p->bank, field);
}

static void push_case_var(parser_t *p, sym_t name, sort_t sort) {
    term_t var = term_fresh_var(p->bank, name, sort);
    if (sort == SORT_BAD)
        parse_bind_bad(p, name);
    else
        parse_bind_var(p, name, var);
    *vec_push(p->mem, &p->names) = var;
}

/* x, nil, or (cons h t): pushes the case on names and binds its variables. */
static bool case_pattern(parser_t *p, sort_t sort) {
    uint32_t offset = p->token.offset;
    if (!parse_at(p, TOKEN_OPEN)) {
        sym_t name = parse_symbol(p, "a pattern");
        if (p->lost)
            return false;
        fun_t fun = constructor_of(p, sort, name);
        *vec_push(p->mem, &p->names) = fun;
        *vec_push(p->mem, &p->names) = fun == FUN_NONE;
        if (fun == FUN_NONE)
            push_case_var(p, name, sort);
        return true;
    }
    parse_advance(p);
    sym_t name = parse_symbol(p, "a constructor");
    if (p->lost)
        return false;
    fun_t fun = constructor_of(p, sort, name);
    if (fun == FUN_NONE && sort != SORT_BAD)
        parse_error(p, offset, "%s is no constructor of the sort of the matched term",
                    text_of(p, name));
    uint32_t at = p->names.len;
    *vec_push(p->mem, &p->names) = fun;
    *vec_push(p->mem, &p->names) = 0;
    uint32_t count = 0;
    for (; !p->lost && parse_is_symbol(p); count++) {
        sym_t var = parse_symbol(p, "a variable");
        bool known = fun != FUN_NONE && count < fun_row(p->bank, fun)->arity;
        push_case_var(p, var, known ? field_sort(p, fun, count, sort) : SORT_BAD);
    }
    p->names.data[at + 1] = count;
    bool closed = parse_at(p, TOKEN_CLOSE); /* otherwise that is the mistake */
    if (closed && fun != FUN_NONE && count != fun_row(p->bank, fun)->arity)
        parse_error(p, offset, "constructor %s has %u fields, the pattern %u", text_of(p, name),
                    fun_row(p->bank, fun)->arity, count);
    return parse_expect(p, TOKEN_CLOSE, "')' after the pattern");
}

/* The sort of all bodies together; Int and Real join. */
static sort_t join_bodies(const parser_t *p, const term_t *bodies, uint32_t count) {
    sort_t sort = term_sort(p->bank, bodies[0]);
    for (uint32_t i = 1; i < count; i++) {
        sort_t next = term_sort(p->bank, bodies[i]);
        if (next == SORT_BAD || sort == SORT_BAD)
            return SORT_BAD;
        if (sort == SORT_INT && next == SORT_REAL)
            sort = SORT_REAL;
        if (!check_fits(p->bank, next, sort))
            return SORT_NONE;
    }
    return sort;
}

/* Every constructor has a case, or one case is a variable. */
static bool is_exhaustive(const parser_t *p, const uint32_t *cases, uint32_t len, sort_t sort) {
    if (sort_kind(p->bank, sort) != SORT_USER)
        return true;
    const sortdecl_row_t *decl = sortdecl_row(p->bank, sort_decl(p->bank, sort));
    for (uint32_t i = 0; i < decl->count; i++) {
        fun_t fun = p->bank->fun_words.data[decl->members + i];
        bool found = false;
        for (uint32_t at = 0; at < len && !found; at += 2 + cases[at + 1])
            found = cases[at] == fun || cases[at] == FUN_NONE;
        if (!found)
            return false;
    }
    return true;
}

/* Builds [n, cases, scrutinee, bodies]. */
static item_t close_match(parser_t *p, term_t *term) {
    frame_t frame = vec_pop(&p->frames);
    uint32_t len = p->names.len - frame.aux;
    uint32_t children = p->words.len - frame.base;
    const uint32_t *cases = p->names.data + frame.aux;
    const term_t *terms = p->words.data + frame.base;
    sort_t sort = children < 2 ? SORT_NONE : join_bodies(p, terms + 1, children - 1);
    sort_t matched = term_sort(p->bank, terms[0]);
    if (children < 2)
        parse_error(p, frame.offset, "match needs at least one case");
    else if (sort == SORT_NONE)
        parse_error(p, frame.offset, "the cases of this match have different sorts");
    else if (matched != SORT_BAD && !is_exhaustive(p, cases, len, matched))
        parse_error(p, frame.offset, "this match has no case for some constructors");
    bool bad = sort == SORT_NONE || sort == SORT_BAD;
    for (uint32_t i = 0; i < children; i++)
        bad |= terms[i] == TERM_BAD;
    (void)vec_extend(p->mem, &p->words, len + 1);
    uint32_t *words = p->words.data + frame.base;
    memmove(words + len + 1, words, children * sizeof *words);
    words[0] = len;
    if (len > 0)
        memcpy(words + 1, p->names.data + frame.aux, len * sizeof *words);
    *term = bad ? TERM_BAD : term_make(p->bank, OP_MATCH, words, len + 1 + children, sort);
    p->names.len = frame.aux;
    p->words.len = frame.base;
    return ITEM_DONE;
}

/* At "(" of the next case, or at the end of the list. */
item_t term_next_case(parser_t *p, term_t *term) {
    if (parse_at(p, TOKEN_OPEN)) {
        uint32_t offset = p->token.offset;
        parse_advance(p);
        sort_t sort = term_sort(p->bank, p->words.data[vec_last(&p->frames).base]);
        uint32_t trail = p->trail.len;
        if (!case_pattern(p, sort))
            return ITEM_LOST;
        frame_t *frame = term_open_frame(p, FRAME_CASE, offset);
        frame->trail = trail;
        return ITEM_OPEN;
    }
    if (!parse_expect(p, TOKEN_CLOSE, "'(' of a case, or ')' after the cases") ||
        !parse_expect(p, TOKEN_CLOSE, "')' of match"))
        return ITEM_LOST;
    return close_match(p, term);
}
