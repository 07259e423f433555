#include "smt/print/print_priv.h"

#include "base/bug.h"

void pen_symbol(pen_t *pen, sym_t sym) {
    print_symbol(pen->bank, sym, pen->out);
}

void pen_sort(pen_t *pen, sort_t sort) {
    if (sort != SORT_BAD && sort <= SORT_LAST_PLAIN)
        strbuf_str(pen->out, sort_info((sort_kind_t)sort)->name);
    else
        sort_print(pen->bank, sort, pen->out);
}

/* A text that needs no bars: reserved words, keywords, values of attributes. */
static void add_text(pen_t *pen, sym_t sym) {
    const symbol_t *row = symbol_row(&pen->bank->symbols, sym);
    strbuf_add(pen->out, row->text, row->len);
}

void pen_sorted_var(pen_t *pen, const uint32_t *vars, uint32_t i) {
    strbuf_char(pen->out, '(');
    pen_symbol(pen, term_var_name(pen->bank, vars[i]));
    strbuf_char(pen->out, ' ');
    pen_sort(pen, term_var_sort(pen->bank, vars[i]));
    strbuf_char(pen->out, ')');
}

/* A node in work: its head and children, and which child comes next. */
typedef struct node {
    opcode_t code;
    const uint32_t *head;
    uint32_t head_count;
    const term_t *children;
    uint32_t count;
    uint32_t next;
} node_t;

static node_t node_of(const bank_t *bank, const form_t *form) {
    uint32_t total;
    node_t node = {.code = term_opcode(bank, form->term), .next = form->next};
    node.head = term_words(bank, form->term, &total);
    int fixed = op_head(op_of_code(node.code));
    node.head_count = fixed >= 0 ? (uint32_t)fixed : node.head[0] + 1;
    node.children = node.head + node.head_count;
    node.count = total - node.head_count;
    return node;
}

/* Bytes after the child to come: closing ones of the node itself, and what follows the node when
 * the child is its last. */
static uint32_t after_child(const pen_t *pen, const node_t *node, uint32_t closing) {
    return node->next + 1 == node->count ? closing + pen->after : closing;
}

/* (op a b c), the head of any kind. */
static uint32_t next_plain(pen_t *pen, const node_t *node, term_t term) {
    const bank_t *bank = pen->bank;
    bool last = node->next + 1 == node->count;
    uint32_t after = after_child(pen, node, last);
    if (node->next > 0) {
        pen_break(pen, 2);
        return after;
    }
    op_t op = op_of_code(node->code);
    strbuf_char(pen->out, '(');
    if (op == OP_APP)
        pen_symbol(pen, fun_row(bank, node->head[0])->name);
    else if (print_node_kind(op) == NODE_HEAD)
        print_head(bank, term, pen->out);
    else
        add_text(pen, op_symbol(bank, node->code));
    uint32_t grandchildren;
    term_children(bank, node->children[0], &grandchildren);
    op_attr_t attr = op >= OP_FIRST_ROW ? op_info(op)->attr : OP_ATTR_NONE;
    bool alike = attr == OP_ATTR_LEFT || attr == OP_ATTR_RIGHT || attr == OP_ATTR_CHAIN ||
                 attr == OP_ATTR_PAIR;
    if (grandchildren == 0 || (!alike && !last))
        pen_hug(pen, node->children[0], 2, after);
    else
        pen_break(pen, 2);
    return after;
}

/* ((f x) y): the head is a term. */
static uint32_t next_apply(pen_t *pen, const node_t *node) {
    if (node->next == 0)
        strbuf_char(pen->out, '(');
    else
        pen_break(pen, 2);
    return after_child(pen, node, node->next + 1 == node->count);
}

/* (forall ((x S) (y T)) body) and other binders; a second body where there is one. */
static uint32_t next_binder(pen_t *pen, const node_t *node) {
    if (node->next == 0) {
        strbuf_char(pen->out, '(');
        add_text(pen, op_symbol(pen->bank, node->code));
        strbuf_str(pen->out, " (");
        pen_list(pen, node->head + 1, node->head_count - 1, 1, pen_sorted_var);
        strbuf_char(pen->out, ')');
    }
    pen_break(pen, 2);
    return after_child(pen, node, node->next + 1 == node->count);
}

/* (let ((x t) (y u)) body) */
static uint32_t next_let(pen_t *pen, const node_t *node) {
    uint32_t last = node->count - 1;
    if (node->next == 0)
        strbuf_str(pen->out, last == 0 ? "(let (" : "(let ((");
    if (node->next == last) {
        strbuf_str(pen->out, last == 0 ? ")" : "))");
        pen_break(pen, 2);
        return after_child(pen, node, 1);
    }
    if (node->next > 0) {
        strbuf_char(pen->out, ')');
        pen_break(pen, 6);
        strbuf_char(pen->out, '(');
    }
    pen_symbol(pen, term_var_name(pen->bank, node->head[1 + node->next]));
    uint32_t after = node->next + 1 == last ? 2 : 1;
    pen_hug(pen, node->children[node->next], 8, after);
    return after;
}

