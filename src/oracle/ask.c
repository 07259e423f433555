#include "oracle/ask.h"

#include "base/bug.h"
#include "base/lexer.h"
#include "smt/print/print.h"

#include <string.h>

/* --- options and questions: by what is wanted --- */

#define MODEL_OPTION "(set-option :produce-models true)\n"
#define CORE_OPTION "(set-option :produce-unsat-cores true)\n"

static const char *const options[] = {
    [ASK_VERDICT] = "",
    [ASK_MODEL] = MODEL_OPTION,
    [ASK_CORE] = CORE_OPTION,
    [ASK_MODEL | ASK_CORE] = MODEL_OPTION CORE_OPTION,
};

static const char *const questions[] = {
    [ASK_VERDICT] = "",
    [ASK_MODEL] = "(get-model)\n",
    [ASK_CORE] = "(get-unsat-core)\n",
    [ASK_MODEL | ASK_CORE] = "(get-model)\n(get-unsat-core)\n",
};

/* Whether many scripts start with a command like this one. */
static bool is_prologue(cmd_t kind) {
    return kind == CMD_SET_INFO || kind == CMD_SET_OPTION;
}

/* --- scripts --- */

static bool is_remark(const script_t *script, uint32_t i) {
    uint32_t count;
    if (script_kind(script, i) != CMD_SET_INFO)
        return script_kind(script, i) == CMD_COMMENT;
    sym_t keyword = script_words(script, i, &count)[0];
    return strcmp(symbol_text(&script->bank->symbols, keyword), ":smt-lib-version") != 0;
}

void ask_script(const script_t *script, uint32_t wants, strbuf_t *out, size_t *prologue) {
    uint32_t asked = script_last_check(script);
    size_t start = out->len;
    bool opening = true;
    *prologue = 0;
    assert(wants <= (ASK_MODEL | ASK_CORE));
    strbuf_str(out, options[wants]);
    for (uint32_t i = 0; i < script_count(script); i++) {
        cmd_t kind = script_kind(script, i);
        if (kind == CMD_EXIT)
            break;
        if (is_remark(script, i))
            continue;
        print_command(script, i, out);
        strbuf_char(out, '\n');
        if (opening && kind == CMD_SET_LOGIC)
            *prologue = out->len - start;
        opening = opening && is_prologue(kind);
        if (i == asked)
            strbuf_str(out, questions[wants]);
    }
}

/* --- texts --- */

/* One command of a text, as far as asking must know it. */
typedef struct piece {
    cmd_t kind; /* CMD_TEXT: any that does not matter here */
    token_t name;
    token_t first; /* after the name: TOKEN_CLOSE when there is nothing */
    uint32_t start, end;
} piece_t;

typedef enum { PIECE_COMMAND, PIECE_END, PIECE_WRONG } piece_state_t;

static bool token_is(token_t token, token_kind_t kind, const char *word) {
    return token.kind == kind && token.len == strlen(word) &&
           memcmp(token.text, word, token.len) == 0;
}

