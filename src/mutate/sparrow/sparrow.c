/* Skeletal Approximation Enumeration (Yao, Huang, Tang, Shi, Wu, Zhang: "Skeletal Approximation
 * Enumeration for SMT Solver Testing", ESEC/FSE 2021).
 *
 * A satisfiable formula stays satisfiable when it gets weaker, an unsatisfiable one unsatisfiable
 * when it gets stronger (Theorem 3.1). So some of its literals are replaced by weaker or stronger
 * ones, by rules (predicate symbol transformation, section 4.2.1; approx.h) or by joining them with
 * a random formula (live predicate injection, section 4.2.2; snippet.h).
 *
 * Changed from the paper:
 *   - Where a literal can change is found on the formula itself (polarity.h). With the option cnf
 *     it is put into clauses first, as in the paper (clauses.h).
 *   - Rules are data and proved. A negation above a literal turns the direction round (Proposition
 *     4.2); the opposite predicate is a rule of its own where it is right.
 *   - Rules and snippets are for all theories, and whole formulas change like literals. */
#include "base/bug.h"
#include "mutate/engine/polarity.h"
#include "mutate/engine/strategy_priv.h"
#include "mutate/sparrow/approx.h"
#include "mutate/sparrow/clauses.h"
#include "mutate/sparrow/snippet.h"
#include "smt/edit/logic.h"
#include "smt/print/print.h"

#include <string.h>

enum { MOST_LITERALS = 5, LONGEST = 4096, TRIES = 8, OTHER_CONSTRUCTORS = 4, FEW_CHOICES = 150 };

/* A rule that fits a spot. */
typedef struct rule_choice {
    uint32_t result; /* in prepared->results */
    uint16_t weight;
    bool swapped;
} rule_choice_t;

/* A spot that can change. */
typedef struct place {
    uint32_t spot;
    uint32_t first, count; /* in prepared->choices */
    uint32_t weight;       /* the sum of theirs */
    approx_direction_t direction;
} place_t;

/* The result of a rule for some sorts. */
typedef struct rule_result {
    uint32_t use;
    approx_match_t match; /* what of it does not depend on the spot */
    uint32_t chunk, chunks;
    uint8_t sorts[APPROX_TERMS]; /* in the lexicon: of the terms that are drawn */
    const approx_pool_t *pool;
} rule_result_t;

typedef struct prepared {
    const seed_t *seed;  /* the one whose text is changed: itself, or its clauses */
    const char *refusal; /* why it is not used, or NULL */
    status_t status;
    logic_t logic;
    lexicon_t lexicon;
    VEC(place_t) places;  /* atoms, then other formulas */
    uint32_t atoms;       /* how many of them are atoms */
    uint32_t rule_one_in; /* of this many changes one is by a rule, the others by snippets */
    VEC(rule_choice_t) choices;
    VEC(rule_result_t) results;
    struct {
        uint32_t first, count, weight;
    } any[APPROX_DIRECTIONS]; /* in choices: rules for any formula */
    approx_chunk_vec_t chunks;
    strbuf_t text;               /* of the chunks */
    char prefix[CLAUSES_PREFIX]; /* of new names */
    u32_vec_t named;      /* by spot: how many spots before it give names; empty: none does */
    strbuf_t definitions; /* of the names in clauses */
} prepared_t;

typedef struct sparrow {
    approxes_t rules;
    snippets_t snippets;
    VEC(prepared_t *) seeds; /* by number */
    strbuf_t text;           /* of the spot at work */
    strbuf_t drawn;          /* terms in it that are new */
    struct {
        uint32_t start, len;
    } terms[APPROX_TERMS]; /* in drawn */
    clauses_t clauses;
    seeds_t texts;      /* seeds as clauses */
    const seed_t *last; /* whose mutant the last one was */
    const prepared_t *last_prepared;
    bool opaque; /* the last mutant has a quantifier more: its model may not show that it holds */
} sparrow_t;

/* --- opening --- */

