/* Steps that a predicate does not need are taken back, and no others. */
#include "script_fixture.h"

#include "campaign/triage/undo_edits.h"
#include "mutate/engine/chain.h"

typedef struct world {
    fixture_t f;
    seeds_t seeds;
    chain_t chain;
    mutant_t mutant;
    undone_t undone;
} world_t;

static void world_init(world_t *w) {
    fixture_init(&w->f);
    seeds_init(&w->seeds, &w->f.bank, &w->f.mem);
    chain_init(&w->chain, &strategy_defaults, &w->f.mem);
    mutant_init(&w->mutant, &w->f.mem);
    undone_init(&w->undone, &w->f.mem);
}

static void world_done(world_t *w) {
    undone_done(&w->undone);
    mutant_done(&w->mutant);
    chain_done(&w->chain);
    seeds_done(&w->seeds);
    fixture_done(&w->f);
}

static const seed_t *add(world_t *w, const char *text) {
    diag_list_t diags;
    diag_init(&diags, &w->f.mem);
    const seed_t *seed = seed_add(&w->seeds, "x.smt2", text, strlen(text), &diags);
    assert_non_null(seed);
    diag_done(&diags);
    return seed;
}

/* --- predicates --- */

/* A text is interesting when it has all the words; after a number of tries it is enough. */
typedef struct wanted {
    const char *words[4];
    uint32_t patience;
    uint32_t tries;
    bool interesting;
} wanted_t;

static bool has_words(const wanted_t *wanted, const char *text, size_t len) {
    for (const char *const *word = wanted->words; *word; word++)
        if (!memmem(text, len, *word, strlen(*word)))
            return false;
    return true;
}

static void start(void *state, uint32_t lane, const char *text, size_t len) {
    wanted_t *wanted = state;
    assert_int_equal(lane, 0);
    wanted->tries++;
    wanted->interesting = has_words(wanted, text, len);
}

static bool await(void *state, uint32_t *lane, bool *interesting) {
    const wanted_t *wanted = state;
    *lane = 0;
    *interesting = wanted->interesting;
    return wanted->patience == 0 || wanted->tries < wanted->patience;
}

static undo_t undo_for(predicate_t *predicate, wanted_t *wanted, uint32_t tries) {
    *predicate = (predicate_t){wanted, 1, start, await};
    return undo_make(predicate, &(undo_options_t){.tries = tries});
}

/* --- edits --- */

/* A mutant with the remarks ; 0 to ; 9 at its end; one of them, or none (10), is required. */
static void make_remarks(world_t *w, const seed_t *seed, uint32_t required) {
    mutant_start(&w->mutant, seed, NULL);
    strbuf_str(&w->mutant.recipe, "recipe");
    for (uint32_t i = 0; i < 10; i++) {
        char text[8];
        int len = snprintf(text, sizeof text, "; %u\n", i);
        bool ok = i == required
                      ? mutant_require(&w->mutant, 0, seed->len, seed->len, text, (size_t)len)
                      : mutant_replace(&w->mutant, 0, seed->len, seed->len, text, (size_t)len);
        assert_true(ok);
    }
}

