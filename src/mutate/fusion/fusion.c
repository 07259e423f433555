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
 *     fused, since they may need two different functions there; unless a model of one of them makes
 *     it true whatever the operator is. */
#include "mutate/fusion/fusion_priv.h"

#include "base/bug.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MANY_USES = 64 };

/* --- opening --- */

static bool open_fusion(strategy_t *strategy, diag_list_t *diags) {
    mem_t *mem = strategy->mem;
    fusion_t *fusion = mem_zalloc(mem, 1, sizeof *fusion);
    strategy->state = fusion;
    rules_init(&fusion->rules, mem);
    rules_embedded(&fusion->rules);
    fusibles_init(&fusion->seeds, strategy->seeds, &fusion->rules, mem);
    arena_init(&fusion->lines, mem);
    strbuf_init(&fusion->text, mem);
    strbuf_init(&fusion->inversions, mem);
    rules_value(&fusion->rules, SORT_INT, "1", 1, &fusion->one);
    return !strategy->options.rules_text ||
           rules_read(&fusion->rules, strategy->options.rules_text, strategy->options.rules_len,
                      RULES_TRY, diags);
}

static void close_fusion(strategy_t *strategy) {
    fusion_t *fusion = strategy->state;
    vec_free(strategy->mem, &fusion->replaced);
    vec_free(strategy->mem, &fusion->logic_lines);
    map_free(strategy->mem, &fusion->logics);
    strbuf_done(&fusion->inversions);
    strbuf_done(&fusion->text);
    arena_done(&fusion->lines);
    fusibles_done(&fusion->seeds);
    rules_done(&fusion->rules);
    mem_free(strategy->mem, fusion);
}

static void forget_seeds(strategy_t *strategy) {
    fusion_t *fusion = strategy->state;
    fusibles_forget(&fusion->seeds);
}

/* --- which seeds --- */

static bool seed_can_fuse(const fusible_t *row, const char **why) {
    *why = row->seed->status == STATUS_UNKNOWN ? "its status is not known" : row->refusal;
    return *why == NULL;
}

static bool seeds_can_fuse(const fusible_t *first, const fusible_t *second, const char **why) {
    if (!seed_can_fuse(first, why) || !seed_can_fuse(second, why))
        return false;
    if (first->seed->status == STATUS_SAT && second->seed->status == STATUS_SAT &&
        (first->open & second->open) != 0) {
        *why = "both use an operator with a value left open (a division by what may be zero), "
               "which they would share";
        return false;
    }
    return true;
}

static bool takes_concat(strategy_t *strategy, const seed_t *first, const seed_t *second,
                         const char **why) {
    fusion_t *fusion = strategy->state;
    fusible_t *one = fusible_of(&fusion->seeds, first);
    if (!second)
        return seed_can_fuse(one, why);
    return seeds_can_fuse(one, fusible_of(&fusion->seeds, second), why);
}

/* The sort of a target of the first or second seed, for the rules. */
static sort_t sort_for_rules(const fusion_t *fusion, sort_t sort, uint32_t number) {
    return sort == SORT_NONE ? fusion->rules.opaque[number] : sort;
}

static form_list_t *forms_for(fusion_t *fusion, sort_t first, sort_t second) {
    return rules_forms(&fusion->rules, sort_for_rules(fusion, first, 0),
                       sort_for_rules(fusion, second, 1));
}

static bool any_forms(fusion_t *fusion, const fusible_t *one, const fusible_t *two) {
    for (uint32_t i = 0; i < one->groups.len; i++)
        for (uint32_t k = 0; k < two->groups.len; k++)
            if (forms_for(fusion, one->groups.data[i].sort, two->groups.data[k].sort)->rows.len > 0)
                return true;
    return false;
}

static bool has_targets(const fusible_t *row, const char **why) {
    *why = row->seed->constants.len == 0 ? "it has no constants"
           : row->targets.len == 0       ? "it has no constant of a sort that rules are for"
                                         : NULL;
    return *why == NULL;
}