static bool open_sparrow(strategy_t *strategy, diag_list_t *diags) {
    mem_t *mem = strategy->mem;
    sparrow_t *sparrow = mem_zalloc(mem, 1, sizeof *sparrow);
    strategy->state = sparrow;
    approx_init(&sparrow->rules, mem);
    snippets_init(&sparrow->snippets, strategy->bank, mem);
    clauses_init(&sparrow->clauses, strategy->bank, mem);
    seeds_init(&sparrow->texts, strategy->bank, mem);
    strbuf_init(&sparrow->text, mem);
    strbuf_init(&sparrow->drawn, mem);
    approx_embedded(&sparrow->rules);
    return !strategy->options.rules_text ||
           approx_read(&sparrow->rules, strategy->options.rules_text, strategy->options.rules_len,
                       true, diags);
}

static void free_prepared(strategy_t *strategy, prepared_t *prepared) {
    mem_t *mem = strategy->mem;
    sparrow_t *sparrow = strategy->state;
    if (!prepared)
        return;
    lexicon_free(&sparrow->snippets, &prepared->lexicon);
    vec_free(mem, &prepared->places);
    vec_free(mem, &prepared->choices);
    vec_free(mem, &prepared->results);
    vec_free(mem, &prepared->chunks);
    vec_free(mem, &prepared->named);
    strbuf_done(&prepared->text);
    strbuf_done(&prepared->definitions);
    mem_free(mem, prepared);
}

static void forget_sparrow(strategy_t *strategy) {
    sparrow_t *sparrow = strategy->state;
    for (uint32_t i = 0; i < sparrow->seeds.len; i++)
        free_prepared(strategy, sparrow->seeds.data[i]);
    sparrow->seeds.len = 0;
    sparrow->last = NULL;
    seeds_done(&sparrow->texts);
    seeds_init(&sparrow->texts, strategy->bank, strategy->mem);
}

static void close_sparrow(strategy_t *strategy) {
    sparrow_t *sparrow = strategy->state;
    forget_sparrow(strategy);
    vec_free(strategy->mem, &sparrow->seeds);
    strbuf_done(&sparrow->text);
    strbuf_done(&sparrow->drawn);
    snippets_done(&sparrow->snippets);
    clauses_done(&sparrow->clauses);
    seeds_done(&sparrow->texts);
    approx_done(&sparrow->rules);
    mem_free(strategy->mem, sparrow);
}

/* --- which rules fit a spot --- */

/* What the seed may have in it: what its logic says, and what it has. Without a logic that says so,
 * only formulas that have quantifiers get more of them. Arithmetic that the logic does not speak of
 * is linear. */
static logic_t logic_of(const strategy_t *strategy, const seed_t *seed) {
    static const struct {
        theory_t theory;
        logic_t logic;
    } theories[] = {{THEORY_BV, LOGIC_BV},          {THEORY_FP, LOGIC_FP},
                    {THEORY_ARRAYS, LOGIC_ARRAYS},  {THEORY_STRINGS, LOGIC_STRINGS},
                    {THEORY_DATATYPES, LOGIC_DT},   {THEORY_SETS, LOGIC_SETS},
                    {THEORY_SEQ, LOGIC_OTHER},      {THEORY_TRANS, LOGIC_TRANS},
                    {THEORY_ARRAYS_X, LOGIC_ARRAYS}};
    logic_t logic = LOGIC_ALL;
    if (seed->logic != SYM_NONE)
        logic = logic_parse(symbol_text(&strategy->bank->symbols, seed->logic));
    if (logic_contains(logic, LOGIC_ALL))
        logic &= ~(logic_t)LOGIC_QUANT;
    if (seed->quantified)
        logic |= LOGIC_QUANT;
    for (uint32_t i = 0; i < sizeof theories / sizeof *theories; i++)
        if (seed->theories >> theories[i].theory & 1)
            logic |= theories[i].logic;
    uint32_t arithmetic = 1u << THEORY_INTS | 1u << THEORY_REALS | 1u << THEORY_ARITH;
    if ((logic & (LOGIC_INT | LOGIC_REAL)) || !(seed->theories & arithmetic))
        return logic;
    for (uint32_t i = 0; i < seed->sorts.len; i++)
        logic |= seed->sorts.data[i] == SORT_INT    ? LOGIC_INT | LOGIC_LINEAR
                 : seed->sorts.data[i] == SORT_REAL ? LOGIC_REAL | LOGIC_LINEAR
                                                    : 0;
    return logic;
}

