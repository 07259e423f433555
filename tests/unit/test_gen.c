/* Formulas from nothing: of every logic, in every mode, with claims that hold as far as evaluation
 * can tell; and the tables that they are made from. */
#include "script_fixture.h"

#include "eval/engine/eval.h"
#include "mutate/gen/gen.h"
#include "mutate/gen/gen_priv.h"
#include "smt/walk/reach.h"

typedef struct maker {
    fixture_t f;
    gen_t *gen;
    gen_formula_t formula;
} maker_t;

static void maker_init(maker_t *m) {
    fixture_init(&m->f);
    m->gen = gen_open(&m->f.mem);
    gen_formula_init(&m->formula, &m->f.mem);
}

static void maker_done(maker_t *m) {
    gen_formula_done(&m->formula);
    gen_close(m->gen);
    fixture_done(&m->f);
}

/* --- tables --- */

static void every_standard_operator_has_a_row(void **state) {
    for (uint32_t op = OP_FIRST_ROW; op < OP_COUNT; op++) {
        uint32_t rows = 0;
        for (uint32_t i = 0; i < gen_op_count; i++)
            rows += gen_ops[i].op == (op_t)op;
        assert_true(rows <= 1);
        if (theory_is_standard(op_info((op_t)op)->theory) && rows == 0)
            fail_msg("%s has no row in gen_ops.def", op_info((op_t)op)->name);
    }
}

/* --- formulas --- */

typedef struct reading {
    bank_mark_t mark;
    script_t script;
} reading_t;

static void read_back(maker_t *m, reading_t *reading) {
    reading->mark = bank_mark(&m->f.bank);
    script_init(&reading->script, &m->f.bank);
    if (!try_parse(&m->f, &reading->script, m->formula.text.data, m->formula.text.len))
        fail_msg("%s", strbuf_text(&m->formula.text));
}

static void forget(maker_t *m, reading_t *reading) {
    script_done(&reading->script);
    bank_release(&m->f.bank, reading->mark);
}

/* The model that comes along satisfies it, and nothing depends on values that the standard leaves
 * open. */
static void check_model(maker_t *m, const script_t *script) {
    values_t values;
    model_t model;
    eval_t eval;
    diag_list_t diags;
    diag_init(&diags, &m->f.mem);
    values_init(&values, &m->f.bank, &m->f.mem);
    model_init(&model, &values, &m->f.mem);
    assert_true(model_read(&model, script, m->formula.model.data, m->formula.model.len, &diags));
    eval_init(&eval, &m->f.bank, &values, &model, &m->f.mem);
    for (uint32_t i = 0; i < script_count(script); i++) {
        uint32_t count;
        if (script_kind(script, i) != CMD_ASSERT)
            continue;
        result_t result = eval_term(&eval, script_words(script, i, &count)[0]);
        if (!result.known || result.chosen || result.value == 0)
            fail_msg("not true: %s%s", strbuf_text(&m->formula.text),
                     strbuf_text(&m->formula.model));
    }
    eval_done(&eval);
    model_done(&model);
    values_done(&values);
    diag_done(&diags);
}

static void check_formula(maker_t *m, const char *logic, gen_mode_t mode) {
    static const claim_t claims[] = {
        [GEN_NONE] = CLAIM_NONE, [GEN_SAT] = CLAIM_SAT, [GEN_UNSAT] = CLAIM_UNSAT};
    reading_t reading;
    read_back(m, &reading);
    assert_int_equal(m->formula.claim, claims[mode]);
    assert_string_equal(symbol_text(&m->f.bank.symbols, script_logic(&reading.script)), logic);
    if (!logic_contains(logic_parse(logic), logic_infer(&reading.script)))
        fail_msg("not of the logic: %s", strbuf_text(&m->formula.text));
    /* What is printed is what was read: nothing is lost between bank and text. */
    assert_string_equal(script_text(&m->f, &reading.script), strbuf_text(&m->formula.text));
    if (mode == GEN_SAT)
        check_model(m, &reading.script);
    else
        assert_int_equal(m->formula.model.len, 0);
    forget(m, &reading);
}

static void every_logic_in_every_mode(void **state) {
    enum { EACH = 6 };
    maker_t m;
    maker_init(&m);
    rng_t base = rng_make(unit_seed());
    gen_options_t options = gen_defaults;
    for (uint32_t i = 0; (options.logic = gen_logic(i)) != NULL; i++)
        for (uint32_t mode = GEN_NONE; mode <= GEN_UNSAT; mode++) {
            options.mode = (gen_mode_t)mode;
            uint32_t made = 0;
            for (uint32_t k = 0; k < EACH; k++) {
                rng_t rng = rng_split(&base, 1000 * i + 10 * mode + k);
                if (gen_make(m.gen, &options, &rng, &m.formula)) {
                    made++;
                    check_formula(&m, options.logic, options.mode);
                }
            }
            if (made < EACH - 1)
                fail_msg("%s, %s: %u of %u draws led nowhere", options.logic,
                         gen_mode_name(options.mode), EACH - made, EACH);
        }
    maker_done(&m);
}

