#include "smt/edit/uses.h"

#include "smt/walk/parts.h"

void uses_init(uses_t *uses, bank_t *bank) {
    *uses = (uses_t){.bank = bank};
    reach_init(&uses->terms, bank);
}

void uses_done(uses_t *uses) {
    mem_t *mem = uses->bank->mem;
    vec_free(mem, &uses->funs);
    vec_free(mem, &uses->sortdecls);
    vec_free(mem, &uses->sort_names);
    vec_free(mem, &uses->sorts);
    map_free(mem, &uses->fun_set);
    map_free(mem, &uses->sortdecl_set);
    map_free(mem, &uses->sort_name_set);
    map_free(mem, &uses->sort_set);
    reach_done(&uses->terms);
}

void uses_clear(uses_t *uses) {
    uses->funs.len = 0;
    uses->sortdecls.len = 0;
    uses->sort_names.len = 0;
    uses->sorts.len = 0;
    map_clear(&uses->fun_set);
    map_clear(&uses->sortdecl_set);
    map_clear(&uses->sort_name_set);
    map_clear(&uses->sort_set);
    reach_clear(&uses->terms);
    uses->funs_closed = 0;
    uses->sortdecls_closed = 0;
}

/* True when id is new in the set. */
static bool note(uses_t *uses, map_t *set, u32_vec_t *list, uint32_t id) {
    uint32_t *place = map_put(uses->bank->mem, set, id);
    if (*place != MAP_NONE)
        return false;
    *place = list->len;
    *vec_push(uses->bank->mem, list) = id;
    return true;
}

void uses_sortdecl(uses_t *uses, sortdecl_t decl) {
    note(uses, &uses->sortdecl_set, &uses->sortdecls, decl);
}

/* The list of sorts is its own worklist: the sorts inside those from the first new one on are added
 * after them. */
void uses_sort(uses_t *uses, sort_t sort) {
    bank_t *bank = uses->bank;
    uint32_t next = uses->sorts.len;
    note(uses, &uses->sort_set, &uses->sorts, sort);
    for (; next < uses->sorts.len; next++) {
        sort = uses->sorts.data[next];
        uint32_t count;
        const uint32_t *words = sort_words(bank, sort, &count);
        if (sort_kind(bank, sort) == SORT_USER)
            uses_sortdecl(uses, words[0]);
        if (sort_kind(bank, sort) == SORT_WRITTEN)
            note(uses, &uses->sort_name_set, &uses->sort_names, words[0]);
        note(uses, &uses->sort_set, &uses->sorts, sort_canon(bank, sort));
        const sort_t *args = sort_args(bank, sort, &count);
        for (uint32_t i = 0; i < count; i++)
            note(uses, &uses->sort_set, &uses->sorts, args[i]);
    }
}

void uses_fun(uses_t *uses, fun_t fun) {
    bank_t *bank = uses->bank;
    if (!note(uses, &uses->fun_set, &uses->funs, fun))
        return;
    const fun_row_t *row = fun_row(bank, fun);
    for (uint32_t i = 0; i < row->arity; i++)
        uses_sort(uses, bank->fun_words.data[row->params + i]);
    uses_sort(uses, row->result);
}

static void uses_head(uses_t *uses, term_t term) {
    op_t op = term_op(uses->bank, term);
    if (parts_are_numbers(op))
        return;
    uint32_t len;
    const uint32_t *head = term_head(uses->bank, term, &len);
    parts_t parts = parts_start(op, head, len);
    while (parts_next(&parts)) {
        uint32_t word = head[parts.at];
        if (parts.part == PART_FUN)
            uses_fun(uses, word);
        else if (parts.part == PART_SORT)
            uses_sort(uses, word);
        else if (parts.part == PART_VAR)
            reach_add(&uses->terms, word); /* uses_term will come to it */
    }
}

void uses_term(uses_t *uses, term_t term) {
    uint32_t next = uses->terms.order.len;
    reach_add(&uses->terms, term);
    for (; next < uses->terms.order.len; next++) {
        term = uses->terms.order.data[next];
        uses_sort(uses, term_sort(uses->bank, term));
        uses_head(uses, term);
    }
}

static void uses_words(uses_t *uses, const uint32_t *words, uint32_t count,
                       void (*use)(uses_t *uses, uint32_t word)) {
    for (uint32_t i = 0; i < count; i++)
        use(uses, words[i]);
}

void uses_command(uses_t *uses, const script_t *script, uint32_t i) {
    uint32_t count;
    const uint32_t *words = script_words(script, i, &count);
    switch (cmd_info(script_kind(script, i))->shape) {
    case SHAPE_TERM:
        uses_term(uses, words[0]);
        break;
    case SHAPE_TERMS:
        uses_words(uses, words, count, uses_term);
        break;
    case SHAPE_GOAL:
        uses_term(uses, words[1]);
        break;
    case SHAPE_POOL:
        uses_fun(uses, words[0]);
        uses_words(uses, words + 1, count - 1, uses_term);
        break;
    case SHAPE_FUN:
    case SHAPE_FUNS:
        uses_words(uses, words, count, uses_fun);
        break;
    case SHAPE_SORTDECL:
    case SHAPE_DATATYPES:
        uses_words(uses, words, count, uses_sortdecl);
        break;
    case SHAPE_HEAP:
        uses_words(uses, words, count, uses_sort);
        break;
    default:
        break;
    }
}

static void close_fun(uses_t *uses, fun_t fun) {
    fun_row_t row = *fun_row(uses->bank, fun);
    if (row.body != TERM_NONE)
        uses_term(uses, row.body);
    if (row.kind == FUN_CONSTRUCTOR || row.kind == FUN_SELECTOR || row.kind == FUN_TESTER)
        uses_sortdecl(uses, row.sort);
    if (row.kind == FUN_CONSTRUCTOR)
        uses_words(uses, uses->bank->fun_words.data + row.members, row.arity, uses_fun);
}

static void close_sortdecl(uses_t *uses, sortdecl_t decl) {
    sortdecl_row_t row = *sortdecl_row(uses->bank, decl);
    if (row.kind == SORTDECL_DEFINED)
        uses_sort(uses, row.body);
    if (row.kind == SORTDECL_DATATYPE || row.kind == SORTDECL_CODATATYPE)
        uses_words(uses, uses->bank->fun_words.data + row.members, row.count, uses_fun);
}

void uses_close(uses_t *uses) {
    while (uses->funs_closed < uses->funs.len || uses->sortdecls_closed < uses->sortdecls.len) {
        if (uses->funs_closed < uses->funs.len)
            close_fun(uses, uses->funs.data[uses->funs_closed++]);
        else
            close_sortdecl(uses, uses->sortdecls.data[uses->sortdecls_closed++]);
    }
}
