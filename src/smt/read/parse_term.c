/* The machine that reads terms: see parse_term_priv.h. */
#include "smt/read/parse_term_priv.h"

#include "base/bug.h"

#include <string.h>

frame_t *term_open_frame(parser_t *p, uint8_t kind, uint32_t offset) {
    frame_t *frame = vec_push(p->mem, &p->frames);
    *frame = (frame_t){
        .kind = kind,
        .op = OP_NONE,
        .offset = offset,
        .base = p->words.len,
        .aux = p->names.len,
        .trail = p->trail.len,
        .as = SORT_NONE,
    };
    return frame;
}

static item_t finish_atom(parser_t *p, const item_head_t *head, uint32_t base, uint32_t offset,
                          term_t *term) {
    if (p->lost)
        return ITEM_LOST;
    *term = TERM_BAD;
    if (head->kind == HEADED_TERM)
        *term = head->term;
    else if (head->kind == HEADED_CALL)
        *term = term_call(p, &head->call, base, offset);
    p->words.len = base;
    return ITEM_DONE;
}

static item_t open_call(parser_t *p, const item_head_t *head, uint32_t base, uint32_t offset) {
    if (p->lost)
        return ITEM_LOST;
    uint8_t kind = head->kind == HEADED_CALL   ? FRAME_CALL
                   : head->kind == HEADED_TERM ? FRAME_APPLY
                                               : FRAME_UNKNOWN;
    frame_t *frame = term_open_frame(p, kind, offset);
    frame->base = base;
    if (kind == FRAME_CALL) {
        frame->op = head->call.op;
        frame->head = head->call.head;
        frame->as = head->call.as;
    } else if (kind == FRAME_APPLY) {
        p->words.len = base;
        term_push_word(p, head->term);
    }
    return ITEM_OPEN;
}

/* --- the machine --- */

/* After "(" and a symbol that may be special syntax. */
static item_t open_symbol(parser_t *p, sym_t sym, uint32_t offset) {
    meaning_t meaning = parse_meaning(p, sym);
    opcode_t op = parse_operator(p, sym);
    uint32_t base = p->words.len;
    if (meaning.kind == MEANS_FUN) {
        frame_t *frame = term_open_frame(p, FRAME_CALL, offset);
        frame->op = OP_APP;
        frame->head = 1;
        term_push_word(p, meaning.id);
        return ITEM_OPEN;
    }
    if (meaning.kind == MEANS_VAR) {
        sort_kind_t kind = sort_kind(p->bank, term_sort(p->bank, meaning.term));
        bool applies = kind == SORT_FUN || kind == SORT_ARRAY || kind == SORT_BAD;
        if (applies || op == OP_NONE) {
            term_open_frame(p, FRAME_APPLY, offset);
            term_push_word(p, meaning.term);
            return ITEM_OPEN;
        }
        meaning.kind = MEANS_NOTHING; /* the variable hides the operator only as a value */
    }
    if (meaning.kind == MEANS_NOTHING && op != OP_NONE) {
        op_t row = op_of_code(op);
        if (op_info(row)->attr != OP_ATTR_BIND) {
            frame_t *frame = term_open_frame(p, FRAME_CALL, offset);
            frame->op = op_index_count(row) == 0 ? op : check_pick_indexed(p->bank, op, 0);
            return ITEM_OPEN;
        }
        if (row == OP_LET)
            return term_open_let(p, offset);
        if (row == OP_ANNOT || row == OP_MATCH) {
            term_open_frame(p, row == OP_ANNOT ? FRAME_ANNOT : FRAME_MATCH, offset);
            return ITEM_OPEN;
        }
        if (op_is_binder(row))
            return term_open_binder(p, op, offset);
    }
    if (meaning.kind == MEANS_NOTHING)
        term_undeclared(p, sym, offset);
    opcode_t refused = op_of_symbol(p->bank, sym);
    if (meaning.kind == MEANS_NOTHING && op == OP_NONE && refused != OP_NONE &&
        op_is_binder(op_of_code(refused)))
        return term_open_binder(p, refused, offset); /* read on as this operator: one error */
    p->words.len = base;
    term_open_frame(p, FRAME_UNKNOWN, offset);
    return ITEM_OPEN;
}