/* Whatever has a weight comes out sooner or later. The numbers are not the seed's: what is rare
 * would be missed now and then. */
static void every_operator_is_drawn(void **state) {
    enum { MANY = 4500 };
    maker_t m;
    maker_init(&m);
    uint8_t seen[OP_COUNT] = {0};
    rng_t base = rng_make(1);
    logic_t theories[2] = {0, 0};
    gen_theory("sets", &theories[0]);
    gen_theory("seq", &theories[1]);
    for (uint32_t k = 0; k < MANY; k++) {
        gen_options_t options = gen_defaults;
        rng_t rng = rng_split(&base, k);
        options.mode = GEN_SAT;
        if (k % 5 == 0) {
            options.exponent = 3;
            options.significand = 5;
            options.logic = k % 10 == 0 ? "QF_BVFPLRA" : "QF_FP";
        } else if (k % 5 == 1) {
            options.any_theory = false;
            options.theories = theories[k / 5 % 2];
        } else if (k % 5 == 2) {
            options.logic = "QF_SLIA";
        }
        if (!gen_make(m.gen, &options, &rng, &m.formula))
            continue;
        reading_t reading;
        read_back(&m, &reading);
        reach_t reach;
        reach_init(&reach, &m.f.bank);
        for (uint32_t i = 0; i < script_count(&reading.script); i++) {
            uint32_t count;
            if (script_kind(&reading.script, i) == CMD_ASSERT)
                reach_add(&reach, script_words(&reading.script, i, &count)[0]);
        }
        for (uint32_t i = 0; i < reach.order.len; i++)
            seen[term_op(&m.f.bank, reach.order.data[i])] = 1;
        reach_done(&reach);
        forget(&m, &reading);
    }
    for (uint32_t i = 0; i < gen_op_count; i++)
        if (gen_ops[i].weight > 0 && !seen[gen_ops[i].op])
            fail_msg("%s is never drawn", op_info(gen_ops[i].op)->name);
    assert_true(seen[OP_LET] && seen[OP_FORALL] && seen[OP_EXISTS] && seen[OP_IS] && seen[OP_APP]);
    maker_done(&m);
}

static void recipes_make_the_same_bytes(void **state) {
    maker_t m;
    maker_init(&m);
    strbuf_t first;
    strbuf_init(&first, &m.f.mem);
    gen_options_t options[3] = {gen_defaults, gen_defaults, gen_defaults};
    options[1].logic = "AUFLIA";
    options[1].mode = GEN_UNSAT;
    options[1].assertions = 7;
    options[2].any_theory = false;
    gen_theory("seq", &options[2].theories);
    gen_theory("quantifiers", &options[2].theories);
    options[2].quantifiers = 40;
    rng_t base = rng_make(unit_seed());
    for (uint32_t k = 0; k < 150; k++) {
        rng_t rng = rng_split(&base, k);
        if (!gen_make(m.gen, &options[k % 3], &rng, &m.formula))
            continue;
        strbuf_clear(&first);
        strbuf_add(&first, m.formula.text.data, m.formula.text.len);
        strbuf_add(&first, m.formula.model.data, m.formula.model.len);
        gen_recipe_t recipe;
        const char *why;
        if (!gen_recipe_read(strbuf_text(&m.formula.recipe), &recipe, &why))
            fail_msg("%s: %s", strbuf_text(&m.formula.recipe), why);
        gen_t *other = gen_open(&m.f.mem); /* which has made nothing before */
        assert_true(gen_make(other, &recipe.options, &recipe.rng, &m.formula));
        gen_close(other);
        strbuf_add(&m.formula.text, m.formula.model.data, m.formula.model.len);
        assert_string_equal(strbuf_text(&m.formula.text), strbuf_text(&first));
    }
    strbuf_done(&first);
    maker_done(&m);
}

