#include "smt/term/sort.h"

#include "base/bug.h"
#include "base/hash.h"
#include "base/map.h"
#include "smt/term/bank_priv.h"
#include "smt/term/print_name.h"

#include <stdlib.h>
#include <string.h>

const sort_info_t *sort_info(sort_kind_t kind) {
    static const sort_info_t infos[] = {
        {"", 0, 0},
#define SORT(id, name, indices, arguments, doc) {name, indices, arguments},
#include "smt/term/sorts.def"
    };
    assert(kind < SORT_KINDS);
    return &infos[kind];
}

sort_kind_t sort_kind(const bank_t *bank, sort_t sort) {
    return (sort_kind_t)bank->sorts.data[sort].kind;
}

sort_t sort_canon(const bank_t *bank, sort_t sort) {
    return bank->sorts.data[sort].canon;
}

bool sort_is_open(const bank_t *bank, sort_t sort) {
    return bank->sorts.data[sort].open;
}

bool sort_is_wild(const bank_t *bank, sort_t sort) {
    return bank->sorts.data[sort].wild;
}

const uint32_t *sort_words(const bank_t *bank, sort_t sort, uint32_t *count) {
    const sort_row_t *row = &bank->sorts.data[sort];
    *count = row[1].words - row->words;
    return bank->sort_words.data + row->words;
}

/* Words in front of the argument sorts. */
static uint32_t head_words(sort_kind_t kind) {
    switch (kind) {
    case SORT_USER:
        return 1;
    case SORT_WRITTEN:
        return 2;
    default:
        return (uint32_t)sort_info(kind)->indices;
    }
}

const sort_t *sort_args(const bank_t *bank, sort_t sort, uint32_t *count) {
    uint32_t total;
    const uint32_t *words = sort_words(bank, sort, &total);
    uint32_t head = head_words(sort_kind(bank, sort));
    *count = total - head;
    return words + head;
}

static uint32_t hash_sort(sort_kind_t kind, const uint32_t *words, uint32_t count) {
    uint64_t hash = hash_start(kind);
    for (uint32_t i = 0; i < count; i++)
        hash = hash_word(hash, words[i]);
    return hash_finish(hash);
}

/* What the row's words say: those of a written sort name what it stands for and its arguments. */
static void set_flags(bank_t *bank, sort_t sort) {
    sort_row_t *row = &bank->sorts.data[sort];
    uint32_t count;
    const uint32_t *words = sort_words(bank, sort, &count);
    if (row->kind == SORT_USER)
        row->open = sortdecl_row(bank, words[0])->kind == SORTDECL_PARAM;
    uint32_t first = row->kind == SORT_WRITTEN ? 1 : head_words((sort_kind_t)row->kind);
    for (uint32_t i = first; i < count; i++) {
        row->open |= bank->sorts.data[words[i]].open;
        row->wild |= words[i] == SORT_BAD || bank->sorts.data[words[i]].wild;
    }
}

/* Adds the row whose words are the last count of sort_words. */
static sort_t add_row(bank_t *bank, sort_kind_t kind, uint32_t start, index_cursor_t at) {
    sort_t sort = bank->sorts.len - 1;
    vec_reserve(bank->mem, &bank->sorts, (uint64_t)bank->sorts.len + 1);
    index_add(bank->mem, &bank->sort_index, at, sort);
    bank->sorts.data[sort] = (sort_row_t){.kind = (uint16_t)kind, .words = start, .canon = sort};
    bank->sorts.data[sort + 1] = (sort_row_t){.words = bank->sort_words.len};
    bank->sorts.len++;
    set_flags(bank, sort);
    return sort;
}

static sort_t intern(bank_t *bank, sort_kind_t kind, const uint32_t *words, uint32_t count,
                     bool *found) {
    index_cursor_t at = index_find(&bank->sort_index, hash_sort(kind, words, count));
    sort_t sort;
    while ((sort = index_next(&bank->sort_index, &at)) != INDEX_NONE) {
        uint32_t have;
        const uint32_t *row = sort_words(bank, sort, &have);
        *found = sort_kind(bank, sort) == kind && have == count &&
                 (count == 0 || memcmp(row, words, count * sizeof *words) == 0);
        if (*found)
            return sort;
    }
    *found = false;
    uint32_t start = vec_last(&bank->sorts).words;
    bank->sort_words.len = start; /* an attempt that ran out of memory may have left some */
    uint32_t *place = vec_extend(bank->mem, &bank->sort_words, count);
    if (count != 0)
        memcpy(place, words, count * sizeof *words);
    return add_row(bank, kind, start, at);
}

/* (-> a (-> b c)) and (-> a b c) are the same sort. Not without end: every level of a deep one
 * would cost a list as long as all the levels below it. */
static bool flattens(const bank_t *bank, const sort_t *args, uint32_t count) {
    enum { MOST = 128 };
    uint32_t inner;
    sort_args(bank, args[count - 1], &inner);
    return sort_kind(bank, args[count - 1]) == SORT_FUN && count - 1 + inner <= MOST;
}