static item_t start_bracket(parser_t *p, term_t *term) {
    uint32_t offset = p->token.offset;
    if (parse_at_command(p)) {
        parse_error(p, offset, "this looks like the next command: a ')' is missing before it");
        p->lost = true;
        return ITEM_LOST;
    }
    uint32_t base = p->words.len;
    parse_advance(p);
    if (parse_at(p, TOKEN_SYMBOL) || parse_at(p, TOKEN_QUOTED)) {
        bool quoted = parse_at(p, TOKEN_QUOTED);
        sym_t sym = parse_symbol(p, "an operator");
        if (!quoted && sym == p->known.underscore) {
            item_head_t head = term_indexed_head(p, offset);
            return finish_atom(p, &head, base, offset, term);
        }
        if (!quoted && sym == p->known.as) {
            item_head_t head = term_qualified_head(p);
            return finish_atom(p, &head, base, offset, term);
        }
        if (p->model && sym == p->known.store_all) {
            item_head_t head = term_store_all_head(p);
            return open_call(p, &head, base, offset);
        }
        return open_symbol(p, sym, offset);
    }
    if (parse_at(p, TOKEN_OPEN)) {
        /* ((_ f i) ...), ((as f S) ...), or a term in head position */
        token_t open = p->token;
        lexer_t before = p->lexer;
        int64_t depth = p->depth;
        uint32_t comments = p->comments.len;
        parse_advance(p);
        sym_t sym = SYM_NONE;
        if (parse_at(p, TOKEN_SYMBOL))
            sym = parse_symbol(p, "an operator");
        if (sym == p->known.underscore || sym == p->known.as) {
            item_head_t head =
                sym == p->known.as ? term_qualified_head(p) : term_indexed_head(p, open.offset);
            return open_call(p, &head, base, offset);
        }
        p->lexer = before;
        p->token = open;
        p->depth = depth;
        p->comments.len = comments;
        term_open_frame(p, FRAME_APPLY, offset);
        return ITEM_OPEN;
    }
    parse_unexpected(p, "an operator or a function after '('");
    return ITEM_LOST;
}

static item_t start_item(parser_t *p, term_t *term) {
    if (parse_at(p, TOKEN_OPEN))
        return start_bracket(p, term);
    *term = term_leaf(p);
    return p->lost ? ITEM_LOST : ITEM_DONE;
}

/* At the closing bracket of an application. */
static term_t close_call(parser_t *p) {
    frame_t frame = vec_pop(&p->frames);
    call_t call = {.op = frame.op,
                   .fun = FUN_NONE,
                   .head = frame.head,
                   .as = frame.as,
                   .higher_order = p->higher_order};
    uint32_t *words = p->words.data + frame.base;
    uint32_t count = p->words.len - frame.base;
    bool declared = frame.op == OP_APP || frame.op == OP_APP_AS;
    if (declared) {
        call.fun = words[0];
        sym_t name = fun_row(p->bank, call.fun)->name;
        opcode_t op = parse_operator(p, name);
        if (op != OP_NONE && frame.op == OP_APP) {
            /* A declaration that shares its name with an operator is an overload of it. */
            term_t term = check_call(p->bank, &call, words, count, NULL);
            if (term != TERM_BAD) {
                p->words.len = frame.base;
                return term;
            }
            call_t plain = {.op = check_pick_indexed(p->bank, op, 0), .as = SORT_NONE};
            term = check_call(p->bank, &plain, words + 1, count - 1, NULL);
            if (term != TERM_BAD) {
                p->words.len = frame.base;
                return term;
            }
            words[0] = call.fun;
        }
    }
    return term_call(p, &call, frame.base, frame.offset);
}

static term_t close_apply(parser_t *p) {
    frame_t frame = vec_pop(&p->frames);
    const uint32_t *words = p->words.data + frame.base;
    uint32_t count = p->words.len - frame.base;
    bool bad = false;
    for (uint32_t i = 0; i < count; i++)
        bad |= words[i] == TERM_BAD;
    term_t term = TERM_BAD;
    sort_t head = term_sort(p->bank, words[0]);
    bool lambda = term_op(p->bank, words[0]) == OP_LAMBDA && !p->higher_order;
    sort_t sort = bad || count < 2 || lambda
                      ? SORT_NONE
                      : check_function_sort(p->bank, head, words + 1, count - 1);
    if (sort != SORT_NONE) {
        term = term_make(p->bank, OP_APPLY, p->words.data + frame.base, count, sort);
    } else if (!bad) {
        strbuf_clear(&p->why);
        sort_describe(p->bank, head, &p->why);
        parse_error(p, frame.offset,
                    count < 2 ? "brackets around a term of sort %s without arguments"
                              : "a term of sort %s cannot be applied to these arguments",
                    strbuf_text(&p->why));
    }
    p->words.len = frame.base;
    return term;
}

