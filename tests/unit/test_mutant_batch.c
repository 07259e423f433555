/* A number of mutants of each seed, one by one and in chains. */
#include "mutate_fixture.h"

#include "mutate/engine/mutant_batch.h"

static const char first_text[] = "(declare-const a Int)(declare-const b Int)"
                                 "(assert (and (< a b) (= (+ a 1) b) (> b 7)))";
static const char second_text[] = "(declare-const c Int)(assert (or (= c 2) (distinct c 5)))";

typedef struct kept {
    world_t *w;
    const seed_t *seed;
    uint32_t count;
    uint64_t last_link;
    strbuf_t texts;
} kept_t;

static void keep(void *arg, strategy_t *strategy, const batch_place_t *place) {
    kept_t *kept = arg;
    assert_non_null(strategy);
    assert_ptr_equal(place->seed, kept->seed);
    kept->count++;
    kept->last_link = place->link;
    mutant_print(&kept->w->mutant, &kept->texts);
}

/* What is made of the seed. */
static void run(mutant_batch_t *batch, kept_t *kept, const seed_t *seed) {
    rng_t base = rng_make(1);
    kept->seed = seed;
    kept->count = 0;
    strbuf_clear(&kept->texts);
    assert_null(mutant_batch_seed(batch, seed, &base));
}

static void the_same_for_each_seed_whatever_came_before(void **state) {
    world_t w;
    world_init(&w);
    const seed_t *first = add(&w, first_text);
    const seed_t *second = add(&w, second_text);
    open_strategy(&w, STRATEGY_OPFUZZ, strategy_defaults);
    kept_t kept = {.w = &w};
    strbuf_init(&kept.texts, &w.f.mem);
    mutant_batch_t batch = {.seeds = &w.seeds,
                            .kind = STRATEGY_OPFUZZ,
                            .strategy = w.strategy,
                            .number = 5,
                            .mutant = &w.mutant,
                            .made = keep,
                            .arg = &kept};
    run(&batch, &kept, second);
    assert_int_equal(kept.count, 5);
    strbuf_t alone;
    strbuf_init(&alone, &w.f.mem);
    strbuf_str(&alone, strbuf_text(&kept.texts));
    run(&batch, &kept, first);
    run(&batch, &kept, second);
    assert_string_equal(strbuf_text(&kept.texts), strbuf_text(&alone));
    strbuf_done(&alone);
    strbuf_done(&kept.texts);
    world_done(&w);
}

static void a_chain_goes_on_from_its_last_mutant(void **state) {
    world_t w;
    world_init(&w);
    const seed_t *seed = add(&w, first_text);
    open_strategy(&w, STRATEGY_OPFUZZ, strategy_defaults);
    chain_t chain;
    chain_init(&chain, &strategy_defaults, &w.f.mem);
    kept_t kept = {.w = &w};
    strbuf_init(&kept.texts, &w.f.mem);
    mutant_batch_t batch = {.seeds = &w.seeds,
                            .kind = STRATEGY_OPFUZZ,
                            .strategy = w.strategy,
                            .chain = &chain,
                            .number = 2,
                            .links = 4,
                            .mutant = &w.mutant,
                            .made = keep,
                            .arg = &kept};
    run(&batch, &kept, seed);
    assert_int_equal(kept.count, 8);
    assert_int_equal(kept.last_link, 3);
    assert_int_equal(chain.length, 4);
    strbuf_done(&kept.texts);
    chain_done(&chain);
    world_done(&w);
}

static void why_there_is_none(void **state) {
    world_t w;
    world_init(&w);
    const seed_t *seed = add(&w, first_text);
    open_strategy(&w, STRATEGY_DIVER, strategy_defaults);
    mutant_batch_t batch = {.seeds = &w.seeds,
                            .kind = STRATEGY_DIVER,
                            .strategy = w.strategy,
                            .number = 1,
                            .mutant = &w.mutant};
    rng_t base = rng_make(1);
    const char *why = mutant_batch_seed(&batch, seed, &base);
    assert_non_null(why);
    assert_non_null(strstr(why, "model"));
    world_done(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_for_each_seed_whatever_came_before),
        cmocka_unit_test(a_chain_goes_on_from_its_last_mutant),
        cmocka_unit_test(why_there_is_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
