/* make_node.h - terms by their words, for tests that make them without reading. */
#ifndef MAKE_NODE_H
#define MAKE_NODE_H

#include "unit.h"

#include "smt/term/term.h"

/* A node with this many words, head and children. */
static inline term_t make_node(bank_t *bank, op_t code, sort_t sort, uint32_t count, ...) {
    uint32_t words[8];
    va_list args;
    va_start(args, count);
    assert_true(count <= 8);
    for (uint32_t i = 0; i < count; i++)
        words[i] = va_arg(args, uint32_t);
    va_end(args);
    return term_make(bank, (opcode_t)code, words, count, sort);
}

#endif
