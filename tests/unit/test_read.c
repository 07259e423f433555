#include "transcript.h"

#include "base/sexpr.h"

typedef struct fixture {
    mem_t mem;
    profiles_t profiles;
    answer_t answer;
} fixture_t;

static void start(fixture_t *f) {
    mem_init(&f->mem);
    profiles_init(&f->profiles, &f->mem);
    profiles_embedded(&f->profiles);
    answer_init(&f->answer, &f->mem);
}

static void stop(fixture_t *f) {
    answer_done(&f->answer);
    profiles_done(&f->profiles);
    assert_int_equal(f->mem.used, 0);
    mem_done(&f->mem);
}

/* ---- Transcripts ---- */

static void verdict_names(const answer_t *answer, strbuf_t *out) {
    for (uint32_t i = 0; i < answer->verdicts.len; i++)
        strbuf_format(out, "%s%s", i ? " " : "", outcome_name(answer->verdicts.data[i]));
}

/* A model is whole s-expressions, and starts with the line that the header promises. */
static bool is_model(transcript_t *t) {
    strbuf_t *model = &t->answer.model;
    if (!t->model)
        return model->len == 0;
    size_t len = strlen(t->model);
    if (model->len < len || memcmp(model->data, t->model, len) != 0)
        return false;
    sexpr_tree_t tree;
    diag_list_t diags;
    sexpr_init(&tree, &t->mem);
    diag_init(&diags, &t->mem);
    return sexpr_read(&tree, model->data, model->len, &diags) && tree.nodes.len > 0;
}

/* Complains, and lets the other transcripts be looked at. */
static void differs(transcript_t *t, const char *what, const char *got, const char *want,
                    uint32_t *bad) {
    if (strcmp(got, want ? want : "") == 0)
        return;
    print_error("%s: %s\n    is     %s\n    wanted %s\n", t->path, what, got, want ? want : "");
    ++*bad;
}

typedef struct tally {
    fixture_t f;
    uint32_t bad;
    uint32_t of[OUTCOME_COUNT];
} tally_t;

static void look_at(const char *path, void *arg) {
    tally_t *tally = arg;
    transcript_t t;
    transcript_open(&t, path);
    transcript_read(&t, &tally->f.profiles);
    strbuf_t verdicts;
    strbuf_init(&verdicts, &t.mem);
    verdict_names(&t.answer, &verdicts);
    differs(&t, "outcome", outcome_name(t.answer.outcome), t.outcome, &tally->bad);
    differs(&t, "verdicts", strbuf_text(&verdicts), t.verdicts, &tally->bad);
    differs(&t, "message", strbuf_text(&t.answer.message), t.message, &tally->bad);
    differs(&t, "model", is_model(&t) ? "" : strbuf_text(&t.answer.model), "", &tally->bad);
    if ((t.answer.signature.len > 0) != (t.answer.outcome == OUTCOME_CRASH)) {
        print_error("%s: a signature and no crash, or the other way round\n", path);
        tally->bad++;
    }
    tally->of[t.answer.outcome]++;
    transcript_close(&t);
}

static void test_transcripts(void **state) {
    tally_t tally = {0};
    start(&tally.f);
    uint32_t count = transcript_each(look_at, &tally);
    print_message("%u transcripts\n", count);
    assert_int_equal(tally.bad, 0);
    assert_true(count >= 150);
    for (uint32_t i = 0; i < OUTCOME_COUNT; i++)
        assert_true(tally.of[i] >= 5);
    stop(&tally.f);
}

/* ---- What no transcript shows ---- */

typedef struct run {
    const char *out;
    const char *err;
    int exit_status;
    int signal;
    stop_t stop;
    uint32_t asked;
    bool cut;
} run_t;

static answer_t *reads_bytes(fixture_t *f, const char *solver, const run_t *run, size_t out_len) {
    answer_t *answer = &f->answer;
    strbuf_clear(&answer->out);
    strbuf_clear(&answer->err);
    if (run->out)
        strbuf_add(&answer->out, run->out, out_len);
    if (run->err)
        strbuf_str(&answer->err, run->err);
    answer->exit_status = run->exit_status;
    answer->signal = run->signal;
    answer->stop = run->stop;
    answer->asked = run->asked;
    answer->cut = run->cut;
    read_answer(profiles_find(&f->profiles, solver), answer);
    return answer;
}

