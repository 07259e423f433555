#include "seeds/canonical_hash.h"

#include "base/hash.h"
#include "smt/print/print.h"
#include "smt/walk/parts.h"
#include "smt/walk/reach.h"

#include <assert.h>

/* Everything is described in words; what is met is numbered, and described once, later. */
typedef struct outline {
    const bank_t *bank;
    mem_t *mem;
    u32_vec_t words;
    reach_t reach;
    uint32_t terms;           /* how many of reach.order are described */
    map_t funs, decls, sorts; /* to numbers */
    u32_vec_t fun_list, decl_list;
    uint32_t fun_count, decl_count; /* how many of the lists are described */
    u32_vec_t stack;                /* of sorts */
} outline_t;

static void put(outline_t *outline, uint32_t word) {
    *vec_push(outline->mem, &outline->words) = word;
}

static void put_text(outline_t *outline, sym_t text) {
    const symbol_t *row = symbol_row(&outline->bank->symbols, text);
    uint64_t hash = hash_bytes(row->text, row->len);
    put(outline, (uint32_t)hash);
    put(outline, (uint32_t)(hash >> 32));
}

/* A number, or one too large for a word, which then is a text's. */
static void put_index(outline_t *outline, uint32_t index) {
    strbuf_t text;
    strbuf_init(&text, outline->mem);
    print_index(outline->bank, index, &text);
    put(outline, hash_finish(hash_bytes(text.data, text.len)));
    strbuf_done(&text);
}

static uint32_t number_of(outline_t *outline, map_t *map, u32_vec_t *list, uint32_t id) {
    uint32_t *number = map_put(outline->mem, map, id);
    if (*number == MAP_NONE) {
        *number = list->len;
        *vec_push(outline->mem, list) = id;
    }
    return *number;
}

static void put_fun(outline_t *outline, fun_t fun) {
    put(outline,
        fun == FUN_NONE ? FUN_NONE : number_of(outline, &outline->funs, &outline->fun_list, fun));
}

/* A sort whose arguments are all described. */
static void describe_sort(outline_t *outline, sort_t sort) {
    uint32_t count, args;
    const uint32_t *words = sort_words(outline->bank, sort, &count);
    sort_args(outline->bank, sort, &args);
    assert(args <= count);
    put(outline, sort_kind(outline->bank, sort));
    bool user = sort_kind(outline->bank, sort) == SORT_USER;
    for (uint32_t i = 0; i < count - args; i++)
        put(outline, user && i == 0
                         ? number_of(outline, &outline->decls, &outline->decl_list, words[i])
                         : words[i]);
    for (uint32_t i = count - args; i < count; i++) {
        assert(map_get(&outline->sorts, words[i]) != MAP_NONE);
        put(outline, map_get(&outline->sorts, words[i]));
    }
    uint32_t next = outline->sorts.len;
    *map_put(outline->mem, &outline->sorts, sort) = next;
}

/* Puts a sort's number, after the descriptions of what is new in it. */
static void put_sort(outline_t *outline, sort_t written) {
    sort_t sort = sort_canon(outline->bank, written);
    outline->stack.len = 0;
    *vec_push(outline->mem, &outline->stack) = sort;
    while (outline->stack.len > 0) {
        sort_t top = vec_last(&outline->stack);
        uint32_t before = outline->stack.len;
        uint32_t args;
        const sort_t *arg = sort_args(outline->bank, top, &args);
        bool known = map_get(&outline->sorts, top) != MAP_NONE;
        for (uint32_t i = args; !known && i-- > 0;)
            if (map_get(&outline->sorts, arg[i]) == MAP_NONE)
                *vec_push(outline->mem, &outline->stack) = arg[i];
        if (outline->stack.len > before)
            continue;
        outline->stack.len--;
        if (!known)
            describe_sort(outline, top);
    }
    put(outline, map_get(&outline->sorts, sort));
}

static void put_part(outline_t *outline, op_t op, const parts_t *parts, uint32_t word) {
    switch (parts->part) {
    case PART_NUMBER:
    case PART_NAME:
        if (op == OP_VAR) /* its serial number and its name say nothing */
            break;
        if (word != UINT32_MAX && op_head(op) >= 0)
            put_index(outline, word);
        else
            put(outline, word);
        break;
    case PART_TEXT:
        put_text(outline, word);
        break;
    case PART_SORT:
        put_sort(outline, word);
        break;
    case PART_FUN:
        put_fun(outline, word);
        break;
    case PART_VAR: {
        uint32_t count;
        const uint32_t *head = term_head(outline->bank, word, &count);
        put(outline, reach_place(&outline->reach, word)); /* REACH_NONE: it does not occur */
        put_sort(outline, head[1]);
        break;
    }
    }
}

