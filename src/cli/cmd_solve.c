/* Runs solvers on files and judges what they say. */
#include "cli/commands.h"
#include "cli/common/exit.h"
#include "cli/common/input.h"
#include "cli/common/json.h"
#include "cli/common/options.h"
#include "cli/common/solvers.h"
#include "oracle/ask.h"
#include "oracle/cluster.h"
#include "oracle/settle.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef struct file_run file_run_t;

typedef struct solve {
    mem_t mem;
    solvers_t solvers;
    text_vec_t names; /* of the solvers, as they are shown */
    limits_t limits;
    uint32_t jobs;
    bool model;
    bool json;
    pool_t *pool;
    judge_t judge;
    judgement_t judgement;
    VEC(file_run_t *) unclear; /* files that have questions to be asked */
    bool finding;
    bool trouble;
} solve_t;

static const option_row_t rows[] = {
    {'s', "solver", "S", "a solver: z3, cvc5, ..., a path to one, or \"command args\"; repeatable",
     TAKE_SOLVER(solve_t, solvers)},
    {0, "mode", "M", "spawn, session or snapshot (default: the fastest that works)",
     TAKE_MODE(solve_t, solvers)},
    {0, "tier", "T", "each set of options of this name in the solver's profile",
     TAKE_TEXT(solve_t, solvers.tier)},
    {0, "profile", "FILE", "read solver profiles from FILE", TAKE_PROFILE(solve_t, solvers)},
    {'t', "limit", "SECONDS", "time limit of one run of a solver (default 10)",
     TAKE_SECONDS(solve_t, limits.wall)},
    {0, "memory", "MB", "memory limit of one run (default 4096)",
     TAKE_MEGABYTES(solve_t, limits.memory)},
    {'j', "jobs", "N", "queries at once (default: the number of processors)",
     TAKE_COUNT(solve_t, jobs, 1, 256)},
    {0, "model", NULL, "ask for models and print them", TAKE_FLAG(solve_t, model)},
    {0, "json", NULL, "one JSON object per file and solver", TAKE_FLAG(solve_t, json)},
    {0},
};

static const command_line_t command = {
    .name = "solve",
    .usage = "[--solver S]... [--mode M] [--limit SECONDS] [--model] [--json] FILE...",
    .summary = "Runs solvers on SMT-LIB files and judges their answers.",
    .about =
        "Without --solver, all solvers that assay knows and finds on PATH. A FILE may be a\n"
        "directory (all *.smt2 below it), or - for standard input. A line per file and solver\n"
        "says how the run ended: sat, unsat, unknown, timeout, memout, crash, error or\n"
        "unsupported. Comments, (set-info ...) and (exit) are not sent.\n"
        "Findings follow: crashes, wrong verdicts, and with --model wrong models; each certified\n"
        "by assay's own evaluator, or cross-checked by another solver. What may depend on\n"
        "values that the standard leaves open is a suspicion.\n"
        "Exit code: 0; 10 when there are findings; 2 when a file or a solver cannot be used.",
    .rows = rows,
};

/* The answer of one solver on its way. */
typedef struct slot {
    file_run_t *file;
    uint32_t solver;
} slot_t;

/* One file in work: its text, and what the solvers said. */
struct file_run {
    mem_t mem;
    const char *name;
    strbuf_t text;
    size_t prologue;
    uint32_t waiting; /* answers still to come */
    uint32_t count;   /* of solvers */
    slot_t *slots;    /* by solver */
    answer_t *answers;
    run_t *runs;
};

static void load_job(void *arg) {
    void **pair = arg;
    file_run_t *run = pair[0];
    solve_t *solve = pair[1];
    input_t input;
    strbuf_init(&run->text, &run->mem);
    input_open(&input, run->name);
    if (input.ok)
        ask_script(&input.script, solve->model ? ASK_MODEL : ASK_VERDICT, &run->text,
                   &run->prologue);
    else if (input.readable) /* what we cannot read a solver may */
        strbuf_add(&run->text, input.text.data, input.text.len);
    if (!input.ok)
        input_report(&input);
    run->waiting = run->count = input.readable ? solve->solvers.rows.len : 0;
    run->slots = mem_zalloc(&run->mem, run->count, sizeof *run->slots);
    run->answers = mem_zalloc(&run->mem, run->count, sizeof *run->answers);
    run->runs = mem_zalloc(&run->mem, run->count, sizeof *run->runs);
    run->name = input.name;
    solve->trouble |= !input.ok;
    input_close(&input);
}

/* --- answers --- */

/* The peak of memory, or null when it is not known. */
static json_t *json_peak(const answer_t *answer) {
    return answer->peak_kb > 0 ? json_integer((json_int_t)answer->peak_kb) : json_null();
}

/* How this query was run: a query that the solver's mode cannot take gets a fresh process. */
static const char *mode_of(const solver_t *solver, const answer_t *answer) {
    return run_mode_name(answer->fresh ? MODE_SPAWN : solver_mode(solver));
}

