/* Declarations: functions, sorts, datatypes. */
#include "smt/read/parse_priv.h"

#include "base/bug.h"

#include <string.h>

static const char *text_of(const parser_t *p, sym_t sym) {
    return symbol_text(&p->bank->symbols, sym);
}

/* --- names --- */

static bool same_signature(const bank_t *bank, fun_t a, fun_t b) {
    const fun_row_t *x = fun_row(bank, a);
    const fun_row_t *y = fun_row(bank, b);
    if (x->arity != y->arity || sort_canon(bank, x->result) != sort_canon(bank, y->result))
        return false;
    for (uint32_t i = 0; i < x->arity; i++)
        if (fun_param(bank, a, i) != fun_param(bank, b, i))
            return false;
    return true;
}

/* Solvers let one name have several signatures, and so do we; only the same one twice is wrong. A
 * tester (is-cons) comes unasked and gives way. */
void parse_declare(parser_t *p, sym_t sym, fun_t fun, uint32_t offset) {
    meaning_t meaning = parse_meaning(p, sym);
    fun_t older = meaning.kind == MEANS_FUN ? meaning.id : FUN_NONE;
    const fun_row_t *row = fun_row(p->bank, fun);
    fun_t beside = older;
    enum { MOST = 1000 }; /* a use looks at all of them */
    uint32_t count = 0;
    for (fun_t f = older; f != FUN_NONE; f = fun_row(p->bank, f)->overload) {
        if (++count == MOST) {
            parse_error(p, offset, "%s has %u declarations, which is too many", text_of(p, sym),
                        count);
            return;
        }
        if (!same_signature(p->bank, f, fun))
            continue;
        fun_kind_t kind = fun_row(p->bank, f)->kind;
        bool fine = p->redeclare || kind == FUN_TESTER || row->kind == FUN_TESTER ||
                    (kind == FUN_DECLARED && row->kind == FUN_RECURSIVE);
        if (!fine) {
            parse_error(p, offset, "%s is already declared with these sorts", text_of(p, sym));
            return;
        }
        if (f == beside)
            beside = fun_row(p->bank, f)->overload; /* replaced, not overloaded */
    }
    fun_row(p->bank, fun)->overload = beside;
    parse_bind_fun(p, sym, fun);
}

/* --- functions --- */

/* (S1 S2 ...) on p->words. */
static bool sort_list(parser_t *p) {
    if (!parse_expect(p, TOKEN_OPEN, "'(' before the parameter sorts"))
        return false;
    while (!p->lost && !parse_at(p, TOKEN_CLOSE)) {
        sort_t sort = parse_sort(p);
        *vec_push(p->mem, &p->words) = sort;
    }
    return parse_expect(p, TOKEN_CLOSE, "')' after the parameter sorts");
}

static bool any_bad(const sort_t *sorts, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        if (sorts[i] == SORT_BAD)
            return true;
    return false;
}

/* Declares fun, or makes its name harmless when its sorts are wrong. */
static void declare_or_poison(parser_t *p, sym_t name, fun_t fun, uint32_t offset) {
    const fun_row_t *row = fun_row(p->bank, fun);
    if (row->result == SORT_BAD || any_bad(p->bank->fun_words.data + row->params, row->arity))
        parse_bind_bad(p, name);
    else
        parse_declare(p, name, fun, offset);
}

void parse_declare_fun(parser_t *p, cmd_t kind, u32_vec_t *out) {
    uint32_t offset = p->token.offset;
    uint32_t base = p->words.len;
    sym_t name = parse_name(p, "the name of a function");
    bool has_params = kind == CMD_DECLARE_FUN || kind == CMD_DECLARE_REL;
    if (!p->lost && has_params)
        sort_list(p);
    sort_t result = SORT_BOOL;
    if (!p->lost && kind != CMD_DECLARE_REL)
        result = parse_sort(p);
    while (!p->lost && kind == CMD_DECLARE_REL && !parse_at(p, TOKEN_CLOSE))
        parse_raw(p); /* z3: names of data structures for the relation */
    if (p->lost) {
        p->words.len = base;
        if (name != SYM_NONE)
            parse_bind_bad(p, name);
        return;
    }
    if (p->words.len > base && parse_refuses(p, 'U'))
        parse_error(p, offset, "logic %s has no functions with arguments", text_of(p, p->logic));
    fun_t fun =
        fun_make(p->bank, FUN_DECLARED, name, p->words.data + base, p->words.len - base, result);
    p->words.len = base;
    declare_or_poison(p, name, fun, offset);
    *vec_push(p->mem, out) = fun;
}

