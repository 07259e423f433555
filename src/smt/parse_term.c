/* Terms, without recursion: an open bracket is a frame on a stack, and its finished children are
 * words on another. parse_term() starts an item (start_item), and every finished item is fed to the
 * innermost frame (feed), which either wants another item or is finished itself. */
#include "smt/parse_priv.h"

#include "base/bug.h"
#include "smt/print.h"

#include <stdlib.h>
#include <string.h>

enum {
    FRAME_CALL,      /* (f ...): words are head and arguments */
    FRAME_APPLY,     /* (t ...) where t is a term: words are the children of OP_APPLY */
    FRAME_UNKNOWN,   /* (f ...) where f is not declared: arguments are read and dropped */
    FRAME_LET,       /* a value of a let list; names has the variables so far */
    FRAME_BODY,      /* the body of a binder: words are n, variables, (values,) body */
    FRAME_ANNOT,     /* (! t ...): the term */
    FRAME_PATTERN,   /* a term inside :pattern (...) */
    FRAME_MATCH,     /* (match t ...): the scrutinee */
    FRAME_CASE       /* (pattern t): the body of a case */
};

/* What start_item and feed found. */
typedef enum {
    ITEM_DONE, /* a term, in *term */
    ITEM_OPEN, /* a frame was opened, or wants its next item */
    ITEM_LOST
} item_t;

static const char *text_of(const parser_t *p, sym_t sym) {
    return symbol_text(&p->bank->symbols, sym);
}

static void push_word(parser_t *p, uint32_t word) {
    *vec_push(p->mem, &p->words) = word;
}