static void describe_term(outline_t *outline, term_t term) {
    op_t op = term_op(outline->bank, term);
    uint32_t count;
    const uint32_t *head = term_head(outline->bank, term, &count);
    put(outline, op);
    parts_t parts = parts_start(op, head, count);
    while (parts_next(&parts))
        put_part(outline, op, &parts, head[parts.at]);
    const term_t *children = term_children(outline->bank, term, &count);
    put(outline, count);
    for (uint32_t i = 0; i < count; i++) {
        assert(reach_place(&outline->reach, children[i]) < outline->reach.order.len);
        put(outline, reach_place(&outline->reach, children[i]));
    }
}

/* Which of its constructor's selectors it is. */
static uint32_t place_of(const bank_t *bank, fun_t selector) {
    const fun_row_t *owner = fun_row(bank, fun_row(bank, selector)->owner);
    uint32_t place = 0;
    while (place < owner->arity && bank->fun_words.data[owner->members + place] != selector)
        place++;
    assert(place < owner->arity);
    return place;
}

static void describe_fun(outline_t *outline, fun_t fun) {
    const fun_row_t *row = fun_row(outline->bank, fun);
    put(outline, row->kind);
    put(outline, row->arity);
    for (uint32_t i = 0; i < row->arity; i++)
        put_sort(outline, outline->bank->fun_words.data[row->params + i]);
    put_sort(outline, row->result);
    bool owned = row->kind == FUN_SELECTOR || row->kind == FUN_TESTER;
    if (owned)
        put_fun(outline, row->owner);
    if (row->kind == FUN_SELECTOR)
        put(outline, place_of(outline->bank, fun));
    bool defined = row->kind == FUN_DEFINED || row->kind == FUN_RECURSIVE;
    if (!(defined || row->kind == FUN_NAMED) || row->body == TERM_NONE)
        return;
    put(outline, reach_add(&outline->reach, row->body));
    for (uint32_t i = 0; defined && i < row->arity; i++)
        put(outline, reach_place(&outline->reach, outline->bank->fun_words.data[row->vars + i]));
}

static void describe_decl(outline_t *outline, sortdecl_t decl) {
    const sortdecl_row_t *row = sortdecl_row(outline->bank, decl);
    put(outline, row->kind);
    put(outline, row->arity);
    if (row->kind != SORTDECL_DATATYPE && row->kind != SORTDECL_CODATATYPE)
        return;
    put(outline, row->count);
    for (uint32_t i = 0; i < row->count; i++)
        put_fun(outline, outline->bank->fun_words.data[row->members + i]);
}

/* Until nothing new is met. */
static void describe_all(outline_t *outline) {
    for (;;) {
        if (outline->terms < outline->reach.order.len)
            describe_term(outline, outline->reach.order.data[outline->terms++]);
        else if (outline->fun_count < outline->fun_list.len)
            describe_fun(outline, outline->fun_list.data[outline->fun_count++]);
        else if (outline->decl_count < outline->decl_list.len)
            describe_decl(outline, outline->decl_list.data[outline->decl_count++]);
        else
            return;
    }
}

uint64_t canonical_hash(const seeds_t *seeds, const seed_t *seed) {
    outline_t outline = {.bank = seeds->bank, .mem = seeds->mem};
    reach_init(&outline.reach, seeds->bank);
    put(&outline, seed->roots.len);
    for (uint32_t i = 0; i < seed->roots.len; i++)
        put(&outline, reach_add(&outline.reach, seed->spots.data[seed->roots.data[i]].term));
    describe_all(&outline);
    uint64_t hash = hash_bytes(outline.words.data, outline.words.len * sizeof *outline.words.data);
    reach_done(&outline.reach);
    vec_free(seeds->mem, &outline.words);
    map_free(seeds->mem, &outline.funs);
    map_free(seeds->mem, &outline.decls);
    map_free(seeds->mem, &outline.sorts);
    vec_free(seeds->mem, &outline.fun_list);
    vec_free(seeds->mem, &outline.decl_list);
    vec_free(seeds->mem, &outline.stack);
    return hash;
}