static bool takes_fusion(strategy_t *strategy, const seed_t *first, const seed_t *second,
                         const char **why) {
    fusion_t *fusion = strategy->state;
    if (!takes_concat(strategy, first, second, why))
        return false;
    fusible_t *one = fusible_of(&fusion->seeds, first);
    if (!has_targets(one, why) || !second)
        return *why == NULL;
    fusible_t *two = fusible_of(&fusion->seeds, second);
    if (!has_targets(two, why))
        return false;
    *why = any_forms(fusion, one, two) ? NULL : "no rule fuses constants of their sorts";
    return *why == NULL;
}

static plan_t make_plan(const seed_t *first, const seed_t *second, bool fused, rng_t *rng) {
    assert(first->status != STATUS_UNKNOWN && second->status != STATUS_UNKNOWN);
    bool sat[2] = {first->status == STATUS_SAT, second->status == STATUS_SAT};
    bool coin = rng_one_in(rng, 2);
    if (sat[0] && sat[1])
        return (plan_t){.with_equations = fused && rng_one_in(rng, 4),
                        .must_hold = {true, true},
                        .claim = CLAIM_SAT,
                        .reason = "both seeds are sat, and the inversions hold for all values"};
    if (!sat[0] && !sat[1])
        return (plan_t){.joined = fused || coin,
                        .with_equations = true,
                        .claim = CLAIM_UNSAT,
                        .reason = "both seeds are unsat, and what is replaced is asserted equal"};
    if (coin)
        return (plan_t){.joined = true,
                        .must_hold = {sat[0], sat[1]},
                        .claim = CLAIM_SAT,
                        .reason = "one seed is sat, and its inversions hold for all values"};
    return (plan_t){.with_equations = true,
                    .claim = CLAIM_UNSAT,
                    .reason = "one seed is unsat, and what is replaced is asserted equal"};
}

/* --- pairs of variables --- */

/* A target's value in the model that the claim is about; NULL when any is possible. In a formula
 * that need not be true, a number can be 1: an inversion may divide by it. */
static const value_t *value_of(fusion_t *fusion, const fused_pair_t *pair, uint32_t seed,
                               value_t *value) {
    fuse_target_t *target = pair->targets[seed];
    if (fusion->plan.must_hold[seed])
        return fusible_value(&fusion->seeds, fusion->rows[seed], target, value) ? value : NULL;
    *value = fusion->one;
    return target->sort == SORT_INT || target->sort == SORT_REAL ? value : NULL;
}

/* Whether the inversion for one of the targets may stand in a formula that has to stay true. */
static bool side_holds(fusion_t *fusion, const fused_pair_t *pair, uint32_t seed) {
    form_part_t side = pair->sides[seed];
    assert(pair->sides[0] + pair->sides[1] == FORM_X + FORM_Y);
    if (!fusion->plan.must_hold[seed] || form_unconditional(pair->form, side))
        return true;
    uint32_t x = pair->sides[0] == FORM_X ? 0 : 1;
    value_t values[2];
    const value_t *of_x = value_of(fusion, pair, x, &values[0]);
    const value_t *of_y = value_of(fusion, pair, !x, &values[1]);
    if (!form_needs_hold(&fusion->rules, pair->form, side, of_x, of_y))
        return false;
    fusion->conditional = true;
    return true;
}

/* A row of the list. A datatype fits every pair of sorts; that is no reason to have one in most
 * mutants. */
static uint32_t draw_row(const fusion_t *fusion, const form_list_t *list, rng_t *rng) {
    uint32_t data = list->rows.len - list->plain;
    if (fusion->rows[0]->has_form_names)
        data = 0; /* the datatype might have the same names */
    if (data == 0 && list->plain == 0)
        return UINT32_MAX;
    if (data > 0 && (list->plain == 0 || rng_one_in(rng, 16)))
        return list->plain + (uint32_t)rng_below(rng, data);
    return (uint32_t)rng_below(rng, list->plain);
}