/* name ((x Int) ...) S: makes the fun; its variables are bound. */
fun_t parse_definition_head(parser_t *p, fun_kind_t kind, bool has_params) {
    uint32_t base = p->words.len;
    sym_t name = parse_name(p, "the name of a function");
    uint32_t count = 0;
    if (!p->lost && has_params)
        parse_sorted_vars(p, &count);
    sort_t result = p->lost ? SORT_BAD : parse_sort(p);
    if (p->lost) {
        p->words.len = base;
        if (name != SYM_NONE)
            parse_bind_bad(p, name);
        return FUN_NONE;
    }
    uint32_t vars = fun_words_add(p->bank, p->words.data + base, count);
    for (uint32_t i = 0; i < count; i++)
        p->words.data[base + i] = term_var_sort(p->bank, p->words.data[base + i]);
    fun_t fun = fun_make(p->bank, kind, name, p->words.data + base, count, result);
    fun_row(p->bank, fun)->vars = vars;
    p->words.len = base;
    return fun;
}

void parse_definition_body(parser_t *p, fun_t fun) {
    uint32_t offset = p->token.offset;
    term_t body = parse_term(p);
    if (p->lost)
        return;
    fun_row(p->bank, fun)->body = body;
    sort_t got = term_sort(p->bank, body);
    sort_t want = fun_result(p->bank, fun);
    bool numbers = (got == SORT_INT && want == SORT_REAL) || (got == SORT_REAL && want == SORT_INT);
    bool converted = numbers && !p->model; /* no solver takes it; cvc writes it */
    if (!converted && check_fits(p->bank, got, want))
        return;
    strbuf_clear(&p->why);
    sort_describe(p->bank, got, &p->why);
    strbuf_str(&p->why, ", not ");
    sort_describe(p->bank, want, &p->why);
    parse_error(p, offset, "the body of %s is %s", text_of(p, fun_row(p->bank, fun)->name),
                strbuf_text(&p->why));
}

void parse_define_fun(parser_t *p, cmd_t kind, u32_vec_t *out) {
    uint32_t offset = p->token.offset;
    uint32_t trail = p->trail.len;
    bool recursive = kind == CMD_DEFINE_FUN_REC;
    fun_t fun =
        parse_definition_head(p, recursive ? FUN_RECURSIVE : FUN_DEFINED, kind != CMD_DEFINE_CONST);
    if (p->lost)
        return;
    sym_t name = fun_row(p->bank, fun)->name;
    if (recursive) { /* the name is known in the body, below the parameters */
        u32_vec_t vars = {0};
        for (uint32_t i = 0; i < fun_row(p->bank, fun)->arity; i++)
            *vec_push(p->mem, &vars) = p->bank->fun_words.data[fun_row(p->bank, fun)->vars + i];
        parse_unwind(p, trail);
        declare_or_poison(p, name, fun, offset);
        trail = p->trail.len;
        for (uint32_t i = 0; i < vars.len; i++)
            parse_bind_var(p, term_var_name(p->bank, vars.data[i]), vars.data[i]);
        vec_free(p->mem, &vars);
    }
    parse_definition_body(p, fun);
    parse_unwind(p, trail);
    if (p->lost) {
        parse_bind_bad(p, name);
        return;
    }
    if (!recursive)
        declare_or_poison(p, name, fun, offset);
    *vec_push(p->mem, out) = fun;
}

