/* Semantic Fusion (Winterer, Zhang, Su: "Validating SMT Solvers via Semantic Fusion", PLDI 2020).
 *
 * Two formulas of known status become one. A variable x of the first and y of the second are tied
 * by a new one, z = f(x, y), and some occurrences of x and y become terms that equal them: r_x and
 * r_y (Propositions 1 and 2; the mixed fusions are at the end of section 3.2).
 *
 * Changed from the paper, for soundness:
 *   - Algorithm 2 asserts z = f alone for unsat. Here x = r_x and y = r_y are asserted too, as in
 *     Figure 5: they alone make each replaced occurrence equal to its variable, also where an
 *     inversion divides by zero.
 *   - A satisfiable fusion uses an inversion that needs a condition only where the models of the
 *     seeds say that it holds.
 *   - All names of the second formula are renamed, functions and sorts too (fusible.h).
 *   - Two satisfiable formulas that both use an operator with an open value ((/ x 0)) are not
 * fused: they may need two different functions there. */
#include "mutate/fusible.h"
#include "mutate/strategy_priv.h"

#include "base/bug.h"

#include <stdio.h>
#include <string.h>

enum { MOST_PAIRS = 16, MANY_USES = 64 };

typedef struct fused {
    const fuse_target_t *targets[2]; /* of the first and the second text */
    const form_t *form;
    form_part_t sides[2]; /* which of x and y each of them is */
    bool replace[2];      /* whether the inversion holds there */
    uint32_t draw;
    form_text_t names[3]; /* for x, y, z of the form */
    char z[32];
} fused_t;

typedef struct fusion {
    rules_t rules;
    fusibles_t seeds;
    map_t logics; /* logic_t to a place in logic_lines */
    VEC(form_text_t) logic_lines;
    strbuf_t text;
    fused_t pairs[MOST_PAIRS];
    uint32_t pair_count;
    bool models; /* an inversion of this mutant holds because models say so */
} fusion_t;

/* How two formulas are put together. */
typedef struct plan {
    bool joined;   /* by or, else by and */
    bool tied;     /* with the equations for x, y and z */
    bool holds[2]; /* inversions must hold in this formula */
    claim_t claim;
    const char *reason;
} plan_t;

/* --- opening --- */

static bool open_fusion(strategy_t *strategy, diag_list_t *diags) {
    mem_t *mem = strategy->mem;
    fusion_t *fusion = mem_zalloc(mem, 1, sizeof *fusion);
    strategy->state = fusion;
    rules_init(&fusion->rules, mem);
    rules_embedded(&fusion->rules);
    fusibles_init(&fusion->seeds, strategy->seeds, &fusion->rules, mem);
    strbuf_init(&fusion->text, mem);
    return !strategy->options.rules_text || rules_read(&fusion->rules, strategy->options.rules_text,
                                                       strategy->options.rules_len, true, diags);
}

static void close_fusion(strategy_t *strategy) {
    fusion_t *fusion = strategy->state;
    vec_free(strategy->mem, &fusion->logic_lines);
    map_free(strategy->mem, &fusion->logics);
    strbuf_done(&fusion->text);
    fusibles_done(&fusion->seeds);
    rules_done(&fusion->rules);
    mem_free(strategy->mem, fusion);
}

static void forget_seeds(strategy_t *strategy) {
    fusion_t *fusion = strategy->state;
    fusibles_done(&fusion->seeds);
    fusibles_init(&fusion->seeds, strategy->seeds, &fusion->rules, strategy->mem);
    fusion->logic_lines.len = 0; /* their texts were among the names */
    map_clear(&fusion->logics);
}

/* --- which seeds --- */

