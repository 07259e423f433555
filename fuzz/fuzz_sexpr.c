/* fuzz_sexpr - any bytes are a tree or have errors with a place in the text; nodes nest, and each
 * lies where it says. */
#include "base/bug.h"
#include "base/sexpr.h"

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

typedef struct job {
    mem_t *mem;
    const char *text;
    size_t size;
} job_t;

static void run(void *arg) {
    job_t *job = arg;
    sexpr_tree_t tree;
    diag_list_t diags;
    strbuf_t value;
    sexpr_init(&tree, job->mem);
    diag_init(&diags, job->mem);
    strbuf_init(&value, job->mem);
    if (sexpr_read(&tree, job->text, job->size, &diags) != (diags.total == 0))
        BUG("errors and verdict disagree");
    for (uint32_t i = 0; i < diags.rows.len; i++)
        if (diags.rows.data[i].offset > job->size)
            BUG("an error outside the text");
    for (uint32_t i = 0; i < tree.nodes.len; i++) {
        const sexpr_t *node = &tree.nodes.data[i];
        if (node->kind == TOKEN_CLOSE || node->kind == TOKEN_ERROR || node->kind == TOKEN_END)
            BUG("a node that is none");
        check_node(&tree, i, job->size);
        if (sexpr_is_list(node))
            continue;
        strbuf_clear(&value);
        sexpr_value(node, &value);
        if (value.len > node->len)
            BUG("a value longer than its text");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    mem_t mem;
    mem_init(&mem);
    mem.limit = 256u << 20;
    job_t job = {&mem, (const char *)data, size};
    mem_try(&mem, run, &job);
    mem_done(&mem);
    return 0;
}