static bool logic_takes(const prepared_t *prepared, const approx_use_t *use) {
    bool numbers = (prepared->logic & (LOGIC_INT | LOGIC_REAL)) != 0;
    if (numbers && !(prepared->logic & LOGIC_LINEAR) && !use->differences)
        return false;
    return logic_contains(prepared->logic, use->needs);
}

/* The place in the lexicon of a sort that the rule's term has. */
static uint8_t place_sort(const sparrow_t *sparrow, const prepared_t *prepared,
                          const approx_rule_t *rule, uint32_t code, const approx_match_t *match) {
    for (uint32_t i = 0; i < prepared->lexicon.sort_count; i++) {
        approx_match_t trial = *match;
        if (approx_sort_fits(&sparrow->rules, rule, code, sparrow->snippets.bank,
                             prepared->lexicon.sorts[i].sort, &trial))
            return (uint8_t)i;
    }
    return LEXICON_NONE;
}

static bool same_match(const approx_match_t *a, const approx_match_t *b) {
    if (a->bound != b->bound || a->data != b->data ||
        memcmp(a->constructors, b->constructors, sizeof a->constructors) != 0)
        return false;
    for (uint32_t i = 0; i < RULE_VARIABLES; i++)
        if ((a->bound >> i & 1) && a->values[i] != b->values[i])
            return false;
    return true;
}

/* Makes the result for the sorts of the match, or finds it; UINT32_MAX when it cannot be used. */
static uint32_t result_of(strategy_t *strategy, prepared_t *prepared, uint32_t number,
                          const approx_match_t *match) {
    sparrow_t *sparrow = strategy->state;
    const approx_use_t *use = &sparrow->rules.uses.data[number];
    const approx_rule_t *rule = &sparrow->rules.rows.data[use->rule];
    for (uint32_t i = 0; i < prepared->results.len; i++) {
        const rule_result_t *result = &prepared->results.data[i];
        if (result->use == number && same_match(&result->match, match))
            return result->chunks > 0 ? i : UINT32_MAX;
    }
    rule_result_t *result = vec_push(strategy->mem, &prepared->results);
    *result = (rule_result_t){.use = number, .match = *match, .chunk = prepared->chunks.len};
    for (uint32_t i = 0; i < rule->term_count; i++) {
        if (!(use->drawn >> i & 1))
            continue;
        result->sorts[i] = place_sort(sparrow, prepared, rule, rule->terms[i].code, match);
        if (result->sorts[i] == LEXICON_NONE)
            return UINT32_MAX;
    }
    if (use->literals) {
        result->pool = approx_pool(&sparrow->rules, use->rule, strategy->bank, match);
        if (!result->pool)
            return UINT32_MAX;
    }
    approx_resolve(&sparrow->rules, use, strategy->bank, match, prepared->prefix, &prepared->text,
                   &prepared->chunks);
    assert(result == &vec_last(&prepared->results)); /* nothing was added meanwhile */
    result->chunks = prepared->chunks.len - result->chunk;
    assert(result->chunks > 0); /* 0 says that it cannot be used */
    return prepared->results.len - 1;
}

static uint32_t add_choice(strategy_t *strategy, prepared_t *prepared, uint32_t number,
                           const approx_match_t *match, bool swapped) {
    const sparrow_t *sparrow = strategy->state;
    uint32_t result = result_of(strategy, prepared, number, match);
    if (result == UINT32_MAX)
        return 0;
    uint32_t weight = sparrow->rules.uses.data[number].weight;
    assert(weight > 0 && weight <= UINT16_MAX); /* a use without weight is not compiled */
    *vec_push(strategy->mem, &prepared->choices) =
        (rule_choice_t){.result = result, .weight = (uint16_t)weight, .swapped = swapped};
    return weight;
}