static bool seeds_go(const fusible_t *first, const fusible_t *second, const char **why) {
    *why = first->seed->status == STATUS_UNKNOWN    ? "its status is not known"
           : second->seed->status == STATUS_UNKNOWN ? "the second seed's status is not known"
           : first->refusal                         ? first->refusal
                                                    : second->refusal;
    if (*why)
        return false;
    if (first->seed->status == STATUS_SAT && second->seed->status == STATUS_SAT &&
        (first->open & second->open) != 0) {
        *why = "both use an operator with a value left open (a division by what may be zero), "
               "which they would share";
        return false;
    }
    bool int_real = first->int_real || second->int_real;
    if (int_real && first->logic != second->logic) {
        *why = "a definition has numerals that are Reals, which another logic reads as Ints";
        return false;
    }
    return true;
}

static bool takes_concat(strategy_t *strategy, const seed_t *first, const seed_t *second,
                         const char **why) {
    fusion_t *fusion = strategy->state;
    fusible_t *one = fusible_of(&fusion->seeds, first);
    fusible_t *two = second ? fusible_of(&fusion->seeds, second) : one;
    return seeds_go(one, two, why);
}

static bool any_forms(rules_t *rules, const fused_text_t *one, const fused_text_t *two) {
    for (uint32_t i = 0; i < one->groups.len; i++)
        for (uint32_t k = 0; k < two->groups.len; k++)
            if (rules_forms(rules, one->groups.data[i].sort, two->groups.data[k].sort)->len > 0)
                return true;
    return false;
}

static bool takes_fusion(strategy_t *strategy, const seed_t *first, const seed_t *second,
                         const char **why) {
    fusion_t *fusion = strategy->state;
    if (!takes_concat(strategy, first, second, why))
        return false;
    fusible_t *one = fusible_of(&fusion->seeds, first);
    fusible_t *two = fusible_of(&fusion->seeds, second ? second : first);
    bool joined = first->status == STATUS_UNSAT && two->seed->status == STATUS_UNSAT;
    uint32_t level = fusible_level(one, two);
    const fused_text_t *a = fusible_first(&fusion->seeds, one, joined, level);
    const fused_text_t *b = fusible_second(&fusion->seeds, two, joined, level);
    *why = !a || !b              ? "its text cannot be read back"
           : a->targets.len == 0 ? "it has no constant of a sort that rules are for"
           : b->targets.len == 0 ? "the second seed has no constant of a sort that rules are for"
           : any_forms(&fusion->rules, a, b) ? NULL
                                             : "no rule fuses constants of their sorts";
    return *why == NULL;
}

static plan_t make_plan(const seed_t *first, const seed_t *second, bool fused, rng_t *rng) {
    bool sat[2] = {first->status == STATUS_SAT, second->status == STATUS_SAT};
    bool coin = rng_one_in(rng, 2);
    if (sat[0] && sat[1])
        return (plan_t){.tied = fused && rng_one_in(rng, 4),
                        .holds = {true, true},
                        .claim = CLAIM_SAT,
                        .reason = "both seeds are sat, and the inversions hold for all values"};
    if (!sat[0] && !sat[1])
        return (plan_t){.joined = fused || coin,
                        .tied = true,
                        .claim = CLAIM_UNSAT,
                        .reason = "both seeds are unsat, and what is replaced is asserted equal"};
    if (coin)
        return (plan_t){.joined = true,
                        .holds = {sat[0], sat[1]},
                        .claim = CLAIM_SAT,
                        .reason = "one seed is sat, and its inversions hold for all values"};
    return (plan_t){.tied = true,
                    .claim = CLAIM_UNSAT,
                    .reason = "one seed is unsat, and what is replaced is asserted equal"};
}

/* --- pairs of variables --- */

/* Whether the inversion for one of the targets may stand in a formula that has to stay true. */
static bool side_holds(fusion_t *fusion, const plan_t *plan, const fused_t *pair, int seed) {
    form_part_t side = pair->sides[seed];
    if (!plan->holds[seed] || form_unconditional(pair->form, side))
        return true;
    if (!plan->holds[0] || !plan->holds[1] || !pair->targets[0]->has_value ||
        !pair->targets[1]->has_value)
        return false;
    bool swapped = pair->sides[0] == FORM_Y;
    if (!form_needs_hold(&fusion->rules, pair->form, side, pair->targets[swapped]->value,
                         pair->targets[!swapped]->value))
        return false;
    fusion->models = true;
    return true;
}

