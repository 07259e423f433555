#include "smt/read/parse.h"

#include "base/bug.h"
#include "base/chars.h"
#include "smt/read/parse_priv.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- errors --- */

static void report(parser_t *p, uint32_t offset, const char *message) {
    diag_add(p->diags, p->lexer.text, (size_t)(p->lexer.end - p->lexer.text), offset, message);
}

void parse_error(parser_t *p, uint32_t offset, const char *format, ...) {
    strbuf_t text;
    strbuf_init(&text, p->mem);
    va_list args;
    va_start(args, format);
    strbuf_vformat(&text, format, args);
    va_end(args);
    report(p, offset, strbuf_text(&text));
    strbuf_done(&text);
}

void parse_unexpected(parser_t *p, const char *what) {
    if (p->lost)
        return;
    p->lost = true;
    token_t token = p->token;
    enum { MOST = 40 };
    if (token.kind == TOKEN_ERROR)
        report(p, token.offset, p->lexer.error);
    else if (token.kind == TOKEN_SYMBOL || token.kind == TOKEN_KEYWORD ||
             token.kind == TOKEN_NUMERAL || token.kind == TOKEN_DECIMAL)
        parse_error(p, token.offset, "expected %s, got %.*s%s", what,
                    (int)(token.len < MOST ? token.len : MOST), token.text,
                    token.len < MOST ? "" : "...");
    else
        parse_error(p, token.offset, "expected %s, got %s", what, token_kind_name(token.kind));
}

/* --- tokens --- */

void parse_advance(parser_t *p) {
    if (p->token.kind == TOKEN_OPEN)
        p->depth++;
    else if (p->token.kind == TOKEN_CLOSE)
        p->depth--;
    p->token = lexer_next(&p->lexer);
}

bool parse_expect(parser_t *p, token_kind_t kind, const char *what) {
    if (p->lost)
        return false;
    if (p->token.kind != kind) {
        parse_unexpected(p, what);
        return false;
    }
    parse_advance(p);
    return true;
}

bool parse_is_symbol(const parser_t *p) {
    return p->token.kind == TOKEN_SYMBOL || p->token.kind == TOKEN_QUOTED;
}

sym_t parse_symbol(parser_t *p, const char *what) {
    if (!parse_is_symbol(p)) {
        parse_unexpected(p, what);
        return SYM_NONE;
    }
    sym_t sym = symbol_make(&p->bank->symbols, p->token.text, p->token.len);
    parse_advance(p);
    return sym;
}

sym_t parse_name(parser_t *p, const char *what) {
    bool bare = parse_at(p, TOKEN_SYMBOL);
    uint32_t offset = p->token.offset;
    sym_t sym = parse_symbol(p, what);
    if (bare && (sym == p->known.underscore || sym == p->known.as))
        parse_error(p, offset, "%s is a reserved word", symbol_text(&p->bank->symbols, sym));
    return sym;
}

sym_t parse_raw(parser_t *p) {
    const char *start = p->lexer.text + p->token.offset;
    uint32_t end;
    uint32_t comments = p->comments.len; /* those inside are part of the text */
    int64_t depth = p->depth;
    do {
        if (parse_at(p, TOKEN_END) || parse_at(p, TOKEN_ERROR) ||
            (parse_at(p, TOKEN_CLOSE) && p->depth == depth)) {
            parse_unexpected(p, "a value");
            return SYM_NONE;
        }
        end = p->token.end;
        if (p->depth == depth + 1 && parse_at(p, TOKEN_CLOSE))
            p->comments.len = comments;
        parse_advance(p);
    } while (p->depth > depth);
    return symbol_make(&p->bank->symbols, start, (size_t)(p->lexer.text + end - start));
}

bool parse_count(parser_t *p, const char *what, uint32_t *value) {
    if (!parse_at(p, TOKEN_NUMERAL)) {
        parse_unexpected(p, what);
        return false;
    }
    uint64_t number = 0;
    for (uint32_t i = 0; i < p->token.len && number < CHECK_TEXT_INDEX; i++)
        number = number * 10 + (uint64_t)(p->token.text[i] - '0');
    if (number >= CHECK_TEXT_INDEX) {
        parse_error(p, p->token.offset, "%s is too large", what);
        number = 1;
    }
    *value = (uint32_t)number;
    parse_advance(p);
    return true;
}