/* Adds the use where it fits the spot; the sum of the weights of what was added. */
static uint32_t try_use(strategy_t *strategy, prepared_t *prepared, uint32_t number,
                        uint32_t spot) {
    const sparrow_t *sparrow = strategy->state;
    const approx_use_t *use = &sparrow->rules.uses.data[number];
    approx_match_t match;
    uint32_t weight = 0;
    if (!logic_takes(prepared, use))
        return 0;
    for (uint32_t swapped = 0; swapped < (use->swaps ? 2 : 1); swapped++) {
        if (!approx_match(&sparrow->rules, use, strategy->bank, prepared->seed, spot, swapped == 1,
                          &match))
            continue;
        if (!use->constructors) {
            weight += add_choice(strategy, prepared, number, &match, swapped == 1);
            continue;
        }
        for (uint32_t k = 0; k < OTHER_CONSTRUCTORS; k++) {
            approx_match_t other = match;
            if (!approx_other_constructors(&sparrow->rules, use, strategy->bank, k, &other))
                break;
            weight += add_choice(strategy, prepared, number, &other, swapped == 1);
        }
    }
    return weight;
}

/* A tester in the older spelling has the root of the newer one. */
static op_t root_of(const bank_t *bank, term_t term) {
    uint32_t count;
    op_t op = term_op(bank, term);
    if (op == OP_APP && fun_row(bank, term_head(bank, term, &count)[0])->kind == FUN_TESTER)
        return OP_IS;
    return op;
}

/* Whether something below the spot is named. */
static bool has_name(const prepared_t *prepared, uint32_t spot) {
    if (prepared->named.len == 0)
        return false;
    assert(prepared->named.len == prepared->seed->spots.len + 1);
    uint32_t after = prepared->seed->spots.data[spot].after;
    return prepared->named.data[after] > prepared->named.data[spot];
}

static void add_place(strategy_t *strategy, prepared_t *prepared, const monotone_t *monotone) {
    const sparrow_t *sparrow = strategy->state;
    const spot_t *spot = &prepared->seed->spots.data[monotone->spot];
    assert(prepared->status == STATUS_SAT || prepared->status == STATUS_UNSAT);
    assert(term_sort(strategy->bank, spot->term) == SORT_BOOL);
    bool over = (prepared->status == STATUS_SAT) != monotone->negative;
    place_t place = {.spot = monotone->spot,
                     .first = prepared->choices.len,
                     .direction = over ? APPROX_OVER : APPROX_UNDER};
    /* A name that is given in it may be used elsewhere: it has to stay there, once. */
    if (!has_name(prepared, monotone->spot)) {
        uint32_t count;
        op_t root = root_of(strategy->bank, spot->term);
        const uint32_t *uses = approx_uses(&sparrow->rules, root, place.direction, &count);
        for (uint32_t i = 0; i < count; i++)
            place.weight += try_use(strategy, prepared, uses[i], monotone->spot);
    }
    place.count = prepared->choices.len - place.first;
    assert((place.count > 0) == (place.weight > 0));
    *vec_push(strategy->mem, &prepared->places) = place;
}

/* --- once per seed --- */

static void count_names(strategy_t *strategy, prepared_t *prepared) {
    const seed_t *seed = prepared->seed;
    uint32_t count = 0;
    for (uint32_t i = 0; i < seed->spots.len; i++) {
        *vec_push(strategy->mem, &prepared->named) = count;
        count += seed_gives_name(strategy->bank, seed->spots.data[i].term);
    }
    *vec_push(strategy->mem, &prepared->named) = count;
    if (count == 0)
        prepared->named.len = 0;
}

/* Rules that take any formula. */
static void add_any(strategy_t *strategy, prepared_t *prepared, uint32_t spot) {
    const sparrow_t *sparrow = strategy->state;
    for (uint32_t direction = 0; direction < APPROX_DIRECTIONS; direction++) {
        uint32_t count;
        const uint32_t *uses =
            approx_uses(&sparrow->rules, OP_NONE, (approx_direction_t)direction, &count);
        prepared->any[direction].first = prepared->choices.len;
        for (uint32_t i = 0; i < count; i++)
            prepared->any[direction].weight += try_use(strategy, prepared, uses[i], spot);
        prepared->any[direction].count = prepared->choices.len - prepared->any[direction].first;
    }
}