static bool fill_pair(fusion_t *fusion, const plan_t *plan, const fusible_t *first, fused_t *pair,
                      rng_t *rng) {
    const form_list_t *list =
        rules_forms(&fusion->rules, pair->targets[0]->sort, pair->targets[1]->sort);
    if (list->len == 0)
        return false;
    form_choice_t choice = list->data[rng_below(rng, list->len)];
    bool swapped = choice.swapped;
    if (pair->targets[0]->sort == pair->targets[1]->sort)
        swapped = rng_one_in(rng, 2);
    pair->form = choice.form;
    pair->sides[0] = swapped ? FORM_Y : FORM_X;
    pair->sides[1] = swapped ? FORM_X : FORM_Y;
    pair->draw = (uint32_t)rng_below(rng, pair->form->draws);
    /* A datatype fits every pair of sorts; that is no reason to have one in most mutants. */
    if (pair->form->datatype.len > 0 && (first->form_names || !rng_one_in(rng, 4)))
        return false;
    pair->replace[0] = side_holds(fusion, plan, pair, 0);
    pair->replace[1] = side_holds(fusion, plan, pair, 1);
    /* z = F is true by the choice of z, the other equations only where the inversions hold. */
    return (pair->replace[0] || pair->replace[1]) &&
           (!plan->tied || (pair->replace[0] && pair->replace[1]));
}

static const fuse_target_t *draw_target(const fused_text_t *text, rng_t *rng) {
    return &text->targets.data[rng_below(rng, text->targets.len)];
}

/* A target of the sort, mostly, when there is one; else any. */
static const fuse_target_t *draw_partner(const fused_text_t *text, sort_t sort, rng_t *rng) {
    for (uint32_t i = 0; i < text->groups.len && !rng_one_in(rng, 8); i++)
        if (text->groups.data[i].sort == sort) {
            const fuse_group_t *group = &text->groups.data[i];
            return &text->targets.data[group->first + rng_below(rng, group->count)];
        }
    return draw_target(text, rng);
}

static bool draw_pair(fusion_t *fusion, const plan_t *plan, const fusible_t *first,
                      const fused_text_t *texts[2], fused_t *pair, rng_t *rng) {
    enum { TRIES = 20 };
    for (int i = 0; i < TRIES; i++) {
        pair->targets[0] = draw_target(texts[0], rng);
        pair->targets[1] = draw_partner(texts[1], pair->targets[0]->sort, rng);
        if (fill_pair(fusion, plan, first, pair, rng))
            return true;
    }
    return false;
}

static void name_pair(fused_t *pair, uint32_t number, uint32_t level) {
    int len = snprintf(pair->z, sizeof pair->z, "z%u!%u", number, level + 1);
    pair->names[pair->sides[0]] = pair->targets[0]->name;
    pair->names[pair->sides[1]] = pair->targets[1]->name;
    pair->names[FORM_Z] = (form_text_t){pair->z, (uint32_t)len};
}

/* --- the mutant's text --- */

/* Replaces some occurrences of a target, at least one. */
static void replace_uses(fusion_t *fusion, mutant_t *mutant, uint32_t number, const fused_t *pair,
                         rng_t *rng, size_t most) {
    const seed_t *seed = mutant->seeds[number];
    const constant_t *constant = &seed->constants.data[pair->targets[number]->constant];
    strbuf_clear(&fusion->text);
    form_write(pair->form, pair->sides[number], pair->names, pair->draw, &fusion->text);
    uint64_t coins = rng_next(rng);
    uint32_t sure = (uint32_t)rng_below(rng, constant->count);
    /* Of very many occurrences, each k-th is looked at. */
    uint32_t step = 1 + (constant->count - 1) / MANY_USES;
    for (uint32_t i = step > 1 ? sure % step : 0; i < constant->count; i += step) {
        bool chosen = (coins >> (i / step) & 1) || i == sure;
        if (!chosen || mutant->text.len > most)
            continue;
        const spot_t *spot = &seed->spots.data[seed->uses.data[constant->first + i]];
        mutant_replace(mutant, number, spot->start, spot->end, fusion->text.data, fusion->text.len);
    }
}

