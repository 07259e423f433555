/* core.c - mutants of an unsatisfiable seed that stay unsatisfiable, by a core of it.
 *
 * The dual of DIVER (ICSE'23): it finds what the authors say that DIVER cannot, bugs where a solver
 * says sat to what has no model. A seed has an unsatisfiable core: some assertions, and in them
 * loose spots that do not matter (seed.h, learn.h). Outside of it anything may become anything:
 * terms, formulas, whole assertions are replaced, negated, dropped and added. What is inside only
 * gets stronger, as sparrow makes unsatisfiable seeds.
 *
 * Why the mutant is unsatisfiable: let G be the core with true in its positive loose spots and
 * false in the negative ones. G is what solvers called unsatisfiable. The mutant's assertions imply
 * those of the core with something else in the loose spots, and that implies G. Values that the
 * standard leaves open, such as (/ x 0), change nothing in this. */
#include "base/bug.h"
#include "mutate/engine/compat.h"
#include "mutate/engine/strategy_priv.h"
#include "mutate/sparrow/snippet.h"
#include "smt/edit/logic.h"

#include <string.h>

enum { TRIES = 8, DEEPEST = 2 };

static const char assert_head[] = "(assert ";
static const char assert_tail[] = ")\n";

typedef struct prepared {
    logic_t logic;
    lexicon_t lexicon;
    u32_vec_t assertions; /* spots: assertions that are not in the core */
    u32_vec_t formulas;   /* these and the loose spots: what may become any formula */
    u32_vec_t terms;      /* spots below those: what may become any term of its sort */
    uint32_t names_end;   /* nothing changes in the text up to here: find_names_end */
    bool sparrow_takes;   /* the core can be made stronger */
} prepared_t;

typedef struct core {
    snippets_t snippets;
    strategy_t *sparrow;     /* on the same seeds */
    VEC(prepared_t *) seeds; /* by number */
    strbuf_t text;
} core_t;

/* --- opening --- */

static bool core_open(strategy_t *strategy, diag_list_t *diags) {
    mem_t *mem = strategy->mem;
    core_t *core = mem_zalloc(mem, 1, sizeof *core);
    strategy->state = core;
    snippets_init(&core->snippets, strategy->bank, mem);
    strbuf_init(&core->text, mem);
    strategy_options_t options = strategy->options;
    options.steps = 1;
    options.cnf = false; /* clauses are another text than the seed's */
    core->sparrow = strategy_open(STRATEGY_SPARROW, strategy->seeds, &options, mem, diags);
    return core->sparrow != NULL;
}

static void free_prepared(strategy_t *strategy, prepared_t *prepared) {
    core_t *core = strategy->state;
    if (!prepared)
        return;
    lexicon_free(&core->snippets, &prepared->lexicon);
    vec_free(strategy->mem, &prepared->assertions);
    vec_free(strategy->mem, &prepared->formulas);
    vec_free(strategy->mem, &prepared->terms);
    mem_free(strategy->mem, prepared);
}

static void core_forget(strategy_t *strategy) {
    core_t *core = strategy->state;
    for (uint32_t i = 0; i < core->seeds.len; i++)
        free_prepared(strategy, core->seeds.data[i]);
    core->seeds.len = 0;
    strategy_forget(core->sparrow);
}

static void core_close(strategy_t *strategy) {
    core_t *core = strategy->state;
    for (uint32_t i = 0; i < core->seeds.len; i++)
        free_prepared(strategy, core->seeds.data[i]);
    vec_free(strategy->mem, &core->seeds);
    strategy_close(core->sparrow);
    snippets_done(&core->snippets);
    strbuf_done(&core->text);
    mem_free(strategy->mem, core);
}

/* --- once per seed --- */

/* What may come in: what the logic has, but no new quantifiers. */
static logic_t logic_of(const strategy_t *strategy, const seed_t *seed) {
    logic_t has = logic_infer(&seed->script);
    if (seed->logic == SYM_NONE)
        return (LOGIC_ALL & ~(logic_t)LOGIC_QUANT) | has;
    return logic_join(logic_parse(symbol_text(&strategy->bank->symbols, seed->logic)), has);
}