/* --- commands --- */

/* (push), (push 2) */
static void parse_levels(parser_t *p, cmd_t kind, u32_vec_t *out, uint32_t offset) {
    uint32_t count = 1;
    if (parse_at(p, TOKEN_NUMERAL)) {
        parse_count(p, "the number of scopes", &count);
        *vec_push(p->mem, out) = count;
    }
    enum { MOST_LEVELS = 1 << 20 };
    if (kind == CMD_POP)
        parse_pop(p, count, offset);
    else if (count > MOST_LEVELS || p->levels.len > MOST_LEVELS)
        parse_error(p, offset, "push %u: too many scopes", count);
    else
        parse_push(p, count);
}

/* The rest of a command as one text, or SYM_NONE when nothing is left. */
static sym_t parse_rest(parser_t *p) {
    if (parse_at(p, TOKEN_CLOSE))
        return SYM_NONE;
    const char *start = p->lexer.text + p->token.offset;
    uint32_t end = p->token.end;
    while (!p->lost && !parse_at(p, TOKEN_CLOSE)) {
        uint32_t before = p->token.offset;
        sym_t raw = parse_raw(p);
        if (raw == SYM_NONE)
            return SYM_NONE;
        end = before + symbol_row(&p->bank->symbols, raw)->len;
    }
    return symbol_make(&p->bank->symbols, start, (size_t)(p->lexer.text + end - start));
}

/* (set-info :status s) must be one of the three answers. */
static void check_status(parser_t *p, cmd_t kind, sym_t keyword, sym_t value, uint32_t offset) {
    static const char *const answers[] = {"sat", "unsat", "unknown"};
    const char *text = symbol_text(&p->bank->symbols, value);
    if (kind != CMD_SET_INFO || text[0] == '"' || text[0] == '|' ||
        strcmp(symbol_text(&p->bank->symbols, keyword), ":status") != 0)
        return;
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++)
        if (strcmp(text, answers[i]) == 0)
            return;
    parse_error(p, offset, "the status is sat, unsat or unknown, not %s", text);
}

/* The options that change what a script means; the others only steer the solver. */
static void heed_option(parser_t *p, const char *name, bool on) {
    if (strcmp(name, ":global-declarations") == 0 || strcmp(name, ":global-decls") == 0)
        p->global = on;
    else if (strcmp(name, ":numeral-as-real") == 0)
        parse_set_numerals(p, on);
}

static void parse_attribute(parser_t *p, cmd_t kind, u32_vec_t *out) {
    if (!parse_at(p, TOKEN_KEYWORD)) {
        parse_unexpected(p, "a keyword such as :status");
        return;
    }
    sym_t keyword = symbol_make(&p->bank->symbols, p->token.text, p->token.len);
    parse_advance(p);
    uint32_t offset = p->token.offset;
    sym_t value = SYM_NONE;
    if (kind == CMD_SET_INFO || kind == CMD_SET_OPTION) {
        value = parse_raw(p);
        if (p->lost)
            return;
        check_status(p, kind, keyword, value, offset);
    }
    *vec_push(p->mem, out) = keyword;
    *vec_push(p->mem, out) = value;
    if (kind == CMD_SET_OPTION)
        heed_option(p, symbol_text(&p->bank->symbols, keyword),
                    strcmp(symbol_text(&p->bank->symbols, value), "true") == 0);
}

static void expect_bool(parser_t *p, term_t term, uint32_t offset, const char *what) {
    sort_t sort = term_sort(p->bank, term);
    if (sort == SORT_BOOL || sort == SORT_BAD)
        return;
    strbuf_clear(&p->why);
    sort_describe(p->bank, sort, &p->why);
    parse_error(p, offset, "%s must be Bool, got %s", what, strbuf_text(&p->why));
}