/* ((f ((x Int)) Int) ...) (body ...) */
void parse_define_funs(parser_t *p, u32_vec_t *out) {
    if (!parse_expect(p, TOKEN_OPEN, "'(' before the functions"))
        return;
    uint32_t first = out->len;
    while (!p->lost && parse_at(p, TOKEN_OPEN)) {
        parse_advance(p);
        uint32_t offset = p->token.offset;
        uint32_t trail = p->trail.len;
        fun_t fun = parse_definition_head(p, FUN_RECURSIVE, true);
        if (p->lost || !parse_expect(p, TOKEN_CLOSE, "')' after the function's sort"))
            return;
        parse_unwind(p, trail);
        declare_or_poison(p, fun_row(p->bank, fun)->name, fun, offset);
        *vec_push(p->mem, out) = fun;
    }
    if (!parse_expect(p, TOKEN_CLOSE, "')' after the functions") ||
        !parse_expect(p, TOKEN_OPEN, "'(' before the bodies"))
        return;
    for (uint32_t i = first; i < out->len && !p->lost; i++) {
        if (parse_at(p, TOKEN_CLOSE)) {
            parse_error(p, p->token.offset, "there are %u functions and %u bodies",
                        out->len - first, i - first);
            break;
        }
        uint32_t trail = p->trail.len;
        const fun_row_t *row = fun_row(p->bank, out->data[i]);
        for (uint32_t k = 0; k < row->arity; k++) {
            term_t var = p->bank->fun_words.data[row->vars + k];
            parse_bind_var(p, term_var_name(p->bank, var), var);
        }
        parse_definition_body(p, out->data[i]);
        parse_unwind(p, trail);
    }
    parse_expect(p, TOKEN_CLOSE, "')' after the bodies: one for each function");
}

/* --- sorts --- */

static void declare_sort_name(parser_t *p, sym_t name, sortdecl_t decl, uint32_t offset) {
    sort_meaning_t meaning = parse_sort_meaning(p, name);
    if (meaning.kind == SORT_MEANS_DECL && !p->redeclare)
        parse_error(p, offset, "sort %s is already declared", text_of(p, name));
    else if (meaning.kind == SORT_MEANS_KIND && parse_sort_fixed(p, meaning.id))
        parse_error(p, offset, "%s is a sort already", text_of(p, name));
    parse_bind_sort(p, name, SORT_MEANS_DECL, decl);
}

/* (T U ...): declares sort parameters one after the other, and binds them. */
static uint32_t sort_params(parser_t *p, sortdecl_t *first) {
    *first = p->bank->sortdecls.len;
    uint32_t count = 0;
    if (!parse_expect(p, TOKEN_OPEN, "'(' before the sort parameters"))
        return 0;
    while (!p->lost && !parse_at(p, TOKEN_CLOSE)) {
        sym_t name = parse_symbol(p, "the name of a sort parameter");
        if (p->lost)
            return 0;
        sortdecl_t decl = sortdecl_make(p->bank, name, SORTDECL_PARAM, 0);
        parse_bind_sort(p, name, SORT_MEANS_DECL, decl);
        count++;
    }
    parse_expect(p, TOKEN_CLOSE, "')' after the sort parameters");
    return count;
}

void parse_declare_sort(parser_t *p, cmd_t kind, u32_vec_t *out) {
    uint32_t offset = p->token.offset;
    sym_t name = parse_symbol(p, "the name of a sort");
    if (p->lost)
        return;
    sortdecl_t decl;
    if (kind == CMD_DEFINE_SORT) {
        uint32_t trail = p->trail.len;
        sortdecl_t first;
        uint32_t count = sort_params(p, &first);
        sort_t body = p->lost ? SORT_BAD : parse_sort(p);
        parse_unwind(p, trail);
        if (p->lost || body == SORT_BAD) {
            parse_bind_sort(p, name, SORT_MEANS_BAD, 0);
            return;
        }
        decl = sortdecl_make(p->bank, name, SORTDECL_DEFINED, count);
        sortdecl_row(p->bank, decl)->params = first;
        sortdecl_row(p->bank, decl)->body = body;
    } else {
        uint32_t arity = 0;
        if (kind == CMD_DECLARE_SORT && !parse_at(p, TOKEN_CLOSE))
            parse_count(p, "the number of arguments of the sort", &arity);
        decl = sortdecl_make(p->bank, name,
                             kind == CMD_DECLARE_SORT ? SORTDECL_FREE : SORTDECL_PARAM, arity);
    }
    if (p->lost)
        return;
    declare_sort_name(p, name, decl, offset);
    *vec_push(p->mem, out) = decl;
}

