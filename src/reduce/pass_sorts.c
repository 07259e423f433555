/* Narrower, simpler sorts and smaller signatures, everywhere at once. */
#include "reduce/rebuild_priv.h"

#include "smt/edit/uses.h"

enum { WIDTH_HALF, WIDTH_LESS, WIDTH_ONE, WIDTHS };

/* The sorts that occur, of one kind. */
static void list_sorts(work_t *work, sort_kind_t kind, u32_vec_t *out) {
    uses_t uses;
    uses_init(&uses, &work->bank);
    for (uint32_t i = 0; i < script_count(&work->script); i++)
        uses_command(&uses, &work->script, i);
    uses_close(&uses);
    for (uint32_t i = 0; i < uses.terms.order.len; i++)
        uses_sort(&uses, term_sort(&work->bank, uses.terms.order.data[i]));
    map_t seen = {0};
    for (uint32_t i = 0; i < uses.sorts.len; i++) {
        sort_t sort = sort_canon(&work->bank, uses.sorts.data[i]);
        uint32_t *place = map_put(work->mem, &seen, sort);
        if (*place == MAP_NONE && sort_kind(&work->bank, sort) == kind)
            *vec_push(work->mem, out) = sort;
        *place = 1;
    }
    map_free(work->mem, &seen);
    uses_done(&uses);
}

/* --- widths --- */

bool pass_widths_list(work_t *work, uint32_t level, site_vec_t *sites) {
    if (level > 0)
        return false;
    u32_vec_t sorts = {0};
    list_sorts(work, SORT_BITVEC, &sorts);
    if (sorts.len > 0)
        *vec_push(work->mem, sites) = (site_t){.by = SORT_NONE}; /* all at once */
    for (uint32_t i = 0; i < sorts.len; i++)
        for (uint32_t how = 0; how < WIDTHS; how++)
            *vec_push(work->mem, sites) = (site_t){.by = sorts.data[i], .how = how};
    sorts.len = 0;
    list_sorts(work, SORT_FLOAT, &sorts);
    for (uint32_t i = 0; i < sorts.len; i++)
        for (uint32_t how = 0; how < 3; how++)
            *vec_push(work->mem, sites) = (site_t){.by = sorts.data[i], .how = how};
    vec_free(work->mem, &sorts);
    return true;
}

static uint32_t narrower(uint32_t width, uint32_t how) {
    if (how == WIDTH_HALF)
        return width > 1 ? width / 2 : 1;
    return how == WIDTH_LESS && width > 1 ? width - 1 : 1;
}

static void change_width(rebuild_t *rebuild, sort_t sort, uint32_t how) {
    bank_t *bank = &rebuild->work->bank;
    assert(how < WIDTHS);
    static const uint32_t floats[][2] = {{2, 3}, {3, 5}, {5, 11}};
    uint32_t count;
    const uint32_t *words = sort_words(bank, sort, &count);
    sort_t to = sort_kind(bank, sort) == SORT_FLOAT
                    ? sort_float(bank, floats[how][0], floats[how][1])
                    : sort_bitvec(bank, narrower(words[0], how));
    assert(sort_kind(bank, to) == sort_kind(bank, sort));
    *map_put(rebuild->work->mem, &rebuild->sorts, sort) = to;
}

bool pass_widths_make(work_t *work, const site_t *site, script_t *out) {
    rebuild_t rebuild;
    rebuild_init(&rebuild, work);
    if (site->by == SORT_NONE) {
        u32_vec_t sorts = {0};
        list_sorts(work, SORT_BITVEC, &sorts);
        for (uint32_t i = 0; i < sorts.len; i++)
            change_width(&rebuild, sorts.data[i], WIDTH_HALF);
        vec_free(work->mem, &sorts);
        rebuild.halve = 1;
    } else {
        change_width(&rebuild, site->by, site->how);
    }
    bool made = rebuild_script(&rebuild, out);
    rebuild_done(&rebuild);
    return made;
}

/* --- arities --- */

bool pass_arities_list(work_t *work, uint32_t level, site_vec_t *sites) {
    if (level > 0)
        return false;
    for (uint32_t i = 0; i < script_count(&work->script); i++) {
        uint32_t count;
        if (script_kind(&work->script, i) != CMD_DECLARE_FUN)
            continue;
        fun_t fun = script_words(&work->script, i, &count)[0];
        for (uint32_t k = 0; k < fun_row(&work->bank, fun)->arity; k++)
            *vec_push(work->mem, sites) = (site_t){.first = fun, .how = k};
    }
    return true;
}

bool pass_arities_make(work_t *work, const site_t *site, script_t *out) {
    rebuild_t rebuild;
    rebuild_init(&rebuild, work);
    rebuild.drop_fun = site->first;
    rebuild.drop_param = site->how;
    bool made = rebuild_script(&rebuild, out);
    rebuild_done(&rebuild);
    return made;
}

/* --- sorts --- */

bool pass_sorts_list(work_t *work, uint32_t level, site_vec_t *sites) {
    if (level > 0)
        return false;
    u32_vec_t sorts = {0};
    list_sorts(work, SORT_USER, &sorts);
    for (uint32_t i = 0; i < sorts.len; i++) {
        const sortdecl_row_t *row =
            sortdecl_row(&work->bank, sort_decl(&work->bank, sorts.data[i]));
        if (row->kind != SORTDECL_FREE)
            continue;
        *vec_push(work->mem, sites) = (site_t){.by = sorts.data[i], .how = SORT_BOOL};
        *vec_push(work->mem, sites) = (site_t){.by = sorts.data[i], .how = SORT_INT};
    }
    vec_free(work->mem, &sorts);
    *vec_push(work->mem, sites) = (site_t){.by = SORT_REAL, .how = SORT_INT};
    return true;
}

bool pass_sorts_make(work_t *work, const site_t *site, script_t *out) {
    rebuild_t rebuild;
    rebuild_init(&rebuild, work);
    *map_put(work->mem, &rebuild.sorts, site->by) = site->how;
    bool made = rebuild_script(&rebuild, out);
    rebuild_done(&rebuild);
    return made;
}
