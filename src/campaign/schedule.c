#include "campaign/schedule.h"

#include "base/bug.h"
#include "base/hash.h"

#include <math.h>
#include <string.h>

/* Every strategy that can do something has at least this share of the time. */
static const double share_floor = 0.05;

/* CPU seconds after which what happened counts half. */
static const double half_life = 600;

/* What is assumed of a strategy, and of an arm, that was not tried yet. */
static const double strategy_gain = 1, strategy_cost = 5;
static const double arm_gain = 0.1, arm_cost = 0.2;

/* A draw is worth this much of the gain of the one before. */
static const double gain_decay = 0.8;

/* A draw that leads nowhere costs next to nothing, but not nothing. */
static const double draw_cost = 0.001;

/* An arm that made nothing in this many draws makes nothing. */
enum { HOPELESS = 24 };

/* A seed is rested when this many runs were looked at, and this part of them timed out. */
static const double rest_runs = 8, rest_share = 0.6;
static const double rest_seconds = 30;
enum { REST_DOUBLINGS = 8 };

/* A limit is the slowest verdict times this; what was slow is forgotten slowly. It is no less than
 * the first limit, or than limit_least of it once pace_known runs showed that nothing needs more.
 */
static const double limit_factor = 2, limit_least = 0.4;
static const float pace_decay = 0.98F, pace_known = 8, pace_kept = 32;

/* A solver is spared a seed, except one time in SPARED_ONE_IN, when at least spare_stuck of its
 * runs timed out, and at most spare_fluent of another one's. */
static const float spare_stuck = 0.5F, spare_fluent = 0.25F;
enum { SPARED_ONE_IN = 4 };

/* A solver that did not do what it was asked REFUSED_MAX times in a row is asked one time in
 * REFUSED_ONE_IN. */
enum { REFUSED_MAX = 3, REFUSED_ONE_IN = 16 };

void schedule_init(schedule_t *schedule, const schedule_options_t *options, uint64_t seed,
                   mem_t *mem) {
    assert(options->mains > 0 && options->mains <= options->solvers);
    assert(options->first_limit > 0 && options->limit > 0);
    *schedule = (schedule_t){.mem = mem, .options = *options, .rng = rng_make(seed), .round = 1};
}

void schedule_done(schedule_t *schedule) {
    mem_t *mem = schedule->mem;
    for (uint32_t i = 0; i < schedule->strategies.len; i++)
        vec_free(mem, &schedule->strategies.data[i].arms);
    vec_free(mem, &schedule->arms);
    vec_free(mem, &schedule->seeds);
    vec_free(mem, &schedule->strategies);
    vec_free(mem, &schedule->paces);
    vec_free(mem, &schedule->order);
    vec_free(mem, &schedule->weights);
}

#define fill_zero(mem, v, count)                                                                   \
    do {                                                                                           \
        vec_reserve(mem, v, count);                                                                \
        (v)->len = (uint32_t)(count);                                                              \
        if ((count) > 0)                                                                           \
            memset((v)->data, 0, (count) * sizeof *(v)->data);                                     \
    } while (0)

void schedule_fill(schedule_t *schedule, uint32_t seeds) {
    mem_t *mem = schedule->mem;
    uint32_t strategies = schedule->options.strategies;
    assert(schedule->arms.len == 0); /* it is filled once */
    fill_zero(mem, &schedule->seeds, (uint64_t)seeds);
    fill_zero(mem, &schedule->strategies, (uint64_t)strategies);
    fill_zero(mem, &schedule->arms, (uint64_t)seeds * strategies);
    fill_zero(mem, &schedule->paces, (uint64_t)seeds * schedule->options.solvers);
    for (uint32_t i = 0; i < schedule->arms.len; i++) {
        schedule->arms.data[i].seed = i / strategies;
        schedule->arms.data[i].strategy = i % strategies;
    }
}

/* ---- Breadth ------------------------------------------------------------------------------- */

/* Seeds in a random order, and again for each strategy; which strategy comes first differs from
 * seed to seed. */
static void make_order(schedule_t *schedule) {
    uint32_t seeds = schedule->seeds.len;
    uint32_t strategies = schedule->strategies.len;
    u32_vec_t shuffled = {0};
    vec_reserve(schedule->mem, &shuffled, seeds);
    for (uint32_t i = 0; i < seeds; i++) {
        uint32_t j = (uint32_t)rng_below(&schedule->rng, (uint64_t)i + 1);
        *vec_push(schedule->mem, &shuffled) = i;
        shuffled.data[i] = shuffled.data[j];
        shuffled.data[j] = i;
    }
    for (uint32_t turn = 0; turn < strategies; turn++)
        for (uint32_t i = 0; i < seeds; i++)
            *vec_push(schedule->mem, &schedule->order) =
                shuffled.data[i] * strategies + (i + turn) % strategies;
    assert(schedule->order.len == schedule->arms.len);
    vec_free(schedule->mem, &shuffled);
}