/* Short, and where all names mean what they mean outside. */
static bool may_change(const prepared_t *prepared, uint32_t spot) {
    const spot_t *row = &prepared->seed->spots.data[spot];
    return row->end - row->start <= LONGEST &&
           (row->scope == SPOT_NONE || !prepared->lexicon.hidden);
}

static void add_places(strategy_t *strategy, prepared_t *prepared) {
    monotone_vec_t monotone = {0};
    polarity_monotone(strategy->bank, prepared->seed, strategy->mem, &monotone);
    for (uint32_t forms = 0; forms < 2; forms++) {
        for (uint32_t i = 0; i < monotone.len; i++)
            if (monotone.data[i].atom == (forms == 0) &&
                may_change(prepared, monotone.data[i].spot))
                add_place(strategy, prepared, &monotone.data[i]);
        if (forms == 0)
            prepared->atoms = prepared->places.len;
    }
    /* Few rules that fit: the same mutants would come again and again. */
    prepared->rule_one_in = prepared->choices.len < FEW_CHOICES ? 4 : 2;
    if (prepared->places.len > 0)
        add_any(strategy, prepared, prepared->places.data[0].spot);
    vec_free(strategy->mem, &monotone);
}

/* The seed's clauses as a seed. */
static bool use_clauses(strategy_t *strategy, prepared_t *prepared) {
    sparrow_t *sparrow = strategy->state;
    const seed_t *seed = prepared->seed;
    if (!clauses_make(&sparrow->clauses, seed, &prepared->refusal))
        return false;
    diag_list_t diags;
    diag_init(&diags, strategy->mem);
    prepared->seed = seed_add(&sparrow->texts, seed->name, sparrow->clauses.text.data,
                              sparrow->clauses.text.len, &diags);
    prepared->refusal = prepared->seed ? NULL : "its clauses cannot be read back";
    diag_done(&diags);
    strbuf_add(&prepared->definitions, sparrow->clauses.definitions.data,
               sparrow->clauses.definitions.len);
    return prepared->seed != NULL;
}

static void fill(strategy_t *strategy, prepared_t *prepared) {
    sparrow_t *sparrow = strategy->state;
    prepared->refusal = prepared->status == STATUS_UNKNOWN ? "its status is not known" : NULL;
    if (prepared->refusal || (strategy->options.cnf && !use_clauses(strategy, prepared)))
        return;
    prepared->logic = logic_of(strategy, prepared->seed);
    lexicon_make(&sparrow->snippets, prepared->seed, prepared->logic, &prepared->lexicon);
    clauses_find_prefix(prepared->seed, 'v', prepared->prefix);
    count_names(strategy, prepared);
    add_places(strategy, prepared);
    if (prepared->places.len == 0)
        prepared->refusal = "no formula in it may be made weaker or stronger";
}

static prepared_t *prepare(strategy_t *strategy, const seed_t *seed) {
    sparrow_t *sparrow = strategy->state;
    mem_t *mem = strategy->mem;
    while (sparrow->seeds.len <= seed->number)
        *vec_push(mem, &sparrow->seeds) = NULL;
    prepared_t *prepared = sparrow->seeds.data[seed->number];
    if (prepared && prepared->status == seed->status)
        return prepared;
    free_prepared(strategy, prepared);
    prepared = mem_zalloc(mem, 1, sizeof *prepared);
    sparrow->seeds.data[seed->number] = prepared;
    prepared->seed = seed;
    prepared->status = seed->status;
    strbuf_init(&prepared->text, mem);
    strbuf_reserve(&prepared->text, 1); /* there is a place, though nothing may be there */
    strbuf_init(&prepared->definitions, mem);
    strbuf_init(&prepared->lexicon.text, mem);
    phase_t before = strategy_enter(strategy, PHASE_PREPARE);
    fill(strategy, prepared);
    strategy_enter(strategy, before);
    assert(prepared->refusal || prepared->places.len > 0);
    return prepared;
}

