/* Checks models: a file's, or those that solvers give. */
#include "cli/commands.h"
#include "cli/common/exit.h"
#include "cli/common/input.h"
#include "cli/common/json.h"
#include "cli/common/options.h"
#include "cli/common/solvers.h"
#include "eval/engine/explain.h"
#include "oracle/ask.h"
#include "solver/run/pool.h"

#include <stdio.h>
#include <string.h>

typedef struct check {
    mem_t mem;
    solvers_t solvers;
    limits_t limits;
    bool explain;
    bool quiet;
    bool json;
    pool_t *pool;
    uint32_t counts[3]; /* models, by holds_t */
    bool trouble;
} check_t;

static const option_row_t rows[] = {
    {'s', "solver", "S", "ask this solver for the model; repeatable",
     TAKE_SOLVER(check_t, solvers)},
    {0, "mode", "M", "spawn, session or snapshot (default: the fastest that works)",
     TAKE_MODE(check_t, solvers)},
    {0, "profile", "FILE", "read solver profiles from FILE", TAKE_PROFILE(check_t, solvers)},
    {'t', "limit", "SECONDS", "time limit of one query (default 10)",
     TAKE_SECONDS(check_t, limits.wall)},
    {0, "explain", NULL, "show the smallest subformulas that are false, and the values in them",
     TAKE_FLAG(check_t, explain)},
    {'q', "quiet", NULL, "one line per model instead of one per assertion",
     TAKE_FLAG(check_t, quiet)},
    {0, "json", NULL, "one JSON object per model", TAKE_FLAG(check_t, json)},
    {0},
};

static const command_line_t command = {
    .name = "eval",
    .usage = "[--explain] [--json] FILE [MODEL|-]\n"
             "       assay eval --solver S [--limit SECONDS] [--explain] [--json] PATH...",
    .summary = "Evaluates the assertions of an SMT-LIB file under a model, exactly.",
    .about =
        "MODEL is what a solver answers to (get-model), in the form of any solver; with\n"
        "--solver, the solvers are asked, and a PATH may be a directory (all *.smt2 below it).\n"
        "Every assertion in force at the last check-sat is true, false, or unknown with the\n"
        "reason. What the model misses, and what the standard leaves open such as (/ x 0), is\n"
        "given some value: an assertion that is true then is true, one that is not is unknown.\n"
        "Exit code: 0 when all are true; 10 when one is false; 4 when one is unknown and none\n"
        "false, or there is no model; 2 when a file or a solver cannot be used.",
    .rows = rows,
};

static const char *const holds_names[] = {
    [HOLDS_NO] = "false", [HOLDS_YES] = "true", [HOLDS_UNKNOWN] = "unknown"};

/* One model of one file. */
typedef struct job {
    check_t *check;
    input_t *input;
    const char *source; /* the solver's name, the model file's */
    const char *text;
    size_t len;
    bool from_file;
    values_t values;
    model_t model;
    eval_t eval;
} job_t;

/* --- printing --- */

static void place_of(const job_t *job, uint32_t command_number, uint32_t *line, uint32_t *column) {
    const char *text = job->input->text.data;
    uint32_t offset = job->input->script.commands.data[command_number].offset;
    *line = 1;
    uint32_t start = 0;
    for (uint32_t i = 0; i < offset; i++)
        if (text[i] == '\n') {
            ++*line;
            start = i + 1;
        }
    *column = offset - start + 1;
}

/* --- evaluating --- */

/* One assertion: its line, or its object. */
static holds_t check_assertion(job_t *job, const in_force_t *formula, json_t *list) {
    check_t *check = job->check;
    holds_t holds = eval_formula(&job->eval, formula->term);
    uint32_t line, column;
    strbuf_t text;
    strbuf_init(&text, &job->input->mem);
    place_of(job, formula->command, &line, &column);
    if (holds == HOLDS_UNKNOWN)
        eval_why(&job->eval, job->eval.reason, &text);
    else if (holds == HOLDS_NO && check->explain)
        explain_print(&job->eval, formula->term, &text);
    if (list) {
        json_t *object = json_pack("{s:i, s:i, s:s}", "line", (int)line, "column", (int)column,
                                   "value", holds_names[holds]);
        if (text.len > 0)
            json_object_set_new(object, holds == HOLDS_UNKNOWN ? "reason" : "explanation",
                                json_bytes(text.data, text.len));
        json_array_append_new(list, object);
    } else if (!check->quiet || (holds == HOLDS_NO && check->explain)) {
        printf("%s:%u:%u: %s%s%.*s%s", job->input->name, line, column, holds_names[holds],
               holds == HOLDS_UNKNOWN ? ": " : "\n", (int)text.len, text.data ? text.data : "",
               holds == HOLDS_UNKNOWN ? "\n" : "");
    }
    strbuf_done(&text);
    return holds;
}

