#include "base/sexpr.h"

#include <string.h>

/* An open list has no end yet; until then its next field holds the list around it. */
enum { NO_LIST = UINT32_MAX };

void sexpr_init(sexpr_tree_t *tree, mem_t *mem) {
    *tree = (sexpr_tree_t){.mem = mem};
}

void sexpr_done(sexpr_tree_t *tree) {
    vec_free(tree->mem, &tree->nodes);
}

static uint32_t close_list(sexpr_tree_t *tree, uint32_t list, uint32_t end) {
    sexpr_t *node = &tree->nodes.data[list];
    uint32_t around = node->next;
    node->end = end;
    node->next = tree->nodes.len;
    return around;
}

static void add_node(sexpr_tree_t *tree, const token_t *token, uint32_t next) {
    *vec_push(tree->mem, &tree->nodes) = (sexpr_t){
        .kind = token->kind,
        .offset = token->offset,
        .end = token->end,
        .next = next,
        .text = token->text,
        .len = token->len,
    };
}

bool sexpr_read(sexpr_tree_t *tree, const char *text, size_t len, diag_list_t *diags) {
    uint32_t errors = diags->total;
    uint32_t open = NO_LIST;
    tree->nodes.len = 0;
    tree->text = text ? text : "";
    tree->len = len;
    if (len >= UINT32_MAX) {
        diag_add(diags, tree->text, 0, 0, "this file is too large");
        return false;
    }
    lexer_t lexer;
    lexer_init(&lexer, text, len);
    for (;;) {
        token_t token = lexer_next(&lexer);
        uint32_t here = tree->nodes.len;
        switch (token.kind) {
        case TOKEN_END:
            while (open != NO_LIST) {
                diag_add(diags, lexer.text, len, tree->nodes.data[open].offset,
                         "this list is not closed; expected ')'");
                open = close_list(tree, open, token.end);
            }
            return diags->total == errors;
        case TOKEN_OPEN:
            add_node(tree, &token, open);
            open = here;
            break;
        case TOKEN_CLOSE:
            if (open == NO_LIST)
                diag_add(diags, lexer.text, len, token.offset, "this ')' closes nothing");
            else
                open = close_list(tree, open, token.end);
            break;
        case TOKEN_ERROR:
            diag_add(diags, lexer.text, len, token.offset, lexer.error);
            break;
        default:
            add_node(tree, &token, here + 1);
        }
    }
}

bool sexpr_is_word(const sexpr_t *node, const char *word) {
    return node->kind == TOKEN_SYMBOL && node->len == strlen(word) &&
           memcmp(node->text, word, node->len) == 0;
}

bool sexpr_same(const sexpr_t *a, const sexpr_t *b) {
    return !sexpr_is_list(a) && !sexpr_is_list(b) && a->len == b->len &&
           memcmp(a->text, b->text, a->len) == 0;
}

uint32_t sexpr_count(const sexpr_tree_t *tree, uint32_t list) {
    assert(sexpr_is_list(sexpr_at(tree, list)));
    uint32_t count = 0;
    for (uint32_t i = list + 1; i < sexpr_next(tree, list); i = sexpr_next(tree, i))
        count++;
    return count;
}

slice_t sexpr_source(const sexpr_tree_t *tree, uint32_t node) {
    const sexpr_t *at = sexpr_at(tree, node);
    return (slice_t){tree->text + at->offset, at->end - at->offset};
}

void sexpr_value(const sexpr_t *node, strbuf_t *out) {
    assert(!sexpr_is_list(node));
    if (node->kind != TOKEN_STRING) {
        strbuf_add(out, node->text, node->len);
        return;
    }
    for (uint32_t i = 0; i < node->len; i++) {
        strbuf_char(out, node->text[i]);
        i += node->text[i] == '"'; /* the second of "" */
    }
}

bool sexpr_uint(const sexpr_t *node, uint64_t max, uint64_t *value) {
    if (node->kind != TOKEN_NUMERAL)
        return false;
    *value = 0;
    for (uint32_t i = 0; i < node->len; i++) {
        uint64_t digit = (uint64_t)(node->text[i] - '0');
        if (digit > max || *value > (max - digit) / 10)
            return false;
        *value = *value * 10 + digit;
    }
    return true;
}
