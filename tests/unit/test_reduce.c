/* The reducer with predicates that look at the text. */
#include "reduce/cost.h"
#include "reduce/reduce.h"
#include "script_fixture.h"

#include <stdlib.h>
#include <string.h>

enum { LANES = 3 };

/* Interesting is what contains all the words. Tries of several lanes end in any order. */
typedef struct words {
    const char *const *words;
    uint32_t lanes;
    const char *texts[LANES];
    size_t lens[LANES];
    uint32_t turn;
    uint64_t tries;
} words_t;

static void start_words(void *state, uint32_t lane, const char *text, size_t len) {
    words_t *self = state;
    assert_null(self->texts[lane]);
    self->texts[lane] = text;
    self->lens[lane] = len;
    self->tries++;
}

/* Every candidate is well-sorted. */
static void check_sorts(const char *text, size_t len) {
    fixture_t f;
    fixture_init(&f);
    if (!try_parse(&f, &f.script, text, len))
        fail_msg("not well-sorted: %.*s\n", (int)len, text);
    fixture_done(&f);
}

static bool wait_words(void *state, uint32_t *lane, bool *interesting) {
    words_t *self = state;
    for (uint32_t i = 0; i < self->lanes; i++) {
        uint32_t at = (self->turn + i) % self->lanes;
        if (!self->texts[at])
            continue;
        check_sorts(self->texts[at], self->lens[at]);
        *lane = at;
        *interesting = true;
        for (const char *const *word = self->words; *word; word++)
            *interesting &= memmem(self->texts[at], self->lens[at], *word, strlen(*word)) != NULL;
        self->texts[at] = NULL;
        self->turn = at + 1;
        return true;
    }
    fail_msg("waited for nothing");
    return false;
}

/* The result of reducing; the caller frees it. */
static char *run(const char *text, const char *const *words, uint32_t lanes,
                 const reduce_options_t *options, uint64_t *tries) {
    mem_t mem;
    mem_init(&mem);
    diag_list_t diags;
    diag_init(&diags, &mem);
    words_t state = {.words = words, .lanes = lanes};
    predicate_t predicate = {&state, lanes, start_words, wait_words};
    reduce_t *reduce = reduce_open(text, strlen(text), &predicate, options, &mem, &diags);
    assert_non_null(reduce);
    while (reduce_step(reduce))
        continue;
    assert_true(reduce_stats(reduce)->finished);
    const strbuf_t *best = reduce_text(reduce);
    char *copy = malloc(best->len + 1);
    assert_non_null(copy);
    memcpy(copy, best->data, best->len);
    copy[best->len] = '\0';
    if (tries)
        *tries = reduce_stats(reduce)->tries;
    reduce_close(reduce);
    mem_done(&mem);
    return copy;
}

/* Reduces with one lane and with three; running it again changes nothing. */
static void expect(const char *text, const char *const *words, const char *result) {
    for (uint32_t lanes = 1; lanes <= LANES; lanes += LANES - 1) {
        char *got = run(text, words, lanes, &reduce_defaults, NULL);
        if (lanes == 1)
            assert_string_equal(got, result);
        char *again = run(got, words, lanes, &reduce_defaults, NULL);
        assert_string_equal(again, got);
        free(again);
        free(got);
    }
}

static void assertions(void **state) {
    expect("(set-logic QF_LIA)(set-info :source |x|)(declare-fun first () Int)"
           "(declare-fun second () Int)(assert (< first 1))(assert (> second 5))"
           "(assert (= (mod first 100) second))(assert (distinct first second 17))(check-sat)",
           (const char *const[]){"mod", "check-sat", NULL},
           "(set-logic QF_LIA)\n(assert (= (mod 0 0) 0))\n(check-sat)\n");
}

static void terms(void **state) {
    expect("(set-logic QF_BV)(declare-fun a () (_ BitVec 32))(declare-fun b () (_ BitVec 32))"
           "(assert (and (bvult a b) (or (= (bvmul a (bvadd a b)) #x00000010) (bvsle a b))))"
           "(check-sat)",
           (const char *const[]){"bvmul a", "check-sat", NULL},
           "(set-logic QF_BV)\n(declare-fun a () (_ BitVec 1))\n"
           "(assert (= (bvmul a #b0) #b0))\n(check-sat)\n");
}

static void binders(void **state) {
    expect("(set-logic ALL)(declare-sort U 0)(declare-fun p (U Int) Bool)(declare-fun c () U)"
           "(assert (forall ((x U) (n Int)) (! (=> (> n 0) (let ((m (+ n 1))) (p x m))) :pattern "
           "((p x n)))))(assert (not (p c 3)))(check-sat)",
           (const char *const[]){"(p ", "forall", NULL},
           "(set-logic UFIDL)\n(declare-fun p (Int) Bool)\n(assert (forall ((x Bool)) (p 0)))\n");
}

static void strings(void **state) {
    expect("(set-logic QF_S)(declare-fun s () String)(assert (str.in_re s (re.++ (str.to_re "
           "\"hello\") (re.* (re.range \"a\" \"z\")))))(assert (= (str.len s) 12))(check-sat)",
           (const char *const[]){"re.range", "check-sat", NULL},
           "(set-logic QF_S)\n(assert (str.in_re \"\" (re.range \"\" \"\")))\n(check-sat)\n");
}

static void checks(void **state) {
    expect("(set-logic QF_UF)(declare-fun p () Bool)(declare-fun q () Bool)(push 1)(assert p)"
           "(check-sat)(pop 1)(push 1)(assert (xor p q))(check-sat)(pop 1)",
           (const char *const[]){"xor", "check-sat", NULL},
           "(set-logic QF_UF)\n(assert (xor true false))\n(check-sat)\n");
}

static void costs(void **state) {
    const char *small = "(assert (< x 1))";
    const char *large = "(assert (<= x 1000))";
    assert_true(cost_of_text(small, strlen(small)) < cost_of_text(large, strlen(large)));
    assert_string_equal(cost_simpler("bvsdiv", 0), "bvudiv");
    assert_null(cost_simpler("bvsdiv", 1));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(assertions), cmocka_unit_test(terms),  cmocka_unit_test(binders),
        cmocka_unit_test(strings),    cmocka_unit_test(checks), cmocka_unit_test(costs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