/* A variable of a pattern; _ is one that is not used, and not a symbol elsewhere. */
static void add_pattern_var(pen_t *pen, term_t var) {
    const symbol_t *row = symbol_row(&pen->bank->symbols, term_var_name(pen->bank, var));
    if (row->len == 1 && row->text[0] == '_')
        strbuf_char(pen->out, '_');
    else
        pen_symbol(pen, term_var_name(pen->bank, var));
}

/* Writes the pattern of a case; words starts at its constructor. Returns its number of words. */
static uint32_t add_pattern(pen_t *pen, const uint32_t *words) {
    uint32_t count = words[1];
    if (words[0] == FUN_NONE) {
        assert(count == 1);
        add_pattern_var(pen, words[2]);
        return 3;
    }
    if (count > 0)
        strbuf_char(pen->out, '(');
    pen_symbol(pen, fun_row(pen->bank, words[0])->name);
    for (uint32_t i = 0; i < count; i++) {
        strbuf_char(pen->out, ' ');
        add_pattern_var(pen, words[2 + i]);
    }
    if (count > 0)
        strbuf_char(pen->out, ')');
    return count + 2;
}

/* (match t ((p u) (q v))) */
static uint32_t next_match(pen_t *pen, const node_t *node, form_t *form) {
    bool last = node->next + 1 == node->count;
    if (node->next == 0) {
        strbuf_str(pen->out, "(match");
        form->word = 1;
        pen_hug(pen, node->children[0], 2, 0);
        return 0;
    }
    if (node->next > 1)
        strbuf_char(pen->out, ')');
    pen_break(pen, node->next == 1 ? 2 : 3);
    strbuf_str(pen->out, node->next == 1 ? "((" : "(");
    form->word += add_pattern(pen, node->head + form->word);
    uint32_t after = after_child(pen, node, last ? 3 : 1);
    pen_hug(pen, node->children[node->next], 5, after);
    return after;
}

/* Writes attributes up to and with the '(' of the next pattern that has terms, or all. */
static void add_attributes(pen_t *pen, const node_t *node, form_t *form) {
    while (form->word < node->head_count) {
        const uint32_t *attr = node->head + form->word;
        form->word += 3;
        pen_break(pen, 2);
        add_text(pen, attr[0]);
        switch (attr[1]) {
        case ATTR_TEXT:
            strbuf_char(pen->out, ' ');
            add_text(pen, attr[2]);
            break;
        case ATTR_NAMED:
            strbuf_char(pen->out, ' ');
            pen_symbol(pen, fun_row(pen->bank, attr[2])->name);
            break;
        case ATTR_PATTERN:
            if (attr[2] > 0) {
                strbuf_str(pen->out, " (");
                form->left = attr[2];
                return;
            }
            strbuf_str(pen->out, " ()");
            break;
        default:
            break;
        }
    }
}

/* (! t :named n :pattern (u v) ...). The terms of patterns follow the body among the children. */
static uint32_t next_annotation(pen_t *pen, const node_t *node, form_t *form) {
    if (node->next == 0) {
        strbuf_str(pen->out, "(! ");
        form->word = 1;
        return 0;
    }
    bool end = node->next == node->count;
    if (form->left > 0) {
        pen_hug(pen, node->children[node->next], 4, 2);
    } else {
        if (node->next > 1)
            strbuf_char(pen->out, ')');
        add_attributes(pen, node, form);
    }
    form->pattern = !end;
    form->left -= !end;
    return 2;
}

static void close_node(pen_t *pen, const node_t *node, form_t *form) {
    op_t op = op_of_code(node->code);
    if (op == OP_ANNOT)
        next_annotation(pen, node, form);
    strbuf_str(pen->out, op == OP_MATCH ? ")))" : ")");
}

term_t form_next(pen_t *pen, form_t *form) {
    node_t node = node_of(pen->bank, form);
    if (node.next == node.count) {
        form->pattern = false;
        close_node(pen, &node, form);
        return TERM_NONE;
    }
    op_t op = op_of_code(node.code);
    switch (op) {
    case OP_LET:
        form->after = next_let(pen, &node);
        break;
    case OP_MATCH:
        form->after = next_match(pen, &node, form);
        break;
    case OP_ANNOT:
        form->after = next_annotation(pen, &node, form);
        break;
    case OP_APPLY:
        form->after = next_apply(pen, &node);
        break;
    default:
        if (op != OP_ROOT_OBJ && op_is_binder(op))
            form->after = next_binder(pen, &node);
        else
            form->after = next_plain(pen, &node, form->term);
        break;
    }
    return node.children[form->next++];
}
