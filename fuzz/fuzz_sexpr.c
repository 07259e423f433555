/* fuzz_sexpr - any bytes are a tree or have errors with a place in the text; nodes nest, and each
 * lies where it says. */
#include "base/sexpr.h"
#include "target.h"

static void check_node(const sexpr_tree_t *tree, uint32_t index, size_t size) {
    const sexpr_t *node = &tree->nodes.data[index];
    if (node->end > size || node->offset >= node->end)
        BUG("a node outside the text, or without bytes");
    if (node->next <= index || node->next > tree->nodes.len)
        BUG("a node that ends before it starts, or never");
    if (!sexpr_is_list(node)) {
        if (node->next != index + 1)
            BUG("an atom with members");
        return;
    }
    uint32_t place = node->offset;
    for (uint32_t i = index + 1; i < node->next; i = tree->nodes.data[i].next) {
        const sexpr_t *member = &tree->nodes.data[i];
        if (member->offset < place || member->end > node->end || member->next > node->next)
            BUG("a member outside its list");
        place = member->end;
    }
}

static void run(void *arg) {
    const input_t *input = arg;
    sexpr_tree_t tree;
    diag_list_t diags;
    strbuf_t value;
    sexpr_init(&tree, input->mem);
    diag_init(&diags, input->mem);
    strbuf_init(&value, input->mem);
    check_diags(&diags, sexpr_read(&tree, input->text, input->len, &diags), input->len);
    for (uint32_t i = 0; i < tree.nodes.len; i++) {
        const sexpr_t *node = &tree.nodes.data[i];
        if (node->kind == TOKEN_CLOSE || node->kind == TOKEN_ERROR || node->kind == TOKEN_END)
            BUG("a node that is none");
        check_node(&tree, i, input->len);
        if (sexpr_is_list(node))
            continue;
        strbuf_clear(&value);
        sexpr_value(node, &value);
        if (value.len > node->len)
            BUG("a value longer than its text");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    return input_run(data, size, run);
}