static bool fill_pair(strategy_t *strategy, fused_pair_t *pair, rng_t *rng) {
    fusion_t *fusion = strategy->state;
    sort_t sorts[2] = {pair->targets[0]->sort, pair->targets[1]->sort};
    form_list_t *list = forms_for(fusion, sorts[0], sorts[1]);
    uint32_t row = draw_row(fusion, list, rng);
    if (row == UINT32_MAX)
        return strategy_reject(strategy, REJECT_OPERATOR);
    pair->form = rules_choose(&fusion->rules, list, row);
    if (!pair->form)
        return strategy_reject(strategy, REJECT_OPERATOR);
    bool swapped = list->rows.data[row].swapped;
    if (list->first == list->second)
        swapped = rng_one_in(rng, 2);
    pair->sides[0] = swapped ? FORM_Y : FORM_X;
    pair->sides[1] = swapped ? FORM_X : FORM_Y;
    for (uint32_t i = 0; i < 2; i++) /* a term of the sort that it replaces */
        assert(sorts[i] == SORT_NONE || pair->form->sorts[pair->sides[i]] == sorts[i]);
    pair->draw = (uint32_t)rng_below(rng, pair->form->draws);
    if (!form_draw(&fusion->rules, pair->form, pair->draw))
        return strategy_reject(strategy, REJECT_ARGUMENT);
    pair->replace[0] = side_holds(fusion, pair, 0);
    pair->replace[1] = side_holds(fusion, pair, 1);
    /* z = F is true by the choice of z, the other equations only where the inversions hold. */
    bool both = pair->replace[0] && pair->replace[1];
    bool either = pair->replace[0] || pair->replace[1];
    return (fusion->plan.with_equations ? both : either) ||
           strategy_reject(strategy, REJECT_CONDITION);
}

static fuse_target_t *draw_target(const fusible_t *row, rng_t *rng) {
    return &row->targets.data[rng_below(rng, row->targets.len)];
}

/* A target of the sort, mostly, when there is one; else any. */
static fuse_target_t *draw_partner(const fusible_t *row, sort_t sort, rng_t *rng) {
    if (rng_one_in(rng, 8))
        return draw_target(row, rng);
    for (uint32_t i = 0; i < row->groups.len; i++)
        if (row->groups.data[i].sort == sort) {
            const fuse_group_t *group = &row->groups.data[i];
            uint64_t k = group->first + rng_below(rng, group->count);
            assert(k < row->targets.len && row->targets.data[k].sort == sort);
            return &row->targets.data[k];
        }
    return draw_target(row, rng);
}

static bool draw_pair(strategy_t *strategy, fused_pair_t *pair, rng_t *rng) {
    enum { TRIES = 20 };
    fusion_t *fusion = strategy->state;
    bool before = fusion->conditional;
    for (int i = 0; i < TRIES; i++) {
        pair->targets[0] = draw_target(fusion->rows[0], rng);
        pair->targets[1] = draw_partner(fusion->rows[1], pair->targets[0]->sort, rng);
        strategy_try(strategy);
        if (fill_pair(strategy, pair, rng)) {
            strategy_accept(strategy);
            return true;
        }
        fusion->conditional = before;
    }
    return false;
}

/* zK!c, on a higher level zK!cL. */
static void name_pair(const fusion_t *fusion, fused_pair_t *pair, uint32_t number, uint32_t level) {
    int len = level == 0 ? snprintf(pair->z, sizeof pair->z, "z%u!c", number)
                         : snprintf(pair->z, sizeof pair->z, "z%u!c%u", number, level);
    assert(len < (int)sizeof pair->z);
    for (uint32_t i = 0; i < 2; i++) {
        const fuse_target_t *target = pair->targets[i];
        form_part_t side = pair->sides[i];
        pair->fills[FILL_X + side] = fused_name(fusion->rows[i], fusion->texts[i], target);
        if (target->sort == SORT_NONE)
            pair->fills[FILL_SORT_FIRST + i] = fused_sort(fusion->texts[i], target);
    }
    pair->fills[FILL_Z] = (slice_t){pair->z, (uint32_t)len};
}

