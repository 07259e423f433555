#include "seeds/core_shrink.h"

#include "base/lexer.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const char unit_name[] = "assay!unit!";

/* What is found of a spot on the way down, and back up. */
enum {
    SPOT_CHAIN = 1, /* the seed is a conjunction of this, whatever else is in its assertion */
    SPOT_NAMED = 2, /* below a :named: it may be used in other places, with another polarity */
    SPOT_SPLITS = 4 /* a conjunction, or one below not, let and the like */
};

static op_t op_at(const core_shrink_t *shrink, uint32_t spot) {
    return term_op(shrink->seeds->bank, shrink->seed->spots.data[spot].term);
}

static bool is_negative(const core_shrink_t *shrink, uint32_t spot) {
    return shrink->polarities.data[spot] == POLARITY_NEGATIVE;
}

static bool is_pure(const core_shrink_t *shrink, uint32_t spot) {
    return shrink->polarities.data[spot] == POLARITY_POSITIVE || is_negative(shrink, spot);
}

/* Whether the spot, with its polarity, is the conjunction of its children. */
static bool is_conjunction(const core_shrink_t *shrink, uint32_t spot) {
    switch (op_at(shrink, spot)) {
    case OP_AND:
        return shrink->polarities.data[spot] == POLARITY_POSITIVE;
    case OP_OR:
    case OP_IMPLIES:
        return is_negative(shrink, spot);
    default:
        return false;
    }
}

static bool is_let_value(const core_shrink_t *shrink, uint32_t spot) {
    const spot_t *row = &shrink->seed->spots.data[spot];
    uint32_t count;
    if (row->parent == SPOT_NONE || op_at(shrink, row->parent) != OP_LET)
        return false;
    term_bound(shrink->seeds->bank, shrink->seed->spots.data[row->parent].term, &count);
    return row->child < count;
}

/* Whether conjunctions below the spot's parent go through the parent. */
static bool is_chained(const core_shrink_t *shrink, uint32_t spot) {
    uint32_t parent = shrink->seed->spots.data[spot].parent;
    switch (op_at(shrink, parent)) {
    case OP_NOT:
    case OP_ANNOT:
        return true;
    case OP_LET:
        return !is_let_value(shrink, spot);
    case OP_FORALL:
        return !is_negative(shrink, parent);
    case OP_EXISTS:
        return is_negative(shrink, parent);
    default:
        return is_conjunction(shrink, parent);
    }
}

static void look_down(core_shrink_t *shrink) {
    const seed_t *seed = shrink->seed;
    bool used = seed_uses_names(shrink->seeds->bank, seed);
    for (uint32_t i = 0; i < seed->spots.len; i++) {
        uint32_t parent = seed->spots.data[i].parent;
        uint8_t *mine = &shrink->marks.data[i];
        *mine = SPOT_CHAIN;
        if (parent == SPOT_NONE)
            continue;
        assert(parent < i);
        uint8_t above = shrink->marks.data[parent];
        *mine = above & SPOT_NAMED;
        if (used && seed_gives_name(shrink->seeds->bank, seed->spots.data[parent].term))
            *mine = SPOT_NAMED;
        if ((above & SPOT_CHAIN) && !(*mine & SPOT_NAMED) && is_pure(shrink, parent) &&
            is_chained(shrink, i))
            *mine |= SPOT_CHAIN;
    }
}

/* Children come after their parents. */
static void look_up(core_shrink_t *shrink) {
    const seed_t *seed = shrink->seed;
    for (uint32_t i = seed->spots.len; i-- > 0;) {
        uint8_t *mine = &shrink->marks.data[i];
        if (!(*mine & SPOT_CHAIN))
            continue;
        if (is_conjunction(shrink, i))
            *mine |= SPOT_SPLITS;
        uint32_t parent = seed->spots.data[i].parent;
        if ((*mine & SPOT_SPLITS) && parent != SPOT_NONE)
            shrink->marks.data[parent] |= SPOT_SPLITS;
    }
}

