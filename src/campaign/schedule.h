/* schedule.h - which mutants to make next, and how long solvers may take over them.
 *
 *     schedule_init(&schedule, &options, seed, mem);
 *     schedule_fill(&schedule, seeds);
 *     ... what is known from an earlier sitting is put into the rows ...
 *     schedule_start(&schedule);
 *     if (schedule_draw(&schedule, &batch)) hand it out;
 *     schedule_result(&schedule, &result);          // what became of it
 *
 * An arm is a seed with a strategy. Its k-th mutant depends on the campaign's seed, the seed's
 * hash, the strategy's name and k alone, so what was made does not depend on who made it when.
 *
 * First breadth: every arm has SCHEDULE_BREADTH mutants, in an order in which every seed comes up
 * once before any comes up again. Then it learns. A strategy gets a share of the CPU time in
 * proportion to what it brings for its time, and no less than a floor. Within a strategy a seed is
 * drawn with a weight of the same kind. What something brings is its gain: new clusters and new
 * behaviours, the recent ones above all.
 *
 * A seed on which most runs time out is rested, each time for twice as long. A solver that mostly
 * times out on a seed where another one mostly does not is spared it three times in four. A run's
 * limit is a multiple of the slowest recent verdict of that solver on that seed. It grows from the
 * first limit up to the cap where a run that was given more time paid off (test_mutant.c tries that
 * now and then), and shrinks to a part of the first limit where nothing needs more.
 *
 * With uniform there is only breadth, again and again, and no solver is spared.
 *
 * Time here is CPU time, in seconds of the campaign, so that nothing depends on how busy the
 * machine is. Nothing is read from a clock: who calls says what it cost. */
#ifndef CAMPAIGN_SCHEDULE_H
#define CAMPAIGN_SCHEDULE_H

#include "base/rng.h"
#include "base/vec.h"

enum { SCHEDULE_BREADTH = 2, SCHEDULE_BATCH_MAX = 32 };

/* What a batch should cost: short enough that a campaign ends soon after it is told to. */
#define SCHEDULE_BATCH_CPU 0.4

/* Gains. */
#define GAIN_BEHAVIOUR 1.0
#define GAIN_FLAKY 3.0
#define GAIN_CLUSTER 20.0

typedef struct arm {
    uint32_t seed;     /* in seeds */
    uint32_t strategy; /* in strategies */
    uint64_t next;     /* mutants from this one on were not handed out */
    uint64_t safe;     /* mutants before this one are done: what is stored. The owner's */
    uint64_t made;
    uint64_t tested;
    double cost; /* CPU seconds */
    double gain;
    uint32_t busy; /* batches that are out */
    bool closed;   /* makes nothing */
    bool dirty;    /* to be stored */
    int64_t row;   /* in the store; 0: none */
} arm_t;

typedef struct seed_state {
    uint64_t tested;
    double runs;    /* of solvers: older ones count less */
    double stuck;   /* those of the runs that timed out */
    uint32_t rests; /* each doubles the next rest */
    double rested;  /* until this time */
    bool dirty;
    int64_t row;
} seed_state_t;

typedef struct strategy_state {
    u32_vec_t arms;
    uint32_t open; /* arms that are not closed */
    double cost;   /* CPU seconds: older ones count less */
    double gain;   /* the same */
} strategy_state_t;

/* How a solver does on a seed. */
typedef struct pace {
    float slowest;    /* CPU seconds of the slowest verdict; forgotten slowly */
    float runs;       /* older ones count less. Not stored: soon known again */
    float stuck;      /* those of the runs that timed out. Not stored either */
    uint16_t refused; /* runs in a row that it did not do */
    bool dirty;
    int64_t row;
} pace_t;

typedef struct schedule_options {
    bool uniform;
    double first_limit; /* CPU seconds */
    double limit;       /* the cap */
    uint32_t solvers;
    uint32_t mains; /* of the solvers, the first: those that are asked about every mutant */
    uint32_t strategies;
} schedule_options_t;

typedef enum { SCHEDULE_IN_BREADTH, SCHEDULE_LEARNING, SCHEDULE_UNIFORM } schedule_phase_t;

typedef struct schedule {
    mem_t *mem;
    schedule_options_t options;
    rng_t rng;
    double now; /* CPU seconds of the campaign */
    VEC(arm_t) arms;
    VEC(seed_state_t) seeds;
    VEC(strategy_state_t) strategies;
    VEC(pace_t) paces;   /* seeds times solvers */
    u32_vec_t order;     /* arms, for breadth */
    uint32_t at;         /* in order */
    uint64_t round;      /* of breadth, from 1 on */
    VEC(double) weights; /* scratch */
} schedule_t;

void schedule_init(schedule_t *schedule, const schedule_options_t *options, uint64_t seed,
                   mem_t *mem);
void schedule_done(schedule_t *schedule);

/* This number of seeds, each an arm with each strategy: arm = seed * strategies + strategy. */
void schedule_fill(schedule_t *schedule, uint32_t seeds);

/* When all that is known from before (rows of arms, seeds, paces) is in place. */
void schedule_start(schedule_t *schedule);

typedef struct batch {
    uint32_t arm;
    uint32_t count;
    uint64_t first;
} batch_t;

/* The next batch; false when no arm is left that makes anything. */
bool schedule_draw(schedule_t *schedule, batch_t *batch);

/* CPU seconds that a solver may use for a mutant of this seed. 0: it need not be asked, since it
 * does not do such formulas, or mostly times out where another solver does not; now and then it is
 * asked nevertheless. */
double schedule_limit(schedule_t *schedule, uint32_t seed, uint32_t solver);

/* What became of a batch, or a part of it. */
typedef struct batch_result {
    uint32_t arm;
    uint32_t made;
    uint32_t tested;
    bool closed;
    bool last;
    double cost;
    uint32_t runs;  /* of solvers */
    uint32_t stuck; /* those of the runs that timed out */
} batch_result_t;

void schedule_result(schedule_t *schedule, const batch_result_t *result);

/* How a solver did on mutants of a seed. */
typedef struct pace_result {
    uint32_t verdicts; /* unknown is one, too */
    uint32_t stuck;    /* runs that timed out */
    uint32_t refused;
    double slowest; /* CPU seconds of a verdict, sat or unsat */
} pace_result_t;

void schedule_pace(schedule_t *schedule, uint32_t seed, uint32_t solver,
                   const pace_result_t *result);

/* Something new came of the arm of this number. */
void schedule_gain(schedule_t *schedule, uint32_t number, double gain);

/* The arm of this number makes nothing more. */
void schedule_close(schedule_t *schedule, uint32_t number);

/* Mutants of a batch from first on were left out by its worker. They are handed out again, unless
 * later ones of the arm have been meanwhile: then they are never made. */
void schedule_give_back(schedule_t *schedule, const batch_t *batch, uint64_t first);

/* Mutants of an arm from first on were not made, and are to be handed out again. lost: no result
 * says that the batch is over, since its worker is dead. */
void schedule_return(schedule_t *schedule, uint32_t number, uint64_t first, bool lost);

schedule_phase_t schedule_phase(const schedule_t *schedule);

/* The generator of the k-th mutant of an arm. */
rng_t schedule_rng(const rng_t *base, uint64_t seed_hash, const char *strategy, uint64_t k);

#endif