/* Names of terms, (! t :named n), that are used. What is below one stands elsewhere, too, perhaps
 * in the core; what has one in it must stay, once; and a formula that is drawn may use the name
 * only after it. So nothing changes up to the end of the last one. */
static uint32_t find_names_end(const strategy_t *strategy, const seed_t *seed) {
    uint32_t end = 0;
    if (!seed_uses_names(strategy->bank, seed))
        return 0;
    for (uint32_t i = 0; i < seed->spots.len; i++)
        if (seed_gives_name(strategy->bank, seed->spots.data[i].term) &&
            seed->spots.data[i].end > end)
            end = seed->spots.data[i].end;
    return end;
}

/* Whether something drawn may stand there: snippet_enter says where not. */
static bool can_enter(const prepared_t *prepared, const seed_t *seed, uint32_t spot) {
    return seed->spots.data[spot].scope == SPOT_NONE || !prepared->lexicon.hidden;
}

/* Everything from this spot down is free. */
static void add_free(strategy_t *strategy, prepared_t *prepared, const seed_t *seed, uint32_t top,
                     bool whole) {
    const bank_t *bank = strategy->bank;
    mem_t *mem = strategy->mem;
    assert(term_sort(bank, seed->spots.data[top].term) == SORT_BOOL);
    assert(!whole || seed->spots.data[top].parent == SPOT_NONE);
    if (seed->spots.data[top].start < prepared->names_end || !can_enter(prepared, seed, top))
        return;
    *vec_push(mem, &prepared->formulas) = top;
    if (whole)
        *vec_push(mem, &prepared->assertions) = top;
    for (uint32_t i = top + 1; i < seed->spots.data[top].after; i++) {
        sort_t sort = term_sort(bank, seed->spots.data[i].term);
        op_t above = term_op(bank, seed->spots.data[seed->spots.data[i].parent].term);
        if (lexicon_sort(&prepared->lexicon, sort) != LEXICON_NONE &&
            compat_takes_any_term(bank, seed, i) && compat_spot_stays_in_logic(bank, seed, i) &&
            above != OP_CONST_ARRAY && /* cvc5 wants a value there */
            can_enter(prepared, seed, i))
            *vec_push(mem, &prepared->terms) = i;
    }
}

static prepared_t *prepare(strategy_t *strategy, const seed_t *seed) {
    core_t *core = strategy->state;
    mem_t *mem = strategy->mem;
    while (core->seeds.len <= seed->number)
        *vec_push(mem, &core->seeds) = NULL;
    prepared_t *prepared = core->seeds.data[seed->number];
    if (prepared)
        return prepared;
    prepared = mem_zalloc(mem, 1, sizeof *prepared);
    core->seeds.data[seed->number] = prepared;
    strbuf_init(&prepared->lexicon.text, mem);
    prepared->logic = logic_of(strategy, seed);
    lexicon_make(&core->snippets, seed, prepared->logic, &prepared->lexicon);
    prepared->names_end = find_names_end(strategy, seed);
    uint32_t next = 0; /* in the core */
    for (uint32_t i = 0; i < seed->roots.len; i++) {
        if (next < seed->core.len && seed->core.data[next] == i)
            next++;
        else
            add_free(strategy, prepared, seed, seed->roots.data[i], true);
    }
    assert(next == seed->core.len); /* its places are ascending, and all there */
    for (uint32_t i = 0; i < seed->loose.len; i++)
        add_free(strategy, prepared, seed, seed->loose.data[i], false);
    const char *why;
    prepared->sparrow_takes =
        prepared->names_end == 0 && strategy_takes(core->sparrow, seed, NULL, &why);
    return prepared;
}

static bool core_takes(strategy_t *strategy, const seed_t *first, const seed_t *second,
                       const char **why) {
    (void)second;
    *why = "no unsatisfiable core of it is known";
    if (first->core.len == 0)
        return false;
    prepare(strategy, first);
    return true;
}

/* --- changes --- */

static void add_spot(const seed_t *seed, uint32_t spot, strbuf_t *out) {
    const spot_t *row = &seed->spots.data[spot];
    strbuf_add(out, seed->text + row->start, row->end - row->start);
}