static answer_t *reads(fixture_t *f, const run_t *run) {
    return reads_bytes(f, "z3", run, run->out ? strlen(run->out) : 0);
}

static void test_verdict_lines(void **state) {
    static const struct {
        const char *out;
        uint32_t count;
        outcome_t outcome;
    } cases[] = {
        {"sat\n", 1, OUTCOME_SAT},
        {"unsat\r\n", 1, OUTCOME_UNSAT},
        {"unknown  \n", 1, OUTCOME_UNKNOWN},
        {"\n\nsat\n\n", 1, OUTCOME_SAT},
        {"success\nsuccess\nsat\n", 1, OUTCOME_SAT},
        {" sat\n", 0, OUTCOME_ERROR},
        {"satisfiable\n", 0, OUTCOME_ERROR},
        {"sat.\n", 0, OUTCOME_ERROR},
        {"SAT\n", 0, OUTCOME_ERROR},
        {"sat unsat\n", 0, OUTCOME_ERROR},
        {"s sat\n", 0, OUTCOME_ERROR},
        {"\"sat\"\n", 0, OUTCOME_ERROR},
        {"; sat\n", 0, OUTCOME_ERROR},
        {"(sat)\n", 0, OUTCOME_ERROR},
        {"(\nsat\n)\n", 0, OUTCOME_ERROR},
        {"|\nsat\n", 1, OUTCOME_SAT},
        {"(broken\nsat\n", 1, OUTCOME_SAT},
        {"\xff\xfe\x01garbage\nsat\n", 1, OUTCOME_SAT},
    };
    fixture_t f;
    start(&f);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const answer_t *answer = reads(&f, &(run_t){.out = cases[i].out, .asked = 1});
        assert_int_equal(answer->verdicts.len, cases[i].count);
        assert_int_equal(answer->outcome, cases[i].outcome);
    }
    stop(&f);
}

/* A line without an end counts when the program came to its own end, and only then. */
static void test_partial_line(void **state) {
    fixture_t f;
    start(&f);
    assert_int_equal(reads(&f, &(run_t){.out = "unsat", .asked = 1})->outcome, OUTCOME_UNSAT);
    run_t killed = {.out = "unsat", .exit_status = -1, .signal = SIGKILL, .stop = STOP_WALL};
    assert_int_equal(reads(&f, &killed)->outcome, OUTCOME_TIMEOUT);
    assert_int_equal(f.answer.verdicts.len, 0);
    run_t crashed = {.out = "unsat", .exit_status = -1, .signal = SIGSEGV};
    assert_int_equal(reads(&f, &crashed)->outcome, OUTCOME_CRASH);
    assert_int_equal(f.answer.verdicts.len, 0);
    run_t cut = {.out = "unsat", .cut = true};
    assert_int_equal(reads(&f, &cut)->outcome, OUTCOME_ERROR);
    stop(&f);
}

/* In a session there is neither an exit status nor a signal. */
static void test_session(void **state) {
    fixture_t f;
    start(&f);
    run_t alive = {.out = "sat\n(\n)\n", .exit_status = -1, .asked = 1};
    assert_int_equal(reads(&f, &alive)->outcome, OUTCOME_SAT);
    assert_string_equal(strbuf_text(&f.answer.model), "(\n)");
    run_t silent = {.exit_status = -1, .asked = 1};
    assert_int_equal(reads(&f, &silent)->outcome, OUTCOME_ERROR);
    run_t late = {.out = "sat\n", .exit_status = -1, .asked = 1, .stop = STOP_WALL};
    assert_int_equal(reads(&f, &late)->outcome, OUTCOME_SAT);
    stop(&f);
}

/* When the number of check-sats is not known, a stop means that one more was running. */
static void test_asked_unknown(void **state) {
    fixture_t f;
    start(&f);
    assert_int_equal(reads(&f, &(run_t){.out = "sat\nunsat\n"})->outcome, OUTCOME_UNSAT);
    assert_int_equal(f.answer.verdicts.len, 2);
    run_t stopped = {.out = "sat\n", .exit_status = -1, .stop = STOP_CPU};
    assert_int_equal(reads(&f, &stopped)->outcome, OUTCOME_TIMEOUT);
    assert_int_equal(reads(&f, &(run_t){.out = "sat\ntimeout\n"})->outcome, OUTCOME_TIMEOUT);
    run_t error = {.out = "sat\n(error \"line 9: no such command\")\n", .exit_status = 1};
    assert_int_equal(reads(&f, &error)->outcome, OUTCOME_SAT);
    stop(&f);
}