static void report_model(job_t *job, const diag_list_t *diags) {
    strbuf_t out;
    strbuf_init(&out, &job->input->mem);
    for (uint32_t i = 0; i < diags->rows.len; i++)
        diag_print(&diags->rows.data[i], job->source, job->text, job->len, &out);
    fflush(stdout);
    strbuf_write(&out, stderr);
    strbuf_done(&out);
}

static void check_all(job_t *job) {
    check_t *check = job->check;
    input_t *input = job->input;
    in_force_vec_t formulas = {0};
    uint32_t last = script_last_check(&input->script);
    script_in_force(&input->script, last == UINT32_MAX ? script_count(&input->script) : last,
                    &input->mem, &formulas);
    json_t *list = check->json ? json_array() : NULL;
    holds_t all = HOLDS_YES;
    strbuf_t why;
    strbuf_init(&why, &input->mem);
    for (uint32_t i = 0; i < formulas.len; i++) {
        holds_t holds = check_assertion(job, &formulas.data[i], list);
        if (holds == HOLDS_UNKNOWN && why.len == 0)
            eval_why(&job->eval, job->eval.reason, &why);
        if (holds == HOLDS_NO || (holds == HOLDS_UNKNOWN && all == HOLDS_YES))
            all = holds;
    }
    check->counts[all]++;
    strbuf_t choices;
    strbuf_init(&choices, &input->mem);
    explain_choices(&job->eval, &choices);
    if (check->json) {
        json_t *object =
            json_pack("{s:o, s:o, s:s, s:o}", "file", json_text(input->name), "model",
                      json_text(job->source), "value", holds_names[all], "assertions", list);
        if (choices.len > 0)
            json_object_set_new(object, "chosen", json_bytes(choices.data, choices.len));
        if (all == HOLDS_UNKNOWN)
            json_object_set_new(object, "reason", json_bytes(why.data, why.len));
        json_line(object);
    } else {
        printf("%s: %s: %s", input->name, job->source, holds_names[all]);
        if (all == HOLDS_UNKNOWN)
            printf(": %.*s", (int)why.len, why.data);
        if (choices.len > 0 && all != HOLDS_UNKNOWN)
            printf(" (not in the model, chosen: %.*s)", (int)choices.len, choices.data);
        putchar('\n');
    }
}

static void work(void *arg) {
    job_t *job = arg;
    input_t *input = job->input;
    values_init(&job->values, &input->bank, &input->mem);
    model_init(&job->model, &job->values, &input->mem);
    diag_list_t diags;
    diag_init(&diags, &input->mem);
    bool ok = model_read(&job->model, &input->script, job->text, job->len, &diags);
    if (!ok) {
        report_model(job, &diags);
        job->check->trouble = true;
        if (job->from_file)
            return;
    }
    eval_init(&job->eval, &input->bank, &job->values, &job->model, &input->mem);
    check_all(job);
}

/* Values and models of one job are freed with the file's memory, but for what the number library
 * holds. */
static void check_model(check_t *check, input_t *input, const char *source, const char *text,
                        size_t len, bool from_file) {
    job_t job = {.check = check,
                 .input = input,
                 .source = source,
                 .text = text,
                 .len = len,
                 .from_file = from_file};
    if (!mem_try(&input->mem, work, &job)) {
        fprintf(stderr, "assay: %s: out of memory\n", input->name);
        check->trouble = true;
        return;
    }
    values_done(&job.values);
}

/* --- models from solvers --- */

static void no_model(check_t *check, const input_t *input, const char *solver,
                     const answer_t *answer) {
    const char *outcome = outcome_name(answer->outcome);
    check->counts[HOLDS_UNKNOWN]++;
    if (check->json)
        json_line(json_pack("{s:o, s:s, s:s, s:s}", "file", json_text(input->name), "model", solver,
                            "value", "unknown", "reason",
                            answer->outcome == OUTCOME_SAT ? "no model" : outcome));
    else
        printf("%s: %s: unknown: %s says %s%s\n", input->name, solver, solver, outcome,
               answer->outcome == OUTCOME_SAT ? ", but gives no model" : "");
}