static sort_t canon_function(bank_t *bank, const sort_t *args, uint32_t count, bool *found) {
    uint32_t inner;
    const sort_t *tail = sort_args(bank, args[count - 1], &inner);
    sort_t *flat = mem_alloc(bank->mem, (count - 1 + inner) * sizeof *flat);
    memcpy(flat, args, (count - 1) * sizeof *flat);
    memcpy(flat + count - 1, tail, inner * sizeof *flat);
    sort_t sort = intern(bank, SORT_FUN, flat, count - 1 + inner, found);
    mem_free(bank->mem, flat);
    return sort;
}

/* The canonical form of a sort whose arguments may be written ones. Arguments were made before, so
 * theirs is known. */
static sort_t make_canon(bank_t *bank, sort_kind_t kind, const uint32_t *words, uint32_t count) {
    uint32_t head = head_words(kind);
    uint32_t *canon = mem_alloc(bank->mem, count * sizeof *canon);
    memcpy(canon, words, count * sizeof *canon);
    for (uint32_t i = head; i < count; i++)
        canon[i] = sort_canon(bank, words[i]);
    bool found;
    sort_t sort;
    if (kind == SORT_FUN && flattens(bank, canon, count))
        sort = canon_function(bank, canon, count, &found);
    else
        sort = intern(bank, kind, canon, count, &found);
    mem_free(bank->mem, canon);
    return sort;
}

static bool is_canon(const bank_t *bank, sort_kind_t kind, const uint32_t *words, uint32_t count) {
    for (uint32_t i = head_words(kind); i < count; i++)
        if (sort_canon(bank, words[i]) != words[i])
            return false;
    return kind != SORT_FUN || !flattens(bank, words, count);
}

sort_t sort_make(bank_t *bank, sort_kind_t kind, const uint32_t *words, uint32_t count) {
    bool found;
    sort_t canon = kind == SORT_WRITTEN                 ? sort_canon(bank, words[1])
                   : is_canon(bank, kind, words, count) ? SORT_NONE
                                                        : make_canon(bank, kind, words, count);
    sort_t sort = intern(bank, kind, words, count, &found);
    if (!found && canon != SORT_NONE)
        bank->sorts.data[sort].canon = canon;
    return sort;
}

sort_t sort_bitvec(bank_t *bank, uint32_t width) {
    return sort_make(bank, SORT_BITVEC, &width, 1);
}

sort_t sort_float(bank_t *bank, uint32_t exponent, uint32_t significand) {
    uint32_t words[] = {exponent, significand};
    return sort_make(bank, SORT_FLOAT, words, 2);
}

sort_t sort_of(bank_t *bank, sort_kind_t kind, const sort_t *args, uint32_t count) {
    return sort_make(bank, kind, args, count);
}

sort_t sort_function(bank_t *bank, const sort_t *params, uint32_t count, sort_t result) {
    if (count == 0)
        return result;
    sort_t *words = mem_alloc(bank->mem, (count + 1) * sizeof *words);
    memcpy(words, params, count * sizeof *words);
    words[count] = result;
    sort_t sort = sort_make(bank, SORT_FUN, words, count + 1);
    mem_free(bank->mem, words);
    return sort_canon(bank, sort);
}

void sort_drop_last(bank_t *bank) {
    sort_t sort = bank->sorts.len - 2;
    uint32_t count;
    const uint32_t *words = sort_words(bank, sort, &count);
    index_drop(&bank->sort_index, hash_sort(sort_kind(bank, sort), words, count), sort);
    bank->sorts.len--;
}

/* --- instantiation --- */

/* Bottom-up over the ids below sort: an argument's id is smaller than its owner's. done maps the
 * open sorts met to their instances, and to themselves until those are known. */
static void collect_open(bank_t *bank, sort_t sort, u32_vec_t *order, map_t *done) {
    u32_vec_t *todo = &bank->scratch;
    todo->len = 0;
    *vec_push(bank->mem, todo) = sort;
    while (todo->len > 0) {
        sort_t next = vec_pop(todo);
        if (!sort_is_open(bank, next) || map_get(done, next) != MAP_NONE)
            continue;
        *map_put(bank->mem, done, next) = next;
        *vec_push(bank->mem, order) = next;
        uint32_t count;
        const sort_t *args = sort_args(bank, next, &count);
        for (uint32_t i = 0; i < count; i++)
            *vec_push(bank->mem, todo) = args[i];
        if (sort_kind(bank, next) == SORT_WRITTEN)
            *vec_push(bank->mem, todo) = sort_canon(bank, next);
    }
}

typedef struct instance {
    sortdecl_t first;
    const sort_t *args;
    uint32_t count;
    map_t *done;
} instance_t;

static sort_t instance_of(const instance_t *instance, sort_t sort) {
    uint32_t known = map_get(instance->done, sort);
    return known == MAP_NONE ? sort : known;
}