/* --- datatypes --- */

typedef struct constructor {
    sym_t name;
    uint32_t offset;
    uint32_t fields; /* start in the block's fields: selector, sort, ... */
    uint32_t count;
} constructor_t;

/* One declare-datatypes command. */
typedef struct block {
    VEC(constructor_t) constructors;
    u32_vec_t fields;
    u32_vec_t decls;  /* the datatypes */
    u32_vec_t starts; /* for each, where its constructors start; and their end */
} block_t;

/* The sort of a datatype applied to its own parameters. */
static sort_t self_sort(parser_t *p, sortdecl_t decl) {
    sortdecl_row_t row = *sortdecl_row(p->bank, decl);
    u32_vec_t words = {0};
    *vec_push(p->mem, &words) = decl;
    for (uint32_t i = 0; i < row.arity; i++) {
        uint32_t param = row.params + i;
        sort_t sort = sort_make(p->bank, SORT_USER, &param, 1);
        *vec_push(p->mem, &words) = sort;
    }
    sort_t sort = sort_make(p->bank, SORT_USER, words.data, words.len);
    vec_free(p->mem, &words);
    return sort;
}

/* cons, or (cons (head Int) (tail L)) */
static void read_constructor(parser_t *p, block_t *block) {
    constructor_t made = {.offset = p->token.offset, .fields = block->fields.len};
    bool bracket = parse_at(p, TOKEN_OPEN);
    if (bracket)
        parse_advance(p);
    made.name = parse_symbol(p, "the name of a constructor");
    while (bracket && !p->lost && parse_at(p, TOKEN_OPEN)) {
        parse_advance(p);
        sym_t selector = parse_symbol(p, "the name of a selector");
        if (p->lost)
            return;
        sort_t sort = parse_sort(p);
        if (!parse_expect(p, TOKEN_CLOSE, "')' after the selector's sort"))
            return;
        *vec_push(p->mem, &block->fields) = selector;
        *vec_push(p->mem, &block->fields) = sort;
        made.count++;
    }
    if (p->lost || (bracket && !parse_expect(p, TOKEN_CLOSE, "'(' of a selector, or ')'")))
        return;
    *vec_push(p->mem, &block->constructors) = made;
}

/* (par (T) (...)) or (...): the constructors of one datatype. */
static void read_datatype(parser_t *p, block_t *block, sortdecl_t decl) {
    uint32_t trail = p->trail.len;
    uint32_t offset = p->token.offset;
    if (!parse_expect(p, TOKEN_OPEN, "'(' before the constructors"))
        return;
    bool par =
        parse_at(p, TOKEN_SYMBOL) && p->token.len == 3 && memcmp(p->token.text, "par", 3) == 0;
    if (par) {
        parse_advance(p);
        sortdecl_t first;
        uint32_t count = sort_params(p, &first);
        if (p->lost || !parse_expect(p, TOKEN_OPEN, "'(' before the constructors"))
            return;
        sortdecl_row_t *row = sortdecl_row(p->bank, decl);
        if (row->arity == UINT32_MAX)
            row->arity = count;
        if (row->arity != 0 && row->arity != count) /* z3 lets 0 pass */
            parse_error(p, offset, "%s was announced with %u sort parameters, and has %u",
                        text_of(p, row->name), row->arity, count);
        row->arity = count;
        row->params = first;
    }
    sortdecl_row_t *row = sortdecl_row(p->bank, decl);
    if (row->arity == UINT32_MAX)
        row->arity = 0;
    if (!par && row->arity > 0) {
        parse_error(p, offset, "%s has sort parameters: its constructors stand in (par (T) ...)",
                    text_of(p, row->name));
        row->arity = 0;
    }
    *vec_push(p->mem, &block->starts) = block->constructors.len;
    while (!p->lost && !parse_at(p, TOKEN_CLOSE))
        read_constructor(p, block);
    parse_expect(p, TOKEN_CLOSE, "')' after the constructors");
    if (par)
        parse_expect(p, TOKEN_CLOSE, "')' of par");
    parse_unwind(p, trail);
}

