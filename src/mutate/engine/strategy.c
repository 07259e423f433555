#include "mutate/engine/strategy.h"

#include "base/bug.h"
#include "base/clock.h"
#include "base/hash.h"
#include "mutate/engine/strategy_priv.h"

#include <string.h>

const strategy_options_t strategy_defaults = {.max_growth = 4};

static const struct {
    strategy_info_t info;
    const strategy_functions_t *functions;
} rows[] = {
#define STRATEGY(id, name, seeds, number, needs, doc)                                              \
    [STRATEGY_##id] = {{#name, seeds, number, needs, doc}, &name##_functions},
#include "mutate/engine/strategies.def"
};

const strategy_info_t *strategy_info(strategy_kind_t kind) {
    assert((uint32_t)kind < STRATEGY_COUNT);
    return &rows[kind].info;
}

static const strategy_functions_t *functions_of(const strategy_t *strategy) {
    return rows[strategy->kind].functions;
}

bool strategy_of_name(const char *name, strategy_kind_t *kind) {
    for (uint32_t i = 0; i < STRATEGY_COUNT; i++)
        if (strcmp(rows[i].info.name, name) == 0) {
            *kind = (strategy_kind_t)i;
            return true;
        }
    return false;
}

strategy_t *strategy_open(strategy_kind_t kind, seeds_t *seeds, const strategy_options_t *options,
                          mem_t *mem, diag_list_t *diags) {
    assert((uint32_t)kind < STRATEGY_COUNT && options->max_growth > 0);
    strategy_t *strategy = mem_alloc(mem, sizeof *strategy);
    *strategy = (strategy_t){.kind = kind,
                             .mem = mem,
                             .seeds = seeds,
                             .bank = seeds->bank,
                             .options = *options,
                             .phase = PHASE_COUNT};
    if ((rows[kind].info.needs & USES_OPS) && options->ops_text)
        strategy->ops_hash = hash_bytes(options->ops_text, options->ops_len);
    if ((rows[kind].info.needs & USES_RULES) && options->rules_text)
        strategy->rules_hash = hash_bytes(options->rules_text, options->rules_len);
    if (functions_of(strategy)->open(strategy, diags))
        return strategy;
    strategy_close(strategy);
    return NULL;
}

void strategy_close(strategy_t *strategy) {
    if (!strategy)
        return;
    functions_of(strategy)->close(strategy);
    mem_free(strategy->mem, strategy);
}

void strategy_forget(strategy_t *strategy) {
    const strategy_functions_t *functions = functions_of(strategy);
    if (functions->forget) {
        functions->forget(strategy);
        return;
    }
    functions->close(strategy);
    strategy->state = NULL;
    diag_list_t diags;
    diag_init(&diags, strategy->mem);
    if (!functions->open(strategy, &diags))
        BUG("what could be opened cannot be opened again");
    diag_done(&diags);
}

const strategy_options_t *strategy_options(const strategy_t *strategy) {
    return &strategy->options;
}

bool strategy_takes(strategy_t *strategy, const seed_t *first, const seed_t *second,
                    const char **why) {
    assert(!second || strategy_info(strategy->kind)->seeds == 2);
    *why = NULL;
    phase_t before = strategy_enter(strategy, PHASE_PREPARE);
    bool takes = functions_of(strategy)->takes(strategy, first, second, why);
    strategy_enter(strategy, before);
    assert(takes || *why);
    return takes;
}

uint32_t strategy_steps(const strategy_t *strategy, rng_t *rng) {
    enum { MOST = 8 };
    uint32_t steps = strategy->options.steps;
    if (steps > 0)
        return steps;
    for (steps = 1; steps < MOST && rng_one_in(rng, 2); steps++)
        continue;
    return steps;
}

/* Of a mutant that was made: there is a change and a reason, and its recipe can say all that it
 * needs of the seeds. */
static bool is_complete(const strategy_t *strategy, const seed_t *first, const seed_t *second,
                        const mutant_t *mutant) {
    const strategy_info_t *info = strategy_info(strategy->kind);
    if (mutant->edits.len == 0 || mutant->reason[0] == '\0' || mutant->recipe.len > 0)
        return false;
    if ((info->needs & NEEDS_STATUS) &&
        (first->status == STATUS_UNKNOWN || (second && second->status == STATUS_UNKNOWN)))
        return false;
    return (!(info->needs & NEEDS_MODEL) || first->model) &&
           (!(info->needs & NEEDS_CORE) || first->core.len > 0);
}

bool strategy_make(strategy_t *strategy, const seed_t *first, const seed_t *second, rng_t *rng,
                   mutant_t *mutant) {
    assert((second != NULL) == (strategy_info(strategy->kind)->seeds == 2));
    rng_t start = *rng;
    phase_t before = strategy_enter(strategy, PHASE_DRAW);
    mutant_start(mutant, first, strategy_info(strategy->kind)->seeds == 2 ? second : NULL);
    bool made = functions_of(strategy)->make(strategy, first, second, rng, mutant);
    strategy_enter(strategy, PHASE_WRITE);
    assert(!made || is_complete(strategy, first, second, mutant));
    if (made)
        recipe_write(strategy, first, mutant->seeds[1] ? second : NULL, &start, &mutant->recipe);
    strategy_enter(strategy, before);
    strategy->stats.made += made;
    strategy->stats.failed += !made;
    return made;
}

bool strategy_model(strategy_t *strategy, const mutant_t *mutant, strbuf_t *out) {
    const strategy_functions_t *functions = functions_of(strategy);
    return functions->model && functions->model(strategy, mutant, out);
}

bool strategy_core(strategy_t *strategy, const mutant_t *mutant, u32_vec_t *places) {
    const strategy_functions_t *functions = functions_of(strategy);
    return functions->core && functions->core(strategy, mutant, places);
}

/* --- statistics --- */

static const char *const reject_rows[][2] = {
#define REJECT(id, name, doc) [REJECT_##id] = {name, doc},
#include "mutate/engine/strategy_rejects.def"
};

static const char *const phase_names[] = {
#define PHASE(id, name, doc) [PHASE_##id] = (name),
#include "mutate/engine/strategy_phases.def"
};

const char *reject_name(reject_t reject) {
    return reject_rows[reject][0];
}

const char *reject_doc(reject_t reject) {
    return reject_rows[reject][1];
}

const char *phase_name(phase_t phase) {
    return phase_names[phase];
}

phase_t strategy_enter_timed(strategy_t *strategy, phase_t phase) {
    assert((uint32_t)phase <= PHASE_COUNT);
    phase_t before = strategy->phase;
    double now = clock_wall();
    if (before != PHASE_COUNT)
        strategy->stats.seconds[before] += now - strategy->since;
    strategy->phase = phase;
    strategy->since = now;
    return before;
}

const strategy_stats_t *strategy_stats(const strategy_t *strategy) {
    return &strategy->stats;
}

void strategy_stats_add(strategy_stats_t *sum, const strategy_stats_t *more) {
    sum->tries += more->tries;
    sum->accepted += more->accepted;
    sum->made += more->made;
    sum->failed += more->failed;
    for (uint32_t i = 0; i < REJECT_COUNT; i++)
        sum->rejected[i] += more->rejected[i];
    for (uint32_t i = 0; i < PHASE_COUNT; i++)
        sum->seconds[i] += more->seconds[i];
}
