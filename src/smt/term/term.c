#include "smt/term/term.h"

#include "base/bug.h"
#include "base/hash.h"
#include "smt/term/bank_priv.h"

#include <string.h>

static uint32_t hash_term(opcode_t op, const uint32_t *words, uint32_t count) {
    uint64_t hash = hash_start(op);
    for (uint32_t i = 0; i < count; i++)
        hash = hash_word(hash, words[i]);
    return hash_finish(hash);
}

opcode_t term_opcode(const bank_t *bank, term_t term) {
    return bank->terms.data[term].op;
}

op_t term_op(const bank_t *bank, term_t term) {
    return op_of_code(bank->terms.data[term].op);
}

sort_t term_sort(const bank_t *bank, term_t term) {
    return bank->terms.data[term].sort;
}

uint32_t term_flags(const bank_t *bank, term_t term) {
    return bank->terms.data[term].flags;
}

const uint32_t *term_words(const bank_t *bank, term_t term, uint32_t *count) {
    const term_row_t *row = &bank->terms.data[term];
    *count = row[1].words - row->words;
    return bank->term_words.data + row->words;
}

static uint32_t head_len(op_t op, const uint32_t *words) {
    int fixed = op_head(op);
    return fixed >= 0 ? (uint32_t)fixed : words[0] + 1;
}

const uint32_t *term_head(const bank_t *bank, term_t term, uint32_t *count) {
    uint32_t total;
    const uint32_t *words = term_words(bank, term, &total);
    *count = head_len(term_op(bank, term), words);
    return words;
}

const term_t *term_children(const bank_t *bank, term_t term, uint32_t *count) {
    uint32_t total;
    const uint32_t *words = term_words(bank, term, &total);
    uint32_t head = head_len(term_op(bank, term), words);
    *count = total - head;
    return words + head;
}

const term_t *term_bound(const bank_t *bank, term_t term, uint32_t *count) {
    uint32_t total;
    const uint32_t *words = term_words(bank, term, &total);
    assert(op_is_binder(term_op(bank, term)));
    *count = words[0];
    return words + 1;
}

/* --- interning ---
 *
 * A new term mostly has a child that was made a moment ago and has no parent yet, so the quickest
 * way to see that the term is new is to ask that child: every compound term keeps a list of the
 * terms whose youngest child it is. Up to MOST_PARENTS stand in the list; further ones, and terms
 * over leaves alone, which may have any number of parents, are in the hash table. Against one table
 * for everything this saves a cache miss for most terms of a large file. */
enum { MOST_PARENTS = 8 };

static bool is_same(const bank_t *bank, term_t term, opcode_t op, const uint32_t *words,
                    uint32_t count) {
    const term_row_t *row = &bank->terms.data[term];
    if (row->op != op || row[1].words - row->words != count)
        return false;
    const uint32_t *have = bank->term_words.data + row->words;
    for (uint32_t i = 0; i < count; i++)
        if (have[i] != words[i])
            return false;
    return true;
}

/* The youngest child, if it is compound; TERM_BAD otherwise. */
static term_t youngest(const bank_t *bank, opcode_t op, const uint32_t *words, uint32_t count) {
    term_t term = TERM_BAD;
    for (uint32_t i = head_len(op_of_code(op), words); i < count; i++)
        if (words[i] > term)
            term = words[i];
    return bank->terms.data[term].flags & TERM_COMPOUND ? term : TERM_BAD;
}

/* Looks through the list of a term's parents; *length is how many there are. */
static term_t find_parent(const bank_t *bank, term_t child, opcode_t op, const uint32_t *words,
                          uint32_t count, uint32_t *length) {
    *length = 0;
    for (term_t t = bank->terms.data[child].parent; t != TERM_BAD;
         t = bank->terms.data[t].sibling, ++*length)
        if (is_same(bank, t, op, words, count))
            return t;
    return TERM_NONE;
}

static term_t find_hashed(const bank_t *bank, opcode_t op, const uint32_t *words, uint32_t count,
                          index_cursor_t *at) {
    *at = index_find(&bank->term_index, hash_term(op, words, count));
    term_t term;
    while ((term = index_next(&bank->term_index, at)) != INDEX_NONE)
        if (is_same(bank, term, op, words, count))
            return term;
    return TERM_NONE;
}

static uint16_t own_flags(op_t op) {
    switch (op) {
    case OP_BAD:
        return TERM_HAS_BAD;
    case OP_VAR:
        return TERM_HAS_VAR;
    case OP_LET:
        return TERM_HAS_LET;
    case OP_ANNOT:
        return TERM_HAS_ANNOT;
    default:
        return op_binds(op) ? TERM_HAS_BINDER : 0;
    }
}