static void check_selectors(parser_t *p, const block_t *block, uint32_t from, uint32_t to) {
    enum { MOST = 200 }; /* a datatype with more fields is generated, and right */
    uint32_t start = block->constructors.data[from].fields;
    uint32_t end =
        block->constructors.data[to - 1].fields + 2 * block->constructors.data[to - 1].count;
    for (uint32_t i = start; i < end && end - start <= MOST; i += 2)
        for (uint32_t k = start; k < i; k += 2)
            if (block->fields.data[i] == block->fields.data[k]) {
                parse_error(p, block->constructors.data[from].offset,
                            "selector %s stands twice in this datatype",
                            text_of(p, block->fields.data[i]));
                return;
            }
}

static sym_t tester_name(parser_t *p, sym_t constructor) {
    const symbol_t *row = symbol_row(&p->bank->symbols, constructor);
    strbuf_clear(&p->why);
    strbuf_str(&p->why, "is-");
    strbuf_add(&p->why, row->text, row->len);
    sym_t sym = symbol_make(&p->bank->symbols, p->why.data, p->why.len);
    strbuf_clear(&p->why);
    return sym;
}

static fun_t member(parser_t *p, fun_kind_t kind, sym_t name, const sort_t *params, uint32_t count,
                    sort_t result, sortdecl_t decl) {
    sortdecl_row_t row = *sortdecl_row(p->bank, decl);
    fun_t fun = fun_make(p->bank, kind, name, params, count, result);
    fun_row_t *f = fun_row(p->bank, fun);
    f->sort_params = row.params;
    f->sort_param_count = row.arity;
    f->sort = decl;
    return fun;
}

/* Makes the constructor, its selectors and its tester. */
static fun_t declare_constructor(parser_t *p, const block_t *block, const constructor_t *c,
                                 sortdecl_t decl, sort_t self) {
    u32_vec_t sorts = {0};
    for (uint32_t i = 0; i < c->count; i++)
        *vec_push(p->mem, &sorts) = block->fields.data[c->fields + 2 * i + 1];
    fun_t made = member(p, FUN_CONSTRUCTOR, c->name, sorts.data, c->count, self, decl);
    u32_vec_t selectors = {0};
    for (uint32_t i = 0; i < c->count; i++) {
        sym_t name = block->fields.data[c->fields + 2 * i];
        fun_t selector = member(p, FUN_SELECTOR, name, &self, 1, sorts.data[i], decl);
        fun_row(p->bank, selector)->owner = made;
        *vec_push(p->mem, &selectors) = selector;
        parse_declare(p, name, selector, c->offset);
    }
    fun_row(p->bank, made)->members = fun_words_add(p->bank, selectors.data, selectors.len);
    parse_declare(p, c->name, made, c->offset);
    sym_t is = tester_name(p, c->name);
    fun_t tester = member(p, FUN_TESTER, is, &self, 1, SORT_BOOL, decl);
    fun_row(p->bank, tester)->owner = made;
    parse_declare(p, is, tester, c->offset);
    vec_free(p->mem, &sorts);
    vec_free(p->mem, &selectors);
    return made;
}

/* A datatype needs a value that does not contain one of its own kind: repeat marking those that
 * have a constructor all of whose datatypes of this block are marked. */