static void test_errors(void **state) {
    fixture_t f;
    start(&f);
    /* Quotes and parentheses that do not match: the error ends with the line that ends in ") */
    run_t odd = {.out = "(error \"bad token \"(\" in\nthe text\")\nunsat\n", .asked = 1};
    assert_int_equal(reads(&f, &odd)->outcome, OUTCOME_ERROR);
    assert_int_equal(f.answer.verdicts.len, 1);
    assert_int_equal(f.answer.verdicts.data[0], OUTCOME_ERROR);
    assert_string_equal(strbuf_text(&f.answer.message), "bad token \"(\" in");
    /* On the other stream it is not known whether it came before the verdict. */
    run_t err = {.out = "unsat\n", .err = "(error \"dropped\")\n", .asked = 1};
    assert_int_equal(reads(&f, &err)->outcome, OUTCOME_ERROR);
    run_t harmless = {.out = "unsat\n", .err = "(error \"model is not available\")\n", .asked = 1};
    assert_int_equal(reads(&f, &harmless)->outcome, OUTCOME_UNSAT);
    run_t bare = {.out = "(error)\nsat\n", .asked = 1};
    assert_int_equal(reads(&f, &bare)->outcome, OUTCOME_ERROR);
    run_t open = {.out = "(error \"never closed\nsat\n", .asked = 1};
    assert_int_equal(reads(&f, &open)->outcome, OUTCOME_ERROR);
    stop(&f);
}

static void test_garbage(void **state) {
    fixture_t f;
    start(&f);
    rng_t rng = rng_make(unit_seed());
    char bytes[300];
    for (int round = 0; round < 3000; round++) {
        static const char *const bits[] = {
            "sat\n", "(error \"", "\")\n",  "(", ")",  "\n",   "unsat", "\"",         "|",
            ";",     "define",    "model ", "=", "#x", "\xff", " ",     "Assertion `"};
        size_t len = 0;
        while (len + 20 < sizeof bytes) {
            if (rng_one_in(&rng, 3)) {
                bytes[len++] = (char)rng_below(&rng, 256);
                continue;
            }
            const char *bit = bits[rng_below(&rng, sizeof bits / sizeof *bits)];
            memcpy(bytes + len, bit, strlen(bit));
            len += strlen(bit);
        }
        run_t run = {.out = bytes, .asked = (uint32_t)rng_below(&rng, 3), .err = NULL};
        const answer_t *answer = reads_bytes(&f, "z3", &run, len);
        for (size_t i = 0; i < answer->message.len; i++)
            assert_true(answer->message.data[i] >= ' ' && answer->message.data[i] < 0x7F);
        assert_true(answer->outcome != OUTCOME_CRASH || answer->signature.len > 0);
    }
    stop(&f);
}

/* Hostile output does not take more than linear time. */
static void test_parentheses(void **state) {
    enum { LINES = 300000 };
    fixture_t f;
    start(&f);
    char *text = malloc(2 * LINES + 4);
    assert_non_null(text);
    for (size_t i = 0; i < LINES; i++)
        memcpy(text + 2 * i, "(\n", 2);
    memcpy(text + 2 * (size_t)LINES, "sat\n", 4);
    run_t run = {.out = text, .asked = 1};
    assert_int_equal(reads_bytes(&f, "z3", &run, 2 * LINES + 4)->outcome, OUTCOME_SAT);
    free(text);
    stop(&f);
}