static cmd_t kind_of(token_t name) {
    static const cmd_t kinds[] = {CMD_SET_INFO,  CMD_SET_OPTION,         CMD_SET_LOGIC,
                                  CMD_CHECK_SAT, CMD_CHECK_SAT_ASSUMING, CMD_EXIT};
    if (name.len > 0 && name.text[0] != 's' && name.text[0] != 'c' && name.text[0] != 'e')
        return CMD_TEXT; /* most */
    for (uint32_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (token_is(name, TOKEN_SYMBOL, cmd_info(kinds[i])->name))
            return kinds[i];
    return CMD_TEXT;
}

/* What follows the quote that ends what begins at text; NULL when there is none. A doubled quote
 * ends one text and begins another. */
static const char *skip_quoted(const char *text, const char *end) {
    const char *close = memchr(text + 1, *text, (size_t)(end - text) - 1);
    return close ? close + 1 : NULL;
}

/* Goes on after the parenthesis that closes the last of depth open ones. Tokens are not looked at:
 * most of a query is passed over here. */
static bool skip_to_close(lexer_t *lexer, uint32_t depth) {
    const char *at = lexer->at;
    assert(depth > 0);
    while (at && at < lexer->end) {
        switch (*at) {
        case '(':
            depth++;
            at++;
            break;
        case ')':
            at++;
            if (--depth == 0) {
                lexer->at = at;
                return true;
            }
            break;
        case '"':
        case '|':
            at = skip_quoted(at, lexer->end);
            break;
        case ';':
            at = memchr(at, '\n', (size_t)(lexer->end - at));
            break;
        default:
            at++;
            break;
        }
    }
    return false;
}

/* The next command; piece->start is set in any case. */
static piece_state_t next_piece(lexer_t *lexer, piece_t *piece) {
    token_t open = lexer_next(lexer);
    piece->start = open.offset;
    if (open.kind != TOKEN_OPEN)
        return open.kind == TOKEN_END ? PIECE_END : PIECE_WRONG;
    piece->name = lexer_next(lexer);
    if (piece->name.kind != TOKEN_SYMBOL)
        return PIECE_WRONG;
    piece->kind = kind_of(piece->name);
    piece->first = lexer_next(lexer);
    uint32_t depth = 1 + (piece->first.kind == TOKEN_OPEN);
    bool closed = piece->first.kind == TOKEN_CLOSE || skip_to_close(lexer, depth);
    piece->end = (uint32_t)(lexer->at - lexer->text);
    return closed ? PIECE_COMMAND : PIECE_WRONG;
}

static bool piece_is_remark(const piece_t *piece) {
    return piece->kind == CMD_SET_INFO &&
           !token_is(piece->first, TOKEN_KEYWORD, ":smt-lib-version");
}

/* Returns where in out the questions belong: after the last check; SIZE_MAX without one. */
static size_t copy_commands(const char *text, size_t len, strbuf_t *out, size_t start,
                            size_t *prologue) {
    size_t asked = SIZE_MAX;
    bool opening = true;
    lexer_t lexer;
    piece_t piece;
    piece_state_t state;
    lexer_init(&lexer, text, len);
    while ((state = next_piece(&lexer, &piece)) == PIECE_COMMAND && piece.kind != CMD_EXIT) {
        if (piece_is_remark(&piece))
            continue;
        strbuf_add(out, text + piece.start, piece.end - piece.start);
        strbuf_char(out, '\n');
        if (opening && piece.kind == CMD_SET_LOGIC)
            *prologue = out->len - start;
        opening = opening && is_prologue(piece.kind);
        if (piece.kind == CMD_CHECK_SAT || piece.kind == CMD_CHECK_SAT_ASSUMING)
            asked = out->len;
    }
    if (state == PIECE_WRONG)
        strbuf_add(out, text + piece.start, len - piece.start);
    return asked;
}

void ask_text(const char *text, size_t len, uint32_t wants, strbuf_t *out, size_t *prologue) {
    size_t start = out->len;
    *prologue = 0;
    assert(wants <= (ASK_MODEL | ASK_CORE));
    strbuf_str(out, options[wants]);
    size_t asked = copy_commands(text, len, out, start, prologue);
    size_t more = strlen(questions[wants]);
    assert(start + *prologue <= out->len && (asked == SIZE_MAX || asked > start));
    if (asked == SIZE_MAX || more == 0)
        return;
    strbuf_reserve(out, more);
    memmove(out->data + asked + more, out->data + asked, out->len - asked);
    memcpy(out->data + asked, questions[wants], more);
    out->len += more;
}

/* --- solvers --- */

static bool lists(const text_vec_t *list, token_t word) {
    for (uint32_t i = 0; i < list->len; i++)
        if (token_is(word, TOKEN_SYMBOL, list->data[i]))
            return true;
    return false;
}

bool ask_suits(const profile_t *profile, const char *text, size_t len, const char **why) {
    if (profile->logics.len == 0 && profile->lacks.len == 0)
        return true;
    bool logic = profile->logics.len == 0;
    lexer_t lexer;
    piece_t piece;
    lexer_init(&lexer, text, len);
    while (next_piece(&lexer, &piece) == PIECE_COMMAND && piece.kind != CMD_EXIT) {
        if (lists(&profile->lacks, piece.name)) {
            *why = "the solver lacks a command of it";
            return false;
        }
        logic |= piece.kind == CMD_SET_LOGIC && lists(&profile->logics, piece.first);
    }
    *why = logic ? NULL : "the solver does not have the logic";
    return logic;
}