void schedule_start(schedule_t *schedule) {
    assert(schedule->order.len == 0); /* it is started once */
    make_order(schedule);
    for (uint32_t i = 0; i < schedule->arms.len; i++) {
        const arm_t *arm = &schedule->arms.data[i];
        strategy_state_t *strategy = &schedule->strategies.data[arm->strategy];
        *vec_push(schedule->mem, &strategy->arms) = i;
        strategy->open += !arm->closed;
    }
}

static bool is_rested(const schedule_t *schedule, const arm_t *arm) {
    return schedule->seeds.data[arm->seed].rested > schedule->now;
}

/* The next arm that has not had all mutants of this round, or NULL at its end. */
static arm_t *next_of_round(schedule_t *schedule) {
    for (; schedule->at < schedule->order.len; schedule->at++) {
        arm_t *arm = &schedule->arms.data[schedule->order.data[schedule->at]];
        if (!arm->closed && arm->next < schedule->round * SCHEDULE_BREADTH &&
            (schedule->options.uniform || !is_rested(schedule, arm)))
            return arm;
    }
    return NULL;
}

static arm_t *draw_uniform(schedule_t *schedule) {
    uint64_t least = UINT64_MAX;
    arm_t *arm = next_of_round(schedule);
    if (arm)
        return arm;
    for (uint32_t i = 0; i < schedule->arms.len; i++)
        if (!schedule->arms.data[i].closed && schedule->arms.data[i].next < least)
            least = schedule->arms.data[i].next;
    if (least == UINT64_MAX)
        return NULL;
    schedule->round = least / SCHEDULE_BREADTH + 1;
    schedule->at = 0;
    arm = next_of_round(schedule);
    assert(arm); /* the one with the least */
    return arm;
}

/* ---- Learning ------------------------------------------------------------------------------ */

static double rate_of(const strategy_state_t *strategy) {
    return (strategy->gain + strategy_gain) / (strategy->cost + strategy_cost);
}

/* The strategy that lacks most of its share. */
static strategy_state_t *draw_strategy(schedule_t *schedule) {
    double rates = 0;
    double cost = 0;
    uint32_t open = 0;
    for (uint32_t i = 0; i < schedule->strategies.len; i++) {
        const strategy_state_t *strategy = &schedule->strategies.data[i];
        if (strategy->open == 0)
            continue;
        rates += rate_of(strategy);
        cost += strategy->cost;
        open++;
    }
    if (open == 0)
        return NULL;
    double least = open * share_floor < 0.5 ? share_floor : 0.5 / open;
    assert(rates > 0 && open * least <= 0.5); /* or some share would be negative */
    strategy_state_t *chosen = NULL;
    double most = 0;
    for (uint32_t i = 0; i < schedule->strategies.len; i++) {
        strategy_state_t *strategy = &schedule->strategies.data[i];
        if (strategy->open == 0)
            continue;
        double share = least + (1 - open * least) * rate_of(strategy) / rates;
        double lacks = share * (cost + 1) - strategy->cost;
        if (!chosen || lacks > most) {
            chosen = strategy;
            most = lacks;
        }
    }
    return chosen;
}

/* An arm that a worker has already is taken only when there is hardly another. */
static double weigh(const schedule_t *schedule, const arm_t *arm, bool rested) {
    if (arm->closed || (!rested && is_rested(schedule, arm)))
        return 0;
    double weight = (arm->gain + arm_gain) / (arm->cost + arm_cost);
    return arm->busy > 0 ? weight * 1e-3 : weight;
}

static arm_t *draw_arm(schedule_t *schedule, const strategy_state_t *strategy, bool rested) {
    double sum = 0;
    assert(schedule->arms.data);
    schedule->weights.len = 0;
    for (uint32_t i = 0; i < strategy->arms.len; i++) {
        sum += weigh(schedule, &schedule->arms.data[strategy->arms.data[i]], rested);
        *vec_push(schedule->mem, &schedule->weights) = sum;
    }
    if (sum <= 0)
        return NULL;
    double point = rng_unit(&schedule->rng) * sum;
    uint32_t low = 0;
    uint32_t high = schedule->weights.len - 1;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (schedule->weights.data[middle] > point)
            high = middle;
        else
            low = middle + 1;
    }
    assert(low < strategy->arms.len);
    return &schedule->arms.data[strategy->arms.data[low]];
}

