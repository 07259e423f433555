/* Lists the rules of fusion, and proves or refutes them. */
#include "base/file.h"
#include "cli/commands.h"
#include "cli/exit.h"
#include "cli/options.h"
#include "cli/solvers.h"
#include "mutate/rules.h"
#include "oracle/ask.h"
#include "smt/check.h"
#include "smt/logic.h"
#include "smt/print.h"
#include "smt/subst.h"
#include "solver/pool.h"

#include <stdio.h>
#include <string.h>

enum {
    OPTION_LIST,
    OPTION_VERIFY,
    OPTION_RULES,
    OPTION_SOLVER,
    OPTION_PROFILE,
    OPTION_LIMIT,
    OPTION_NAME,
    OPTION_VERBOSE
};

static const option_t options[] = {
    {'l', "list", NULL, "print the rules (the default)"},
    {0, "verify", NULL, "try the rules on values, and have the solvers prove them"},
    {0, "rules", "FILE", "read more rules from FILE; alone, without the built-in ones"},
    {'s', "solver", "S",
     "a solver to ask; repeatable (default: all that are here); none: no solver"},
    {0, "profile", "FILE", "read solver profiles from FILE"},
    {'t', "limit", "SECONDS", "time limit of one query (default 5)"},
    {0, "name", "NAME", "only the rules whose names begin so"},
    {'v', "verbose", NULL, "one line for each sort and solver, too"},
    {0, NULL, NULL, NULL},
};

static const command_line_t command = {
    .name = "rules",
    .usage = "[--list] [--verify] [--rules FILE] [--solver S] [--limit SECONDS] [--name NAME]",
    .summary = "Lists the rules of the strategy fusion, and proves them.",
    .about =
        "With --verify, every rule is made for a few sorts (widths 1, 2, 3, 8, 32, 64), tried on\n"
        "small values, and handed to the solvers: that z = f(x, y), and what the inversion needs,\n"
        "imply x = r_x and y = r_y for all coefficients that the rule allows, or else for a few\n"
        "of them. A rule is\n"
        "  proved    for each sort, a solver said so, or all values were tried\n"
        "  refuted   by values that are shown\n"
        "  unknown   otherwise; it held on all values that were tried\n"
        "Exit code: 0; 10 when a rule is refuted; 4 when one is unknown; 2 when a file or a\n"
        "solver cannot be used.",
    .options = options,
};

typedef struct verifier {
    mem_t mem;
    solvers_t solvers;
    limits_t limits;
    pool_t *pool;
    rules_t rules;
    const char *prefix;
    const char *file;
    bool verify;
    bool verbose;
    bool no_solver;
    bool literals;      /* this rule was proved with literals for its coefficients only */
    uint32_t counts[3]; /* rules, by trial_t */
} verifier_t;

/* --- listing --- */

static bool is_wanted(const verifier_t *v, const rule_t *rule) {
    return !v->prefix || strncmp(rule->name, v->prefix, strlen(v->prefix)) == 0;
}

static void list_rules(const verifier_t *v) {
    for (uint32_t i = 0; i < v->rules.rows.len; i++) {
        const rule_t *rule = &v->rules.rows.data[i];
        const rule_source_t *source = &v->rules.sources.data[rule->source];
        const sexpr_t *node = &source->tree.nodes.data[rule->node];
        if (is_wanted(v, rule))
            printf("%.*s\n", (int)(node->end - node->offset), source->text + node->offset);
    }
}

/* --- proof obligations --- */

/* (assert z = f), (assert needs), what holds of the coefficients, (assert (not (= x r_x))): a model
 * is a counterexample. draw: literals for the coefficients, or form->draws to leave them open. */
static void write_obligation(verifier_t *v, const form_t *form, form_part_t side, uint32_t draw,
                             strbuf_t *out) {
    bank_t *bank = v->rules.bank;
    subst_t subst;
    subst_init(&subst, bank);
    for (uint32_t i = 0; draw < form->draws && i < form->coefficient_count; i++)
        subst_const(&subst, form->coefficients[i],
                    form->values[draw * form->coefficient_count + i]);
    script_t script;
    script_init(&script, bank);
    sym_t all = symbol_make(&bank->symbols, "ALL", 3);
    script_add(&script, CMD_SET_LOGIC, &all, 1, 0, 0);
    for (uint32_t i = 0; i < script_count(&form->script); i++) {
        uint32_t count;
        const uint32_t *words = script_words(&form->script, i, &count);
        if (script_kind(&form->script, i) != CMD_ASSERT)
            script_add(&script, script_kind(&form->script, i), words, count, 0, 0);
    }
    u32_vec_t formulas = {0};
    *vec_push(&v->mem, &formulas) = form->equations[FORM_Z];
    if (form->needs[side] != TERM_NONE)
        *vec_push(&v->mem, &formulas) = form->needs[side];
    for (uint32_t i = 0; draw >= form->draws && i < form->holds.len; i++)
        *vec_push(&v->mem, &formulas) = form->holds.data[i];
    *vec_push(&v->mem, &formulas) = check_op(bank, OP_NOT, &form->equations[side], 1);
    for (uint32_t i = 0; i < formulas.len; i++) {
        term_t term = subst_apply(&subst, formulas.data[i]);
        script_add(&script, CMD_ASSERT, (uint32_t[]){term, SYM_NONE}, 2, 0, 0);
    }
    script_add(&script, CMD_CHECK_SAT, NULL, 0, 0, 0);
    uint32_t set_logic = 0;
    uint32_t count;
    logic_t needed = logic_infer(&script);
    const char *name = logic_name(needed);
    script_words(&script, set_logic, &count)[0] = symbol_make(&bank->symbols, name, strlen(name));
    size_t prologue;
    ask_script(&script, ASK_VERDICT, out, &prologue);
    vec_free(&v->mem, &formulas);
    script_done(&script);
    subst_done(&subst);
}