static frame_t *open_frame(parser_t *p, uint8_t kind, uint32_t offset) {
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

/* --- leaves --- */

static term_t literal(parser_t *p, op_t kind, sort_t sort) {
    sym_t text = symbol_make(&p->bank->symbols, p->token.text, p->token.len);
    parse_advance(p);
    return term_literal(p->bank, kind, text, sort);
}

static term_t numeral(parser_t *p) {
    sym_t text = symbol_make(&p->bank->symbols, p->token.text, p->token.len);
    parse_advance(p);
    while (p->literals.len <= text)
        *vec_push(p->mem, &p->literals) = TERM_BAD;
    term_t *place = &p->literals.data[text];
    if (*place == TERM_BAD)
        *place = term_literal(p->bank, OP_NUMERAL, text, p->real_numerals ? SORT_REAL : SORT_INT);
    return *place;
}

static term_t bit_literal(parser_t *p, op_t kind, uint32_t bits) {
    uint64_t width = (uint64_t)(p->token.len - 2) * bits;
    if (width >= CHECK_TEXT_INDEX) {
        parse_error(p, p->token.offset, "this literal is too long");
        parse_advance(p);
        return TERM_BAD;
    }
    return literal(p, kind, sort_bitvec(p->bank, (uint32_t)width));
}

/* #f3m7 */
static term_t field_literal(parser_t *p) {
    const char *m = memchr(p->token.text, 'm', p->token.len);
    size_t len = (size_t)(p->token.text + p->token.len - m - 1);
    uint32_t order = len > 9 ? CHECK_TEXT_INDEX | symbol_make(&p->bank->symbols, m + 1, len)
                             : (uint32_t)strtoul(m + 1, NULL, 10);
    return literal(p, OP_FIELD, sort_make(p->bank, SORT_FIELD, &order, 1));
}

static term_t call_words(parser_t *p, const call_t *call, uint32_t base, uint32_t offset) {
    strbuf_clear(&p->why);
    term_t term =
        check_call(p->bank, call, p->words.data + base, p->words.len - base, &p->why);
    if (p->why.len > 0)
        parse_error(p, offset, "%s", strbuf_text(&p->why));
    p->words.len = base;
    return term;
}

static void undeclared(parser_t *p, sym_t sym, uint32_t offset) {
    const char *text = text_of(p, sym);
    if (parse_operator(p, sym) != OP_NONE)
        parse_error(p, offset, "%s cannot stand here", text);
    else if (op_of_symbol(p->bank, sym) != OP_NONE)
        parse_error(p, offset, "logic %s has no %s", text_of(p, p->logic), text);
    else
        parse_error(p, offset, "%s is not declared", text);
}

/* -5 and -0.5 are numbers to z3. */
static bool is_negative(const char *text) {
    if (*text++ != '-')
        return false;
    size_t whole = strspn(text, "0123456789");
    text += whole;
    if (whole == 0 || *text == '\0')
        return whole > 0;
    size_t digits = strspn(text + 1, "0123456789");
    return *text == '.' && digits > 0 && text[1 + digits] == '\0';
}

/* A symbol that stands alone. */
static term_t plain_symbol(parser_t *p, sym_t sym, uint32_t offset) {
    meaning_t meaning = parse_meaning(p, sym);
    if (meaning.term != TERM_NONE)
        return meaning.term;
    opcode_t op = parse_operator(p, sym);
    uint32_t base = p->words.len;
    term_t term = TERM_BAD;
    if (meaning.kind == MEANS_FUN) {
        call_t call = {.op = OP_APP,
                       .fun = meaning.id,
                       .head = 1,
                       .as = SORT_NONE,
                       .higher_order = true}; /* a function alone is a value */
        push_word(p, meaning.id);
        term = call_words(p, &call, base, offset);
    } else if (meaning.kind == MEANS_NOTHING && op != OP_NONE &&
               op_info(op_of_code(op))->attr != OP_ATTR_BIND) {
        call_t call = {.op = check_pick_indexed(p->bank, op, 0), .as = SORT_NONE};
        term = call_words(p, &call, base, offset);
    } else if (meaning.kind == MEANS_NOTHING && is_negative(text_of(p, sym))) {
        bool decimal = strchr(text_of(p, sym), '.') != NULL;
        term = term_literal(p->bank, decimal ? OP_DECIMAL : OP_NUMERAL, sym,
                            decimal || p->real_numerals ? SORT_REAL : SORT_INT);
    } else if (meaning.kind == MEANS_NOTHING) {
        undeclared(p, sym, offset);
    }
    if (term != TERM_BAD)
        parse_cache_term(p, sym, term);
    return term;
}

/* --- (_ f i j) --- */

/* (_ bv5 8) */
static term_t bitvec_number(parser_t *p, sym_t name, uint32_t offset) {
    uint32_t width;
    if (!parse_count(p, "the width of the bit-vector", &width))
        return TERM_BAD;
    if (!check_sort_index(SORT_BITVEC, width)) {
        parse_error(p, offset, "the width of a bit-vector is at least 1");
        return TERM_BAD;
    }
    const symbol_t *row = symbol_row(&p->bank->symbols, name);
    sym_t digits = symbol_make(&p->bank->symbols, row->text + 2, row->len - 2);
    return term_literal(p->bank, OP_BVNUM, digits, sort_bitvec(p->bank, width));
}

static bool is_bitvec_number(const parser_t *p, sym_t name) {
    const symbol_t *row = symbol_row(&p->bank->symbols, name);
    if (row->len < 3 || row->text[0] != 'b' || row->text[1] != 'v')
        return false;
    for (uint32_t i = 2; i < row->len; i++)
        if (row->text[i] < '0' || row->text[i] > '9')
            return false;
    return true;
}

/* (_ char #x41) and (_ Char 65) */
static term_t character(parser_t *p, op_t op) {
    if (parse_at(p, TOKEN_HEX) || parse_at(p, TOKEN_NUMERAL) || parse_at(p, TOKEN_BINARY))
        return literal(p, OP_CHAR, op == OP_CHAR_LIT ? SORT_CHAR : SORT_STRING);
    parse_unexpected(p, "a code point such as #x41");
    return TERM_BAD;
}

/* An index that names a function: a symbol, or z3's (f (Int) Int). */
static bool function_index(parser_t *p, uint32_t *word) {
    uint32_t offset = p->token.offset;
    sym_t name;
    if (parse_at(p, TOKEN_OPEN)) {
        parse_advance(p);
        name = parse_symbol(p, "the name of a function");
        if (name == p->known.as)
            name = parse_symbol(p, "the name of a function");
        while (!p->lost && !parse_at(p, TOKEN_CLOSE))
            parse_raw(p);
        parse_expect(p, TOKEN_CLOSE, "')'");
    } else {
        name = parse_symbol(p, "the name of a function");
    }
    if (p->lost)
        return false;
    meaning_t meaning = parse_meaning(p, name);
    if (meaning.kind == MEANS_FUN) {
        *word = meaning.id;
    } else if (parse_operator(p, name) != OP_NONE) {
        *word = name | CHECK_TEXT_INDEX;
    } else {
        if (meaning.kind != MEANS_BAD)
            undeclared(p, name, offset);
        *word = CHECK_TEXT_INDEX | name;
        return false;
    }
    return true;
}

/* One index of an operator row whose index letter is given; pushes its word. */
static bool operator_index(parser_t *p, char letter) {
    uint32_t word;
    if (letter == 'C' || letter == 'F') {
        if (!function_index(p, &word))
            return false;
    } else if (letter == 'S') {
        word = parse_sort(p);
        if (word == SORT_BAD)
            return false;
    } else if (parse_at(p, TOKEN_NUMERAL)) {
        if (p->token.len > 9)
            word = CHECK_TEXT_INDEX |
                   symbol_make(&p->bank->symbols, p->token.text, p->token.len);
        else
            word = (uint32_t)strtoul(p->token.text, NULL, 10);
        parse_advance(p);
    } else {
        parse_unexpected(p, "a numeral as index");
        return false;
    }
    push_word(p, word);
    return true;
}

/* Reads the indices of (_ name ...) up to the bracket, as words, and picks the row. */
static opcode_t indexed_operator(parser_t *p, sym_t name, uint32_t offset) {
    opcode_t op = parse_operator(p, name);
    /* Rows of one name agree on what their first index is, where they have one. */
    opcode_t first = op;
    while (first != OP_NONE && op_index_count(op_of_code(first)) == 0)
        first = op_next_overload(p->bank, first);
    if (first == OP_NONE || parse_meaning(p, name).kind == MEANS_VAR) {
        parse_error(p, offset, "there is no indexed operator %s", text_of(p, name));
        while (!p->lost && !parse_at(p, TOKEN_CLOSE))
            parse_raw(p);
        return OP_NONE;
    }
    uint32_t base = p->words.len;
    const char *letters = op_info(op_of_code(first))->indices;
    bool ok = true;
    for (uint32_t i = 0; ok && !p->lost && !parse_at(p, TOKEN_CLOSE); i++) {
        ok = operator_index(p, *letters);
        if (letters[0] != '\0' && letters[1] == ' ')
            letters += 2;
    }
    while (!ok && !p->lost && !parse_at(p, TOKEN_CLOSE))
        parse_raw(p);
    if (!ok || p->lost)
        return OP_NONE;
    uint32_t count = p->words.len - base;
    opcode_t picked = check_pick_indexed(p->bank, first, count);
    if (op_index_count(op_of_code(picked)) < 0) {
        push_word(p, 0);
        memmove(p->words.data + base + 1, p->words.data + base, count * sizeof(uint32_t));
        p->words.data[base] = count;
    }
    return picked;
}

/* --- heads --- */

/* What stands behind "(" in head position, or behind "(" alone. The head's words are pushed. */
typedef struct item_head {
    enum { HEADED_CALL, HEADED_TERM, HEADED_BAD } kind;
    call_t call;
    term_t term; /* HEADED_TERM */
} item_head_t;

/* Behind "(_": reads up to and over the closing bracket. */
static item_head_t indexed_head(parser_t *p, uint32_t offset) {
    item_head_t head = {.kind = HEADED_BAD, .call = {.as = SORT_NONE, .fun = FUN_NONE}};
    sym_t name = parse_symbol(p, "the name of an indexed operator");
    if (p->lost)
        return head;
    opcode_t op = parse_operator(p, name);
    uint32_t base = p->words.len;
    if (is_bitvec_number(p, name)) {
        head.term = bitvec_number(p, name, offset);
        head.kind = HEADED_TERM;
    } else if (op == OP_CHAR_STRING || op == OP_CHAR_LIT) {
        head.term = character(p, op_of_code(op));
        head.kind = HEADED_TERM;
    } else {
        op = indexed_operator(p, name, offset);
        if (op != OP_NONE) {
            head.kind = HEADED_CALL;
            head.call.op = op;
        }
    }
    parse_expect(p, TOKEN_CLOSE, "')' behind the indices");
    head.call.head = p->words.len - base;
    return head;
}

/* ff3 in (as ff3 (_ FiniteField 7)) */
static bool is_field_number(const parser_t *p, sym_t name) {
    const char *text = text_of(p, name);
    if (text[0] != 'f' || text[1] != 'f')
        return false;
    text += 2 + (text[2] == '-');
    size_t digits = strspn(text, "0123456789");
    return digits > 0 && text[digits] == '\0';
}

static item_head_t qualified_symbol(parser_t *p, sym_t name, uint32_t offset) {
    item_head_t head = {.kind = HEADED_CALL,
                        .call = {.as = SORT_NONE, .fun = FUN_NONE,
                                 .higher_order = p->higher_order}};
    meaning_t meaning = parse_meaning(p, name);
    if (meaning.kind == MEANS_FUN) {
        head.call.op = OP_APP_AS;
        head.call.fun = meaning.id;
        push_word(p, meaning.id);
    } else if (meaning.kind == MEANS_VAR) {
        head.kind = HEADED_TERM;
        head.term = meaning.term;
    } else if (meaning.kind == MEANS_NOTHING && parse_operator(p, name) != OP_NONE) {
        head.call.op = check_pick_indexed(p->bank, parse_operator(p, name), 0);
    } else {
        if (meaning.kind == MEANS_NOTHING)
            undeclared(p, name, offset);
        head.kind = HEADED_BAD;
    }
    return head;
}

/* Behind "(as": reads up to and over the closing bracket. */
static item_head_t qualified_head(parser_t *p) {
    uint32_t offset = p->token.offset;
    uint32_t base = p->words.len;
    item_head_t head = {.kind = HEADED_BAD};
    sym_t name = SYM_NONE;
    if (parse_at(p, TOKEN_OPEN)) {
        parse_advance(p);
        if (parse_symbol(p, "_") != p->known.underscore && !p->lost)
            parse_unexpected(p, "(_ f i) behind as");
        if (!p->lost)
            head = indexed_head(p, offset);
    } else {
        name = parse_symbol(p, "a symbol behind as");
    }
    if (p->lost)
        return head;
    if (name != SYM_NONE && !is_field_number(p, name))
        head = qualified_symbol(p, name, offset);
    sort_t sort = parse_sort(p);
    parse_expect(p, TOKEN_CLOSE, "')' behind the sort");
    if (p->lost || sort == SORT_BAD) {
        head.kind = HEADED_BAD;
    } else if (name != SYM_NONE && is_field_number(p, name)) {
        const symbol_t *row = symbol_row(&p->bank->symbols, name);
        sym_t digits = symbol_make(&p->bank->symbols, row->text + 2, row->len - 2);
        head.kind = HEADED_TERM;
        head.term = TERM_BAD;
        if (sort_kind(p->bank, sort_canon(p->bank, sort)) == SORT_FIELD)
            head.term = term_literal(p->bank, OP_FIELD, digits, sort_canon(p->bank, sort));
        else
            parse_error(p, offset, "%s is an element of a FiniteField", text_of(p, name));
    } else if (head.kind == HEADED_CALL) {
        head.call.as = sort;
        push_word(p, sort);
    } else if (head.kind == HEADED_TERM && head.term != TERM_BAD &&
               term_sort(p->bank, head.term) != sort_canon(p->bank, sort)) {
        parse_error(p, offset, "this is not of the sort that as gives it");
        head.term = TERM_BAD;
    }
    head.call.head = p->words.len - base;
    return head;
}

static item_t finish_atom(parser_t *p, const item_head_t *head, uint32_t base, uint32_t offset,
                          term_t *term) {
    if (p->lost)
        return ITEM_LOST;
    *term = TERM_BAD;
    if (head->kind == HEADED_TERM)
        *term = head->term;
    else if (head->kind == HEADED_CALL)
        *term = call_words(p, &head->call, base, offset);
    p->words.len = base;
    return ITEM_DONE;
}

static item_t open_call(parser_t *p, const item_head_t *head, uint32_t base, uint32_t offset) {
    if (p->lost)
        return ITEM_LOST;
    uint8_t kind = head->kind == HEADED_CALL   ? FRAME_CALL
                   : head->kind == HEADED_TERM ? FRAME_APPLY
                                               : FRAME_UNKNOWN;
    frame_t *frame = open_frame(p, kind, offset);
    frame->base = base;
    if (kind == FRAME_CALL) {
        frame->op = head->call.op;
        frame->head = head->call.head;
        frame->as = head->call.as;
    } else if (kind == FRAME_APPLY) {
        p->words.len = base;
        push_word(p, head->term);
    }
    return ITEM_OPEN;
}

/* --- binders --- */

static void bind_list(parser_t *p, const term_t *vars, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        uint32_t n;
        parse_bind_var(p, term_head(p->bank, vars[i], &n)[0], vars[i]);
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
        if (!parse_expect(p, TOKEN_CLOSE, "')' behind the variable's sort"))
            return false;
        term_t var = term_fresh_var(p->bank, name, sort);
        push_word(p, var);
        ++*count;
    }
    if (!parse_expect(p, TOKEN_CLOSE, "')' behind the list of variables"))
        return false;
    bind_list(p, p->words.data + first, *count);
    return true;
}