/* Gives a finished term to the innermost frame. */
static item_t feed(parser_t *p, term_t *term) {
    frame_t *frame = &vec_last(&p->frames);
    switch (frame->kind) {
    case FRAME_CALL:
        term_push_word(p, *term);
        if (!parse_at(p, TOKEN_CLOSE))
            return ITEM_OPEN;
        parse_advance(p);
        *term = close_call(p);
        return ITEM_DONE;
    case FRAME_APPLY:
        term_push_word(p, *term);
        if (!parse_at(p, TOKEN_CLOSE))
            return ITEM_OPEN;
        parse_advance(p);
        *term = close_apply(p);
        return ITEM_DONE;
    case FRAME_UNKNOWN:
        if (!parse_at(p, TOKEN_CLOSE))
            return ITEM_OPEN;
        parse_advance(p);
        p->words.len = vec_pop(&p->frames).base;
        *term = TERM_BAD;
        return ITEM_DONE;
    case FRAME_LET:
        term_push_word(p, *term);
        if (!parse_expect(p, TOKEN_CLOSE, "')' after the value"))
            return ITEM_LOST;
        return term_next_binding(p);
    case FRAME_BODY:
        term_push_word(p, *term);
        if (!parse_at(p, TOKEN_CLOSE))
            return ITEM_OPEN;
        parse_advance(p);
        return term_close_body(p, term);
    case FRAME_ANNOT:
        term_push_word(p, *term);
        return term_next_attribute(p, term);
    case FRAME_PATTERN:
        term_push_word(p, *term);
        if (!parse_at(p, TOKEN_CLOSE))
            return ITEM_OPEN;
        parse_advance(p);
        vec_last(&p->names) = p->words.len - vec_pop(&p->frames).base;
        return term_next_attribute(p, term);
    case FRAME_TRIGGER:
        term_push_word(p, *term);
        p->frames.len--;
        vec_last(&p->names) = 1;
        return term_next_attribute(p, term);
    case FRAME_MATCH:
        term_push_word(p, *term);
        if (!parse_expect(p, TOKEN_OPEN, "'(' before the cases of match"))
            return ITEM_LOST;
        return term_next_case(p, term);
    case FRAME_CASE:
        term_push_word(p, *term);
        parse_unwind(p, frame->trail);
        p->frames.len--;
        if (!parse_expect(p, TOKEN_CLOSE, "')' after the case"))
            return ITEM_LOST;
        return term_next_case(p, term);
    default:
        BUG("no such frame");
    }
}

/* (f) without arguments. */
static item_t close_empty(parser_t *p, term_t *term) {
    frame_t frame = vec_pop(&p->frames);
    parse_advance(p);
    if (frame.kind != FRAME_UNKNOWN)
        parse_error(p, frame.offset, "brackets without arguments: a constant stands without them");
    p->words.len = frame.base;
    *term = TERM_BAD;
    return ITEM_DONE;
}

term_t parse_term(parser_t *p) {
    uint32_t bottom = p->frames.len;
    uint32_t words = p->words.len;
    uint32_t names = p->names.len;
    uint32_t trail = p->trail.len;
    term_t term = TERM_BAD;
    item_t item = start_item(p, &term);
    while (item != ITEM_LOST && !p->lost) {
        if (item == ITEM_DONE) {
            if (p->frames.len == bottom)
                return term;
            item = feed(p, &term);
        } else if (parse_at(p, TOKEN_CLOSE) && vec_last(&p->frames).kind <= FRAME_UNKNOWN) {
            item = close_empty(p, &term);
        } else {
            item = start_item(p, &term);
        }
    }
    p->lost = true;
    p->frames.len = bottom;
    p->words.len = words;
    p->names.len = names;
    parse_unwind(p, trail);
    return TERM_BAD;
}