static void print_answer_json(const file_run_t *run, const solver_t *solver,
                              const answer_t *answer) {
    json_t *verdicts = json_array();
    for (uint32_t i = 0; i < answer->verdicts.len; i++)
        json_array_append_new(verdicts, json_string(outcome_name(answer->verdicts.data[i])));
    json_t *chosen = json_array();
    const tier_t *tier = solver_tier(solver);
    for (uint32_t i = 0; tier && i < tier->options.len; i++)
        json_array_append_new(chosen, json_text(tier->options.data[i]));
    json_t *object = json_pack(
        "{s:o, s:s, s:o, s:s, s:s, s:o, s:f, s:f, s:o, s:i, s:i}", "file", json_text(run->name),
        "solver", solver_profile(solver)->name, "options", chosen, "mode", mode_of(solver, answer),
        "outcome", outcome_name(answer->outcome), "verdicts", verdicts, "cpu_ms", answer->cpu_ms,
        "wall_ms", answer->wall_ms, "peak_kb", json_peak(answer), "exit", answer->exit_status,
        "signal", answer->signal);
    const strbuf_t *texts[] = {&answer->signature, &answer->message, &answer->model};
    static const char *const keys[] = {"signature", "message", "model"};
    for (int i = 0; i < 3; i++)
        if (texts[i]->len > 0)
            json_object_set_new(object, keys[i], json_bytes(texts[i]->data, texts[i]->len));
    json_line(object);
}

static void print_answer(const file_run_t *run, const char *name, const answer_t *answer) {
    printf("%s: %s: ", run->name, name);
    if (answer->verdicts.len > 1) {
        for (uint32_t i = 0; i < answer->verdicts.len; i++)
            printf("%s ", outcome_name(answer->verdicts.data[i]));
        if (vec_last(&answer->verdicts) != answer->outcome)
            printf("%s ", outcome_name(answer->outcome));
    } else {
        printf("%s ", outcome_name(answer->outcome));
    }
    printf("(%.1f ms)", answer->wall_ms);
    if (answer->signature.len > 0)
        printf(" %.*s", (int)answer->signature.len, answer->signature.data);
    else if (answer->message.len > 0)
        printf(" %.*s", (int)answer->message.len, answer->message.data);
    putchar('\n');
    if (answer->model.len > 0)
        printf("%.*s\n", (int)answer->model.len, answer->model.data);
}

/* --- findings --- */

static case_t case_of(const solve_t *solve, const file_run_t *run) {
    return (case_t){.text = run->text.data ? run->text.data : "",
                    .len = run->text.len,
                    .wants = solve->model ? ASK_MODEL : ASK_VERDICT,
                    .claim = OUTCOME_UNKNOWN,
                    .runs = run->runs,
                    .run_count = run->count};
}

static void print_finding_json(solve_t *solve, const file_run_t *run, const finding_t *finding,
                               const char *event) {
    strbuf_t key;
    strbuf_init(&key, &solve->mem);
    case_t c = case_of(solve, run);
    cluster_finding(&solve->judge, finding, run->runs[finding->run].solver,
                    (slice_t){c.text, c.len}, &key);
    json_t *object = json_pack(
        "{s:s, s:o, s:s, s:s, s:s, s:s, s:b, s:o, s:o}", "event", event, "file",
        json_text(run->name), "kind", finding_kind_name(finding->kind), "grade",
        grade_name(finding->grade), "solver", run->runs[finding->run].solver, "certificate",
        certificate_name(finding->certificate), "disputed", finding->disputed, "cluster",
        json_bytes(key.data, key.len), "reason", json_text(finding->says.data));
    if (finding->witness.len > 0)
        json_object_set_new(object, "model", json_text(finding->witness.data));
    if (finding->why.len > 0)
        json_object_set_new(object, "why", json_text(finding->why.data));
    json_line(object);
    strbuf_done(&key);
}

static void print_finding(const file_run_t *run, const finding_t *finding, bool suspicion) {
    if (finding_kind_is_crash(finding->kind))
        return; /* its answer says it all */
    if (suspicion)
        printf("%s: suspicion of %s: %s\n  %s\n", run->name, finding_kind_name(finding->kind),
               finding->says.data, finding->why.data);
    else
        printf("%s: %s, %s: %s\n%s", run->name, finding_kind_name(finding->kind),
               grade_name(finding->grade), finding->says.data,
               finding->why.len > 0 ? finding->why.data : "");
}

static void print_judgement(solve_t *solve, const file_run_t *run) {
    const judgement_t *judgement = &solve->judgement;
    for (uint32_t i = 0; i < judgement->findings.len; i++)
        if (solve->json)
            print_finding_json(solve, run, &judgement->findings.data[i], "finding");
        else
            print_finding(run, &judgement->findings.data[i], false);
    for (uint32_t i = 0; i < judgement->suspicions.len; i++)
        if (solve->json)
            print_finding_json(solve, run, &judgement->suspicions.data[i], "suspicion");
        else
            print_finding(run, &judgement->suspicions.data[i], true);
    for (uint32_t i = 0; i < judgement->findings.len; i++)
        solve->finding |= finding_kind_info(judgement->findings.data[i].kind)->fails;
}

/* --- the loop --- */