static void reserve_row(bank_t *bank, uint32_t count) {
    vec_reserve(bank->mem, &bank->terms, (uint64_t)bank->terms.len + 1);
    vec_reserve(bank->mem, &bank->term_words, (uint64_t)bank->term_words.len + count);
}

static term_t add_row(bank_t *bank, opcode_t op, const uint32_t *words, uint32_t count,
                      sort_t sort) {
    term_t term = bank_term_count(bank);
    uint32_t start = bank->term_words.len;
    reserve_row(bank, count);
    uint32_t *place = vec_extend(bank->mem, &bank->term_words, count);
    for (uint32_t i = 0; i < count; i++)
        place[i] = words[i];
    uint32_t head = head_len(op_of_code(op), words);
    uint32_t flags = own_flags(op_of_code(op)) | (count > head ? TERM_COMPOUND : 0);
    const term_row_t *rows = bank->terms.data;
    for (uint32_t i = head; i < count; i++) {
        assert(words[i] < term);
        flags |= rows[words[i]].flags;
    }
    bank->terms.data[term] =
        (term_row_t){.op = op, .flags = (uint16_t)flags, .sort = sort, .words = start};
    bank->terms.data[term + 1] = (term_row_t){.words = start + count};
    bank->terms.len++;
    return term;
}

term_t term_make(bank_t *bank, opcode_t op, const uint32_t *words, uint32_t count, sort_t sort) {
    uint32_t parents = MOST_PARENTS;
    term_t child = youngest(bank, op, words, count);
    if (child != TERM_BAD) {
        term_t found = find_parent(bank, child, op, words, count, &parents);
        if (found != TERM_NONE)
            return found;
    }
    if (parents < MOST_PARENTS) {
        term_t term = add_row(bank, op, words, count, sort);
        bank->terms.data[term].sibling = bank->terms.data[child].parent;
        bank->terms.data[child].parent = term;
        return term;
    }
    index_cursor_t at;
    term_t found = find_hashed(bank, op, words, count, &at);
    if (found != TERM_NONE)
        return found;
    reserve_row(bank, count); /* what follows the index entry must not fail */
    index_add(bank->mem, &bank->term_index, at, bank_term_count(bank));
    return add_row(bank, op, words, count, sort);
}

term_t term_fresh_var(bank_t *bank, sym_t name, sort_t sort) {
    uint32_t words[] = {name, sort, bank->var_serial++};
    return term_make(bank, OP_VAR, words, 3, sort_canon(bank, sort));
}

sym_t term_var_name(const bank_t *bank, term_t var) {
    assert(term_op(bank, var) == OP_VAR);
    uint32_t count;
    return term_head(bank, var, &count)[0];
}

sort_t term_var_sort(const bank_t *bank, term_t var) {
    assert(term_op(bank, var) == OP_VAR);
    uint32_t count;
    return term_head(bank, var, &count)[1];
}

term_t term_literal(bank_t *bank, op_t kind, sym_t text, sort_t sort) {
    assert(op_is_literal(kind));
    uint32_t words[] = {text, sort};
    return term_make(bank, (opcode_t)kind, words, 2, sort);
}

term_t term_with_children(bank_t *bank, term_t term, const term_t *children) {
    uint32_t count;
    uint32_t head;
    const uint32_t *words = term_words(bank, term, &count);
    term_head(bank, term, &head);
    uint32_t few[16];
    uint32_t *copy = count <= 16 ? few : mem_alloc(bank->mem, count * sizeof *copy);
    memcpy(copy, words, head * sizeof *copy);
    if (count > head)
        memcpy(copy + head, children, (count - head) * sizeof *copy);
    term_t made = term_make(bank, term_opcode(bank, term), copy, count, term_sort(bank, term));
    if (copy != few)
        mem_free(bank->mem, copy);
    return made;
}

void term_drop_last(bank_t *bank) {
    term_t term = bank_term_count(bank) - 1;
    uint32_t count;
    const uint32_t *words = term_words(bank, term, &count);
    opcode_t op = term_opcode(bank, term);
    term_t child = youngest(bank, op, words, count);
    if (child != TERM_BAD && bank->terms.data[child].parent == term)
        bank->terms.data[child].parent = bank->terms.data[term].sibling;
    else
        index_drop(&bank->term_index, hash_term(op, words, count), term);
    bank->terms.len--;
}