/* --- the mutant's text --- */

/* Some occurrences of a target, at least one. */
static void choose_uses(strategy_t *strategy, uint32_t number, uint32_t pair, rng_t *rng) {
    fusion_t *fusion = strategy->state;
    const fuse_target_t *target = fusion->pairs[pair].targets[number];
    const fused_text_t *text = fusion->texts[number];
    uint32_t before = fusion->replaced.len;
    uint64_t coins = rng_next(rng);
    uint32_t sure = (uint32_t)rng_below(rng, target->count);
    /* When there are more than MANY_USES, each k-th is looked at. */
    uint32_t step = 1 + (target->count - 1) / MANY_USES;
    for (uint32_t i = step > 1 ? sure % step : 0; i < target->count; i += step) {
        if (!(coins >> (i / step) & 1) && i != sure)
            continue;
        uint32_t start = fused_start(text, &fusion->rows[number]->uses.data[target->first + i]);
        *vec_push(strategy->mem, &fusion->replaced) =
            (replaced_t){start, start + target->len + text->ending_len, pair};
    }
    assert(fusion->replaced.len > before);
}

static int by_start(const void *a, const void *b) {
    const replaced_t *left = a;
    const replaced_t *right = b;
    if (left->start != right->start)
        return left->start < right->start ? -1 : 1;
    return left->pair < right->pair ? -1 : left->pair > right->pair;
}

/* Replaces occurrences of all pairs in one text, in the order of the text. */
static void replace_uses(strategy_t *strategy, mutant_t *mutant, uint32_t number, rng_t *rng,
                         size_t most) {
    fusion_t *fusion = strategy->state;
    uint32_t places[FUSION_PAIRS + 1];
    fusion->replaced.len = 0;
    strbuf_clear(&fusion->inversions);
    for (uint32_t i = 0; i < fusion->pair_count; i++) {
        const fused_pair_t *pair = &fusion->pairs[i];
        places[i] = (uint32_t)fusion->inversions.len;
        if (!pair->replace[number])
            continue;
        choose_uses(strategy, number, i, rng);
        form_write(pair->form, pair->sides[number], pair->fills, pair->draw, &fusion->inversions);
    }
    places[fusion->pair_count] = (uint32_t)fusion->inversions.len;
    if (fusion->pair_count > 1 && fusion->replaced.len > 1)
        qsort(fusion->replaced.data, fusion->replaced.len, sizeof *fusion->replaced.data, by_start);
    for (uint32_t i = 0; i < fusion->replaced.len && mutant->text.len <= most; i++) {
        const replaced_t *at = &fusion->replaced.data[i];
        mutant_replace(mutant, number, at->start, at->end,
                       fusion->inversions.data + places[at->pair],
                       places[at->pair + 1] - places[at->pair]);
    }
}

/* Two forms of a rule have the same datatype when it has parameters, or when they are for the same
 * sorts, which differ in no more than in which seed they come from. */
static bool same_datatype(const fusion_t *fusion, const form_t *a, const form_t *b) {
    if (a->rule != b->rule || fusion->rules.rows.data[a->rule].parametric)
        return a->rule == b->rule;
    const slice_t *left = &a->chunks[FORM_DATATYPE].data[0].text;
    const slice_t *right = &b->chunks[FORM_DATATYPE].data[0].text;
    return left->len == right->len && memcmp(left->data, right->data, left->len) == 0;
}

/* Whether a pair before this one declares the same datatype. */
static bool is_declared(const fusion_t *fusion, uint32_t pair) {
    const form_t *form = fusion->pairs[pair].form;
    for (uint32_t i = 0; i < pair; i++)
        if (same_datatype(fusion, fusion->pairs[i].form, form))
            return true;
    return false;
}