static item_t open_binder(parser_t *p, opcode_t op, uint32_t offset) {
    uint32_t base = p->words.len;
    uint32_t trail = p->trail.len;
    uint32_t count;
    push_word(p, 0);
    if (op_of_code(op) == OP_ROOT_OBJ) { /* its polynomial is over x, without saying so */
        sym_t x = symbol_make(&p->bank->symbols, "x", 1);
        count = 1;
        push_word(p, term_fresh_var(p->bank, x, SORT_REAL));
        parse_bind_var(p, x, p->words.data[base + 1]);
    } else {
        uint32_t list = p->token.offset;
        if (!parse_sorted_vars(p, &count))
            return ITEM_LOST;
        if (count == 0)
            parse_error(p, list, "%s needs at least one variable", op_info(op_of_code(op))->name);
    }
    p->words.data[base] = count;
    frame_t *frame = open_frame(p, FRAME_BODY, offset);
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
        parse_error(p, frame->offset, "%s takes %u term%s behind its variables, got %u", name, want,
                    want == 1 ? "" : "s", children);
        return SORT_BAD;
    }
    bool needs_bool = op != OP_LET && op != OP_LAMBDA && op != OP_ROOT_OBJ;
    if (needs_bool && sort != SORT_BOOL && sort != SORT_BAD) {
        strbuf_clear(&p->why);
        sort_print(bank, sort, &p->why);
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

static item_t close_body(parser_t *p, term_t *term) {
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
    *term = bad || sort == SORT_BAD ? TERM_BAD
                                    : term_make(p->bank, frame.op, words, count, sort);
    p->words.len = frame.base;
    return ITEM_DONE;
}

/* --- let --- */

/* At "(x" of the next binding, or at the end of the list. */
static item_t next_binding(parser_t *p) {
    frame_t *frame = &vec_last(&p->frames);
    if (parse_at(p, TOKEN_OPEN)) {
        parse_advance(p);
        sym_t name = parse_symbol(p, "the name of a variable");
        if (p->lost)
            return ITEM_LOST;
        *vec_push(p->mem, &p->names) = name;
        return ITEM_OPEN;
    }
    if (!parse_expect(p, TOKEN_CLOSE, "'(' of a binding, or ')' behind the bindings"))
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

static item_t open_let(parser_t *p, uint32_t offset) {
    if (!parse_expect(p, TOKEN_OPEN, "'(' before the bindings of let"))
        return ITEM_LOST;
    open_frame(p, FRAME_LET, offset);
    return next_binding(p);
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
    sym_t name = parse_symbol(p, "a symbol behind :named");
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

/* At a keyword or at the closing bracket of (! t ...). */
static item_t next_attribute(parser_t *p, term_t *term) {
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
            parse_advance(p);
            *vec_push(p->mem, &p->names) = ATTR_PATTERN;
            *vec_push(p->mem, &p->names) = 0;
            if (!parse_at(p, TOKEN_CLOSE)) {
                open_frame(p, FRAME_PATTERN, p->token.offset);
                return ITEM_OPEN;
            }
            parse_advance(p);
        } else {
            plain_attribute(p);
        }
    }
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
    if (fun != FUN_NONE && count != fun_row(p->bank, fun)->arity)
        parse_error(p, offset, "constructor %s has %u fields, the pattern %u", text_of(p, name),
                    fun_row(p->bank, fun)->arity, count);
    return parse_expect(p, TOKEN_CLOSE, "')' behind the pattern");
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
static item_t next_case(parser_t *p, term_t *term) {
    if (parse_at(p, TOKEN_OPEN)) {
        uint32_t offset = p->token.offset;
        parse_advance(p);
        sort_t sort = term_sort(p->bank, p->words.data[vec_last(&p->frames).base]);
        uint32_t trail = p->trail.len;
        if (!case_pattern(p, sort))
            return ITEM_LOST;
        frame_t *frame = open_frame(p, FRAME_CASE, offset);
        frame->trail = trail;
        return ITEM_OPEN;
    }
    if (!parse_expect(p, TOKEN_CLOSE, "'(' of a case, or ')' behind the cases") ||
        !parse_expect(p, TOKEN_CLOSE, "')' of match"))
        return ITEM_LOST;
    return close_match(p, term);
}

/* --- the machine --- */

/* Behind "(" and a symbol that may be special syntax. */
static item_t open_symbol(parser_t *p, sym_t sym, uint32_t offset) {
    meaning_t meaning = parse_meaning(p, sym);
    opcode_t op = parse_operator(p, sym);
    uint32_t base = p->words.len;
    if (meaning.kind == MEANS_FUN) {
        frame_t *frame = open_frame(p, FRAME_CALL, offset);
        frame->op = OP_APP;
        frame->head = 1;
        push_word(p, meaning.id);
        return ITEM_OPEN;
    }
    if (meaning.kind == MEANS_VAR) {
        sort_kind_t kind = sort_kind(p->bank, term_sort(p->bank, meaning.term));
        bool applies = kind == SORT_FUN || kind == SORT_ARRAY || kind == SORT_BAD;
        if (applies || op == OP_NONE) {
            open_frame(p, FRAME_APPLY, offset);
            push_word(p, meaning.term);
            return ITEM_OPEN;
        }
        meaning.kind = MEANS_NOTHING; /* the variable hides the operator only as a value */
    }
    if (meaning.kind == MEANS_NOTHING && op != OP_NONE) {
        op_t row = op_of_code(op);
        if (op_info(row)->attr != OP_ATTR_BIND) {
            frame_t *frame = open_frame(p, FRAME_CALL, offset);
            frame->op = op_index_count(row) == 0 ? op : check_pick_indexed(p->bank, op, 0);
            return ITEM_OPEN;
        }
        if (row == OP_LET)
            return open_let(p, offset);
        if (row == OP_ANNOT || row == OP_MATCH) {
            open_frame(p, row == OP_ANNOT ? FRAME_ANNOT : FRAME_MATCH, offset);
            return ITEM_OPEN;
        }
        if (op_is_binder(row))
            return open_binder(p, op, offset);
    }
    if (meaning.kind == MEANS_NOTHING)
        undeclared(p, sym, offset);
    p->words.len = base;
    open_frame(p, FRAME_UNKNOWN, offset);
    return ITEM_OPEN;
}

static item_t start_bracket(parser_t *p, term_t *term) {
    uint32_t offset = p->token.offset;
    uint32_t base = p->words.len;
    parse_advance(p);
    if (parse_at(p, TOKEN_SYMBOL) || parse_at(p, TOKEN_QUOTED)) {
        bool quoted = parse_at(p, TOKEN_QUOTED);
        sym_t sym = parse_symbol(p, "an operator");
        if (!quoted && sym == p->known.underscore) {
            item_head_t head = indexed_head(p, offset);
            return finish_atom(p, &head, base, offset, term);
        }
        if (!quoted && sym == p->known.as) {
            item_head_t head = qualified_head(p);
            return finish_atom(p, &head, base, offset, term);
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
                sym == p->known.as ? qualified_head(p) : indexed_head(p, open.offset);
            return open_call(p, &head, base, offset);
        }
        p->lexer = before;
        p->token = open;
        p->depth = depth;
        p->comments.len = comments;
        open_frame(p, FRAME_APPLY, offset);
        return ITEM_OPEN;
    }
    parse_unexpected(p, "an operator or a function behind '('");
    return ITEM_LOST;
}

static item_t start_item(parser_t *p, term_t *term) {
    switch (p->token.kind) {
    case TOKEN_OPEN:
        return start_bracket(p, term);
    case TOKEN_SYMBOL:
    case TOKEN_QUOTED: {
        uint32_t offset = p->token.offset;
        sym_t sym = parse_symbol(p, "a term");
        *term = plain_symbol(p, sym, offset);
        break;
    }
    case TOKEN_NUMERAL:
        *term = numeral(p);
        break;
    case TOKEN_DECIMAL:
        *term = literal(p, OP_DECIMAL, SORT_REAL);
        break;
    case TOKEN_HEX:
        *term = bit_literal(p, OP_HEX, 4);
        break;
    case TOKEN_BINARY:
        *term = bit_literal(p, OP_BINARY, 1);
        break;
    case TOKEN_STRING:
        *term = literal(p, OP_STRING, SORT_STRING);
        break;
    case TOKEN_FIELD:
        *term = field_literal(p);
        break;
    default:
        parse_unexpected(p, "a term");
        return ITEM_LOST;
    }
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
    return call_words(p, &call, frame.base, frame.offset);
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
    sort_t sort = bad || count < 2 || lambda ? SORT_NONE
                                   : check_function_sort(p->bank, head, words + 1, count - 1);
    if (sort != SORT_NONE) {
        term = term_make(p->bank, OP_APPLY, p->words.data + frame.base, count, sort);
    } else if (!bad) {
        strbuf_clear(&p->why);
        sort_print(p->bank, head, &p->why);
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
        push_word(p, *term);
        if (!parse_at(p, TOKEN_CLOSE))
            return ITEM_OPEN;
        parse_advance(p);
        *term = close_call(p);
        return ITEM_DONE;
    case FRAME_APPLY:
        push_word(p, *term);
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
        push_word(p, *term);
        if (!parse_expect(p, TOKEN_CLOSE, "')' behind the value"))
            return ITEM_LOST;
        return next_binding(p);
    case FRAME_BODY:
        push_word(p, *term);
        if (!parse_at(p, TOKEN_CLOSE))
            return ITEM_OPEN;
        parse_advance(p);
        return close_body(p, term);
    case FRAME_ANNOT:
        push_word(p, *term);
        return next_attribute(p, term);
    case FRAME_PATTERN:
        push_word(p, *term);
        if (!parse_at(p, TOKEN_CLOSE))
            return ITEM_OPEN;
        parse_advance(p);
        vec_last(&p->names) = p->words.len - vec_pop(&p->frames).base;
        return next_attribute(p, term);
    case FRAME_MATCH:
        push_word(p, *term);
        if (!parse_expect(p, TOKEN_OPEN, "'(' before the cases of match"))
            return ITEM_LOST;
        return next_case(p, term);
    case FRAME_CASE:
        push_word(p, *term);
        parse_unwind(p, frame->trail);
        p->frames.len--;
        if (!parse_expect(p, TOKEN_CLOSE, "')' behind the case"))
            return ITEM_LOST;
        return next_case(p, term);
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
