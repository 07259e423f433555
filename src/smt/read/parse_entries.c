/* Models that say single values: (= (f 0) 1) of yices, ((f 0) 1) and ((select a 0) 1) of get-value,
 * "a[0010] 0100" of boolector. All that is said of one function becomes one definition,
 *     (ite (= p 0) 1 (ite (= p 2) 3 DEFAULT))
 * and of an array, a lambda. Without a default, the rest is a function of the same name and sorts
 * that no model says anything about. */
#include "smt/read/parse_priv.h"
#include "smt/term/check.h"

#include <ctype.h>
#include <string.h>

/* --- collecting --- */

/* p->entries: [fun, offset, n arguments, value, n] after each other, to be read from the end; a
 * default has n = NO_ARGS. */
enum { NO_ARGS = INT32_MAX };

static void add_entry(parser_t *p, fun_t fun, uint32_t offset, const term_t *args, uint32_t count,
                      term_t value) {
    *vec_push(p->mem, &p->entries) = fun;
    *vec_push(p->mem, &p->entries) = offset;
    for (uint32_t i = 0; i < count && count != NO_ARGS; i++)
        *vec_push(p->mem, &p->entries) = args[i];
    *vec_push(p->mem, &p->entries) = value;
    *vec_push(p->mem, &p->entries) = count;
}

/* The index sorts of a constant that is an array; 0 when it is none. */
static const sort_t *array_parts(const parser_t *p, fun_t fun, uint32_t *count) {
    *count = 0;
    sort_t sort = fun_result(p->bank, fun);
    if (fun_row(p->bank, fun)->arity != 0 || sort_kind(p->bank, sort) != SORT_ARRAY)
        return NULL;
    const sort_t *parts = sort_args(p->bank, sort, count);
    --*count;
    return parts;
}

/* The sort of the values, and how many arguments they have. */
static sort_t value_sort(const parser_t *p, fun_t fun, uint32_t *count) {
    const sort_t *parts = array_parts(p, fun, count);
    if (parts)
        return parts[*count];
    *count = fun_row(p->bank, fun)->arity;
    return fun_result(p->bank, fun);
}

static sort_t arg_sort(const parser_t *p, fun_t fun, uint32_t i) {
    uint32_t count;
    const sort_t *parts = array_parts(p, fun, &count);
    return parts ? parts[i] : fun_param(p->bank, fun, i);
}

static bool same_sort(parser_t *p, term_t term, sort_t sort, fun_t fun, uint32_t offset) {
    if (check_fits(p->bank, term_sort(p->bank, term), sort))
        return true;
    parse_error(p, offset, "the value of %s has another sort",
                symbol_text(&p->bank->symbols, fun_row(p->bank, fun)->name));
    return false;
}

/* Arguments that are applications could ask for the function that is being defined. */
static bool is_plain(const parser_t *p, term_t term) {
    if (term_op(p->bank, term) != OP_APP)
        return true;
    uint32_t count;
    fun_t fun = term_words(p->bank, term, &count)[0];
    return count == 1 || fun_row(p->bank, fun)->kind == FUN_CONSTRUCTOR;
}

/* Whether the term is a function of the script applied to values, or an array at an index: then
 * *fun, and *args are its arguments. */
static bool is_entry(const parser_t *p, term_t what, fun_t *fun, const term_t **args,
                     uint32_t *count) {
    const term_t *children = term_children(p->bank, what, count);
    op_t op = term_op(p->bank, what);
    if (op == OP_SELECT && term_op(p->bank, children[0]) == OP_APP) {
        uint32_t words;
        *fun = term_words(p->bank, children[0], &words)[0];
        if (words != 1)
            return false;
        children++;
        --*count;
    } else if (op == OP_APP) {
        uint32_t words;
        *fun = term_words(p->bank, what, &words)[0];
    } else {
        return false;
    }
    if (fun_row(p->bank, *fun)->kind != FUN_DECLARED)
        return false;
    uint32_t wanted;
    value_sort(p, *fun, &wanted);
    for (uint32_t i = 0; i < *count; i++)
        if (!is_plain(p, children[i]))
            return false;
    *args = children;
    return *count == wanted;
}

void parse_entry(parser_t *p, term_t what, term_t value, uint32_t offset) {
    fun_t fun;
    const term_t *args;
    uint32_t count, wanted;
    if (!is_entry(p, what, &fun, &args, &count))
        return; /* the value of some other term is no business of the model */
    if (same_sort(p, value, value_sort(p, fun, &wanted), fun, offset))
        add_entry(p, fun, offset, args, count, value);
}