static void what_is_not_needed_goes(void **state) {
    static const struct {
        wanted_t wanted;
        uint32_t required;
        uint32_t most; /* tries */
        bool undone;
        const char *recipe;
    } rows[] = {
        {{.words = {"; 2", "; 7"}}, 10, 30, true, "recipe undo=0,1,3,4,5,6,8,9"},
        {{.words = {"; 9"}}, 10, 20, true, "recipe undo=0,1,2,3,4,5,6,7,8"},
        {{.words = {"; 2"}}, 5, 20, true, "recipe undo=0,1,3,4,6,7,8,9"},
        {{.words = {"; 0\n; 1\n; 2\n; 3\n; 4\n; 5\n; 6\n; 7\n; 8\n; 9"}}, 10, 30, false, "recipe"},
        {{.words = {"no such word"}}, 10, 30, false, "recipe"},
        /* One edit stays, though none is needed. */
        {{.words = {"check-sat"}}, 10, 30, true, "recipe undo=0,1,2,3,4,5,6,7,8"},
        /* The first half can go; then no more may be asked, or the user wants to stop. */
        {{.words = {"; 7"}}, 10, 1, true, "recipe undo=0,1,2,3,4"},
        {{.words = {"; 7"}, .patience = 2}, 10, 30, true, "recipe undo=0,1,2,3,4"},
        {{.words = {"; 7"}, .patience = 1}, 10, 30, false, "recipe"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        world_t w;
        world_init(&w);
        const seed_t *seed = add(&w, "(declare-const p Bool)(assert p)");
        make_remarks(&w, seed, rows[i].required);
        wanted_t wanted = rows[i].wanted;
        predicate_t predicate;
        undo_t undo = undo_for(&predicate, &wanted, rows[i].most);
        assert_int_equal(undo_edits(&undo, &w.mutant), rows[i].undone);
        assert_string_equal(strbuf_text(&w.mutant.recipe), rows[i].recipe);
        assert_int_equal(undo.tries, wanted.tries);
        assert_in_range(wanted.tries, 1, rows[i].most);
        mutant_print(&w.mutant, &w.undone.text);
        if (rows[i].undone)
            assert_true(has_words(&wanted, w.undone.text.data, w.undone.text.len));
        else
            assert_int_equal(w.mutant.edits.len, 10);
        world_done(&w);
    }
}

static void time_is_up(void **state) {
    world_t w;
    world_init(&w);
    make_remarks(&w, add(&w, "(declare-const p Bool)(assert p)"), 10);
    wanted_t wanted = {.words = {"; 7"}};
    predicate_t predicate;
    undo_t undo = undo_for(&predicate, &wanted, 100);
    undo.options.seconds = 1;
    undo.started -= 2;
    assert_false(undo_edits(&undo, &w.mutant));
    assert_int_equal(wanted.tries, 0);
    world_done(&w);
}

/* --- recipes --- */

static const char numbers[] = "(set-logic QF_LIA)(declare-const a Int)(declare-const b Int)"
                              "(declare-const c Int)"
                              "(assert (and (< a b) (= (+ a 1) b) (> b 7) (<= c a)))"
                              "(assert (or (= a 2) (>= c b) (< (- a c) 5)))";

/* The recipe makes the text again, and says it in the same words. */
static void replays(world_t *w, const char *text, const char *recipe_text) {
    recipe_t recipe;
    const char *why;
    strbuf_t out;
    recipe_init(&recipe, &w->f.mem);
    strbuf_init(&out, &w->f.mem);
    assert_true(recipe_read(&recipe, recipe_text, &why));
    if (!chain_replay(&w->chain, &w->seeds, &recipe, &w->mutant, &out))
        fail_msg("%s: %s", recipe_text, strbuf_text(&out));
    strbuf_clear(&out);
    mutant_print(&w->mutant, &out);
    assert_string_equal(strbuf_text(&out), text);
    assert_string_equal(strbuf_text(&w->mutant.recipe), recipe_text);
    strbuf_done(&out);
    recipe_done(&recipe);
}

/* Makes a mutant of the chain's seed, with four edits or more. */
static strategy_t *make(world_t *w, rng_t *base) {
    strategy_options_t options = strategy_defaults;
    options.steps = 6;
    strategy_t *strategy = chain_strategy(&w->chain, STRATEGY_OPFUZZ, &options);
    for (uint64_t k = 0; k < 1000; k++) {
        rng_t rng = rng_split(base, k);
        if (strategy_make(strategy, chain_seed(&w->chain), NULL, &rng, &w->mutant) &&
            w->mutant.edits.len >= 4)
            return strategy;
    }
    fail_msg("no mutant with four edits");
    return NULL;
}

/* The piece of text around an edit, which an undone mutant has as long as it has the edit. */
static char *around(world_t *w, uint32_t place) {
    const edit_t *edit = &w->mutant.edits.data[place];
    strbuf_t all;
    strbuf_init(&all, &w->f.mem);
    strbuf_add(&all, w->mutant.text.data + edit->text, edit->len);
    uint32_t next = place + 1 < w->mutant.edits.len ? w->mutant.edits.data[place + 1].start
                                                    : w->mutant.seeds[0]->len;
    strbuf_add(&all, w->mutant.seeds[0]->text + edit->end, next - edit->end);
    char *copy = strdup(strbuf_text(&all));
    strbuf_done(&all);
    return copy;
}

static void recipes_get_shorter(void **state) {
    rng_t base = rng_make(unit_seed());
    for (uint64_t k = 0; k < 20; k++) {
        world_t w;
        world_init(&w);
        chain_start(&w.chain, add(&w, numbers));
        rng_t mine = rng_split(&base, k);
        make(&w, &mine);
        char *recipe = strdup(strbuf_text(&w.mutant.recipe));
        char *needed = around(&w, 1);
        uint32_t edits = w.mutant.edits.len;
        wanted_t wanted = {.words = {needed}};
        predicate_t predicate;
        undo_t undo = undo_for(&predicate, &wanted, 100);
        assert_true(undo_recipe(&undo, &w.seeds, &strategy_defaults, recipe, &w.undone));
        assert_in_range(w.undone.edits, 1, edits - 1);
        assert_int_equal(w.undone.links, 0);
        assert_true(has_words(&wanted, w.undone.text.data, w.undone.text.len));
        replays(&w, strbuf_text(&w.undone.text), strbuf_text(&w.undone.recipe));
        /* Undone again, nothing is left to do: what was taken back is not asked about. */
        char *shorter = strdup(strbuf_text(&w.undone.recipe));
        uint32_t before = wanted.tries;
        assert_false(undo_recipe(&undo, &w.seeds, &strategy_defaults, shorter, &w.undone));
        assert_int_equal(w.undone.text.len, 0);
        assert_in_range(wanted.tries - before, 0, edits);
        free(shorter);
        free(needed);
        free(recipe);
        world_done(&w);
    }
}

/* What was taken back stays so when more can be. */
static void undone_recipes_get_shorter(void **state) {
    world_t w;
    world_init(&w);
    chain_start(&w.chain, add(&w, numbers));
    rng_t base = rng_make(5);
    make(&w, &base);
    char *needed = around(&w, 1);
    assert_true(mutant_undo(&w.mutant, (uint32_t[]){3}, 1));
    char *recipe = strdup(strbuf_text(&w.mutant.recipe));
    assert_non_null(strstr(recipe, " undo=3"));
    wanted_t wanted = {.words = {needed}};
    predicate_t predicate;
    undo_t undo = undo_for(&predicate, &wanted, 100);
    assert_true(undo_recipe(&undo, &w.seeds, &strategy_defaults, recipe, &w.undone));
    const char *words = strstr(strbuf_text(&w.undone.recipe), " undo=");
    assert_non_null(words);
    assert_non_null(strchr(words, '3'));
    assert_null(strstr(words + 1, " undo="));
    replays(&w, strbuf_text(&w.undone.text), strbuf_text(&w.undone.recipe));
    free(recipe);
    free(needed);
    world_done(&w);
}

/* Three links, each of them the seed of the next. The text of the last mutant is in w->undone. */
static void make_chain(world_t *w, char **first) {
    rng_t base = rng_make(3);
    chain_start(&w->chain, add(w, numbers));
    for (uint64_t link = 0; link < 3; link++) {
        rng_t mine = rng_split(&base, link);
        strategy_t *strategy = make(w, &mine);
        if (link == 0)
            *first = strdup(strbuf_text(&w->mutant.recipe));
        if (link < 2)
            assert_true(chain_push(&w->chain, strategy, &w->mutant, NULL));
    }
    mutant_print(&w->mutant, &w->undone.text);
}

static void links_are_left_out(void **state) {
    world_t w;
    world_init(&w);
    char *first = NULL;
    make_chain(&w, &first);
    char *whole = strdup(strbuf_text(&w.undone.text));
    char *recipe = strdup(strbuf_text(&w.mutant.recipe));
    wanted_t wanted = {.words = {"check-sat"}};
    predicate_t predicate;
    undo_t undo = undo_for(&predicate, &wanted, 100);
    assert_true(undo_recipe(&undo, &w.seeds, &strategy_defaults, recipe, &w.undone));
    assert_int_equal(w.undone.links, 2);
    assert_memory_equal(strbuf_text(&w.undone.recipe), first, strlen(first));
    assert_null(strchr(strbuf_text(&w.undone.recipe), '|'));
    replays(&w, strbuf_text(&w.undone.text), strbuf_text(&w.undone.recipe));
    /* Where every step is needed, all stay. */
    wanted = (wanted_t){.words = {whole}};
    assert_false(undo_recipe(&undo, &w.seeds, &strategy_defaults, recipe, &w.undone));
    assert_true(wanted.tries > 0);
    free(recipe);
    free(whole);
    free(first);
    world_done(&w);
}

static void what_cannot_be_made_is_left(void **state) {
    static const char *const recipes[] = {
        "",
        "nonsense",
        "opfuzz seed=1 rng=1,2,3,4",
        "opfuzz seed=1 rng=1,2,3,4 | opfuzz rng=1,2,3,4",
    };
    world_t w;
    world_init(&w);
    add(&w, numbers);
    wanted_t wanted = {.words = {"check-sat"}};
    predicate_t predicate;
    undo_t undo = undo_for(&predicate, &wanted, 100);
    for (size_t i = 0; i < sizeof recipes / sizeof *recipes; i++)
        assert_false(undo_recipe(&undo, &w.seeds, &strategy_defaults, recipes[i], &w.undone));
    assert_int_equal(wanted.tries, 0);
    assert_int_equal(w.undone.text.len + w.undone.recipe.len, 0);
    world_done(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_not_needed_goes), cmocka_unit_test(time_is_up),
        cmocka_unit_test(recipes_get_shorter),     cmocka_unit_test(undone_recipes_get_shorter),
        cmocka_unit_test(links_are_left_out),      cmocka_unit_test(what_cannot_be_made_is_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