/* What the solvers say of one obligation: proved when one says unsat and none says sat. */
static trial_t ask(verifier_t *v, const form_t *form, form_part_t side, uint32_t draw,
                   strbuf_t *why) {
    strbuf_t text;
    strbuf_init(&text, &v->mem);
    write_obligation(v, form, side, draw, &text);
    for (uint32_t i = 0; i < v->solvers.rows.len; i++) {
        query_t query = {.text = text.data, .len = text.len, .limits = v->limits};
        pool_submit(v->pool, v->solvers.rows.data[i], &query);
    }
    solver_t *solver;
    uint64_t tag;
    answer_t answer;
    bool proved = false;
    bool refuted = false;
    while (pool_next(v->pool, -1, &solver, &tag, &answer)) {
        proved |= answer.outcome == OUTCOME_UNSAT;
        if (answer.outcome == OUTCOME_SAT) {
            refuted = true;
            strbuf_format(why, "%s finds a counterexample to %s", solver_profile(solver)->name,
                          side == FORM_X ? "x" : "y");
        }
        if (v->verbose)
            printf("    %s of %s%s: %s\n", side == FORM_X ? "x" : "y",
                   v->rules.rows.data[form->rule].name, draw < form->draws ? " (literals)" : "",
                   outcome_name(answer.outcome));
        answer_done(&answer);
    }
    strbuf_done(&text);
    return refuted ? TRIAL_REFUTED : proved ? TRIAL_HOLDS : TRIAL_OPEN;
}

static trial_t prove_side(verifier_t *v, const form_t *form, form_part_t side, strbuf_t *why) {
    enum { LITERALS = 3 };
    trial_t verdict = ask(v, form, side, form->draws, why);
    if (verdict != TRIAL_OPEN || form->coefficient_count == 0)
        return verdict;
    v->literals = true;
    for (uint32_t draw = 0; draw < LITERALS && draw < form->draws; draw++) {
        verdict = ask(v, form, side, draw, why);
        if (verdict != TRIAL_HOLDS)
            return verdict;
    }
    return verdict;
}

static trial_t check_form(verifier_t *v, const form_t *form, bool ask_solvers, strbuf_t *why) {
    enum { CASES = 20000 };
    trial_result_t result = form_try(&v->rules, form, CASES, why);
    if (v->verbose) {
        strbuf_t text;
        strbuf_init(&text, &v->mem);
        sort_print(v->rules.bank, form->sorts[FORM_X], &text);
        strbuf_char(&text, ' ');
        sort_print(v->rules.bank, form->sorts[FORM_Y], &text);
        printf("  %s: %llu values%s\n", strbuf_text(&text), (unsigned long long)result.cases,
               result.exhaustive && result.verdict != TRIAL_REFUTED ? ", all there are" : "");
        strbuf_done(&text);
    }
    if (result.verdict == TRIAL_REFUTED)
        return TRIAL_REFUTED;
    if (result.verdict == TRIAL_HOLDS && result.exhaustive && form->coefficient_count == 0)
        return TRIAL_HOLDS;
    if (!ask_solvers)
        return TRIAL_OPEN;
    trial_t x = prove_side(v, form, FORM_X, why);
    trial_t y = x == TRIAL_REFUTED ? x : prove_side(v, form, FORM_Y, why);
    return x > y ? x : y;
}

/* The samples of the rule, and wide ones where all it takes is one width. */
static void list_forms(verifier_t *v, uint32_t number, form_vec_t *forms) {
    rules_samples(&v->rules, number, forms);
    const rule_t *rule = &v->rules.rows.data[number];
    static const uint32_t widths[] = {32, 64};
    for (uint32_t i = 0; rule->variable_count > 0 && i < 2; i++) {
        sort_t wide = sort_bitvec(v->rules.bank, widths[i]);
        const form_t *form = rules_form(&v->rules, number, wide, wide);
        if (form)
            *vec_push(&v->mem, forms) = form;
    }
}