static void parse_term_command(parser_t *p, cmd_t kind, u32_vec_t *out) {
    uint32_t offset = p->token.offset;
    term_t term = parse_term(p);
    if (p->lost)
        return;
    if (kind == CMD_ASSERT || kind == CMD_ASSERT_SOFT || kind == CMD_RULE)
        expect_bool(p, term, offset, kind == CMD_RULE ? "a rule" : "an assertion");
    *vec_push(p->mem, out) = term;
    *vec_push(p->mem, out) = parse_rest(p);
    if (kind == CMD_ASSERT && vec_last(out) != SYM_NONE)
        parse_error(p, offset, "assert takes one formula");
}

/* (t1 t2 ...) */
static void parse_term_list(parser_t *p, cmd_t kind, u32_vec_t *out) {
    if (!parse_expect(p, TOKEN_OPEN, "'(' before the list of terms"))
        return;
    if (kind == CMD_GET_VALUE && parse_at(p, TOKEN_CLOSE))
        parse_error(p, p->token.offset, "get-value needs at least one term");
    while (!p->lost && !parse_at(p, TOKEN_CLOSE)) {
        uint32_t offset = p->token.offset;
        term_t term = parse_term(p);
        if (kind == CMD_CHECK_SAT_ASSUMING && !p->lost)
            expect_bool(p, term, offset, "an assumption");
        *vec_push(p->mem, out) = term;
    }
    parse_expect(p, TOKEN_CLOSE, "')' after the list of terms");
}

/* (declare-heap (Int Int)) */
static void parse_heap(parser_t *p, u32_vec_t *out) {
    if (!parse_expect(p, TOKEN_OPEN, "'(' before the sorts of the heap"))
        return;
    while (!p->lost && !parse_at(p, TOKEN_CLOSE)) {
        sort_t sort = parse_sort(p);
        *vec_push(p->mem, out) = sort;
    }
    parse_expect(p, TOKEN_CLOSE, "')' after the sorts of the heap");
}

/* (declare-pool p Int (0 1)) */
static void parse_pool(parser_t *p, u32_vec_t *out) {
    uint32_t offset = p->token.offset;
    sym_t name = parse_symbol(p, "the name of the pool");
    if (p->lost)
        return;
    sort_t element = parse_sort(p);
    sort_t set = sort_make(p->bank, SORT_SET, &element, 1);
    fun_t fun = fun_make(p->bank, FUN_DECLARED, name, NULL, 0, set);
    *vec_push(p->mem, out) = fun;
    parse_term_list(p, CMD_DECLARE_POOL, out);
    if (!p->lost)
        parse_declare(p, name, fun, offset);
}

/* (get-abduct A t grammar?) */
static void parse_goal(parser_t *p, u32_vec_t *out) {
    sym_t name = parse_symbol(p, "the name of the result");
    if (p->lost)
        return;
    *vec_push(p->mem, out) = name;
    term_t term = parse_term(p);
    *vec_push(p->mem, out) = term;
    *vec_push(p->mem, out) = p->lost ? SYM_NONE : parse_rest(p);
}

static void parse_string(parser_t *p, u32_vec_t *out) {
    if (!parse_at(p, TOKEN_STRING)) {
        parse_unexpected(p, "a string");
        return;
    }
    *vec_push(p->mem, out) = symbol_make(&p->bank->symbols, p->token.text, p->token.len);
    parse_advance(p);
}

