/* Reducing with solvers: small shell programs that lie when they see a certain word. */
#include "reduce/goal.h"
#include "unit.h"

#include <string.h>

typedef struct fixture {
    mem_t mem;
    profiles_t profiles;
    pool_t *pool;
    uint32_t lanes;
} fixture_t;

static void set_up(fixture_t *f) {
    mem_init(&f->mem);
    profiles_init(&f->profiles, &f->mem);
    f->lanes = 1;
    f->pool = pool_make(&f->mem, 2);
    assert_non_null(f->pool);
}

static void tear_down(fixture_t *f) {
    pool_end(f->pool);
    mem_done(&f->mem);
}

static solver_t *solver(fixture_t *f, const char *command) {
    strbuf_t why;
    strbuf_init(&why, &f->mem);
    const profile_t *profile = profiles_command(&f->profiles, command, &why);
    assert_non_null(profile);
    solver_t *made = pool_solver(f->pool, &(solver_spec_t){.profile = profile}, &why);
    assert_non_null(made);
    return made;
}

/* Says yes when the word stands in the query, and no when it does not. */
#define LIAR(word, yes, no) "sh -c 'if grep -q " word "; then " yes "; else " no "; fi'"

static const char trigger[] =
    "(set-logic QF_BV)(declare-fun a () (_ BitVec 8))(declare-fun b () (_ BitVec 8))"
    "(assert (bvult a b))(assert (= (bvmul a (bvadd b #x01)) (bvmul b a)))"
    "(assert (or (= a #x00) (bvugt b #x03)))(check-sat)";

/* What is left of the trigger; NULL when it does not reach the goal at first. */
static const char *reduced(fixture_t *f, const goal_t *goal) {
    goals_t *goals = goals_open(f->pool, f->lanes, goal, &f->mem);
    const char *result = NULL;
    if (goals_holds(goals, trigger, strlen(trigger), true)) {
        diag_list_t diags;
        diag_init(&diags, &f->mem);
        reduce_t *reduce = reduce_open(trigger, strlen(trigger), goals_predicate(goals),
                                       &reduce_defaults, &f->mem, &diags);
        while (reduce_step(reduce))
            continue;
        strbuf_t text;
        strbuf_init(&text, &f->mem);
        strbuf_add(&text, reduce_text(reduce)->data, reduce_text(reduce)->len);
        assert_true(goals_holds(goals, text.data, text.len, true));
        assert_true(goals_runs(goals) > 3);
        reduce_close(reduce);
        result = strbuf_text(&text);
    }
    goals_close(goals);
    return result;
}

static void crashes(void **state) {
    fixture_t f;
    set_up(&f);
    goal_t goal = {.kind = GOAL_CRASH, .culprit = solver(&f, LIAR("bvmul", "kill -ABRT $$", ":"))};
    assert_string_equal(reduced(&f, &goal),
                        "(set-logic QF_BV)\n(assert (= #b0 (bvmul #b0 #b0)))\n");
    goal.signature = slice_of("another one");
    assert_null(reduced(&f, &goal));
    tear_down(&f);
}

/* The witness has a = 0 and b = 4; nothing that it does not satisfy is accepted. */
static void refutation_with_a_witness(void **state) {
    fixture_t f;
    set_up(&f);
    static const char model[] = "((define-fun a () (_ BitVec 8) #x00)"
                                "(define-fun b () (_ BitVec 8) #x04))";
    goal_t goal = {.kind = GOAL_REFUTATION,
                   .culprit = solver(&f, LIAR("bvmul", "echo unsat", "echo sat")),
                   .certified = true,
                   .witness = slice_of(model)};
    assert_string_equal(reduced(&f, &goal),
                        "(set-logic QF_BV)\n(assert (= #b0 (bvmul #b0 #b0)))\n");
    static const char wrong[] = "((define-fun a () (_ BitVec 8) #x07)"
                                "(define-fun b () (_ BitVec 8) #x04))";
    goal.witness = slice_of(wrong);
    assert_null(reduced(&f, &goal));
    tear_down(&f);
}

static void solution_with_another_solver(void **state) {
    fixture_t f;
    set_up(&f);
    goal_t goal = {.kind = GOAL_SOLUTION,
                   .culprit = solver(&f, LIAR("bvmul", "echo sat", "echo unsat")),
                   .other = solver(&f, LIAR("bvult", "echo unsat", "echo sat"))};
    assert_string_equal(
        reduced(&f, &goal),
        "(set-logic QF_BV)\n(assert (= #b0 (bvmul #b0 #b0)))\n(assert (bvult #b0 #b0))\n");
    tear_down(&f);
}