static void write_declarations(const fusion_t *fusion, strbuf_t *out) {
    for (uint32_t i = 0; i < fusion->pair_count; i++) {
        const fused_pair_t *pair = &fusion->pairs[i];
        if (pair->form->chunks[FORM_DATATYPE].len > 0 && !is_declared(fusion, i))
            form_write(pair->form, FORM_DATATYPE, pair->fills, pair->draw, out);
        strbuf_str(out, "(declare-fun ");
        strbuf_add(out, pair->fills[FILL_Z].data, pair->fills[FILL_Z].len);
        strbuf_str(out, " () ");
        form_write(pair->form, FORM_SORT, pair->fills, pair->draw, out);
        strbuf_str(out, ")\n");
    }
}

/* z = f(x, y), x = r_x, y = r_y. */
static void write_equations(const fusion_t *fusion, strbuf_t *out) {
    static const form_part_t order[] = {FORM_Z, FORM_X, FORM_Y};
    for (uint32_t i = 0; i < fusion->pair_count; i++) {
        const fused_pair_t *pair = &fusion->pairs[i];
        for (int k = 0; k < 3; k++) {
            const slice_t *name = &pair->fills[order[k]];
            strbuf_str(out, "(assert (= ");
            strbuf_add(out, name->data, name->len);
            strbuf_char(out, ' ');
            form_write(pair->form, order[k], pair->fills, pair->draw, out);
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
        *vec_push(strategy->mem, &fusion->logic_lines) =
            (slice_t){arena_copy(&fusion->lines, fusion->text.data, fusion->text.len),
                      (uint32_t)fusion->text.len};
    }
    const slice_t *line = &fusion->logic_lines.data[*place];
    bool ok = mutant_require(mutant, 0, 0, mutant->seeds[0]->logic_end, line->data, line->len);
    assert(ok);
    (void)ok;
}

/* What stands before the first formula of a text, with its "(assert "; and what stands after the
 * last one, with its ")". */
static void replace_head(const fusion_t *fusion, mutant_t *mutant, uint32_t number) {
    const fused_text_t *text = fusion->texts[number];
    bool ok = mutant_require(mutant, number, text->view.declarations_end, text->formula,
                             fusion->text.data, fusion->text.len);
    assert(ok);
    (void)ok;
}

static void replace_tail(const fusion_t *fusion, mutant_t *mutant, uint32_t number) {
    const fused_text_t *text = fusion->texts[number];
    bool ok = mutant_require(mutant, number, text->formula_end, text->view.assertions_end,
                             fusion->text.data, fusion->text.len);
    assert(ok);
    (void)ok;
}

static void write_mutant(strategy_t *strategy, logic_t logic, rng_t *rng, mutant_t *mutant) {
    fusion_t *fusion = strategy->state;
    const plan_t *plan = &fusion->plan;
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
        replace_head(fusion, mutant, number);
        replace_uses(strategy, mutant, number, rng, most);
        strbuf_clear(text);
        strbuf_str(text, !plan->joined ? ")\n" : number == 0 ? " " : "))\n");
        if (number == 1 && plan->with_equations)
            write_equations(fusion, text);
        replace_tail(fusion, mutant, number);
    }
}

static const char *reason(const fusion_t *fusion, bool fused) {
    const plan_t *plan = &fusion->plan;
    if (!fused)
        return plan->claim == CLAIM_SAT ? "a seed is sat, and so are both if both have to be"
                                        : "a seed is unsat, and so are both if one would do";
    if (!fusion->conditional)
        return plan->reason;
    return plan->must_hold[0] && plan->must_hold[1]
               ? "both seeds are sat, and the inversions hold for the values in their models"
               : "one seed is sat, and its inversions hold for the values in its model";
}