/* The words of the command after its name. */
static void parse_shape(parser_t *p, cmd_t kind, u32_vec_t *out, uint32_t offset) {
    switch (cmd_info(kind)->shape) {
    case SHAPE_NONE:
        if (kind == CMD_RESET) {
            parse_reset(p);
        } else if (kind == CMD_RESET_ASSERTIONS) {
            parse_pop(p, p->levels.len - 1, offset);
            p->redeclare = true;
        }
        return;
    case SHAPE_COUNT:
        parse_levels(p, kind, out, offset);
        return;
    case SHAPE_SYMBOL: {
        sym_t logic = parse_symbol(p, "the name of a logic");
        if (p->lost)
            return;
        *vec_push(p->mem, out) = logic;
        if (p->logic != SYM_NONE)
            parse_error(p, offset, "the logic is already set");
        parse_set_logic(p, logic);
        return;
    }
    case SHAPE_STRING:
        parse_string(p, out);
        return;
    case SHAPE_ATTR:
        parse_attribute(p, kind, out);
        return;
    case SHAPE_TERM:
        parse_term_command(p, kind, out);
        return;
    case SHAPE_TERMS:
        parse_term_list(p, kind, out);
        return;
    case SHAPE_FUN:
        if (kind == CMD_DECLARE_FUN || kind == CMD_DECLARE_CONST || kind == CMD_DECLARE_VAR ||
            kind == CMD_DECLARE_REL)
            parse_declare_fun(p, kind, out);
        else
            parse_define_fun(p, kind, out);
        return;
    case SHAPE_FUNS:
        parse_define_funs(p, out);
        return;
    case SHAPE_SORTDECL:
        parse_declare_sort(p, kind, out);
        return;
    case SHAPE_DATATYPES:
        parse_datatypes(p, kind, out);
        return;
    case SHAPE_HEAP:
        parse_heap(p, out);
        return;
    case SHAPE_POOL:
        parse_pool(p, out);
        return;
    case SHAPE_GOAL:
        parse_goal(p, out);
        return;
    case SHAPE_TEXT:
    case SHAPE_COMMENT:
        break;
    }
    BUG("no command has this shape");
}

static cmd_t find_command(const token_t *token) {
    for (uint32_t kind = 0; kind < CMD_COUNT; kind++) {
        const char *name = cmd_info((cmd_t)kind)->name;
        if (strlen(name) == token->len && memcmp(name, token->text, token->len) == 0 &&
            token->len > 0)
            return (cmd_t)kind;
    }
    return CMD_TEXT;
}

/* Whether an empty line stands between two places of the text. */
static bool blank_between(const parser_t *p, uint32_t from, uint32_t to) {
    uint32_t lines = 0;
    for (uint32_t i = from; i < to && lines < 2; i++)
        lines += p->lexer.text[i] == '\n';
    return lines >= 2;
}

static bool newline_between(const parser_t *p, uint32_t from, uint32_t to) {
    return memchr(p->lexer.text + from, '\n', to - from) != NULL;
}

/* Adds the comments met so far to the script. end is where the last command ended. */
static uint32_t flush_comments(parser_t *p, uint32_t end, bool inside) {
    for (uint32_t i = 0; i < p->comments.len; i++) {
        span_t span = p->comments.data[i];
        sym_t text = symbol_make(&p->bank->symbols, p->lexer.text + span.offset, span.len);
        uint32_t flags = 0;
        if (!inside && end > 0 && span.offset >= end && !newline_between(p, end, span.offset))
            flags = COMMAND_TRAILING;
        else if (!inside && span.offset >= end && script_count(p->script) > 0 &&
                 blank_between(p, end, span.offset))
            flags = COMMAND_BLANK;
        script_add(p->script, CMD_COMMENT, &text, 1, flags, span.offset);
        end = span.offset + span.len;
    }
    p->comments.len = 0;
    return end;
}

bool parse_at_command(parser_t *p) {
    uint32_t offset = p->token.offset;
    if (!parse_at(p, TOKEN_OPEN) || offset == 0 || p->lexer.text[offset - 1] != '\n')
        return false;
    lexer_t ahead = p->lexer;
    ahead.comments = NULL;
    token_t name = lexer_next(&ahead);
    if (name.kind != TOKEN_SYMBOL || find_command(&name) == CMD_TEXT)
        return false;
    sym_t sym = symbol_find(&p->bank->symbols, name.text, name.len);
    return sym == SYM_NONE || parse_meaning(p, sym).kind == MEANS_NOTHING;
}

/* Skips to the end of the command in which the parser got lost: where its brackets close, or before
 * what looks like the next command, in case a bracket is missing. */
static void find_next_command(parser_t *p) {
    while (!parse_at(p, TOKEN_END) && p->depth > 0 && !parse_at_command(p))
        parse_advance(p);
    p->depth = 0;
    p->lost = false;
}