static bool takes_sparrow(strategy_t *strategy, const seed_t *first, const seed_t *second,
                          const char **why) {
    (void)second;
    *why = prepare(strategy, first)->refusal;
    return *why == NULL;
}

/* --- a literal by a rule --- */

static void add_spot_text(const seed_t *seed, uint32_t spot, strbuf_t *out) {
    assert(spot < seed->spots.len);
    const spot_t *row = &seed->spots.data[spot];
    assert(row->start <= row->end && row->end <= seed->len);
    strbuf_add(out, seed->text + row->start, row->end - row->start);
}

/* (let ((x T) ...) for the variables of a quantifier, with terms that are drawn. */
static bool draw_instance(strategy_t *strategy, const prepared_t *prepared, uint32_t quant,
                          rng_t *rng) {
    sparrow_t *sparrow = strategy->state;
    const bank_t *bank = strategy->bank;
    uint32_t count;
    assert(quant < prepared->seed->spots.len); /* the pattern has the quantifier */
    const term_t *bound = term_bound(bank, prepared->seed->spots.data[quant].term, &count);
    strbuf_str(&sparrow->drawn, "(let (");
    for (uint32_t i = 0; i < count; i++) {
        uint32_t words;
        uint32_t sort = lexicon_sort(&prepared->lexicon, term_sort(bank, bound[i]));
        strbuf_str(&sparrow->drawn, i > 0 ? " (" : "(");
        print_symbol(bank, term_head(bank, bound[i], &words)[0], &sparrow->drawn);
        strbuf_char(&sparrow->drawn, ' ');
        if (sort == LEXICON_NONE ||
            !snippet_term(&sparrow->snippets, sort, 1, rng, &sparrow->drawn))
            return false;
        strbuf_char(&sparrow->drawn, ')');
    }
    strbuf_str(&sparrow->drawn, ") ");
    return true;
}

/* Draws the terms that the result has and the pattern has not, each once. */
static bool draw_terms(strategy_t *strategy, const prepared_t *prepared,
                       const rule_result_t *result, const approx_match_t *match, rng_t *rng) {
    sparrow_t *sparrow = strategy->state;
    const approx_use_t *use = &sparrow->rules.uses.data[result->use];
    uint32_t wanted = use->drawn | use->instances;
    assert((use->drawn & use->instances) == 0 && wanted >> APPROX_TERMS == 0);
    strbuf_clear(&sparrow->drawn);
    for (uint32_t i = 0; wanted >> i != 0; i++) {
        if (!(wanted >> i & 1))
            continue;
        sparrow->terms[i].start = (uint32_t)sparrow->drawn.len;
        if (use->instances >> i & 1
                ? !draw_instance(strategy, prepared, match->quant, rng)
                : !snippet_term(&sparrow->snippets, result->sorts[i], 1, rng, &sparrow->drawn))
            return false;
        sparrow->terms[i].len = (uint32_t)sparrow->drawn.len - sparrow->terms[i].start;
    }
    return true;
}

static void add_drawn(sparrow_t *sparrow, uint32_t term) {
    assert(sparrow->terms[term].start + sparrow->terms[term].len <= sparrow->drawn.len);
    strbuf_add(&sparrow->text, sparrow->drawn.data + sparrow->terms[term].start,
               sparrow->terms[term].len);
}