static bool is_declared(const fusion_t *fusion, uint32_t pair) {
    for (uint32_t i = 0; i < pair; i++)
        if (fusion->pairs[i].form->datatype.text == fusion->pairs[pair].form->datatype.text)
            return true;
    return false;
}

static void write_declarations(const fusion_t *fusion, strbuf_t *out) {
    for (uint32_t i = 0; i < fusion->pair_count; i++) {
        const fused_t *pair = &fusion->pairs[i];
        if (pair->form->datatype.len > 0 && !is_declared(fusion, i))
            strbuf_add(out, pair->form->datatype.text, pair->form->datatype.len);
        strbuf_str(out, "(declare-fun ");
        strbuf_add(out, pair->names[FORM_Z].text, pair->names[FORM_Z].len);
        strbuf_str(out, " () ");
        strbuf_add(out, pair->form->z_sort.text, pair->form->z_sort.len);
        strbuf_str(out, ")\n");
    }
}

/* z = f(x, y), x = r_x, y = r_y. */
static void write_equations(const fusion_t *fusion, strbuf_t *out) {
    static const form_part_t order[] = {FORM_Z, FORM_X, FORM_Y};
    for (uint32_t i = 0; i < fusion->pair_count; i++) {
        const fused_t *pair = &fusion->pairs[i];
        for (int k = 0; k < 3; k++) {
            const form_text_t *name = &pair->names[order[k]];
            strbuf_str(out, "(assert (= ");
            strbuf_add(out, name->text, name->len);
            strbuf_char(out, ' ');
            form_write(pair->form, order[k], pair->names, pair->draw, out);
            strbuf_str(out, "))\n");
        }
    }
}

static void write_logic(strategy_t *strategy, mutant_t *mutant, logic_t logic) {
    fusion_t *fusion = strategy->state;
    uint32_t *place = map_put(strategy->mem, &fusion->logics, logic);
    if (*place == MAP_NONE) {
        *place = fusion->logic_lines.len;
        strbuf_clear(&fusion->text);
        strbuf_format(&fusion->text, "(set-logic %s)\n", logic_name(logic));
        uint32_t len = (uint32_t)fusion->text.len;
        *vec_push(strategy->mem, &fusion->logic_lines) = (form_text_t){
            arena_copy(&fusion->seeds.names, fusion->text.data, fusion->text.len), len};
    }
    const form_text_t *line = &fusion->logic_lines.data[*place];
    mutant_require(mutant, 0, 0, mutant->seeds[0]->logic_end, line->text, line->len);
}

/* What stands before the first and behind the last assertion of a text, "(assert " and ")" with
 * it. */
static void replace_head(mutant_t *mutant, uint32_t number, const strbuf_t *text) {
    const seed_t *seed = mutant->seeds[number];
    uint32_t start = seed->spots.data[seed->roots.data[0]].start;
    bool ok = mutant_require(mutant, number, seed->declared, start, text->data, text->len);
    assert(ok);
    (void)ok;
}

static void replace_tail(mutant_t *mutant, uint32_t number, const strbuf_t *text) {
    const seed_t *seed = mutant->seeds[number];
    uint32_t end = seed->spots.data[vec_last(&seed->roots)].end;
    bool ok = mutant_require(mutant, number, end, seed->asserted, text->data, text->len);
    assert(ok);
    (void)ok;
}