/* An unknown command, or one kept as text. */
static void parse_unknown(parser_t *p, uint32_t offset, u32_vec_t *out) {
    while (!p->lost && !parse_at(p, TOKEN_CLOSE))
        parse_raw(p);
    if (p->lost)
        return;
    p->comments.len = 0; /* those inside are part of the text */
    uint32_t end = p->token.end;
    *vec_push(p->mem, out) =
        symbol_make(&p->bank->symbols, p->lexer.text + offset, (size_t)(end - offset));
}

/* Names given with :named inside binders stay known after the command. */
static void keep_named(parser_t *p) {
    for (uint32_t i = 0; i < p->named.len; i++) {
        fun_t fun = p->named.data[i];
        sym_t name = fun_row(p->bank, fun)->name;
        meaning_t meaning = parse_meaning(p, name);
        if (meaning.kind == MEANS_NOTHING)
            parse_bind_fun(p, name, fun);
    }
    p->named.len = 0;
}

/* z3's additional arguments: (check-sat p), (get-model 0), (get-value (x) :model_index 0). */
static bool takes_more(const parser_t *p, cmd_t kind) {
    return (kind == CMD_CHECK_SAT && !parse_at(p, TOKEN_END) && !parse_at(p, TOKEN_ERROR)) ||
           (kind == CMD_GET_MODEL && parse_at(p, TOKEN_NUMERAL)) ||
           (kind == CMD_GET_VALUE && parse_at(p, TOKEN_KEYWORD));
}

/* One command, at its '('. end is where the one before it ended; returns where this one does. */
static uint32_t parse_command(parser_t *p, uint32_t end, u32_vec_t *out) {
    uint32_t offset = p->token.offset;
    end = flush_comments(p, end, false);
    uint32_t flags =
        script_count(p->script) > 0 && blank_between(p, end, offset) ? COMMAND_BLANK : 0;
    parse_advance(p);
    out->len = 0;
    cmd_t kind = CMD_TEXT;
    if (!parse_is_symbol(p)) {
        parse_unexpected(p, "a command");
    } else {
        token_t name = p->token;
        kind = find_command(&name);
        parse_advance(p);
        if (cmd_info(kind)->shape == SHAPE_TEXT) {
            kind = CMD_TEXT;
            parse_unknown(p, offset, out);
        } else {
            parse_shape(p, kind, out, offset);
            bool more = !p->lost && !parse_at(p, TOKEN_CLOSE);
            if (more && takes_more(p, kind)) {
                kind = CMD_TEXT;
                out->len = 0;
                parse_unknown(p, offset, out);
            } else if (more) {
                strbuf_clear(&p->why);
                strbuf_format(&p->why, "')' at the end of %s", cmd_info(kind)->name);
                parse_unexpected(p, strbuf_text(&p->why));
            }
        }
    }
    keep_named(p);
    if (p->lost) {
        p->comments.len = 0;
        find_next_command(p);
        return p->token.offset;
    }
    end = p->token.end;
    flush_comments(p, 0, true);
    parse_advance(p);
    script_add(p->script, kind, out->data, out->len, flags, offset);
    return end;
}

/* Solvers stop reading at (exit). What stands after it is kept as text. */
static void keep_tail(parser_t *p, uint32_t end) {
    const char *text = p->lexer.text;
    uint32_t start = end;
    uint32_t stop = (uint32_t)(p->lexer.end - text);
    while (start < stop && chars_is_space((unsigned char)text[start]))
        start++;
    while (stop > start && chars_is_space((unsigned char)text[stop - 1]))
        stop--;
    p->comments.len = 0;
    if (start == stop)
        return;
    sym_t tail = symbol_make(&p->bank->symbols, text + start, stop - start);
    script_add(p->script, CMD_TEXT, &tail, 1, 0, start);
}