static bool is_unit(const core_shrink_t *shrink, uint32_t spot) {
    uint32_t parent = shrink->seed->spots.data[spot].parent;
    uint8_t mark = shrink->marks.data[spot];
    return (mark & SPOT_CHAIN) && !(mark & SPOT_SPLITS) &&
           (parent == SPOT_NONE || (shrink->marks.data[parent] & SPOT_SPLITS));
}

static bool is_worth_cutting(const core_shrink_t *shrink, uint32_t spot) {
    const spot_t *row = &shrink->seed->spots.data[spot];
    if (row->parent == SPOT_NONE)
        return true;
    if ((shrink->marks.data[spot] & SPOT_NAMED) || !is_pure(shrink, spot) ||
        term_sort(shrink->seeds->bank, row->term) != SORT_BOOL)
        return false;
    if (op_at(shrink, spot) == (is_negative(shrink, spot) ? OP_FALSE : OP_TRUE))
        return false;
    return is_conjunction(shrink, row->parent) || is_let_value(shrink, spot) ||
           (op_at(shrink, row->parent) == OP_ITE && row->child > 0);
}

void core_shrink_init(core_shrink_t *shrink, const seeds_t *seeds, const seed_t *seed, mem_t *mem) {
    *shrink = (core_shrink_t){.mem = mem, .seeds = seeds, .seed = seed};
    polarity_find(seeds->bank, seed, mem, &shrink->polarities);
    assert(shrink->polarities.len == seed->spots.len);
    (void)vec_extend(mem, &shrink->marks, seed->spots.len);
    look_down(shrink);
    look_up(shrink);
    for (uint32_t i = 0; i < seed->spots.len; i++)
        if (is_worth_cutting(shrink, i) || is_unit(shrink, i))
            *vec_push(mem, &shrink->rows) =
                (cut_t){.spot = i, .negative = is_negative(shrink, i), .unit = is_unit(shrink, i)};
}

void core_shrink_done(core_shrink_t *shrink) {
    vec_free(shrink->mem, &shrink->rows);
    vec_free(shrink->mem, &shrink->marks);
    vec_free(shrink->mem, &shrink->path);
    vec_free(shrink->mem, &shrink->order);
    vec_free(shrink->mem, &shrink->polarities);
}

void core_shrink_clear(core_shrink_t *shrink) {
    for (uint32_t i = 0; i < shrink->rows.len; i++)
        shrink->rows.data[i].cut = false;
}

/* --- one at a time --- */

typedef struct sized {
    uint32_t row, size;
} sized_t;

static int by_size(const void *a, const void *b) {
    const sized_t *first = a;
    const sized_t *second = b;
    if (first->size != second->size)
        return first->size > second->size ? -1 : 1;
    return first->row < second->row ? -1 : 1;
}

static void find_order(core_shrink_t *shrink) {
    VEC(sized_t) all = {0};
    assert(shrink->order.len == 0);
    for (uint32_t i = 0; i < shrink->rows.len; i++) {
        const spot_t *spot = &shrink->seed->spots.data[shrink->rows.data[i].spot];
        *vec_push(shrink->mem, &all) = (sized_t){i, spot->end - spot->start};
    }
    if (all.len > 0)
        qsort(all.data, all.len, sizeof *all.data, by_size);
    for (uint32_t i = 0; i < all.len; i++)
        *vec_push(shrink->mem, &shrink->order) = all.data[i].row;
    vec_free(shrink->mem, &all);
    for (uint32_t i = 0; i < shrink->rows.len; i++)
        if (shrink->rows.data[i].cut)
            core_shrink_settle(shrink, i, true);
}

uint32_t core_shrink_next(core_shrink_t *shrink) {
    if (shrink->order.len == 0)
        find_order(shrink);
    for (; shrink->next < shrink->order.len; shrink->next++) {
        uint32_t row = shrink->order.data[shrink->next];
        const spot_t *spot = &shrink->seed->spots.data[shrink->rows.data[row].spot];
        bool all = spot->parent == SPOT_NONE && shrink->seed->roots.len == 1;
        if (!all && !shrink->rows.data[row].settled)
            return row;
    }
    return CORE_SHRINK_NONE;
}

