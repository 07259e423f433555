#include "mutate/sparrow/snippet.h"

#include "base/bug.h"
#include "mutate/sparrow/snippet_priv.h"
#include "smt/print/print.h"

#include <string.h>

enum { DEEPEST = 3 };

/* --- what is visible --- */

/* The variables of the binders around the spot, the closest ones; a sort that the lexicon does not
 * have hides names all the same. What is outside a match is left out, since each of its cases binds
 * other variables. */
void snippet_enter(snippets_t *s, const lexicon_t *lexicon, const seed_t *seed, uint32_t spot) {
    s->lexicon = lexicon;
    s->var_count = 0;
    assert(spot < seed->spots.len);
    uint32_t at = seed->spots.data[spot].scope;
    assert(at == SPOT_NONE || !lexicon->hidden);
    for (; at != SPOT_NONE; at = seed->spots.data[at].scope) {
        term_t term = seed->spots.data[at].term;
        if (term_op(s->bank, term) == OP_MATCH)
            return;
        uint32_t count;
        assert(at < spot); /* a binder is above what it binds in */
        const term_t *bound = term_bound(s->bank, term, &count);
        uint32_t outer = s->var_count;
        for (uint32_t i = 0; i < count; i++) {
            uint32_t words;
            sym_t name = term_head(s->bank, bound[i], &words)[0];
            if (s->var_count == SNIPPET_VARS)
                return;
            uint32_t sort = lexicon_sort(lexicon, term_sort(s->bank, bound[i]));
            s->vars[s->var_count++] = (snippet_var_t){name, (uint8_t)sort};
        }
        /* What the inner binders have taken is taken. */
        for (uint32_t i = outer; i < s->var_count; i++)
            for (uint32_t k = 0; k < outer; k++)
                if (s->vars[k].name == s->vars[i].name)
                    s->vars[i].sort = LEXICON_NONE;
    }
}

/* --- leaves --- */

static bool write_variable(snippets_t *s, uint32_t sort, rng_t *rng, strbuf_t *out) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < s->var_count; i++)
        count += s->vars[i].sort == sort;
    if (count == 0)
        return false;
    uint64_t k = rng_below(rng, count);
    for (uint32_t i = 0; i < s->var_count; i++)
        if (s->vars[i].sort == sort && k-- == 0) {
            print_symbol(s->bank, s->vars[i].name, out);
            break;
        }
    return true;
}

static bool write_literal(const snippets_t *s, uint32_t sort, rng_t *rng, strbuf_t *out) {
    const literals_t *literals = s->lexicon->sorts[sort].literals;
    if (!literals)
        return false;
    const slice_t *text = &literals->rows[rng_below(rng, literals->count)];
    strbuf_add(out, text->data, text->len);
    return true;
}

static bool write_closed(const snippets_t *s, uint32_t sort, uint32_t most, rng_t *rng,
                         strbuf_t *out) {
    if (most == 0)
        return false;
    assert(most <= s->lexicon->sorts[sort].leaves);
    const slice_t *text =
        &s->lexicon->leaves.data[s->lexicon->sorts[sort].leaf + rng_below(rng, most)];
    strbuf_add(out, text->data, text->len);
    return true;
}

/* Mostly a variable or a constant: the more a snippet depends on, the better. */
static bool write_leaf(snippets_t *s, uint32_t sort, rng_t *rng, strbuf_t *out) {
    const lexicon_sort_t *row = &s->lexicon->sorts[sort];
    uint64_t draw = rng_below(rng, 8);
    if (s->var_count > 0 && draw < 4 && write_variable(s, sort, rng, out))
        return true;
    if (draw < 6 && write_closed(s, sort, row->symbols, rng, out))
        return true;
    if (draw < 7 && write_closed(s, sort, row->leaves, rng, out))
        return true;
    return write_literal(s, sort, rng, out) || write_closed(s, sort, row->leaves, rng, out) ||
           write_variable(s, sort, rng, out);
}

/* --- terms --- */

/* (op (- x y) c) */
static bool write_difference(const snippets_t *s, const lexicon_entry_t *entry, rng_t *rng,
                             strbuf_t *out) {
    uint32_t sort = entry->args[0];
    assert(entry->count == 2 && entry->args[1] == sort);
    uint32_t symbols = s->lexicon->sorts[sort].symbols;
    strbuf_str(out, " (- ");
    bool ok = write_closed(s, sort, symbols, rng, out);
    strbuf_char(out, ' ');
    ok = ok && write_closed(s, sort, symbols, rng, out);
    strbuf_str(out, ") ");
    ok = ok && write_literal(s, sort, rng, out);
    strbuf_char(out, ')');
    return ok;
}