static void parse_all(parser_t *p) {
    u32_vec_t out = {0};
    uint32_t end = 0;
    p->lexer.comments = &p->comments;
    p->token = lexer_next(&p->lexer);
    while (!parse_at(p, TOKEN_END)) {
        p->depth = 0;
        if (parse_at(p, TOKEN_OPEN)) {
            end = parse_command(p, end, &out);
            uint32_t count = script_count(p->script);
            if (count > 0 && script_kind(p->script, count - 1) == CMD_EXIT) {
                keep_tail(p, end);
                break;
            }
        } else {
            if (parse_at(p, TOKEN_CLOSE))
                parse_error(p, p->token.offset, "this ')' closes nothing");
            else
                parse_unexpected(p, "'(' of a command");
            p->lost = false;
            /* One message for the whole run of noise. */
            do
                p->token = lexer_next(&p->lexer);
            while (!parse_at(p, TOKEN_END) && !parse_at(p, TOKEN_OPEN));
            end = p->token.offset;
        }
    }
    flush_comments(p, end, false);
    vec_free(p->mem, &out);
}

static sym_t intern(parser_t *p, const char *text) {
    return symbol_make(&p->bank->symbols, text, strlen(text));
}

static void parser_init(parser_t *p, script_t *script, const char *text, size_t len,
                        diag_list_t *diags) {
    *p = (parser_t){.mem = script->bank->mem,
                    .bank = script->bank,
                    .script = script,
                    .diags = diags,
                    .logic = SYM_NONE};
    lexer_init(&p->lexer, text, len);
    p->lexer.mem = p->mem;
    strbuf_init(&p->why, p->mem);
    vars_init(&p->vars, p->bank);
    p->known.underscore = intern(p, "_");
    p->known.as = intern(p, "as");
    p->known.named = intern(p, ":named");
    p->known.pattern = intern(p, ":pattern");
    p->known.implies = intern(p, "implies");
    p->known.iff = intern(p, "iff");
    p->known.store_all = intern(p, "__array_store_all__");
    /* Pieces of these are found by adding to the pointers, also when there is nothing in them. */
    vec_reserve(p->mem, &p->words, 64);
    vec_reserve(p->mem, &p->names, 64);
    vec_reserve(p->mem, &p->sorts, 64);
    parse_sort_names(p);
    *vec_push(p->mem, &p->levels) = p->trail.len;
}

static void parser_done(parser_t *p) {
    mem_t *mem = p->mem;
    strbuf_done(&p->why);
    vars_done(&p->vars);
    vec_free(mem, &p->meanings);
    vec_free(mem, &p->sort_meanings);
    vec_free(mem, &p->trail);
    vec_free(mem, &p->levels);
    vec_free(mem, &p->frames);
    vec_free(mem, &p->words);
    vec_free(mem, &p->literals);
    vec_free(mem, &p->names);
    vec_free(mem, &p->named);
    vec_free(mem, &p->sorts);
    vec_free(mem, &p->comments);
}

typedef struct job {
    script_t *script;
    const script_t *context; /* a model is read, of this script */
    const char *text;
    size_t len;
    diag_list_t *diags;
} job_t;

static void run_job(void *arg) {
    job_t *job = arg;
    parser_t parser;
    parser_init(&parser, job->script, job->text, job->len, job->diags);
    if (job->context)
        parse_model_items(&parser, job->context);
    else
        parse_all(&parser);
    parser_done(&parser);
}

static void say_out_of_memory(void *arg) {
    job_t *job = arg;
    diag_add(job->diags, job->text, job->len, 0, "out of memory");
}

static bool parse_job(job_t job) {
    uint32_t before = job.diags->total;
    if (job.len >= UINT32_MAX) {
        diag_add(job.diags, job.text, job.len, 0, "the file is too large: 4 GiB is the most");
        return false;
    }
    if (!mem_try(job.script->bank->mem, run_job, &job)) {
        mem_try(job.diags->mem, say_out_of_memory, &job); /* it is counted at least */
        return false;
    }
    return job.diags->total == before;
}

bool parse_script(script_t *script, const char *text, size_t len, diag_list_t *diags) {
    return parse_job((job_t){.script = script, .text = text, .len = len, .diags = diags});
}

bool parse_model(script_t *model, const script_t *script, const char *text, size_t len,
                 diag_list_t *diags) {
    return parse_job(
        (job_t){.script = model, .context = script, .text = text, .len = len, .diags = diags});
}