typedef struct ask_job {
    check_t *check;
    input_t *input;
    strbuf_t text;
    size_t prologue;
} ask_job_t;

static void write_query(void *arg) {
    ask_job_t *job = arg;
    strbuf_init(&job->text, &job->input->mem);
    ask_script(&job->input->script, ASK_MODEL, &job->text, &job->prologue);
}

static void ask_solvers(check_t *check, input_t *input) {
    ask_job_t job = {.check = check, .input = input};
    if (!mem_try(&input->mem, write_query, &job)) {
        check->trouble = true;
        return;
    }
    for (uint32_t i = 0; i < check->solvers.rows.len; i++) {
        query_t query = {.text = job.text.data,
                         .len = job.text.len,
                         .prologue = job.prologue,
                         .limits = check->limits};
        pool_submit(check->pool, check->solvers.rows.data[i], &query);
    }
    solver_t *solver;
    uint64_t tag;
    answer_t answer;
    while (pool_next(check->pool, -1, &solver, &tag, &answer)) {
        const char *name = solver_profile(solver)->name;
        if (answer.outcome == OUTCOME_SAT && answer.model.len > 0)
            check_model(check, input, name, answer.model.data, answer.model.len, false);
        else
            no_model(check, input, name, &answer);
        answer_done(&answer);
    }
}

static void check_file(check_t *check, const char *path) {
    input_t input;
    input_open(&input, path);
    if (input.ok) {
        ask_solvers(check, &input);
    } else {
        fflush(stdout);
        input_report(&input);
        check->trouble = true;
    }
    input_close(&input);
}

static void check_files(check_t *check, char **paths, int count) {
    name_vec_t files = {0};
    check->trouble |= !input_list(&check->mem, paths, count, &files);
    check->pool = pool_make(&check->mem, check->solvers.wanted.len);
    if (check->pool && solvers_open(&check->solvers, check->pool))
        for (uint32_t i = 0; i < files.len; i++)
            check_file(check, files.data[i]);
    else
        check->trouble = true;
    pool_end(check->pool);
    if (files.len > 1)
        fprintf(check->json ? stderr : stdout, "%u true, %u false, %u unknown\n",
                check->counts[HOLDS_YES], check->counts[HOLDS_NO], check->counts[HOLDS_UNKNOWN]);
}

/* --- a model from a file --- */

static void check_given(check_t *check, const char *path, const char *model_path) {
    input_t input;
    input_open(&input, path);
    file_text_t text = {0};
    const char *error = NULL;
    if (!input.ok) {
        input_report(&input);
        check->trouble = true;
    } else if (model_path && !file_read(&check->mem, model_path, &text, &error)) {
        fprintf(stderr, "assay: %s: %s\n", model_path, error);
        check->trouble = true;
    } else {
        const char *name = !model_path                    ? "no model"
                           : strcmp(model_path, "-") == 0 ? "<stdin>"
                                                          : model_path;
        check_model(check, &input, name, text.data ? text.data : "", text.len, true);
    }
    file_release(&check->mem, &text);
    input_close(&input);
}

static int run(check_t *check, args_t *args) {
    int given = args->argc - args->next;
    char **paths = args->argv + args->next;
    if (given == 0)
        return args_complain(args, "no file given");
    if (check->solvers.wanted.len > 0)
        check_files(check, paths, given);
    else if (given > 2)
        return args_complain(args, "one FILE and one MODEL, or --solver to ask for models");
    else
        check_given(check, paths[0], given == 2 ? paths[1] : NULL);
    return check->trouble && check->counts[HOLDS_NO] == 0 ? EXIT_INPUT
           : check->counts[HOLDS_NO] > 0                  ? EXIT_FINDINGS
           : check->counts[HOLDS_UNKNOWN] > 0             ? EXIT_UNKNOWN
                                                          : EXIT_NOTHING;
}

int cmd_eval(int argc, char **argv) {
    check_t check = {.limits = solvers_limits};
    mem_init(&check.mem);
    solvers_init(&check.solvers, &check.mem);
    args_t args;
    args_init(&args, &command, argc, argv);
    int code = args_take(&args, &check);
    if (code == ARGS_END)
        code = run(&check, &args);
    mem_done(&check.mem);
    return code;
}