/* A false model does not show that the formula is unsatisfiable: without another solver there is
 * nothing to go by. */
static void solution_alone(void **state) {
    fixture_t f;
    set_up(&f);
    goal_t goal = {.kind = GOAL_SOLUTION,
                   .certified = true,
                   .culprit =
                       solver(&f, "sh -c 'cat > /dev/null; echo sat; echo \"((define-fun a () (_ "
                                  "BitVec 8) #x05) (define-fun b () (_ BitVec 8) #x01))\"'")};
    assert_null(reduced(&f, &goal));
    goal.kind = GOAL_MODEL; /* the model itself is seen to be false */
    assert_non_null(reduced(&f, &goal));
    tear_down(&f);
}

static void invalid_models(void **state) {
    fixture_t f;
    set_up(&f);
    goal_t goal = {.kind = GOAL_MODEL,
                   .culprit =
                       solver(&f, "sh -c 'cat > /dev/null; echo sat; echo \"((define-fun a () (_ "
                                  "BitVec 8) #x05) (define-fun b () (_ BitVec 8) #x01))\"'")};
    const char *result = reduced(&f, &goal);
    /* Without a known profile a solver is not asked for models, but what it prints is read. */
    if (result)
        assert_true(strlen(result) < sizeof trigger / 2);
    tear_down(&f);
}

/* A text that shows a wrong model has to ask for it. */
static void asks_for_models(void **state) {
    fixture_t f;
    set_up(&f);
    strbuf_t out;
    strbuf_init(&out, &f.mem);
    static const char liar[] =
        "(profile liar (command \"true\") (modes spawn) (models \":produce-models\"))";
    assert_true(profiles_read(&f.profiles, "liar", liar, strlen(liar), &out));
    solver_spec_t spec = {.profile = profiles_find(&f.profiles, "liar")};
    goal_t goal = {.kind = GOAL_MODEL, .culprit = pool_solver(f.pool, &spec, &out)};
    assert_non_null(goal.culprit);
    goals_t *goals = goals_open(f.pool, 1, &goal, &f.mem);
    goals_query(goals, "(check-sat)", 11, &out);
    assert_string_equal(strbuf_text(&out),
                        "(set-option :produce-models true)\n(check-sat)\n(get-model)\n");
    goals_close(goals);
    goal.kind = GOAL_REFUTATION;
    goals = goals_open(f.pool, 1, &goal, &f.mem);
    strbuf_clear(&out);
    goals_query(goals, "(check-sat)", 11, &out);
    assert_string_equal(strbuf_text(&out), "(check-sat)\n");
    goals_close(goals);
    tear_down(&f);
}

/* A shell program as a solver that gives models, in a family of its own. */
static solver_t *planted(fixture_t *f, const char *name, const char *program) {
    strbuf_t text, why;
    strbuf_init(&text, &f->mem);
    strbuf_init(&why, &f->mem);
    strbuf_format(&text,
                  "(profile %s (family %s) (command \"sh\" \"-c\" \"%s\") (modes spawn) "
                  "(models \":produce-models\"))",
                  name, name, program);
    assert_true(profiles_read(&f->profiles, name, text.data, text.len, &why));
    solver_spec_t spec = {.profile = profiles_find(&f->profiles, name)};
    solver_t *made = pool_solver(f->pool, &spec, &why);
    assert_non_null(made);
    return made;
}

#define WRONG_UNSAT "if grep -q bvmul; then echo unsat; else echo sat; fi"
#define TRUE_MODEL "((define-fun a () (_ BitVec 8) #x00) (define-fun b () (_ BitVec 8) #x04))"
#define FALSE_MODEL "((define-fun a () (_ BitVec 8) #x05) (define-fun b () (_ BitVec 8) #x01))"

static void unknowns(void **state) {
    fixture_t f;
    set_up(&f);
    goal_t goal;
    assert_true(goal_of_finding(&(finding_t){.kind = FINDING_INCOMPLETENESS}, &goal));
    goal = (goal_t){.kind = goal.kind,
                    .culprit = solver(&f, LIAR("bvmul", "echo unknown", "echo timeout"))};
    assert_string_equal(reduced(&f, &goal),
                        "(set-logic QF_BV)\n(assert (= #b0 (bvmul #b0 #b0)))\n");
    goal.culprit = solver(&f, "echo sat");
    assert_null(reduced(&f, &goal));
    tear_down(&f);
}