static bool make(strategy_t *strategy, const seed_t *first, const seed_t *second, rng_t *rng,
                 mutant_t *mutant, bool fused) {
    fusion_t *fusion = strategy->state;
    const char *why;
    fusible_t *one = fusible_of(&fusion->seeds, first);
    fusible_t *two = fusible_of(&fusion->seeds, second);
    if (!seeds_can_fuse(one, two, &why) || (fused && (!one->targets.len || !two->targets.len)))
        return false;
    fusion->rows[0] = one;
    fusion->rows[1] = two;
    fusion->plan = make_plan(first, second, fused, rng);
    fusion->pair_count = 0;
    fusion->conditional = false;
    uint32_t level = fusible_level(one, two);
    phase_t before = strategy_enter(strategy, PHASE_PREPARE);
    fusion->texts[0] = fusible_first(&fusion->seeds, one, fusion->plan.joined, level);
    fusion->texts[1] = fusible_second(&fusion->seeds, two, fusion->plan.joined, level);
    strategy_enter(strategy, before);
    logic_t logic = logic_join(one->logic, two->logic);
    uint32_t wanted = fused ? strategy_steps(strategy, rng) : 0;
    for (uint32_t i = 0; i < wanted && i < FUSION_PAIRS; i++) {
        fused_pair_t *pair = &fusion->pairs[fusion->pair_count];
        if (!draw_pair(strategy, pair, rng))
            continue;
        name_pair(fusion, pair, fusion->pair_count++, level);
        logic = logic_join(logic, pair->form->logic);
    }
    if (fused && fusion->pair_count == 0)
        return false;
    mutant_start(mutant, &fusion->texts[0]->view, &fusion->texts[1]->view);
    write_mutant(strategy, logic, rng, mutant);
    mutant->claim = fusion->plan.claim;
    mutant->reason = reason(fusion, fused);
    return true;
}

/* Places of a seed's assertions from first on: of its core, where one is known. */
static void add_places(strategy_t *strategy, const seed_t *seed, uint32_t first,
                       u32_vec_t *places) {
    uint32_t count = seed->core.len > 0 ? seed->core.len : seed->roots.len;
    for (uint32_t i = 0; i < count; i++)
        *vec_push(strategy->mem, places) = first + (seed->core.len > 0 ? seed->core.data[i] : i);
}

/* The assertion that joins two seeds, or those of the seed that is unsat, and all equations. */
static bool find_core(strategy_t *strategy, const mutant_t *mutant, u32_vec_t *places) {
    const fusion_t *fusion = strategy->state;
    assert(mutant->seeds[0] == &fusion->texts[0]->view); /* it is the last one */
    if (mutant->claim != CLAIM_UNSAT)
        return false;
    const seed_t *seeds[2] = {fusion->rows[0]->seed, fusion->rows[1]->seed};
    uint32_t next = 1; /* the place after the seeds' assertions */
    if (fusion->plan.joined) {
        *vec_push(strategy->mem, places) = 0;
    } else {
        bool second = seeds[0]->status != STATUS_UNSAT;
        assert(seeds[second]->status == STATUS_UNSAT);
        add_places(strategy, seeds[second], second ? seeds[0]->roots.len : 0, places);
        next = seeds[0]->roots.len + seeds[1]->roots.len;
    }
    for (uint32_t i = 0; fusion->plan.with_equations && i < 3 * fusion->pair_count; i++)
        *vec_push(strategy->mem, places) = next + i;
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

const strategy_functions_t fusion_functions = {.open = open_fusion,
                                               .close = close_fusion,
                                               .takes = takes_fusion,
                                               .make = make_fusion,
                                               .model = fusion_model,
                                               .core = find_core,
                                               .forget = forget_seeds};

const strategy_functions_t concat_functions = {.open = open_fusion,
                                               .close = close_fusion,
                                               .takes = takes_concat,
                                               .make = make_concat,
                                               .model = fusion_model,
                                               .core = find_core,
                                               .forget = forget_seeds};