/* --- (function f (type (-> int int)) (= (f 0) 1) (default 2)) --- */

static bool at_word(const parser_t *p, const char *word) {
    return p->token.kind == TOKEN_SYMBOL && p->token.len == strlen(word) &&
           memcmp(p->token.text, word, p->token.len) == 0;
}

/* (f 0 1), where f may be an array: the arguments on p->words. */
static void read_arguments(parser_t *p, fun_t fun) {
    if (!parse_expect(p, TOKEN_OPEN, "'(' before the function"))
        return;
    parse_symbol(p, "the name of the function");
    uint32_t count;
    value_sort(p, fun, &count);
    for (uint32_t i = 0; i < count && !p->lost; i++) {
        uint32_t offset = p->token.offset;
        term_t arg = parse_value(p, arg_sort(p, fun, i));
        if (p->lost)
            return;
        if (arg != TERM_BAD && !same_sort(p, arg, arg_sort(p, fun, i), fun, offset))
            arg = TERM_BAD;
        *vec_push(p->mem, &p->words) = arg;
    }
    if (!p->lost)
        parse_expect(p, TOKEN_CLOSE, "')': there are more arguments than the function has");
}

static void read_case(parser_t *p, fun_t fun) {
    uint32_t offset = p->token.offset;
    uint32_t base = p->words.len;
    uint32_t count = NO_ARGS;
    parse_advance(p);
    if (at_word(p, "type")) {
        while (!p->lost && !parse_at(p, TOKEN_CLOSE) && !parse_at(p, TOKEN_END))
            parse_raw(p);
        parse_advance(p);
        return;
    }
    if (at_word(p, "default")) {
        parse_advance(p);
    } else if (at_word(p, "=")) {
        parse_advance(p);
        read_arguments(p, fun);
        count = p->words.len - base;
    } else {
        parse_unexpected(p, "type, = or default");
    }
    uint32_t ignored;
    sort_t sort = value_sort(p, fun, &ignored);
    term_t value = p->lost ? TERM_BAD : parse_value(p, sort);
    if (!p->lost)
        parse_expect(p, TOKEN_CLOSE, "')' after the value");
    bool good = !p->lost && value != TERM_BAD && same_sort(p, value, sort, fun, offset);
    for (uint32_t i = base; i < p->words.len; i++)
        good = good && p->words.data[i] != TERM_BAD;
    if (good)
        add_entry(p, fun, offset, p->words.data + base, count, value);
    p->words.len = base;
}

void parse_function_item(parser_t *p) {
    parse_advance(p);
    uint32_t offset = p->token.offset;
    sym_t name = parse_symbol(p, "the name of a function");
    if (p->lost)
        return;
    meaning_t meaning = parse_meaning(p, name);
    if (meaning.kind != MEANS_FUN || fun_row(p->bank, meaning.id)->kind != FUN_DECLARED) {
        parse_error(p, offset, "%s is not declared", symbol_text(&p->bank->symbols, name));
        return;
    }
    while (!p->lost && parse_at(p, TOKEN_OPEN))
        read_case(p, meaning.id);
}

/* --- boolector's lines: "x 0010", "a[0001] 0010", and with a number in front "2 0010 x",
 * "3[0001] 0010 a" --- */

typedef struct line {
    const char *name, *index, *bits;
    size_t name_len, index_len, bits_len;
} value_order_t;

static size_t word_length(const char *at, const char *end) {
    size_t len = 0;
    if (at < end && *at == '|') {
        const char *close = memchr(at + 1, '|', (size_t)(end - at - 1));
        return close ? (size_t)(close - at) + 1 : 0;
    }
    while (at + len < end && !isspace((unsigned char)at[len]) && at[len] != '[')
        len++;
    return len;
}

static bool are_bits(const char *text, size_t len) {
    for (size_t i = 0; i < len; i++)
        if (text[i] != '0' && text[i] != '1' && text[i] != 'x')
            return false;
    return len > 0;
}

static const char *skip_blanks(const char *at, const char *end) {
    while (at < end && (*at == ' ' || *at == '\t'))
        at++;
    return at;
}