static sort_t rebuild(bank_t *bank, sort_t sort, const instance_t *instance) {
    uint32_t count;
    sort_kind_t kind = sort_kind(bank, sort);
    const uint32_t *words = sort_words(bank, sort, &count);
    if (kind == SORT_USER && words[0] - instance->first < instance->count)
        return instance->args[words[0] - instance->first];
    uint32_t *copy = mem_alloc(bank->mem, count * sizeof *copy);
    memcpy(copy, words, count * sizeof *copy);
    for (uint32_t i = kind == SORT_WRITTEN ? 1 : head_words(kind); i < count; i++)
        copy[i] = instance_of(instance, copy[i]);
    sort_t made = sort_make(bank, kind, copy, count);
    mem_free(bank->mem, copy);
    return made;
}

static int ascending(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a;
    uint32_t y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

sort_t sort_instantiate(bank_t *bank, sort_t sort, sortdecl_t first, const sort_t *args,
                        uint32_t count) {
    if (!sort_is_open(bank, sort))
        return sort;
    u32_vec_t order = {0};
    map_t done = {0};
    instance_t instance = {first, args, count, &done};
    collect_open(bank, sort, &order, &done);
    if (order.len > 1)
        qsort(order.data, order.len, sizeof *order.data, ascending);
    for (uint32_t i = 0; i < order.len; i++) {
        sort_t made = rebuild(bank, order.data[i], &instance);
        *map_put(bank->mem, &done, order.data[i]) = made;
    }
    sort_t result = instance_of(&instance, sort);
    vec_free(bank->mem, &order);
    map_free(bank->mem, &done);
    return result;
}

/* --- printing --- */

static void print_open(const bank_t *bank, sort_t sort, strbuf_t *out) {
    uint32_t count;
    const uint32_t *words = sort_words(bank, sort, &count);
    sort_kind_t kind = sort_kind(bank, sort);
    uint32_t head = head_words(kind);
    if (count > head || (kind == SORT_TUPLE))
        strbuf_char(out, '(');
    if (kind == SORT_USER) {
        print_symbol(bank, sortdecl_row(bank, words[0])->name, out);
    } else if (kind == SORT_WRITTEN) {
        print_symbol(bank, words[0], out);
    } else if (head > 0) {
        strbuf_str(out, "(_ ");
        strbuf_str(out, sort_info(kind)->name);
        for (uint32_t i = 0; i < head; i++) {
            strbuf_char(out, ' ');
            print_index(bank, words[i], out);
        }
        strbuf_char(out, ')');
    } else {
        strbuf_str(out, kind == SORT_BAD ? "?" : sort_info(kind)->name);
    }
}

/* Stops when most bytes are written. */
static void print_some(const bank_t *bank, sort_t sort, size_t most, strbuf_t *out) {
    struct frame {
        sort_t sort;
        uint32_t next;
    };
    VEC(struct frame) stack = {0};
    size_t start = out->len;
    *vec_push(out->mem, &stack) = (struct frame){sort, 0};
    print_open(bank, sort, out);
    while (stack.len > 0) {
        if (out->len - start > most) {
            strbuf_str(out, "...");
            break;
        }
        struct frame *top = &vec_last(&stack);
        uint32_t count;
        const sort_t *args = sort_args(bank, top->sort, &count);
        if (top->next < count) {
            sort_t arg = args[top->next++];
            strbuf_char(out, ' ');
            *vec_push(out->mem, &stack) = (struct frame){arg, 0};
            print_open(bank, arg, out);
        } else {
            if (count > 0 || sort_kind(bank, top->sort) == SORT_TUPLE)
                strbuf_char(out, ')');
            stack.len--;
        }
    }
    vec_free(out->mem, &stack);
}

void sort_print(const bank_t *bank, sort_t sort, strbuf_t *out) {
    print_some(bank, sort, SIZE_MAX, out);
}

void sort_describe(const bank_t *bank, sort_t sort, strbuf_t *out) {
    enum { MOST = 300 };
    print_some(bank, sort, MOST, out);
}

/* --- declarations --- */

sortdecl_t sortdecl_make(bank_t *bank, sym_t name, sortdecl_kind_t kind, uint32_t arity) {
    sortdecl_t decl = bank->sortdecls.len;
    *vec_push(bank->mem, &bank->sortdecls) =
        (sortdecl_row_t){.name = name, .kind = kind, .arity = arity, .body = SORT_NONE};
    return decl;
}

sortdecl_row_t *sortdecl_row(const bank_t *bank, sortdecl_t decl) {
    assert(decl < bank->sortdecls.len);
    return &bank->sortdecls.data[decl];
}

sortdecl_t sort_decl(const bank_t *bank, sort_t sort) {
    assert(sort_kind(bank, sort) == SORT_USER);
    uint32_t count;
    return sort_words(bank, sort, &count)[0];
}