/* The bytes of an assertion, its line as a whole. */
static uint32_t line_start(const seed_t *seed, uint32_t root) {
    uint32_t start = seed->spots.data[root].start - (uint32_t)(sizeof assert_head - 1);
    assert(memcmp(seed->text + start, assert_head, sizeof assert_head - 1) == 0);
    return start;
}

static uint32_t line_end(const seed_t *seed, uint32_t root) {
    uint32_t end = seed->spots.data[root].end + (uint32_t)(sizeof assert_tail - 1);
    assert(seed->text[end - 1] == '\n');
    return end;
}

static uint32_t draw(const u32_vec_t *list, rng_t *rng) {
    return list->data[rng_below(rng, list->len)];
}

/* Puts the text that was written in place of these bytes. */
static bool put_text(strategy_t *strategy, const seed_t *seed, uint32_t start, uint32_t end,
                     mutant_t *mutant) {
    const strbuf_t *text = &((core_t *)strategy->state)->text;
    if (text->len > (size_t)seed->len * strategy->options.max_growth)
        return strategy_reject(strategy, REJECT_SIZE);
    if (text->len == end - start && memcmp(text->data, seed->text + start, text->len) == 0)
        return strategy_reject(strategy, REJECT_SAME);
    return mutant_replace(mutant, 0, start, end, text->data, text->len) ||
           strategy_reject(strategy, REJECT_OVERLAP);
}

/* A formula that has nothing to do with the old one, its negation, or something of both. */
static bool write_formula(core_t *core, const seed_t *seed, uint32_t spot, rng_t *rng) {
    static const char *const heads[] = {"(and ", "(or ", "(=> ", "(xor ", "(= "};
    strbuf_t *out = &core->text;
    uint64_t shape = rng_below(rng, 8);
    if (shape == 0) {
        strbuf_str(out, "(not ");
        add_spot(seed, spot, out);
        strbuf_char(out, ')');
        return true;
    }
    if (shape < 5)
        return snippet_formula(&core->snippets, rng, out);
    strbuf_str(out, heads[rng_below(rng, sizeof heads / sizeof *heads)]);
    bool first = rng_one_in(rng, 2);
    if (first)
        add_spot(seed, spot, out);
    else if (!snippet_formula(&core->snippets, rng, out))
        return false;
    strbuf_char(out, ' ');
    if (!first)
        add_spot(seed, spot, out);
    else if (!snippet_formula(&core->snippets, rng, out))
        return false;
    strbuf_char(out, ')');
    return true;
}

/* A new assertion: of a drawn formula, or of one made from an old assertion. */
static bool add_assertion(strategy_t *strategy, const prepared_t *prepared, const seed_t *seed,
                          rng_t *rng, mutant_t *mutant) {
    core_t *core = strategy->state;
    uint32_t place = (uint32_t)rng_below(rng, seed->roots.len + 1);
    uint32_t at =
        place < seed->roots.len ? line_start(seed, seed->roots.data[place]) : seed->assertions_end;
    if (at < prepared->names_end)
        at = seed->assertions_end;
    uint32_t other = draw(&seed->roots, rng);
    bool named = (term_flags(strategy->bank, seed->spots.data[other].term) & TERM_HAS_ANNOT) != 0;
    strbuf_str(&core->text, assert_head);
    snippet_enter(&core->snippets, &prepared->lexicon, seed, other);
    if (!named && rng_one_in(rng, 4) ? !write_formula(core, seed, other, rng)
                                     : !snippet_formula(&core->snippets, rng, &core->text))
        return strategy_reject(strategy, REJECT_ARGUMENT);
    strbuf_str(&core->text, assert_tail);
    return put_text(strategy, seed, at, at, mutant);
}

static bool change_formula(strategy_t *strategy, const prepared_t *prepared, const seed_t *seed,
                           rng_t *rng, mutant_t *mutant) {
    core_t *core = strategy->state;
    uint32_t spot = draw(&prepared->formulas, rng);
    snippet_enter(&core->snippets, &prepared->lexicon, seed, spot);
    if (!write_formula(core, seed, spot, rng))
        return strategy_reject(strategy, REJECT_ARGUMENT);
    return put_text(strategy, seed, seed->spots.data[spot].start, seed->spots.data[spot].end,
                    mutant);
}