static arm_t *draw_learned(schedule_t *schedule) {
    const strategy_state_t *strategy = draw_strategy(schedule);
    if (!strategy)
        return NULL;
    arm_t *arm = draw_arm(schedule, strategy, false);
    if (arm)
        return arm;
    /* All its seeds are rested: another strategy may have some that are not. */
    for (uint32_t i = 0; i < schedule->strategies.len && !arm; i++)
        if (schedule->strategies.data[i].open > 0)
            arm = draw_arm(schedule, &schedule->strategies.data[i], false);
    return arm ? arm : draw_arm(schedule, strategy, true);
}

/* ---- Drawing ------------------------------------------------------------------------------- */

schedule_phase_t schedule_phase(const schedule_t *schedule) {
    if (schedule->options.uniform)
        return SCHEDULE_UNIFORM;
    return schedule->at < schedule->order.len ? SCHEDULE_IN_BREADTH : SCHEDULE_LEARNING;
}

static uint32_t size_batch(const schedule_t *schedule, const arm_t *arm) {
    if (schedule_phase(schedule) != SCHEDULE_LEARNING) {
        assert(arm->next < schedule->round * SCHEDULE_BREADTH);
        return (uint32_t)(schedule->round * SCHEDULE_BREADTH - arm->next);
    }
    double each = arm->tested > 0 ? arm->cost / (double)arm->tested : 0.05;
    double count = SCHEDULE_BATCH_CPU / (each + draw_cost);
    return count < 1 ? 1 : count > SCHEDULE_BATCH_MAX ? SCHEDULE_BATCH_MAX : (uint32_t)count;
}

bool schedule_draw(schedule_t *schedule, batch_t *batch) {
    arm_t *arm = schedule->options.uniform ? draw_uniform(schedule) : next_of_round(schedule);
    if (!arm && !schedule->options.uniform)
        arm = draw_learned(schedule);
    if (!arm)
        return false;
    uint32_t count = size_batch(schedule, arm);
    assert(count > 0 && !arm->closed);
    *batch = (batch_t){(uint32_t)(arm - schedule->arms.data), count, arm->next};
    arm->next += count;
    arm->gain *= gain_decay;
    arm->busy++;
    arm->dirty = true;
    return true;
}

/* ---- Results ------------------------------------------------------------------------------- */

static arm_t *arm_at(const schedule_t *schedule, uint32_t number) {
    assert(number < schedule->arms.len);
    return &schedule->arms.data[number];
}

/* A batch that was out is not any more. */
static void end_batch(arm_t *arm) {
    assert(arm->busy > 0);
    arm->busy--;
}

void schedule_close(schedule_t *schedule, uint32_t number) {
    arm_t *arm = arm_at(schedule, number);
    if (arm->closed)
        return;
    assert(schedule->strategies.data[arm->strategy].open > 0);
    arm->closed = true;
    arm->dirty = true;
    schedule->strategies.data[arm->strategy].open--;
}

static void look_at_rest(schedule_t *schedule, seed_state_t *seed, const batch_result_t *result) {
    seed->runs += result->runs;
    seed->stuck += result->stuck;
    if (seed->runs < rest_runs)
        return;
    if (seed->stuck > seed->runs * rest_share) {
        int doublings = seed->rests < REST_DOUBLINGS ? (int)seed->rests : REST_DOUBLINGS;
        seed->rested = schedule->now + ldexp(rest_seconds, doublings);
        seed->rests++;
    } else if (seed->rests > 0 && seed->stuck * 2 < seed->runs * rest_share) {
        seed->rests--;
    }
    seed->runs /= 2;
    seed->stuck /= 2;
}

void schedule_result(schedule_t *schedule, const batch_result_t *result) {
    arm_t *arm = arm_at(schedule, result->arm);
    assert(result->tested <= result->made && result->stuck <= result->runs && result->cost >= 0);
    seed_state_t *seed = &schedule->seeds.data[arm->seed];
    strategy_state_t *strategy = &schedule->strategies.data[arm->strategy];
    double fade = exp2(-result->cost / half_life);
    for (uint32_t i = 0; i < schedule->strategies.len; i++) {
        schedule->strategies.data[i].cost *= fade;
        schedule->strategies.data[i].gain *= fade;
    }
    schedule->now += result->cost;
    strategy->cost += result->cost + draw_cost;
    arm->cost += result->cost + draw_cost;
    arm->made += result->made;
    arm->tested += result->tested;
    arm->dirty = seed->dirty = true;
    seed->tested += result->tested;
    if (result->last)
        end_batch(arm);
    look_at_rest(schedule, seed, result);
    if (result->closed || (result->last && arm->made == 0 && arm->next >= HOPELESS))
        schedule_close(schedule, result->arm);
}

