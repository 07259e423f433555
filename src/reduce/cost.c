#include "reduce/cost.h"

#include "base/bug.h"
#include "base/lexer.h"
#include "smt/edit/logic.h"

#include <string.h>

typedef struct simpler {
    const char *from, *to;
} simpler_t;

static const simpler_t rows[] = {
#define SIMPLER(from, to) {from, to},
#include "reduce/simpler.def"
};

enum { ROWS = sizeof rows / sizeof *rows, SYMBOL_COST = 16, LITERAL_COST = 8 };

const char *cost_simpler(const char *name, uint32_t k) {
    for (uint32_t i = 0; i < ROWS; i++)
        if (strcmp(rows[i].from, name) == 0 && k-- == 0)
            return rows[i].to;
    return NULL;
}

/* How many steps down to an operator without a simpler one: the first row of each counts, since
 * later rows of an operator lead further down only. */
static uint32_t height(const char *name, uint32_t len) {
    uint32_t steps = 0;
    for (uint32_t i = 0; i < ROWS; i++)
        if (strlen(rows[i].from) == len && memcmp(rows[i].from, name, len) == 0) {
            steps++;
            assert(steps < ROWS); /* no circles */
            name = rows[i].to;
            len = (uint32_t)strlen(name);
            i = UINT32_MAX; /* from the start again */
        }
    return steps;
}

/* A literal is simpler than a variable. Zeros are free: #x0000 is as simple as #b0, and the width
 * counts where it is declared. */
static uint64_t digits_cost(const token_t *token) {
    uint64_t cost = LITERAL_COST;
    for (uint32_t i = 0; i < token->len; i++)
        cost += strchr("0#xb.", token->text[i]) ? 0 : 4;
    return cost;
}

/* A logic costs its features: the smallest that fits is the simplest. */
static uint64_t logic_cost(const token_t *token) {
    char name[64];
    if (token->len >= sizeof name)
        return SYMBOL_COST + 32;
    memcpy(name, token->text, token->len);
    name[token->len] = '\0';
    return SYMBOL_COST + (uint64_t)__builtin_popcount(logic_parse(name));
}

static bool is_word(const token_t *token, const char *word) {
    return token->kind == TOKEN_SYMBOL && token->len == strlen(word) &&
           memcmp(token->text, word, token->len) == 0;
}

static uint64_t symbol_cost(const token_t *token, bool is_logic) {
    if (is_logic)
        return logic_cost(token);
    if (is_word(token, "true") || is_word(token, "false"))
        return LITERAL_COST;
    return SYMBOL_COST + height(token->text, token->len);
}

uint64_t cost_of_text(const char *text, size_t len) {
    lexer_t lexer;
    lexer_init(&lexer, text, len);
    uint64_t cost = 0;
    bool logic = false;
    for (;;) {
        token_t token = lexer_next(&lexer);
        bool is_logic = logic;
        logic = is_word(&token, "set-logic");
        switch (token.kind) {
        case TOKEN_END:
            return cost;
        case TOKEN_CLOSE:
            break;
        case TOKEN_NUMERAL:
        case TOKEN_DECIMAL:
        case TOKEN_HEX:
        case TOKEN_BINARY:
        case TOKEN_FIELD:
            cost += digits_cost(&token);
            break;
        case TOKEN_STRING:
            cost += LITERAL_COST + 4 * (uint64_t)token.len;
            break;
        case TOKEN_SYMBOL:
            cost += symbol_cost(&token, is_logic);
            break;
        default:
            cost += SYMBOL_COST;
            break;
        }
    }
}