static bool change_term(strategy_t *strategy, const prepared_t *prepared, const seed_t *seed,
                        rng_t *rng, mutant_t *mutant) {
    core_t *core = strategy->state;
    uint32_t spot = draw(&prepared->terms, rng);
    sort_t sort = term_sort(strategy->bank, seed->spots.data[spot].term);
    assert(lexicon_sort(&prepared->lexicon, sort) != LEXICON_NONE);
    snippet_enter(&core->snippets, &prepared->lexicon, seed, spot);
    bool ok = sort == SORT_BOOL
                  ? write_formula(core, seed, spot, rng)
                  : snippet_term(&core->snippets, lexicon_sort(&prepared->lexicon, sort), DEEPEST,
                                 rng, &core->text);
    if (!ok)
        return strategy_reject(strategy, REJECT_ARGUMENT);
    return put_text(strategy, seed, seed->spots.data[spot].start, seed->spots.data[spot].end,
                    mutant);
}

static bool drop_assertion(strategy_t *strategy, const prepared_t *prepared, const seed_t *seed,
                           rng_t *rng, mutant_t *mutant) {
    uint32_t spot = draw(&prepared->assertions, rng);
    return put_text(strategy, seed, line_start(seed, spot), line_end(seed, spot), mutant);
}

/* One change, or false. */
static bool change(strategy_t *strategy, const prepared_t *prepared, const seed_t *seed, rng_t *rng,
                   mutant_t *mutant) {
    core_t *core = strategy->state;
    strbuf_clear(&core->text);
    strategy_try(strategy);
    bool ok;
    uint64_t kind = rng_below(rng, 16);
    if (kind < 8 && prepared->terms.len > 0)
        ok = change_term(strategy, prepared, seed, rng, mutant);
    else if (kind < 11 && prepared->formulas.len > 0)
        ok = change_formula(strategy, prepared, seed, rng, mutant);
    else if (kind < 12 && prepared->assertions.len > 0)
        ok = drop_assertion(strategy, prepared, seed, rng, mutant);
    else if (kind < 14 || !prepared->sparrow_takes)
        ok = add_assertion(strategy, prepared, seed, rng, mutant);
    else
        ok = sparrow_functions.make(core->sparrow, seed, NULL, rng, mutant) ||
             strategy_reject(strategy, REJECT_OPERATOR);
    if (ok)
        strategy_accept(strategy);
    return ok;
}

static bool core_make(strategy_t *strategy, const seed_t *first, const seed_t *second, rng_t *rng,
                      mutant_t *mutant) {
    (void)second;
    if (first->core.len == 0)
        return false;
    const prepared_t *prepared = prepare(strategy, first);
    uint32_t steps = strategy_steps(strategy, rng);
    uint32_t made = 0;
    for (uint32_t tries = 0; tries < TRIES * steps && made < steps; tries++)
        made += change(strategy, prepared, first, rng, mutant);
    mutant->claim = CLAIM_UNSAT;
    mutant->reason = "the assertions of an unsatisfiable core are there, or stronger ones";
    return made > 0;
}

/* --- the mutant's own core --- */

/* By how many assertions there are more before this byte of the seed's text; negative: fewer. */
static int64_t shift_before(const mutant_t *mutant, uint32_t byte) {
    int64_t shift = 0;
    for (uint32_t i = 0; i < mutant->edits.len; i++) {
        const edit_t *edit = &mutant->edits.data[i];
        if (edit->start > byte)
            break;
        shift += edit->start == edit->end;
        shift -= edit->len == 0 && edit->start < byte;
    }
    return shift;
}

static bool core_places(strategy_t *strategy, const mutant_t *mutant, u32_vec_t *places) {
    const seed_t *seed = mutant->seeds[0];
    places->len = 0;
    for (uint32_t i = 0; i < seed->core.len; i++) {
        uint32_t root = seed->roots.data[seed->core.data[i]];
        int64_t place = seed->core.data[i] + shift_before(mutant, line_start(seed, root));
        assert(place >= (i > 0 ? (int64_t)vec_last(places) + 1 : 0));
        *vec_push(strategy->mem, places) = (uint32_t)place;
    }
    return true;
}

const strategy_functions_t core_functions = {.open = core_open,
                                             .close = core_close,
                                             .takes = core_takes,
                                             .make = core_make,
                                             .core = core_places,
                                             .forget = core_forget};