static void check_rule(verifier_t *v, uint32_t number) {
    static const char *const names[] = {
        [TRIAL_HOLDS] = "proved", [TRIAL_OPEN] = "unknown", [TRIAL_REFUTED] = "refuted"};
    form_vec_t forms = {0};
    strbuf_t why;
    strbuf_init(&why, &v->mem);
    list_forms(v, number, &forms);
    trial_t verdict = TRIAL_HOLDS;
    v->literals = false;
    for (uint32_t i = 0; i < forms.len && verdict != TRIAL_REFUTED; i++) {
        strbuf_clear(&why);
        trial_t one = check_form(v, forms.data[i], !v->no_solver, &why);
        verdict = one > verdict ? one : verdict;
    }
    printf("%s: %s (%u sort%s%s)%s%s\n", v->rules.rows.data[number].name, names[verdict], forms.len,
           forms.len == 1 ? "" : "s",
           verdict == TRIAL_HOLDS && v->literals ? ", a few coefficients" : "",
           verdict == TRIAL_REFUTED ? ": " : "", verdict == TRIAL_REFUTED ? strbuf_text(&why) : "");
    fflush(stdout);
    v->counts[verdict]++;
    strbuf_done(&why);
    vec_free(&v->mem, &forms);
}

static int verify(verifier_t *v) {
    if (!v->no_solver) {
        v->pool = pool_make(&v->mem, 8);
        if (!v->pool || !solvers_open(&v->solvers, v->pool) || v->solvers.rows.len > 8) {
            pool_end(v->pool);
            return EXIT_INPUT;
        }
    }
    for (uint32_t i = 0; i < v->rules.rows.len; i++)
        if (is_wanted(v, &v->rules.rows.data[i]))
            check_rule(v, i);
    pool_end(v->pool);
    printf("%u proved, %u refuted, %u unknown\n", v->counts[TRIAL_HOLDS], v->counts[TRIAL_REFUTED],
           v->counts[TRIAL_OPEN]);
    return v->counts[TRIAL_REFUTED] > 0 ? EXIT_FINDINGS
           : v->counts[TRIAL_OPEN] > 0  ? EXIT_UNKNOWN
                                        : EXIT_NOTHING;
}

/* --- the command --- */

static bool read_rules(verifier_t *v) {
    rules_init(&v->rules, &v->mem);
    if (!v->file) {
        rules_embedded(&v->rules);
        return true;
    }
    file_text_t text = {0};
    const char *error = NULL;
    if (!file_read(&v->mem, v->file, &text, &error)) {
        fprintf(stderr, "assay: %s: %s\n", v->file, error);
        return false;
    }
    diag_list_t diags;
    diag_init(&diags, &v->mem);
    bool ok = rules_read(&v->rules, text.data, text.len, false, &diags);
    strbuf_t out;
    strbuf_init(&out, &v->mem);
    for (uint32_t i = 0; i < diags.rows.len; i++)
        diag_print(&diags.rows.data[i], v->file, text.data, text.len, &out);
    fwrite(out.data, 1, out.len, stderr);
    strbuf_done(&out);
    diag_done(&diags);
    file_release(&v->mem, &text);
    return ok;
}

static bool read_options(args_t *args, verifier_t *v, int *code) {
    int option;
    *code = EXIT_USAGE;
    while ((option = args_next(args)) >= 0) {
        switch (option) {
        case OPTION_LIST:
            v->verify = false;
            break;
        case OPTION_VERIFY:
            v->verify = true;
            break;
        case OPTION_RULES:
            v->file = args->value;
            break;
        case OPTION_SOLVER:
            if (strcmp(args->value, "none") == 0)
                v->no_solver = true;
            else
                *vec_push(&v->mem, &v->solvers.wanted) = args->value;
            break;
        case OPTION_PROFILE:
            *vec_push(&v->mem, &v->solvers.files) = args->value;
            break;
        case OPTION_LIMIT:
            if (!args_seconds(args, "--limit", &v->limits.wall))
                return false;
            break;
        case OPTION_NAME:
            v->prefix = args->value;
            break;
        default:
            v->verbose = true;
            break;
        }
    }
    *code = option == ARGS_HELP ? EXIT_NOTHING : EXIT_USAGE;
    return option == ARGS_END;
}

int cmd_rules(int argc, char **argv) {
    verifier_t v = {.limits = {.wall = 5, .memory = UINT64_C(4096) << 20}};
    mem_init(&v.mem);
    solvers_init(&v.solvers, &v.mem);
    args_t args;
    args_init(&args, &command, argc, argv);
    int code;
    if (read_options(&args, &v, &code)) {
        code = EXIT_NOTHING;
        if (args.next < args.argc)
            code = args_complain(&args, "'%s' is not an option", args.argv[args.next]);
        else if (!read_rules(&v))
            code = EXIT_INPUT;
        else if (v.verify)
            code = verify(&v);
        else
            list_rules(&v);
    }
    mem_done(&v.mem);
    return code;
}