/* The judge is asked about both answers, and only what it says of the culprit counts. */
static void judged(void **state) {
    fixture_t f;
    set_up(&f);
    f.lanes = 2;
    solver_t *liar = planted(&f, "liar", WRONG_UNSAT);
    solver_t *honest = planted(&f, "honest", "cat > /dev/null; echo sat");
    goal_t goal = {
        .kind = GOAL_JUDGED, .judged = FINDING_REFUTATION, .culprit = liar, .other = honest};
    static const char smallest[] = "(set-logic QF_BV)\n(assert (= #b0 (bvmul #b0 #b0)))\n";
    assert_string_equal(reduced(&f, &goal), smallest);
    goal.judged = FINDING_CRASH;
    assert_null(reduced(&f, &goal));
    goal.judged = FINDING_REFUTATION;
    goal.certified = true; /* by a model, which the honest one does not show */
    assert_null(reduced(&f, &goal));
    goal.other = planted(&f, "helpful", "cat > /dev/null; echo sat; echo '" TRUE_MODEL "'");
    assert_string_equal(reduced(&f, &goal), smallest);
    goal.culprit = goal.other; /* it is the liar who is accused */
    goal.other = liar;
    assert_null(reduced(&f, &goal));
    tear_down(&f);
}

/* A false model is another kind of finding once another solver says unsat. */
static void judged_alone(void **state) {
    fixture_t f;
    set_up(&f);
    goal_t goal = {.kind = GOAL_JUDGED,
                   .judged = FINDING_INVALID_MODEL,
                   .certified = true,
                   .culprit =
                       planted(&f, "wrong", "cat > /dev/null; echo sat; echo '" FALSE_MODEL "'")};
    assert_non_null(reduced(&f, &goal));
    goal.other = planted(&f, "honest", "cat > /dev/null; echo unsat");
    assert_null(reduced(&f, &goal));
    goal.judged = FINDING_SOLUTION;
    assert_non_null(reduced(&f, &goal));
    tear_down(&f);
}

static void commands(void **state) {
    fixture_t f;
    set_up(&f);
    goal_t goal = {.kind = GOAL_COMMAND, .culprit = solver(&f, "grep -q bvugt")};
    assert_string_equal(reduced(&f, &goal), "(set-logic QF_BV)\n(assert (bvugt #b0 #b0))\n");
    tear_down(&f);
}

/* The reducer may stop waiting while tries are under way: their answers are not for what is asked
 * next. */
static void asks_after_tries(void **state) {
    fixture_t f;
    set_up(&f);
    goal_t goal = {.kind = GOAL_COMMAND,
                   .culprit = solver(&f, "sh -c 'read line; sleep 0.2; test $line = good'")};
    goals_t *goals = goals_open(f.pool, 2, &goal, &f.mem);
    const predicate_t *predicate = goals_predicate(goals);
    predicate->start(predicate->state, 0, "good\n", 5);
    predicate->start(predicate->state, 1, "good\n", 5);
    assert_false(goals_holds(goals, "bad\n", 4, true));
    predicate->start(predicate->state, 1, "bad\n", 4);
    assert_true(goals_holds(goals, "good\n", 5, true));
    goals_close(goals);
    tear_down(&f);
}

static void stops_when_asked(void **state) {
    fixture_t f;
    set_up(&f);
    volatile sig_atomic_t stop = 1;
    goal_t goal = {.kind = GOAL_COMMAND, .culprit = solver(&f, "grep -q bvugt"), .stop = &stop};
    assert_null(reduced(&f, &goal));
    tear_down(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(crashes),
        cmocka_unit_test(refutation_with_a_witness),
        cmocka_unit_test(solution_with_another_solver),
        cmocka_unit_test(solution_alone),
        cmocka_unit_test(invalid_models),
        cmocka_unit_test(asks_for_models),
        cmocka_unit_test(unknowns),
        cmocka_unit_test(judged),
        cmocka_unit_test(judged_alone),
        cmocka_unit_test(commands),
        cmocka_unit_test(asks_after_tries),
        cmocka_unit_test(stops_when_asked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
