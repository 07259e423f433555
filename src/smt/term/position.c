#include "smt/term/position.h"

#include "base/bug.h"
#include "smt/term/parts.h"

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

bool position_down(position_t *at, uint32_t child) {
    uint32_t count;
    const term_t *children = parts_children(at->bank, position_term(at), &count);
    if (child >= count)
        return false;
    step(at, child, children[child]);
    return true;
}

bool position_up(position_t *at) {
    if (at->path.len == 0)
        return false;
    at->path.len--;
    at->terms.len--;
    return true;
}

bool position_skip(position_t *at) {
    while (at->path.len > 0) {
        uint32_t child = vec_last(&at->path);
        position_up(at);
        if (position_down(at, child + 1))
            return true;
    }
    return false;
}

bool position_next(position_t *at) {
    return position_down(at, 0) || position_skip(at);
}

bool position_next_of_sort(position_t *at, sort_t sort) {
    while (position_next(at))
        if (term_sort(at->bank, position_term(at)) == sort)
            return true;
    return false;
}

bool position_set(position_t *at, term_t root, const uint32_t *path, uint32_t len) {
    position_start(at, root);
    for (uint32_t i = 0; i < len; i++)
        if (!position_down(at, path[i]))
            return false;
    return true;
}

void position_copy(position_t *to, const position_t *from) {
    assert(to->bank == from->bank);
    mem_t *mem = to->bank->mem;
    to->path.len = 0;
    to->terms.len = 0;
    uint32_t *path = vec_extend(mem, &to->path, from->path.len);
    if (from->path.len > 0)
        memcpy(path, from->path.data, from->path.len * sizeof *path);
    term_t *terms = vec_extend(mem, &to->terms, from->terms.len);
    memcpy(terms, from->terms.data, from->terms.len * sizeof *terms);
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

bool position_is_named(const position_t *at) {
    for (uint32_t i = 0; i < at->terms.len; i++) {
        if (term_op(at->bank, at->terms.data[i]) != OP_ANNOT)
            continue;
        uint32_t len;
        const uint32_t *head = term_head(at->bank, at->terms.data[i], &len);
        for (uint32_t word = 1; word + 2 < len; word += 3)
            if (head[word + 1] == ATTR_NAMED)
                return true;
    }
    return false;
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

static positions_which_t add_counter(positions_t *all, positions_counter_t counter) {
    positions_which_t which = all->counters.len;
    if (which < all->slots) {
        const positions_counter_t *old = &all->counters.data[which];
        counter.counts.data = old->counts.data;
        counter.counts.cap = old->counts.cap;
    } else {
        all->slots = which + 1;
    }
    *vec_push(all->bank->mem, &all->counters) = counter;
    return which;
}

void positions_init(positions_t *all, bank_t *bank) {
    *all = (positions_t){.bank = bank};
    reach_init(&all->reach, bank);
    all->reach.patterns = false;
    add_counter(all, (positions_counter_t){.kind = COUNTER_ALL});
}

void positions_done(positions_t *all) {
    mem_t *mem = all->bank->mem;
    reach_done(&all->reach);
    for (uint32_t i = 0; i < all->slots; i++)
        vec_free(mem, &all->counters.data[i].counts);
    vec_free(mem, &all->counters);
}

void positions_clear(positions_t *all) {
    positions_release(all, 0);
    all->counters.len = 1;
}

uint32_t positions_mark(const positions_t *all) {
    return all->reach.order.len;
}

void positions_release(positions_t *all, uint32_t mark) {
    assert(mark <= all->reach.order.len);
    reach_cut(&all->reach, mark);
    for (uint32_t i = 0; i < all->counters.len; i++)
        if (all->counters.data[i].counts.len > mark)
            all->counters.data[i].counts.len = mark;
}

static positions_which_t find_counter(positions_t *all, int kind, uint32_t id) {
    for (uint32_t i = 0; i < all->counters.len; i++)
        if ((int)all->counters.data[i].kind == kind && all->counters.data[i].id == id)
            return i;
    return POSITIONS_ALL;
}

positions_which_t positions_of_sort(positions_t *all, sort_t sort) {
    positions_which_t which = find_counter(all, COUNTER_SORT, sort);
    return which != POSITIONS_ALL
               ? which
               : add_counter(all, (positions_counter_t){.kind = COUNTER_SORT, .id = sort});
}

positions_which_t positions_of_term(positions_t *all, term_t term) {
    positions_which_t which = find_counter(all, COUNTER_TERM, term);
    return which != POSITIONS_ALL
               ? which
               : add_counter(all, (positions_counter_t){.kind = COUNTER_TERM, .id = term});
}

positions_which_t positions_where(positions_t *all, positions_test_t *test, const void *context) {
    return add_counter(
        all, (positions_counter_t){.kind = COUNTER_TEST, .test = test, .context = context});
}

static bool counts_term(const bank_t *bank, const positions_counter_t *counter, term_t term) {
    switch (counter->kind) {
    case COUNTER_ALL:
        return true;
    case COUNTER_SORT:
        return term_sort(bank, term) == counter->id;
    case COUNTER_TERM:
        return term == counter->id;
    case COUNTER_TEST:
        return counter->test(bank, term, counter->context);
    }
    BUG("counter of kind %d", (int)counter->kind);
}

/* Counts for all terms of the reach. */
static void count_up(positions_t *all, positions_counter_t *counter) {
    const bank_t *bank = all->bank;
    const reach_t *reach = &all->reach;
    vec_reserve(bank->mem, &counter->counts, reach->order.len);
    for (uint32_t i = counter->counts.len; i < reach->order.len; i++) {
        term_t term = reach->order.data[i];
        uint32_t children;
        const term_t *child = parts_children(bank, term, &children);
        uint64_t count = counts_term(bank, counter, term);
        for (uint32_t j = 0; j < children; j++)
            count = add_counts(count, counter->counts.data[reach->places.data[child[j]]]);
        counter->counts.data[i] = count;
    }
    counter->counts.len = reach->order.len;
}

uint64_t positions_count(positions_t *all, positions_which_t which, term_t root) {
    assert(which < all->counters.len);
    uint32_t place = reach_add(&all->reach, root);
    positions_counter_t *counter = &all->counters.data[which];
    if (counter->counts.len <= place)
        count_up(all, counter);
    return counter->counts.data[place];
}

void positions_pick(positions_t *all, positions_which_t which, term_t root, uint64_t k,
                    position_t *at) {
    assert(at->bank == all->bank);
    uint64_t total = positions_count(all, which, root);
    assert(k < total);
    (void)total;
    const bank_t *bank = all->bank;
    const positions_counter_t *counter = &all->counters.data[which];
    position_start(at, root);
    for (term_t term = root;;) {
        bool counted = counts_term(bank, counter, term);
        if (counted && k == 0)
            return;
        k -= counted;
        uint32_t children;
        const term_t *child = parts_children(bank, term, &children);
        uint32_t i = 0;
        for (;; i++) {
            assert(i < children);
            uint64_t count = counter->counts.data[all->reach.places.data[child[i]]];
            if (k < count)
                break;
            k -= count;
        }
        step(at, i, child[i]);
        term = child[i];
    }
}

uint64_t positions_rank(positions_t *all, positions_which_t which, const position_t *at) {
    positions_count(all, which, position_root(at));
    const positions_counter_t *counter = &all->counters.data[which];
    uint64_t rank = 0;
    for (uint32_t i = 0; i < at->path.len; i++) {
        term_t term = at->terms.data[i];
        rank = add_counts(rank, counts_term(all->bank, counter, term));
        uint32_t children;
        const term_t *child = parts_children(all->bank, term, &children);
        for (uint32_t j = 0; j < at->path.data[i]; j++)
            rank = add_counts(rank, counter->counts.data[all->reach.places.data[child[j]]]);
    }
    return rank;
}