void core_shrink_settle(core_shrink_t *shrink, uint32_t row, bool cut) {
    assert(row < shrink->rows.len);
    shrink->rows.data[row].cut = cut;
    shrink->rows.data[row].settled = true;
    uint32_t after = shrink->seed->spots.data[shrink->rows.data[row].spot].after;
    for (uint32_t i = row + 1; cut && i < shrink->rows.len && shrink->rows.data[i].spot < after;
         i++)
        shrink->rows.data[i].settled = true;
}

/* --- units as assertions --- */

/* Appends the part of an ancestor that stands in front of the next spot on the path; true when a
 * parenthesis is open then. */
static bool open_ancestor(const core_shrink_t *shrink, uint32_t spot, uint32_t next,
                          strbuf_t *out) {
    const seed_t *seed = shrink->seed;
    const spot_t *row = &seed->spots.data[spot];
    assert(seed->spots.data[next].parent == spot);
    bool last = seed->spots.data[next].after == row->after;
    switch (op_at(shrink, spot)) {
    case OP_LET:
    case OP_FORALL:
    case OP_EXISTS:
        strbuf_add(out, seed->text + row->start, seed->spots.data[next].start - row->start);
        return true;
    case OP_IMPLIES:
        if (last)
            return false;
        strbuf_str(out, "(not ");
        return true;
    case OP_NOT:
        strbuf_str(out, "(not ");
        return true;
    default:
        return false;
    }
}

static void write_unit(core_shrink_t *shrink, uint32_t spot, uint32_t number, strbuf_t *out) {
    const seed_t *seed = shrink->seed;
    shrink->path.len = 0;
    for (uint32_t at = spot; at != SPOT_NONE; at = seed->spots.data[at].parent)
        *vec_push(shrink->mem, &shrink->path) = at;
    assert(shrink->path.len > 0 && shrink->path.data[0] == spot);
    uint32_t open = 0;
    strbuf_str(out, "(assert (! ");
    for (uint32_t i = shrink->path.len; i-- > 1;)
        open += open_ancestor(shrink, shrink->path.data[i], shrink->path.data[i - 1], out);
    const spot_t *row = &seed->spots.data[spot];
    assert(row->start < row->end && row->end <= seed->assertions_end);
    strbuf_add(out, seed->text + row->start, row->end - row->start);
    strbuf_fill(out, ')', open);
    strbuf_format(out, " :named %s%u))\n", unit_name, number);
}

bool core_shrink_named(core_shrink_t *shrink, strbuf_t *out) {
    enum { TIMES = 16, MORE = 1 << 16 }; /* each unit repeats the lets around it */
    const seed_t *seed = shrink->seed;
    size_t most = out->len + (size_t)seed->len * TIMES + MORE;
    if (memmem(seed->text, seed->len, unit_name, strlen(unit_name)))
        return false;
    assert(seed->declarations_end <= seed->assertions_end && seed->assertions_end <= seed->len);
    strbuf_add(out, seed->text, seed->declarations_end);
    for (uint32_t i = 0; i < shrink->rows.len; i++) {
        if (shrink->rows.data[i].unit)
            write_unit(shrink, shrink->rows.data[i].spot, i, out);
        if (out->len > most)
            return false;
    }
    strbuf_add(out, seed->text + seed->assertions_end, seed->len - seed->assertions_end);
    return true;
}

/* The row that a name in a core stands for, or UINT32_MAX. */
static uint32_t row_of_name(const core_shrink_t *shrink, const token_t *token) {
    size_t len = strlen(unit_name);
    if ((token->kind != TOKEN_SYMBOL && token->kind != TOKEN_QUOTED) || token->len <= len ||
        memcmp(token->text, unit_name, len) != 0)
        return UINT32_MAX;
    uint64_t number = 0;
    for (uint32_t i = (uint32_t)len; i < token->len && number < shrink->rows.len; i++) {
        if (token->text[i] < '0' || token->text[i] > '9')
            return UINT32_MAX;
        number = number * 10 + (uint64_t)(token->text[i] - '0');
    }
    return number < shrink->rows.len && shrink->rows.data[number].unit ? (uint32_t)number
                                                                       : UINT32_MAX;
}