static void fill_hole(sparrow_t *sparrow, const prepared_t *prepared, const rule_result_t *result,
                      const approx_match_t *match, const approx_chunk_t *chunk, uint64_t draw) {
    const seed_t *seed = prepared->seed;
    strbuf_t *out = &sparrow->text;
    switch (chunk->hole) {
    case PIECE_TERM:
        assert(chunk->number < APPROX_TERMS);
        if (match->spots[chunk->number] == SPOT_NONE)
            add_drawn(sparrow, chunk->number);
        else
            add_spot_text(seed, match->spots[chunk->number], out);
        break;
    case PIECE_LITERAL: {
        const approx_pool_t *pool = result->pool;
        assert(pool && draw < pool->draws && chunk->number < pool->count); /* see result_of() */
        const slice_t *text = &pool->literals[draw * pool->count + chunk->number];
        strbuf_add(out, text->data, text->len);
        break;
    }
    case PIECE_BINDERS: { /* between "(forall " and the body */
        enum { HEAD = sizeof "(forall " - 1 };
        assert(match->quant < match->body && match->body < seed->spots.len);
        uint32_t start = seed->spots.data[match->quant].start + HEAD;
        assert(start < seed->spots.data[match->quant + 1].start);
        strbuf_add(out, seed->text + start, seed->spots.data[match->quant + 1].start - 1 - start);
        break;
    }
    case PIECE_BODY:
        add_spot_text(seed, match->body, out);
        break;
    case PIECE_INSTANCE:
        add_drawn(sparrow, chunk->number);
        add_spot_text(seed, match->body, out);
        strbuf_char(out, ')');
        break;
    default:
        assert(chunk->hole == PIECE_TEXT); /* all others are in the text already */
        break;
    }
}

static const rule_choice_t *draw_choice(const prepared_t *prepared, uint32_t first, uint32_t weight,
                                        rng_t *rng) {
    uint64_t k = rng_below(rng, weight);
    const rule_choice_t *choice = &prepared->choices.data[first];
    for (; k >= choice->weight; choice++)
        k -= choice->weight;
    assert(choice < prepared->choices.data + prepared->choices.len);
    return choice;
}

static bool write_rule(strategy_t *strategy, const prepared_t *prepared, const place_t *place,
                       rng_t *rng) {
    enum { ANY_FORMULA = 8 };
    sparrow_t *sparrow = strategy->state;
    bool any = place->count == 0 || rng_one_in(rng, ANY_FORMULA);
    uint32_t weight = any ? prepared->any[place->direction].weight : place->weight;
    uint32_t first = any ? prepared->any[place->direction].first : place->first;
    if (weight == 0 || (any && has_name(prepared, place->spot)))
        return strategy_reject(strategy, REJECT_OPERATOR);
    const rule_choice_t *choice = draw_choice(prepared, first, weight, rng);
    const rule_result_t *result = &prepared->results.data[choice->result];
    const approx_use_t *use = &sparrow->rules.uses.data[result->use];
    assert(use->direction == place->direction); /* or the claim would be wrong */
    assert(result->chunks > 0);
    approx_match_t match;
    if (!approx_match(&sparrow->rules, use, strategy->bank, prepared->seed, place->spot,
                      choice->swapped, &match))
        return strategy_reject(strategy, REJECT_OPERATOR);
    if (!draw_terms(strategy, prepared, result, &match, rng))
        return strategy_reject(strategy, REJECT_ARGUMENT);
    uint64_t draw = result->pool ? rng_below(rng, result->pool->draws) : 0;
    for (uint32_t i = 0; i < result->chunks; i++) {
        const approx_chunk_t *chunk = &prepared->chunks.data[result->chunk + i];
        strbuf_add(&sparrow->text, prepared->text.data + chunk->start, chunk->len);
        fill_hole(sparrow, prepared, result, &match, chunk, draw);
    }
    sparrow->opaque |= use->quantifies;
    return true;
}

/* --- a literal and a snippet --- */

/* Definition 4.1: l or S, l and S; and (=> S l), which is l or not S. */
static bool write_snippet(strategy_t *strategy, const prepared_t *prepared, const place_t *place,
                          rng_t *rng) {
    sparrow_t *sparrow = strategy->state;
    strbuf_t *out = &sparrow->text;
    bool over = place->direction == APPROX_OVER;
    uint64_t shape = rng_below(rng, over ? 3 : 2);
    strbuf_str(out, shape == 2 ? "(=> " : over ? "(or " : "(and ");
    if (shape == 0) {
        add_spot_text(prepared->seed, place->spot, out);
        strbuf_char(out, ' ');
    }
    if (!snippet_formula(&sparrow->snippets, rng, out))
        return strategy_reject(strategy, REJECT_ARGUMENT);
    if (shape != 0) {
        strbuf_char(out, ' ');
        add_spot_text(prepared->seed, place->spot, out);
    }
    strbuf_char(out, ')');
    return true;
}