static void finish_run(solve_t *solve, file_run_t *run) {
    for (uint32_t i = 0; i < run->count; i++)
        if (run->answers[i].mem)
            answer_done(&run->answers[i]);
    mem_done(&run->mem);
    mem_free(&solve->mem, run);
}

/* All answers are there. */
static void judge_run(solve_t *solve, file_run_t *run) {
    case_t c = case_of(solve, run);
    judge_case(&solve->judge, &c, &solve->judgement);
    if (solve->judgement.ask.len > 0) {
        *vec_push(&solve->mem, &solve->unclear) = run;
        return;
    }
    print_judgement(solve, run);
    finish_run(solve, run);
}

/* Takes the next answer; false when none is to come. */
static bool await(solve_t *solve) {
    solver_t *solver;
    uint64_t tag;
    answer_t answer;
    if (!pool_next(solve->pool, -1, &solver, &tag, &answer))
        return false;
    const slot_t *slot = (const slot_t *)(uintptr_t)tag;
    file_run_t *run = slot->file;
    const char *name = solve->names.data[slot->solver];
    run->answers[slot->solver] = answer;
    run->runs[slot->solver] = settle_run(solver, &run->answers[slot->solver]);
    run->runs[slot->solver].name = name;
    if (solve->json)
        print_answer_json(run, solver, &answer);
    else
        print_answer(run, name, &answer);
    if (--run->waiting == 0)
        judge_run(solve, run);
    return true;
}

/* Asks what the judge wants to know; the pool must have nothing else to do then. */
static void clear_up(solve_t *solve) {
    if (solve->unclear.len == 0)
        return;
    while (await(solve))
        ;
    for (uint32_t i = 0; i < solve->unclear.len; i++) {
        file_run_t *run = solve->unclear.data[i];
        case_t c = case_of(solve, run);
        settle_case(&solve->judge, solve->pool, solve->solvers.rows.data, &c, &solve->limits, false,
                    &solve->judgement);
        print_judgement(solve, run);
        finish_run(solve, run);
    }
    solve->unclear.len = 0;
}

static void run_file(solve_t *solve, const char *name) {
    file_run_t *run = mem_alloc(&solve->mem, sizeof *run);
    *run = (file_run_t){.name = name};
    mem_init(&run->mem);
    void *pair[] = {run, solve};
    if (!mem_try(&run->mem, load_job, pair) || run->waiting == 0) {
        solve->trouble = true;
        run->count = 0;
        finish_run(solve, run);
        return;
    }
    for (uint32_t i = 0; i < solve->solvers.rows.len; i++) {
        while (pool_free(solve->pool) == 0)
            await(solve);
        run->slots[i] = (slot_t){.file = run, .solver = i};
        query_t query = {.tag = (uint64_t)(uintptr_t)&run->slots[i],
                         .text = run->text.data,
                         .len = run->text.len,
                         .prologue = run->prologue,
                         .limits = solve->limits};
        pool_submit(solve->pool, solve->solvers.rows.data[i], &query);
    }
    clear_up(solve);
}

static void run_all(solve_t *solve, char **paths, int count) {
    name_vec_t files = {0};
    solve->trouble |= !input_list(&solve->mem, paths, count, &files);
    for (uint32_t i = 0; i < files.len; i++)
        run_file(solve, files.data[i]);
    while (await(solve))
        ;
    clear_up(solve);
}

/* z3, or with the options of its tier: z3 smt.arith.solver=2 */
static void name_solvers(solve_t *solve) {
    for (uint32_t i = 0; i < solve->solvers.rows.len; i++) {
        const solver_t *solver = solve->solvers.rows.data[i];
        const tier_t *tier = solver_tier(solver);
        strbuf_t name;
        strbuf_init(&name, &solve->mem);
        strbuf_str(&name, solver_profile(solver)->name);
        for (uint32_t k = 0; tier && k < tier->options.len; k++)
            strbuf_format(&name, " %s", tier->options.data[k]);
        *vec_push(&solve->mem, &solve->names) = strbuf_text(&name);
    }
}

int cmd_solve(int argc, char **argv) {
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    solve_t solve = {.limits = solvers_limits, .jobs = processors > 0 ? (uint32_t)processors : 1};
    mem_init(&solve.mem);
    solvers_init(&solve.solvers, &solve.mem);
    args_t args;
    args_init(&args, &command, argc, argv);
    int code = args_take(&args, &solve);
    if (code == ARGS_END && args.next == argc)
        code = args_complain(&args, "no file given");
    if (code != ARGS_END) {
        mem_done(&solve.mem);
        return code;
    }
    solve.pool = pool_make(&solve.mem, solve.jobs);
    code = EXIT_INPUT;
    if (solvers_open(&solve.solvers, solve.pool)) {
        name_solvers(&solve);
        judge_init(&solve.judge, &solve.mem);
        judgement_init(&solve.judgement, &solve.mem);
        run_all(&solve, argv + args.next, argc - args.next);
        judge_done(&solve.judge);
        code = solve.finding ? EXIT_FINDINGS : solve.trouble ? EXIT_INPUT : EXIT_NOTHING;
    }
    pool_end(solve.pool);
    mem_done(&solve.mem);
    return code;
}
