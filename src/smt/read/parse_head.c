/* Leaves of terms, and what stands in front of arguments: symbols, (_ f i), (as f S). */
#include "smt/read/parse_term_priv.h"

#include <string.h>

static const char *text_of(const parser_t *p, sym_t sym) {
    return symbol_text(&p->bank->symbols, sym);
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
                             : parse_digits(m + 1, len);
    return literal(p, OP_FIELD, sort_make(p->bank, SORT_FIELD, &order, 1));
}

term_t term_call(parser_t *p, const call_t *call, uint32_t base, uint32_t offset) {
    strbuf_clear(&p->why);
    term_t term = check_call(p->bank, call, p->words.data + base, p->words.len - base, &p->why);
    if (p->why.len > 0)
        parse_error(p, offset, "%s", strbuf_text(&p->why));
    p->words.len = base;
    return term;
}

void term_undeclared(parser_t *p, sym_t sym, uint32_t offset) {
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
        term_push_word(p, meaning.id);
        term = term_call(p, &call, base, offset);
    } else if (meaning.kind == MEANS_NOTHING && op != OP_NONE &&
               op_info(op_of_code(op))->attr != OP_ATTR_BIND) {
        call_t call = {.op = check_pick_indexed(p->bank, op, 0), .as = SORT_NONE};
        term = term_call(p, &call, base, offset);
    } else if (meaning.kind == MEANS_NOTHING && is_negative(text_of(p, sym))) {
        bool decimal = strchr(text_of(p, sym), '.') != NULL;
        term = term_literal(p->bank, decimal ? OP_DECIMAL : OP_NUMERAL, sym,
                            decimal || p->real_numerals ? SORT_REAL : SORT_INT);
    } else if (meaning.kind == MEANS_NOTHING) {
        sort_t sort = p->model ? parse_element_sort(p, sym) : SORT_BAD;
        if (sort != SORT_BAD)
            term = parse_element(p, sym, sort, offset);
        else
            term_undeclared(p, sym, offset);
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
            term_undeclared(p, name, offset);
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
            word = CHECK_TEXT_INDEX | symbol_make(&p->bank->symbols, p->token.text, p->token.len);
        else
            word = parse_digits(p->token.text, p->token.len);
        parse_advance(p);
    } else {
        parse_unexpected(p, "a numeral as index");
        return false;
    }
    term_push_word(p, word);
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
        term_push_word(p, 0);
        memmove(p->words.data + base + 1, p->words.data + base, count * sizeof(uint32_t));
        p->words.data[base] = count;
    }
    return picked;
}

/* --- heads --- */

/* After "(_": reads up to and over the closing bracket. */
item_head_t term_indexed_head(parser_t *p, uint32_t offset) {
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
    parse_expect(p, TOKEN_CLOSE, "')' after the indices");
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
    item_head_t head = {
        .kind = HEADED_CALL,
        .call = {.as = SORT_NONE, .fun = FUN_NONE, .higher_order = p->higher_order}};
    meaning_t meaning = parse_meaning(p, name);
    if (meaning.kind == MEANS_FUN) {
        head.call.op = OP_APP_AS;
        head.call.fun = meaning.id;
        term_push_word(p, meaning.id);
    } else if (meaning.kind == MEANS_VAR) {
        head.kind = HEADED_TERM;
        head.term = meaning.term;
    } else if (meaning.kind == MEANS_NOTHING && parse_operator(p, name) != OP_NONE) {
        head.call.op = check_pick_indexed(p->bank, parse_operator(p, name), 0);
    } else {
        if (meaning.kind == MEANS_NOTHING)
            term_undeclared(p, name, offset);
        head.kind = HEADED_BAD;
    }
    return head;
}

static bool is_unknown(parser_t *p, sym_t name) {
    return parse_meaning(p, name).kind == MEANS_NOTHING && parse_operator(p, name) == OP_NONE &&
           !is_field_number(p, name);
}

/* After "(as": reads up to and over the closing bracket. */
item_head_t term_qualified_head(parser_t *p) {
    uint32_t offset = p->token.offset;
    uint32_t base = p->words.len;
    item_head_t head = {.kind = HEADED_BAD};
    sym_t name = SYM_NONE;
    if (parse_at(p, TOKEN_OPEN)) {
        parse_advance(p);
        if (parse_symbol(p, "_") != p->known.underscore && !p->lost)
            parse_unexpected(p, "(_ f i) after as");
        if (!p->lost)
            head = term_indexed_head(p, offset);
    } else {
        name = parse_symbol(p, "a symbol after as");
    }
    if (p->lost)
        return head;
    bool element = p->model && name != SYM_NONE && is_unknown(p, name);
    if (name != SYM_NONE && !is_field_number(p, name) && !element)
        head = qualified_symbol(p, name, offset);
    sort_t sort = parse_sort(p);
    parse_expect(p, TOKEN_CLOSE, "')' after the sort");
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
    } else if (element) {
        head.kind = HEADED_TERM;
        head.term = parse_element(p, name, sort_canon(p->bank, sort), offset);
    } else if (head.kind == HEADED_CALL) {
        head.call.as = sort;
        term_push_word(p, sort);
    } else if (head.kind == HEADED_TERM && head.term != TERM_BAD &&
               term_sort(p->bank, head.term) != sort_canon(p->bank, sort)) {
        parse_error(p, offset, "this is not of the sort that as gives it");
        head.term = TERM_BAD;
    }
    head.call.head = p->words.len - base;
    return head;
}

item_head_t term_store_all_head(parser_t *p) {
    uint32_t base = p->words.len;
    item_head_t head = {.kind = HEADED_BAD,
                        .call = {.op = (opcode_t)OP_CONST_ARRAY, .fun = FUN_NONE}};
    sort_t sort = parse_sort(p);
    if (!p->lost && sort != SORT_BAD) {
        head.kind = HEADED_CALL;
        head.call.as = sort;
        term_push_word(p, sort);
    }
    head.call.head = p->words.len - base;
    return head;
}

/* --- the door --- */

term_t term_leaf(parser_t *p) {
    switch (p->token.kind) {
    case TOKEN_SYMBOL:
    case TOKEN_QUOTED: {
        uint32_t offset = p->token.offset;
        sym_t sym = parse_symbol(p, "a term");
        return plain_symbol(p, sym, offset);
    }
    case TOKEN_NUMERAL:
        return numeral(p);
    case TOKEN_DECIMAL:
        return literal(p, OP_DECIMAL, SORT_REAL);
    case TOKEN_HEX:
        return bit_literal(p, OP_HEX, 4);
    case TOKEN_BINARY:
        return bit_literal(p, OP_BINARY, 1);
    case TOKEN_STRING:
        return literal(p, OP_STRING, SORT_STRING);
    case TOKEN_FIELD:
        return field_literal(p);
    default:
        parse_unexpected(p, "a term");
        return TERM_BAD;
    }
}