static void bad_recipes_are_refused(void **state) {
    static const char *const bad[][2] = {
        {"", "gen rng="},
        {"opfuzz seed=1 rng=1,2,3,4", "gen rng="},
        {"gen rng=1,2,3", "rng=A,B,C,D"},
        {"gen rng=1,2,3,4,5", "rng=A,B,C,D"},
        {"gen rng=1,2,3,g", "rng=A,B,C,D"},
        {"gen rng=1,2,3,11112222333344445", "rng=A,B,C,D"},
        {"gen rng=1,2,3,4 mode=maybe", "no such mode"},
        {"gen rng=1,2,3,4 theories=bv+ink", "no such theory"},
        {"gen rng=1,2,3,4 logic=QF_LIA theories=bv", "does not have these theories"},
        {"gen rng=1,2,3,4 logic=HO_ALL", "not generated"},
        {"gen rng=1,2,3,4 depth=99", "out of range"},
        {"gen rng=1,2,3,4 depth=x", "out of range"},
        {"gen rng=1,2,3,4 shape=3", "no such option"},
        {"gen rng=1,2,3,4 words", "NAME=VALUE"},
        {"gen rng=1,2,3,4  depth=2", "something unknown"}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        gen_recipe_t recipe;
        const char *why = "";
        if (gen_recipe_read(bad[i][0], &recipe, &why) || !strstr(why, bad[i][1]))
            fail_msg("'%s': %s", bad[i][0], why);
    }
}

static uint32_t count_of(const char *text, const char *part) {
    uint32_t count = 0;
    for (; (text = strstr(text, part)) != NULL; text++)
        count++;
    return count;
}

static void options_are_heard(void **state) {
    maker_t m;
    maker_init(&m);
    rng_t base = rng_make(unit_seed());
    gen_options_t options = gen_defaults;
    options.logic = "QF_UFBV";
    options.mode = GEN_NONE;
    options.assertions = 9;
    options.width = 11;
    options.functions = 0;
    options.lets = 0;
    options.definitions = 0;
    for (uint32_t k = 0; k < 40; k++) {
        rng_t rng = rng_split(&base, k);
        assert_true(gen_make(m.gen, &options, &rng, &m.formula));
        const char *text = strbuf_text(&m.formula.text);
        assert_true(count_of(text, "(assert ") <= 9);
        assert_int_equal(count_of(text, "(declare-fun "), 0);
        assert_int_equal(count_of(text, "(let "), 0);
        assert_int_equal(count_of(text, "(define-fun "), 0);
        assert_int_equal(count_of(text, "(_ BitVec "), count_of(text, "(_ BitVec 11)"));
    }
    options = gen_defaults;
    options.logic = "LIA";
    options.depth = 1;
    options.mode = GEN_NONE;
    options.lets = 0;
    for (uint32_t k = 0; k < 40; k++) {
        rng_t rng = rng_split(&base, k);
        assert_true(gen_make(m.gen, &options, &rng, &m.formula));
        assert_int_equal(count_of(strbuf_text(&m.formula.text), "(forall "), 0);
    }
    maker_done(&m);
}

/* The bank of a generator does not grow with what it made. */
static void memory_stays_flat(void **state) {
    maker_t m;
    maker_init(&m);
    rng_t base = rng_make(unit_seed());
    size_t early = 0;
    for (uint32_t k = 0; k < 1500; k++) {
        rng_t rng = rng_split(&base, k % 300);
        gen_make(m.gen, &gen_defaults, &rng, &m.formula);
        if (k == 599)
            early = m.f.mem.used;
    }
    assert_int_equal(m.f.mem.used, early);
    maker_done(&m);
}

static void make_some(mem_t *mem, void *arg) {
    (void)arg;
    gen_t *gen = gen_open(mem);
    gen_formula_t formula;
    gen_formula_init(&formula, mem);
    gen_options_t options = gen_defaults;
    options.logic = "QF_LIA";
    options.mode = GEN_SAT;
    rng_t rng = rng_make(3);
    gen_make(gen, &options, &rng, &formula);
    gen_formula_done(&formula);
    gen_close(gen);
}

/* In each run another allocation fails, every 97th of them: nothing is lost. */
static void allocations_may_fail(void **state) {
    for (uint64_t n = 1;; n += 97) {
        unit_job_t job = {.work = make_some};
        mem_init(&job.mem);
        job.mem.fail_at = n;
        bool ok = mem_try(&job.mem, unit_job_work, &job);
        mem_done(&job.mem);
        if (ok)
            break;
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_standard_operator_has_a_row),
        cmocka_unit_test(every_logic_in_every_mode),
        cmocka_unit_test(every_operator_is_drawn),
        cmocka_unit_test(recipes_make_the_same_bytes),
        cmocka_unit_test(bad_recipes_are_refused),
        cmocka_unit_test(options_are_heard),
        cmocka_unit_test(memory_stays_flat),
        cmocka_unit_test(allocations_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
