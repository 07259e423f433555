#include "smt/walk/position.h"

#include "base/bug.h"
#include "smt/walk/parts.h"

#include <string.h>

void position_init(position_t *at, bank_t *bank) {
    *at = (position_t){.bank = bank};
    position_start(at, TERM_BAD);
}

void position_done(position_t *at) {
    mem_t *mem = at->bank->mem;
    vec_free(mem, &at->path);
    vec_free(mem, &at->terms);
    vec_free(mem, &at->words);
}

void position_start(position_t *at, term_t root) {
    at->path.len = 0;
    at->terms.len = 0;
    *vec_push(at->bank->mem, &at->terms) = root;
}

static void step(position_t *at, uint32_t child, term_t term) {
    mem_t *mem = at->bank->mem;
    *vec_push(mem, &at->path) = child;
    *vec_push(mem, &at->terms) = term;
}

static bool step_down(position_t *at, uint32_t child) {
    uint32_t count;
    const term_t *children = parts_children(at->bank, position_term(at), &count);
    if (child >= count)
        return false;
    step(at, child, children[child]);
    return true;
}

/* To the next position that is not below this one. */
static bool step_over(position_t *at) {
    while (at->path.len > 0) {
        uint32_t child = vec_last(&at->path);
        at->path.len--;
        at->terms.len--;
        if (step_down(at, child + 1))
            return true;
    }
    return false;
}

bool position_next(position_t *at) {
    return step_down(at, 0) || step_over(at);
}

bool position_set(position_t *at, term_t root, const uint32_t *path, uint32_t len) {
    position_start(at, root);
    for (uint32_t i = 0; i < len; i++)
        if (!step_down(at, path[i]))
            return false;
    return true;
}

/* The parent with another term as its child. */
static term_t with_child(position_t *at, term_t parent, uint32_t child, term_t term) {
    bank_t *bank = at->bank;
    uint32_t count;
    const uint32_t *words = term_words(bank, parent, &count);
    uint32_t head;
    term_head(bank, parent, &head);
    at->words.len = 0;
    uint32_t *copy = vec_extend(bank->mem, &at->words, count);
    memcpy(copy, words, count * sizeof *copy);
    copy[head + child] = term;
    return term_make(bank, term_opcode(bank, parent), copy, count, term_sort(bank, parent));
}

term_t position_replace(position_t *at, term_t term) {
    assert(term_sort(at->bank, term) == term_sort(at->bank, position_term(at)));
    term_t *terms = at->terms.data;
    uint32_t i = at->path.len;
    while (terms[i] != term) {
        terms[i] = term;
        if (i == 0)
            break;
        i--;
        term = with_child(at, terms[i], at->path.data[i], term);
    }
    return terms[0];
}

void position_bound(const position_t *at, u32_vec_t *vars) {
    vars->len = 0;
    for (uint32_t i = 0; i < at->path.len; i++) {
        uint32_t count;
        const term_t *bound = parts_bound_in(at->bank, at->terms.data[i], at->path.data[i], &count);
        if (count == 0)
            continue;
        term_t *place = vec_extend(at->bank->mem, vars, count);
        memcpy(place, bound, count * sizeof *place);
    }
}

/* --- counting and picking --- */

static uint64_t add_counts(uint64_t a, uint64_t b) {
    return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

void positions_init(positions_t *all, bank_t *bank) {
    *all = (positions_t){.bank = bank};
    reach_init(&all->reach, bank);
    all->reach.patterns = false;
}

void positions_done(positions_t *all) {
    mem_t *mem = all->bank->mem;
    reach_done(&all->reach);
    vec_free(mem, &all->counts);
}

uint32_t positions_mark(const positions_t *all) {
    return all->reach.order.len;
}

void positions_release(positions_t *all, uint32_t mark) {
    assert(mark <= all->reach.order.len);
    reach_cut(&all->reach, mark);
    if (all->counts.len > mark)
        all->counts.len = mark;
}

/* Counts for all terms of the reach. */
static void count_up(positions_t *all) {
    const bank_t *bank = all->bank;
    const reach_t *reach = &all->reach;
    vec_reserve(bank->mem, &all->counts, reach->order.len);
    for (uint32_t i = all->counts.len; i < reach->order.len; i++) {
        uint32_t children;
        const term_t *child = parts_children(bank, reach->order.data[i], &children);
        uint64_t count = 1;
        for (uint32_t j = 0; j < children; j++)
            count = add_counts(count, all->counts.data[reach->places.data[child[j]]]);
        all->counts.data[i] = count;
    }
    all->counts.len = reach->order.len;
}

uint64_t positions_count(positions_t *all, term_t root) {
    uint32_t place = reach_add(&all->reach, root);
    if (all->counts.len <= place)
        count_up(all);
    return all->counts.data[place];
}

void positions_pick(positions_t *all, term_t root, uint64_t k, position_t *at) {
    assert(at->bank == all->bank);
    uint64_t total = positions_count(all, root);
    assert(k < total);
    (void)total;
    position_start(at, root);
    for (term_t term = root; k > 0;) {
        k--; /* the term itself comes before its children */
        uint32_t children;
        const term_t *child = parts_children(all->bank, term, &children);
        uint32_t i = 0;
        for (;; i++) {
            assert(i < children);
            uint64_t count = all->counts.data[all->reach.places.data[child[i]]];
            if (k < count)
                break;
            k -= count;
        }
        step(at, i, child[i]);
        term = child[i];
    }
}
