#include "smt/walk/reach.h"

#include "base/bug.h"
#include "smt/walk/parts.h"

#include <string.h>

void reach_init(reach_t *reach, const bank_t *bank) {
    *reach = (reach_t){.bank = bank, .patterns = true};
}

void reach_done(reach_t *reach) {
    mem_t *mem = reach->bank->mem;
    vec_free(mem, &reach->order);
    vec_free(mem, &reach->places);
    vec_free(mem, &reach->stack);
}

/* Gives every term of the bank a place to guess. The memory is zero because it must be something;
 * asked for in one block, it costs nothing where it is not touched. */
static void cover(reach_t *reach) {
    mem_t *mem = reach->bank->mem;
    u32_vec_t *places = &reach->places;
    uint32_t want = bank_term_count(reach->bank);
    if (places->cap < want) {
        uint64_t cap = want + (uint64_t)want / 2 + 64;
        uint32_t *data = mem_zalloc(mem, cap, sizeof *data);
        if (places->len > 0)
            memcpy(data, places->data, places->len * sizeof *data);
        mem_free(mem, places->data);
        places->data = data;
        places->cap = cap < UINT32_MAX ? (uint32_t)cap : UINT32_MAX;
    }
    if (places->len < want)
        places->len = want;
}

uint32_t reach_push(reach_t *reach, term_t term) {
    cover(reach);
    assert(term < reach->places.len);
    uint32_t place = reach->order.len;
    *vec_push(reach->bank->mem, &reach->order) = term;
    reach->places.data[term] = place;
    return place;
}

/* A term stays on the stack while children of it are missing: they go on top of it, last one first,
 * so that the order is that of a left-to-right traversal. */
uint32_t reach_add(reach_t *reach, term_t root) {
    uint32_t place = reach_place(reach, root);
    if (place != REACH_NONE)
        return place;
    mem_t *mem = reach->bank->mem;
    u32_vec_t *stack = &reach->stack;
    stack->len = 0;
    *vec_push(mem, stack) = root;
    while (stack->len > 0) {
        term_t term = vec_last(stack);
        if (reach_has(reach, term)) {
            stack->len--;
            continue;
        }
        uint32_t count;
        const term_t *children = reach->patterns ? term_children(reach->bank, term, &count)
                                                 : parts_children(reach->bank, term, &count);
        uint32_t before = stack->len;
        for (uint32_t i = count; i-- > 0;)
            if (!reach_has(reach, children[i]))
                *vec_push(mem, stack) = children[i];
        if (stack->len == before) {
            stack->len--;
            reach_push(reach, term);
        }
    }
    return reach_place(reach, root);
}