/* Cuts a line; false when it is none of these. */
static bool cut_line(const char *at, const char *end, value_order_t *line) {
    *line = (value_order_t){.name = at, .name_len = word_length(at, end)};
    at += line->name_len;
    if (at < end && *at == '[') {
        line->index = at + 1;
        const char *close = memchr(at, ']', (size_t)(end - at));
        if (!close)
            return false;
        line->index_len = (size_t)(close - line->index);
        at = close + 1;
    }
    at = skip_blanks(at, end);
    line->bits = at;
    line->bits_len = word_length(at, end);
    at = skip_blanks(at + line->bits_len, end);
    size_t more = word_length(at, end);
    if (more > 0) { /* the first word was boolector's number of it */
        line->name = at;
        line->name_len = more;
        at = skip_blanks(at + more, end);
    }
    return at == end && line->name_len > 0 && are_bits(line->bits, line->bits_len) &&
           (!line->index || are_bits(line->index, line->index_len));
}

/* A value; a bit that does not matter (x) is 0. */
static term_t bits_term(parser_t *p, const char *bits, size_t len, sort_t sort) {
    if (sort == SORT_BOOL && len == 1)
        return check_op(p->bank, bits[0] == '1' ? OP_TRUE : OP_FALSE, NULL, 0);
    strbuf_clear(&p->why);
    strbuf_str(&p->why, "#b");
    for (size_t i = 0; i < len; i++)
        strbuf_char(&p->why, bits[i] == '1' ? '1' : '0');
    sym_t sym = symbol_make(&p->bank->symbols, p->why.data, p->why.len);
    return term_literal(p->bank, OP_BINARY, sym, sort_bitvec(p->bank, (uint32_t)len));
}

static void read_line(parser_t *p, const value_order_t *line, uint32_t offset) {
    bool quoted = line->name[0] == '|' && line->name_len >= 2;
    sym_t name =
        symbol_find(&p->bank->symbols, line->name + quoted, line->name_len - (quoted ? 2 : 0));
    if (name == SYM_NONE)
        return;
    meaning_t meaning = parse_meaning(p, name);
    if (meaning.kind != MEANS_FUN || fun_row(p->bank, meaning.id)->kind != FUN_DECLARED)
        return; /* a name of boolector's own */
    fun_t fun = meaning.id;
    uint32_t count;
    sort_t sort = value_sort(p, fun, &count);
    if (count != (line->index ? 1u : 0u)) {
        parse_error(p, offset, "%s has another number of arguments",
                    symbol_text(&p->bank->symbols, name));
        return;
    }
    term_t index = TERM_BAD;
    if (line->index) {
        index = bits_term(p, line->index, line->index_len, arg_sort(p, fun, 0));
        if (!same_sort(p, index, arg_sort(p, fun, 0), fun, offset))
            return;
    }
    term_t value = bits_term(p, line->bits, line->bits_len, sort);
    if (same_sort(p, value, sort, fun, offset))
        add_entry(p, fun, offset, &index, count, value);
}

bool parse_model_line(parser_t *p) {
    const char *at = p->lexer.text + p->token.offset;
    const char *end = memchr(at, '\n', (size_t)(p->lexer.end - at));
    if (!end)
        end = p->lexer.end;
    const char *stop = end;
    while (stop > at && isspace((unsigned char)stop[-1]))
        stop--;
    value_order_t line;
    if (!cut_line(at, stop, &line))
        return false;
    read_line(p, &line, p->token.offset);
    p->lexer.at = end;
    p->token = lexer_next(&p->lexer);
    return true;
}

/* --- definitions --- */

static void push_args(parser_t *p, const term_t *args, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        *vec_push(p->mem, &p->words) = args[i];
}

/* What is not said: an unknown function, or an unknown array at these indices. */
static term_t open_value(parser_t *p, fun_t fun, const fun_row_t *row, const sort_t *sorts,
                         const term_t *vars, uint32_t count) {
    fun_t open = fun_make(p->bank, FUN_DECLARED, row->name, sorts, row->arity, row->result);
    uint32_t parts;
    if (!array_parts(p, fun, &parts))
        return check_fun(p->bank, open, vars, count);
    uint32_t base = p->words.len;
    *vec_push(p->mem, &p->words) = check_fun(p->bank, open, NULL, 0);
    push_args(p, vars, count);
    term_t term = check_op(p->bank, OP_SELECT, p->words.data + base, count + 1);
    p->words.len = base;
    return term;
}

/* The definition of fun so far, made when it is new: its body is the rest. One of an array has its
 * indices as parameters until the end. */