static void write_mutant(strategy_t *strategy, const plan_t *plan, logic_t logic, rng_t *rng,
                         mutant_t *mutant) {
    fusion_t *fusion = strategy->state;
    strbuf_t *text = &fusion->text;
    size_t most = (size_t)strategy->options.max_growth *
                  ((size_t)mutant->seeds[0]->len + mutant->seeds[1]->len);
    write_logic(strategy, mutant, logic);
    for (uint32_t number = 0; number < 2; number++) {
        strbuf_clear(text);
        if (number == 0)
            write_declarations(fusion, text);
        if (number == 0 || !plan->joined)
            strbuf_str(text, plan->joined ? "(assert (or " : "(assert ");
        replace_head(mutant, number, text);
        for (uint32_t i = 0; i < fusion->pair_count; i++)
            if (fusion->pairs[i].replace[number])
                replace_uses(fusion, mutant, number, &fusion->pairs[i], rng, most);
        strbuf_clear(text);
        strbuf_str(text, !plan->joined ? ")\n" : number == 0 ? " " : "))\n");
        if (number == 1 && plan->tied)
            write_equations(fusion, text);
        replace_tail(mutant, number, text);
    }
}

static bool make(strategy_t *strategy, const seed_t *first, const seed_t *second, rng_t *rng,
                 mutant_t *mutant, bool fused) {
    fusion_t *fusion = strategy->state;
    const char *why;
    fusible_t *one = fusible_of(&fusion->seeds, first);
    fusible_t *two = fusible_of(&fusion->seeds, second);
    if (!seeds_go(one, two, &why))
        return false;
    plan_t plan = make_plan(first, second, fused, rng);
    uint32_t level = fusible_level(one, two);
    const fused_text_t *texts[2] = {fusible_first(&fusion->seeds, one, plan.joined, level),
                                    fusible_second(&fusion->seeds, two, plan.joined, level)};
    if (!texts[0] || !texts[1])
        return false;
    fusion->pair_count = 0;
    fusion->models = false;
    logic_t logic = logic_join(one->logic, two->logic);
    if (fused) {
        if (texts[0]->targets.len == 0 || texts[1]->targets.len == 0)
            return false;
        uint32_t wanted = strategy_steps(strategy, rng);
        for (uint32_t i = 0; i < wanted && i < MOST_PAIRS; i++) {
            fused_t *pair = &fusion->pairs[fusion->pair_count];
            if (!draw_pair(fusion, &plan, one, texts, pair, rng))
                continue;
            name_pair(pair, fusion->pair_count++, level);
            logic = logic_join(logic, pair->form->logic);
        }
        if (fusion->pair_count == 0)
            return false;
    }
    mutant_start(mutant, texts[0]->seed, texts[1]->seed);
    write_mutant(strategy, &plan, logic, rng, mutant);
    mutant->claim = plan.claim;
    mutant->reason = !fused ? (plan.claim == CLAIM_SAT ? "a seed is sat, and so are both if both "
                                                         "have to be"
                                                       : "a seed is unsat, and so are both if one "
                                                         "would do")
                     : fusion->models
                         ? "both seeds are sat, and the inversions hold for the values in their "
                           "models"
                         : plan.reason;
    return true;
}

static bool make_fusion(strategy_t *strategy, const seed_t *first, const seed_t *second, rng_t *rng,
                        mutant_t *mutant) {
    return make(strategy, first, second, rng, mutant, true);
}

static bool make_concat(strategy_t *strategy, const seed_t *first, const seed_t *second, rng_t *rng,
                        mutant_t *mutant) {
    return make(strategy, first, second, rng, mutant, false);
}

const strategy_rows_t fusion_rows = {.open = open_fusion,
                                     .close = close_fusion,
                                     .takes = takes_fusion,
                                     .make = make_fusion,
                                     .forget = forget_seeds};

const strategy_rows_t concat_rows = {.open = open_fusion,
                                     .close = close_fusion,
                                     .takes = takes_concat,
                                     .make = make_concat,
                                     .forget = forget_seeds};