/* --- mutants --- */

/* Mostly an atom. */
static const place_t *draw_place(const prepared_t *prepared, rng_t *rng) {
    assert(prepared->places.len > 0 && prepared->atoms <= prepared->places.len);
    uint32_t forms = prepared->places.len - prepared->atoms;
    bool atom = forms == 0 || (prepared->atoms > 0 && !rng_one_in(rng, 4));
    return &prepared->places.data[atom ? rng_below(rng, prepared->atoms)
                                       : prepared->atoms + rng_below(rng, forms)];
}

/* One change; false when this draw led nowhere. */
static bool change(strategy_t *strategy, const prepared_t *prepared, rng_t *rng, mutant_t *mutant) {
    sparrow_t *sparrow = strategy->state;
    const seed_t *seed = prepared->seed;
    const place_t *place = draw_place(prepared, rng);
    const spot_t *spot = &seed->spots.data[place->spot];
    assert(spot->start < spot->end && spot->end <= seed->len);
    strategy_try(strategy);
    strbuf_clear(&sparrow->text);
    snippet_enter(&sparrow->snippets, &prepared->lexicon, seed, place->spot);
    if (rng_one_in(rng, prepared->rule_one_in) ? !write_rule(strategy, prepared, place, rng)
                                               : !write_snippet(strategy, prepared, place, rng))
        return false;
    size_t len = spot->end - spot->start;
    if (sparrow->text.len > (size_t)seed->len * strategy->options.max_growth)
        return strategy_reject(strategy, REJECT_SIZE);
    if (sparrow->text.len == len && memcmp(sparrow->text.data, seed->text + spot->start, len) == 0)
        return strategy_reject(strategy, REJECT_SAME);
    if (!mutant_replace(mutant, 0, spot->start, spot->end, sparrow->text.data, sparrow->text.len))
        return strategy_reject(strategy, REJECT_OVERLAP);
    strategy_accept(strategy);
    return true;
}

static bool make_sparrow(strategy_t *strategy, const seed_t *first, const seed_t *second,
                         rng_t *rng, mutant_t *mutant) {
    (void)second;
    sparrow_t *sparrow = strategy->state;
    const prepared_t *prepared = prepare(strategy, first);
    if (prepared->refusal)
        return false;
    uint32_t steps = strategy_steps(strategy, rng);
    if (strategy->options.steps == 0 && steps > MOST_LITERALS)
        steps = MOST_LITERALS;
    if (steps > prepared->places.len)
        steps = prepared->places.len;
    uint32_t made = 0;
    sparrow->opaque = false;
    sparrow->last = first;
    sparrow->last_prepared = prepared;
    mutant_start(mutant, prepared->seed, NULL);
    for (uint32_t tries = 0; tries < TRIES * steps && made < steps; tries++)
        made += change(strategy, prepared, rng, mutant);
    bool sat = prepared->status == STATUS_SAT;
    mutant->claim = sat ? CLAIM_SAT : CLAIM_UNSAT;
    mutant->reason = sat ? "the seed is sat, and the mutant is implied by it"
                         : "the seed is unsat, and the mutant implies it";
    return made > 0;
}

/* The seed's model satisfies whatever is implied by the seed. */
static bool model_sparrow(strategy_t *strategy, const mutant_t *mutant, strbuf_t *out) {
    const sparrow_t *sparrow = strategy->state;
    assert(sparrow->last && sparrow->last_prepared);
    if (mutant->claim != CLAIM_SAT || sparrow->opaque || !sparrow->last->model_text)
        return false;
    strbuf_add(out, sparrow->last->model_text, sparrow->last->model_len);
    strbuf_add(out, sparrow->last_prepared->definitions.data,
               sparrow->last_prepared->definitions.len);
    return true;
}

const strategy_functions_t sparrow_functions = {.open = open_sparrow,
                                                .close = close_sparrow,
                                                .takes = takes_sparrow,
                                                .make = make_sparrow,
                                                .model = model_sparrow,
                                                .forget = forget_sparrow};