static void check_founded(parser_t *p, const block_t *block, uint32_t offset) {
    u32_vec_t founded = {0};
    for (uint32_t i = 0; i < block->decls.len; i++)
        *vec_push(p->mem, &founded) =
            sortdecl_row(p->bank, block->decls.data[i])->kind == SORTDECL_CODATATYPE;
    sortdecl_t first = block->decls.len > 0 ? block->decls.data[0] : 0;
    bool changed = true;
    while (changed) {
        changed = false;
        for (uint32_t i = 0; i < block->decls.len; i++) {
            for (uint32_t c = block->starts.data[i];
                 c < block->starts.data[i + 1] && !founded.data[i]; c++) {
                const constructor_t *made = &block->constructors.data[c];
                bool ok = true;
                for (uint32_t k = 0; k < made->count; k++) {
                    sort_t sort = sort_canon(p->bank, block->fields.data[made->fields + 2 * k + 1]);
                    if (sort_kind(p->bank, sort) != SORT_USER)
                        continue;
                    uint32_t which = sort_decl(p->bank, sort) - first;
                    ok &= which >= block->decls.len || founded.data[which];
                }
                founded.data[i] |= ok;
                changed |= ok;
            }
        }
    }
    for (uint32_t i = 0; i < founded.len; i++)
        if (!founded.data[i] && block->starts.data[i] < block->starts.data[i + 1])
            parse_error(p, offset, "datatype %s has no value: every constructor needs another one",
                        text_of(p, sortdecl_row(p->bank, block->decls.data[i])->name));
    vec_free(p->mem, &founded);
}

static void declare_block(parser_t *p, block_t *block, uint32_t offset) {
    *vec_push(p->mem, &block->starts) = block->constructors.len;
    for (uint32_t i = 0; i < block->decls.len; i++) {
        sortdecl_t decl = block->decls.data[i];
        uint32_t from = block->starts.data[i];
        uint32_t to = block->starts.data[i + 1];
        if (from == to) {
            parse_error(p, offset, "datatype %s has no constructor",
                        text_of(p, sortdecl_row(p->bank, decl)->name));
            continue;
        }
        check_selectors(p, block, from, to);
        sort_t self = self_sort(p, decl);
        u32_vec_t members = {0};
        for (uint32_t c = from; c < to; c++) {
            fun_t made = declare_constructor(p, block, &block->constructors.data[c], decl, self);
            *vec_push(p->mem, &members) = made;
        }
        uint32_t start = fun_words_add(p->bank, members.data, members.len);
        sortdecl_row(p->bank, decl)->members = start;
        sortdecl_row(p->bank, decl)->count = members.len;
        vec_free(p->mem, &members);
    }
    check_founded(p, block, offset);
}

static sortdecl_t announce(parser_t *p, block_t *block, cmd_t kind, sym_t name, uint32_t arity,
                           uint32_t offset) {
    bool co = kind == CMD_DECLARE_CODATATYPE || kind == CMD_DECLARE_CODATATYPES;
    sortdecl_t decl =
        sortdecl_make(p->bank, name, co ? SORTDECL_CODATATYPE : SORTDECL_DATATYPE, arity);
    declare_sort_name(p, name, decl, offset);
    *vec_push(p->mem, &block->decls) = decl;
    return decl;
}

/* The syntax of 2.5: (T U) ((List nil (cons (head T) (tail List)))), after the first '('. Inside,
 * List without arguments is (List T U). */