void schedule_gain(schedule_t *schedule, uint32_t number, double gain) {
    arm_t *arm = arm_at(schedule, number);
    assert(gain > 0);
    arm->gain += gain;
    arm->dirty = true;
    schedule->strategies.data[arm->strategy].gain += gain;
}

void schedule_give_back(schedule_t *schedule, const batch_t *batch, uint64_t first) {
    assert(first >= batch->first && first < batch->first + batch->count);
    if (arm_at(schedule, batch->arm)->next == batch->first + batch->count)
        schedule_return(schedule, batch->arm, first, false);
}

void schedule_return(schedule_t *schedule, uint32_t number, uint64_t first, bool lost) {
    arm_t *arm = arm_at(schedule, number);
    if (arm->next > first)
        arm->next = first;
    if (lost)
        end_batch(arm);
    arm->dirty = true;
}

/* ---- Limits -------------------------------------------------------------------------------- */

static pace_t *pace_of(const schedule_t *schedule, uint32_t seed, uint32_t solver) {
    assert(seed < schedule->seeds.len && solver < schedule->options.solvers);
    return &schedule->paces.data[(size_t)seed * schedule->options.solvers + solver];
}

static bool is_known(const pace_t *pace) {
    return pace->runs >= pace_known;
}

/* Whether the solver mostly times out on a seed with which another one gets along. */
static bool is_stuck_alone(const schedule_t *schedule, uint32_t seed, uint32_t solver) {
    const pace_t *paces = pace_of(schedule, seed, 0);
    if (!is_known(&paces[solver]) || paces[solver].stuck < paces[solver].runs * spare_stuck)
        return false;
    for (uint32_t i = 0; i < schedule->options.mains; i++)
        if (i != solver && is_known(&paces[i]) && paces[i].stuck <= paces[i].runs * spare_fluent &&
            paces[i].refused < REFUSED_MAX)
            return true;
    return false;
}

static bool is_spared(schedule_t *schedule, uint32_t seed, uint32_t solver) {
    const pace_t *pace = pace_of(schedule, seed, solver);
    if (pace->refused >= REFUSED_MAX)
        return !rng_one_in(&schedule->rng, REFUSED_ONE_IN);
    return !schedule->options.uniform && is_stuck_alone(schedule, seed, solver) &&
           !rng_one_in(&schedule->rng, SPARED_ONE_IN);
}

double schedule_limit(schedule_t *schedule, uint32_t seed, uint32_t solver) {
    const pace_t *pace = pace_of(schedule, seed, solver);
    if (is_spared(schedule, seed, solver))
        return 0;
    double limit = limit_factor * (double)pace->slowest;
    double least = schedule->options.first_limit;
    if (!schedule->options.uniform && is_known(pace))
        least *= limit_least;
    if (limit < least)
        limit = least;
    assert(limit > 0); /* 0 is to be spared */
    return limit < schedule->options.limit ? limit : schedule->options.limit;
}

void schedule_pace(schedule_t *schedule, uint32_t seed, uint32_t solver,
                   const pace_result_t *result) {
    pace_t *pace = pace_of(schedule, seed, solver);
    assert(result->slowest >= 0);
    uint32_t refused = pace->refused + result->refused;
    if (result->verdicts + result->stuck > 0)
        pace->refused = 0;
    else
        pace->refused = (uint16_t)(refused < REFUSED_MAX ? refused : REFUSED_MAX);
    if (result->verdicts > 0)
        pace->slowest *= pace_decay;
    if ((float)result->slowest > pace->slowest)
        pace->slowest = (float)result->slowest;
    pace->runs += (float)(result->verdicts + result->stuck);
    pace->stuck += (float)result->stuck;
    if (pace->runs > pace_kept) {
        pace->runs /= 2;
        pace->stuck /= 2;
    }
    pace->dirty = true;
}

/* ---- Random numbers ------------------------------------------------------------------------ */

rng_t schedule_rng(const rng_t *base, uint64_t seed_hash, const char *strategy, uint64_t k) {
    rng_t of_seed = rng_split(base, seed_hash);
    rng_t of_arm = rng_split(&of_seed, hash_bytes(strategy, strlen(strategy)));
    return rng_split(&of_arm, k);
}