static void test_models(void **state) {
    fixture_t f;
    start(&f);
    run_t value = {.out = "sat\n((x 5))\n(\n(define-fun x () Int 5)\n)\n", .asked = 1};
    assert_string_equal(strbuf_text(&reads(&f, &value)->model), "(\n(define-fun x () Int 5)\n)");
    run_t bare = {.out = "sat\n(define-fun x () Int 5)\n(define-fun y () Int 6)\n((x 5))\n"};
    assert_string_equal(strbuf_text(&reads(&f, &bare)->model),
                        "(define-fun x () Int 5)\n(define-fun y () Int 6)");
    run_t last = {.out = "sat\n(model)\nsat\n(= x 1)\n(= y 2)\n", .asked = 2};
    assert_string_equal(strbuf_text(&reads(&f, &last)->model), "(= x 1)\n(= y 2)");
    run_t before = {.out = "sat\n(model)\nunsat\n(a b)\n", .asked = 2};
    assert_string_equal(strbuf_text(&reads(&f, &before)->model), "(model)");
    run_t none = {.out = "unsat\n()\n", .asked = 1};
    assert_int_equal(reads(&f, &none)->model.len, 0);
    stop(&f);
}

static void test_asked(void **state) {
    static const struct {
        const char *text;
        uint32_t asked;
        bool incremental;
    } cases[] = {
        {"", 0, false},
        {"(check-sat)", 1, false},
        {"(check-sat)(check-sat)", 2, true},
        {"(push 1)(check-sat)", 1, true},
        {"(assert push)(check-sat)(get-model)", 1, false},
        {"(assert true)(check-sat)(push 1)(check-sat-assuming (a))", 2, true},
        {"(echo \"(check-sat)\") ; (check-sat)\n(assert |(check-sat)|)", 0, false},
        {"(assert (check-sat))", 0, false},
        {"(check-sat)(exit)(check-sat)", 1, false},
        {"))(check-sat)", 1, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        asked_t asked = read_asked(cases[i].text, strlen(cases[i].text));
        assert_int_equal(asked.checks, cases[i].asked);
        assert_int_equal(asked.incremental, cases[i].incremental);
    }
}

/* Every row of every profile is reached by a line that says just that: none is hidden by another,
 * and no crash row is silenced. */
static void test_rows(void **state) {
    fixture_t f;
    start(&f);
    for (uint32_t i = 0; i < f.profiles.rows.len; i++) {
        const profile_t *profile = f.profiles.rows.data[i];
        for (uint32_t k = 0; k < profile->lines.len; k++) {
            const line_rule_t *rule = &profile->lines.data[k];
            run_t run = {.err = rule->text, .asked = 1};
            const answer_t *answer = reads_bytes(&f, profile->name, &run, 0);
            outcome_t want = rule->nothing ? OUTCOME_ERROR : rule->outcome;
            if (answer->outcome != want)
                fail_msg("%s: '%s' is %s", profile->name, rule->text,
                         outcome_name(answer->outcome));
        }
    }
    uint32_t count;
    const line_rule_t *rules = read_generic_rules(&count);
    for (uint32_t k = 0; k < count; k++) {
        char line[100];
        snprintf(line, sizeof line, "%sx\n", rules[k].text); /* some end in a space */
        run_t run = {.err = line, .asked = 1};
        assert_int_equal(reads(&f, &run)->outcome, rules[k].outcome);
    }
    stop(&f);
}

static void read_one(mem_t *mem, void *arg) {
    profiles_t profiles;
    profiles_init(&profiles, mem);
    profiles_embedded(&profiles);
    answer_t answer;
    answer_init(&answer, mem);
    strbuf_str(&answer.out, "sat\n(\n(define-fun x () Int 5)\n)\n");
    strbuf_str(&answer.err, "ASSERTION VIOLATION\nFile: a/b.cpp\nLine: 3\nx > 0\n");
    answer.exit_status = 110;
    read_answer(profiles_find(&profiles, "z3"), &answer);
    assert_int_equal(answer.outcome, OUTCOME_CRASH);
}

static void test_out_of_memory(void **state) {
    unit_fail_each(read_one, NULL, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_transcripts),   cmocka_unit_test(test_verdict_lines),
        cmocka_unit_test(test_partial_line),  cmocka_unit_test(test_session),
        cmocka_unit_test(test_asked_unknown), cmocka_unit_test(test_errors),
        cmocka_unit_test(test_garbage),       cmocka_unit_test(test_parentheses),
        cmocka_unit_test(test_models),        cmocka_unit_test(test_asked),
        cmocka_unit_test(test_rows),          cmocka_unit_test(test_out_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