static void read_old_syntax(parser_t *p, block_t *block, cmd_t kind) {
    sortdecl_t first = p->bank->sortdecls.len;
    uint32_t count = 0;
    uint32_t trail = p->trail.len;
    while (!p->lost && !parse_at(p, TOKEN_CLOSE)) {
        sym_t name = parse_symbol(p, "a sort parameter, or (name arity)");
        if (p->lost)
            return;
        sortdecl_t decl = sortdecl_make(p->bank, name, SORTDECL_PARAM, 0);
        parse_bind_sort(p, name, SORT_MEANS_DECL, decl);
        count++;
    }
    if (!parse_expect(p, TOKEN_CLOSE, "')'") ||
        !parse_expect(p, TOKEN_OPEN, "'(' before the datatypes"))
        return;
    /* All names first, by looking ahead: the datatypes may use each other. */
    lexer_t lexer = p->lexer;
    token_t token = p->token;
    int64_t depth = p->depth;
    uint32_t comments = p->comments.len;
    u32_vec_t names = {0};
    while (!p->lost && parse_at(p, TOKEN_OPEN)) {
        parse_advance(p);
        uint32_t offset = p->token.offset;
        sym_t name = parse_symbol(p, "the name of a datatype");
        if (p->lost)
            break;
        sortdecl_t decl = announce(p, block, kind, name, 0, offset);
        *vec_push(p->mem, &names) = name;
        sortdecl_row(p->bank, decl)->params = first;
        while (!p->lost && !parse_at(p, TOKEN_CLOSE))
            parse_raw(p);
        parse_expect(p, TOKEN_CLOSE, "')'");
    }
    if (!p->lost) {
        p->lexer = lexer;
        p->token = token;
        p->depth = depth;
        p->comments.len = comments;
    }
    p->old_datatypes = block->decls.len > 0 ? block->decls.data[0] : 0;
    p->old_count = block->decls.len;
    p->old_arity = count;
    for (uint32_t i = 0; i < block->decls.len && !p->lost; i++) {
        parse_advance(p);
        parse_advance(p);
        *vec_push(p->mem, &block->starts) = block->constructors.len;
        while (!p->lost && !parse_at(p, TOKEN_CLOSE))
            read_constructor(p, block);
        parse_expect(p, TOKEN_CLOSE, "')' after the constructors");
    }
    p->old_count = 0;
    parse_expect(p, TOKEN_CLOSE, "')' after the datatypes");
    parse_unwind(p, trail);
    for (uint32_t i = 0; i < names.len; i++) {
        sortdecl_row(p->bank, block->decls.data[i])->arity = count;
        parse_bind_sort(p, names.data[i], SORT_MEANS_DECL, block->decls.data[i]);
    }
    vec_free(p->mem, &names);
}

/* ((L 1) (T 0)) (... ...), after the first '(' */
static void read_new_syntax(parser_t *p, block_t *block, cmd_t kind) {
    while (!p->lost && parse_at(p, TOKEN_OPEN)) {
        parse_advance(p);
        uint32_t offset = p->token.offset;
        sym_t name = parse_symbol(p, "the name of a datatype");
        uint32_t arity = 0;
        if (p->lost || !parse_count(p, "the number of sort parameters", &arity) ||
            !parse_expect(p, TOKEN_CLOSE, "')' after the number of sort parameters"))
            return;
        announce(p, block, kind, name, arity, offset);
    }
    if (!parse_expect(p, TOKEN_CLOSE, "')' after the names of the datatypes") ||
        !parse_expect(p, TOKEN_OPEN, "'(' before the datatypes"))
        return;
    for (uint32_t i = 0; i < block->decls.len && !p->lost; i++)
        read_datatype(p, block, block->decls.data[i]);
    parse_expect(p, TOKEN_CLOSE, "')' after the datatypes: one for each name");
}

void parse_datatypes(parser_t *p, cmd_t kind, u32_vec_t *out) {
    block_t block = {0};
    uint32_t offset = p->token.offset;
    if (kind == CMD_DECLARE_DATATYPE || kind == CMD_DECLARE_CODATATYPE) {
        sym_t name = parse_symbol(p, "the name of a datatype");
        if (!p->lost) {
            announce(p, &block, kind, name, UINT32_MAX, offset);
            read_datatype(p, &block, block.decls.data[0]);
        }
    } else if (parse_expect(p, TOKEN_OPEN, "'(' before the names of the datatypes")) {
        if (parse_at(p, TOKEN_OPEN))
            read_new_syntax(p, &block, kind);
        else
            read_old_syntax(p, &block, kind);
    }
    if (!p->lost) {
        declare_block(p, &block, offset);
        for (uint32_t i = 0; i < block.decls.len; i++)
            *vec_push(p->mem, out) = block.decls.data[i];
    } else {
        for (uint32_t i = 0; i < block.decls.len; i++)
            parse_bind_sort(p, sortdecl_row(p->bank, block.decls.data[i])->name, SORT_MEANS_BAD, 0);
    }
    vec_free(p->mem, &block.constructors);
    vec_free(p->mem, &block.fields);
    vec_free(p->mem, &block.decls);
    vec_free(p->mem, &block.starts);
}