static fun_t definition_of(parser_t *p, map_t *made, fun_t fun, term_t rest) {
    uint32_t *place = map_put(p->mem, made, fun);
    if (*place != MAP_NONE)
        return *place;
    fun_row_t row = *fun_row(p->bank, fun);
    uint32_t count;
    sort_t result = value_sort(p, fun, &count);
    u32_vec_t sorts = {0};
    u32_vec_t vars = {0};
    for (uint32_t i = 0; i < count; i++) {
        sort_t sort = arg_sort(p, fun, i);
        *vec_push(p->mem, &sorts) = sort;
        *vec_push(p->mem, &vars) = term_fresh_var(p->bank, row.name, sort);
    }
    fun_t definition = fun_make(p->bank, FUN_DEFINED, row.name, sorts.data, count, result);
    uint32_t start = fun_words_add(p->bank, vars.data, count);
    fun_row(p->bank, definition)->vars = start;
    if (rest == TERM_BAD)
        rest = open_value(p, fun, &row, sorts.data, vars.data, count);
    fun_row(p->bank, definition)->body = rest;
    vec_free(p->mem, &sorts);
    vec_free(p->mem, &vars);
    *place = definition;
    return definition;
}

/* One more value in front of what the definition says. */
static void add_case(parser_t *p, fun_t definition, const term_t *args, uint32_t count,
                     term_t value) {
    bank_t *bank = p->bank;
    term_t body = fun_row(bank, definition)->body;
    term_t all = TERM_BAD;
    for (uint32_t i = 0; i < count; i++) {
        term_t var = bank->fun_words.data[fun_row(bank, definition)->vars + i];
        term_t same = check_op(bank, OP_EQ, (term_t[]){var, args[i]}, 2);
        all = i == 0 ? same : check_op(bank, OP_AND, (term_t[]){all, same}, 2);
    }
    body = count == 0 ? value : check_op(bank, OP_ITE, (term_t[]){all, value, body}, 3);
    if (body != TERM_BAD)
        fun_row(bank, definition)->body = body;
}

/* Passes over the entries from the last to the first. */
static void each_entry(parser_t *p, map_t *made, bool defaults) {
    for (uint32_t end = p->entries.len; end > 0;) {
        uint32_t count = p->entries.data[end - 1];
        uint32_t args = count == NO_ARGS ? 0 : count;
        uint32_t start = end - args - 4;
        const uint32_t *entry = p->entries.data + start;
        fun_t fun = entry[0];
        end = start;
        if (map_get(&p->defined, fun_row(p->bank, fun)->name) != MAP_NONE ||
            defaults != (count == NO_ARGS))
            continue;
        fun_t definition = definition_of(p, made, fun, defaults ? entry[2] : TERM_BAD);
        if (!defaults)
            add_case(p, definition, entry + 2, args, entry[2 + args]);
    }
}

/* The array that a definition with its indices as parameters is. */
static fun_t array_definition(parser_t *p, fun_t fun, fun_t definition) {
    bank_t *bank = p->bank;
    fun_row_t row = *fun_row(bank, definition);
    uint32_t base = p->words.len;
    *vec_push(p->mem, &p->words) = row.arity;
    push_args(p, bank->fun_words.data + row.vars, row.arity);
    *vec_push(p->mem, &p->words) = row.body;
    term_t lambda = term_make(bank, (opcode_t)OP_LAMBDA, p->words.data + base, row.arity + 2,
                              fun_result(bank, fun));
    p->words.len = base;
    fun_t array = fun_make(bank, FUN_DEFINED, row.name, NULL, 0, fun_row(bank, fun)->result);
    fun_row(bank, array)->body = lambda;
    return array;
}

void parse_define_entries(parser_t *p) {
    map_t made = {0};
    each_entry(p, &made, true);
    each_entry(p, &made, false);
    for (uint32_t end = p->entries.len; end > 0;) {
        uint32_t count = p->entries.data[end - 1];
        end -= (count == NO_ARGS ? 0 : count) + 4;
        fun_t fun = p->entries.data[end];
        uint32_t *place = map_put(p->mem, &made, fun);
        uint32_t parts;
        if (*place == MAP_NONE)
            continue;
        fun_t definition = *place;
        *place = MAP_NONE; /* once */
        if (array_parts(p, fun, &parts))
            definition = array_definition(p, fun, definition);
        script_add(p->script, CMD_DEFINE_FUN, &definition, 1, 0, p->entries.data[end + 1]);
    }
    map_free(p->mem, &made);
    vec_free(p->mem, &p->entries);
}