/* Goes on to the parenthesis after the verdict. */
static bool find_core(lexer_t *lexer) {
    bool verdict = false;
    for (;;) {
        token_t token = lexer_next(lexer);
        if (token.kind == TOKEN_END)
            return false;
        if (verdict && token.kind == TOKEN_OPEN)
            return true;
        verdict =
            token.kind == TOKEN_SYMBOL && token.len == 5 && memcmp(token.text, "unsat", 5) == 0;
    }
}

bool core_shrink_read_core(core_shrink_t *shrink, const char *said, size_t len) {
    lexer_t lexer;
    u32_vec_t core = {0};
    lexer_init(&lexer, said, len);
    bool ok = find_core(&lexer);
    while (ok) {
        token_t token = lexer_next(&lexer);
        if (token.kind == TOKEN_CLOSE)
            break;
        uint32_t row = row_of_name(shrink, &token);
        ok = row != UINT32_MAX;
        if (ok)
            *vec_push(shrink->mem, &core) = row;
    }
    ok = ok && core.len > 0;
    for (uint32_t i = 0; ok && i < shrink->rows.len; i++)
        shrink->rows.data[i].cut = shrink->rows.data[i].unit;
    for (uint32_t i = 0; ok && i < core.len; i++)
        shrink->rows.data[core.data[i]].cut = false;
    vec_free(shrink->mem, &core);
    return ok;
}

/* --- what is left --- */

void core_shrink_text(const core_shrink_t *shrink, strbuf_t *out) {
    const seed_t *seed = shrink->seed;
    uint32_t at = 0;
    for (uint32_t i = 0; i < shrink->rows.len; i++) {
        const cut_t *cut = &shrink->rows.data[i];
        const spot_t *spot = &seed->spots.data[cut->spot];
        if (!cut->cut || spot->start < at)
            continue;
        bool root = spot->parent == SPOT_NONE;
        uint32_t start = spot->start - (root ? (uint32_t)strlen("(assert ") : 0);
        assert(start >= at && (!root || strncmp(seed->text + start, "(assert ", 8) == 0));
        strbuf_add(out, seed->text + at, start - at);
        if (!root)
            strbuf_str(out, cut->negative ? "false" : "true");
        at = spot->end + (root ? (uint32_t)strlen(")\n") : 0);
    }
    strbuf_add(out, seed->text + at, seed->len - at);
}

static bool is_root_row(const core_shrink_t *shrink, uint32_t row) {
    return shrink->seed->spots.data[shrink->rows.data[row].spot].parent == SPOT_NONE;
}

/* Whether a unit among the rows from row on, up to the next assertion, is left. */
static bool is_left(const core_shrink_t *shrink, uint32_t row) {
    uint32_t done = 0; /* spots below this one are cut */
    do {
        const cut_t *cut = &shrink->rows.data[row];
        if (cut->cut && shrink->seed->spots.data[cut->spot].after > done)
            done = shrink->seed->spots.data[cut->spot].after;
        if (cut->unit && cut->spot >= done)
            return true;
        row++;
    } while (row < shrink->rows.len && !is_root_row(shrink, row));
    return false;
}

void core_shrink_core(const core_shrink_t *shrink, u32_vec_t *places) {
    uint32_t place = 0;
    places->len = 0;
    for (uint32_t i = 0; i < shrink->rows.len; i++) {
        if (!is_root_row(shrink, i))
            continue;
        if (is_left(shrink, i))
            *vec_push(shrink->mem, places) = place;
        place++;
    }
    assert(place == shrink->seed->roots.len); /* each assertion has a row */
}

void core_shrink_loose(const core_shrink_t *shrink, u32_vec_t *spots) {
    uint32_t done = 0;
    bool inside = false;
    spots->len = 0;
    for (uint32_t i = 0; i < shrink->rows.len; i++) {
        const cut_t *cut = &shrink->rows.data[i];
        if (is_root_row(shrink, i))
            inside = is_left(shrink, i);
        if (!inside || !cut->cut || cut->spot < done)
            continue;
        assert(spots->len == 0 || vec_last(spots) < cut->spot);
        *vec_push(shrink->mem, spots) = cut->spot;
        done = shrink->seed->spots.data[cut->spot].after;
    }
}