/* An application under construction. */
typedef struct level {
    const lexicon_entry_t *entry;
    uint32_t next; /* argument */
} level_t;

static const lexicon_entry_t *draw_entry(const snippets_t *s, uint32_t sort, rng_t *rng) {
    const lexicon_sort_t *row = &s->lexicon->sorts[sort];
    return row->entries == 0 ? NULL
                             : &s->lexicon->entries.data[row->entry + rng_below(rng, row->entries)];
}

static void write_head(const snippets_t *s, const lexicon_entry_t *entry, strbuf_t *out) {
    assert(entry->len > 0 && entry->start + entry->len <= s->lexicon->text.len);
    strbuf_add(out, s->lexicon->text.data + entry->start, entry->len);
}

/* An argument that is no application; *deeper: it is one. */
static bool write_argument(snippets_t *s, const lexicon_entry_t *entry, uint32_t i, bool may_nest,
                           rng_t *rng, strbuf_t *out, const lexicon_entry_t **deeper) {
    uint32_t sort = entry->args[i];
    *deeper = NULL;
    if (entry->kind == ENTRY_SCALED && i + 1u < entry->count)
        return write_literal(s, sort, rng, out);
    if (entry->kind == ENTRY_SYMBOLS)
        return write_closed(s, sort, s->lexicon->sorts[sort].symbols, rng, out);
    if (may_nest && rng_one_in(rng, 2))
        *deeper = draw_entry(s, sort, rng);
    return *deeper || write_leaf(s, sort, rng, out);
}

/* The application of an entry, with at most depth more above each other. */
static bool write_entry(snippets_t *s, const lexicon_entry_t *entry, uint32_t depth, rng_t *rng,
                        strbuf_t *out) {
    level_t levels[DEEPEST + 1];
    uint32_t top = 0;
    levels[0] = (level_t){entry, 0};
    write_head(s, entry, out);
    if (entry->kind == ENTRY_DIFFERENCE)
        return write_difference(s, entry, rng, out);
    for (;;) {
        level_t *level = &levels[top];
        if (level->next == level->entry->count) {
            strbuf_char(out, ')');
            if (top-- == 0)
                return true;
            continue;
        }
        const lexicon_entry_t *deeper;
        strbuf_char(out, ' ');
        if (!write_argument(s, level->entry, level->next++, top < depth && top < DEEPEST, rng, out,
                            &deeper))
            return false;
        if (deeper) {
            write_head(s, deeper, out);
            levels[++top] = (level_t){deeper, 0};
        }
    }
}

bool snippet_term(snippets_t *s, uint32_t sort, uint32_t depth, rng_t *rng, strbuf_t *out) {
    size_t start = out->len;
    const lexicon_entry_t *entry = NULL;
    if (depth > 0 && rng_one_in(rng, 2))
        entry = draw_entry(s, sort, rng);
    if (entry ? write_entry(s, entry, depth - 1, rng, out) : write_leaf(s, sort, rng, out))
        return true;
    out->len = start;
    return false;
}

/* --- formulas --- */

static bool write_atom(snippets_t *s, rng_t *rng, strbuf_t *out) {
    const lexicon_entry_t *entry = draw_entry(s, 0, rng);
    bool bools = s->lexicon->sorts[0].symbols > 0;
    if (!entry || (bools && rng_one_in(rng, 8)))
        return write_leaf(s, 0, rng, out);
    return write_entry(s, entry, rng_one_in(rng, 4) ? 2 : 1, rng, out);
}

bool snippet_formula(snippets_t *s, rng_t *rng, strbuf_t *out) {
    static const struct {
        const char *head;
        uint32_t count;
    } shapes[] = {{"", 1}, {"(not ", 1}, {"(and ", 2}, {"(or ", 2}, {"(=> ", 2}, {"(xor ", 2}};
    size_t start = out->len;
    uint64_t shape = rng_below(rng, sizeof shapes / sizeof *shapes);
    strbuf_str(out, shapes[shape].head);
    bool ok = write_atom(s, rng, out);
    if (ok && shapes[shape].count == 2) {
        strbuf_char(out, ' ');
        ok = write_atom(s, rng, out);
    }
    if (ok && shape > 0)
        strbuf_char(out, ')');
    assert(!ok || out->len > start);
    if (!ok)
        out->len = start;
    return ok;
}
