/* Runs solvers on files and compares what they say. */
#include "cli/commands.h"
#include "cli/exit.h"
#include "cli/input.h"
#include "cli/json.h"
#include "cli/options.h"
#include "cli/solvers.h"
#include "oracle/ask.h"
#include "solver/pool.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum {
    OPTION_SOLVER,
    OPTION_MODE,
    OPTION_TIER,
    OPTION_PROFILE,
    OPTION_LIMIT,
    OPTION_MEMORY,
    OPTION_JOBS,
    OPTION_MODEL,
    OPTION_JSON
};

static const option_t options[] = {
    {'s', "solver", "S", "a solver: z3, cvc5, ..., a path to one, or \"command args\"; repeatable"},
    {0, "mode", "M", "spawn, session or snapshot (default: the fastest that works)"},
    {0, "tier", "T", "each set of options of this name in the solver's profile"},
    {0, "profile", "FILE", "read solver profiles from FILE"},
    {'t', "limit", "SECONDS", "time limit of one query (default 10)"},
    {0, "memory", "MB", "memory limit of one query (default 4096)"},
    {'j', "jobs", "N", "queries at once (default: the number of processors)"},
    {0, "model", NULL, "ask for models and print them"},
    {0, "json", NULL, "one JSON object per file and solver"},
    {0, NULL, NULL, NULL},
};

static const command_line_t command = {
    .name = "solve",
    .usage = "[--solver S]... [--mode M] [--limit SECONDS] [--model] [--json] FILE...",
    .summary = "Runs solvers on SMT-LIB files and compares their answers.",
    .about =
        "Without --solver, all solvers that assay knows and finds on PATH. A FILE may be a\n"
        "directory (all *.smt2 below it), or - for standard input. A line per file and solver\n"
        "says how the run ended: sat, unsat, unknown, timeout, memout, crash, error or\n"
        "unsupported. Comments, (set-info ...) and (exit) are not sent.\n"
        "Exit code: 0; 10 when a solver crashed or two contradict each other; 2 when a file or\n"
        "a solver cannot be used.",
    .options = options,
};

typedef struct solve {
    mem_t mem;
    solvers_t solvers;
    limits_t limits;
    uint32_t jobs;
    bool model;
    bool json;
    pool_t *pool;
    bool finding;
    bool trouble;
} solve_t;

/* One file in work: its text, and what the solvers said. */
typedef struct file_run {
    mem_t mem;
    const char *name;
    strbuf_t text;
    size_t prologue;
    uint32_t waiting;      /* answers still to come */
    const solver_t *sat;   /* one that said sat, or NULL */
    const solver_t *unsat; /* one that said unsat */
} file_run_t;

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
    run->waiting = input.readable ? solve->solvers.rows.len : 0;
    run->name = input.name;
    solve->trouble |= !input.ok;
    input_close(&input);
}

/* --- answers --- */

/* The peak of memory, or null when nobody knows it. */
static json_t *json_peak(const answer_t *answer) {
    return answer->peak_kb > 0 ? json_integer((json_int_t)answer->peak_kb) : json_null();
}

/* How this query was run: a query that the solver's mode cannot take gets a fresh process. */
static const char *mode_of(const solver_t *solver, const answer_t *answer) {
    return mode_name(answer->fresh ? MODE_SPAWN : solver_mode(solver));
}

/* z3, or with the options of its tier: z3 smt.arith.solver=2 */
static void print_name(FILE *out, const solver_t *solver) {
    const tier_t *tier = solver_tier(solver);
    fputs(solver_profile(solver)->name, out);
    for (uint32_t i = 0; tier && i < tier->options.len; i++)
        fprintf(out, " %s", tier->options.data[i]);
}

static void print_contradiction(FILE *out, const file_run_t *run) {
    fprintf(out, "%s: ", run->name);
    print_name(out, run->sat);
    fputs(" says sat, ", out);
    print_name(out, run->unsat);
    fputs(" says unsat\n", out);
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

static void print_answer(const file_run_t *run, const solver_t *solver, const answer_t *answer) {
    printf("%s: ", run->name);
    print_name(stdout, solver);
    fputs(": ", stdout);
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

static void take_answer(solve_t *solve, file_run_t *run, const solver_t *solver,
                        const answer_t *answer) {
    if (solve->json)
        print_answer_json(run, solver, answer);
    else
        print_answer(run, solver, answer);
    if (answer->outcome == OUTCOME_SAT)
        run->sat = solver;
    if (answer->outcome == OUTCOME_UNSAT)
        run->unsat = solver;
    solve->finding |= answer->outcome == OUTCOME_CRASH;
    if (--run->waiting > 0)
        return;
    if (run->sat && run->unsat) {
        solve->finding = true;
        print_contradiction(solve->json ? stderr : stdout, run);
    }
}

/* --- the loop --- */

static void finish_run(solve_t *solve, file_run_t *run) {
    mem_done(&run->mem);
    mem_free(&solve->mem, run);
}

/* Takes the next answer; false when none is to come. */
static bool await(solve_t *solve) {
    solver_t *solver;
    uint64_t tag;
    answer_t answer;
    if (!pool_next(solve->pool, -1, &solver, &tag, &answer))
        return false;
    file_run_t *run = (file_run_t *)(uintptr_t)tag;
    take_answer(solve, run, solver, &answer);
    answer_done(&answer);
    if (run->waiting == 0)
        finish_run(solve, run);
    return true;
}

static void run_file(solve_t *solve, const char *name) {
    file_run_t *run = mem_alloc(&solve->mem, sizeof *run);
    *run = (file_run_t){.name = name};
    mem_init(&run->mem);
    void *pair[] = {run, solve};
    if (!mem_try(&run->mem, load_job, pair) || run->waiting == 0) {
        solve->trouble = true;
        finish_run(solve, run);
        return;
    }
    for (uint32_t i = 0; i < solve->solvers.rows.len; i++) {
        while (pool_free(solve->pool) == 0)
            await(solve);
        query_t query = {.tag = (uint64_t)(uintptr_t)run,
                         .text = run->text.data,
                         .len = run->text.len,
                         .prologue = run->prologue,
                         .limits = solve->limits};
        pool_submit(solve->pool, solve->solvers.rows.data[i], &query);
    }
}

static bool read_options(args_t *args, solve_t *solve, int *code) {
    int option;
    uint64_t number;
    *code = EXIT_USAGE;
    while ((option = args_next(args)) >= 0) {
        switch (option) {
        case OPTION_SOLVER:
            *vec_push(&solve->mem, &solve->solvers.wanted) = args->value;
            break;
        case OPTION_MODE:
            solve->solvers.any_mode = false;
            if (!mode_of_name(args->value, &solve->solvers.mode)) {
                args_complain(args, "--mode is spawn, session or snapshot, not '%s'", args->value);
                return false;
            }
            break;
        case OPTION_TIER:
            solve->solvers.tier = args->value;
            break;
        case OPTION_PROFILE:
            *vec_push(&solve->mem, &solve->solvers.files) = args->value;
            break;
        case OPTION_LIMIT:
            if (!args_seconds(args, "--limit", &solve->limits.wall))
                return false;
            break;
        case OPTION_MEMORY:
            if (!args_number(args, "--memory", 16, 1 << 20, &number))
                return false;
            solve->limits.memory = number << 20;
            break;
        case OPTION_JOBS:
            if (!args_number(args, "--jobs", 1, 256, &number))
                return false;
            solve->jobs = (uint32_t)number;
            break;
        case OPTION_MODEL:
            solve->model = true;
            break;
        default:
            solve->json = true;
            break;
        }
    }
    *code = option == ARGS_HELP ? EXIT_NOTHING : EXIT_USAGE;
    return option == ARGS_END;
}

static void run_all(solve_t *solve, char **paths, int count) {
    name_vec_t files = {0};
    solve->trouble |= !input_list(&solve->mem, paths, count, &files);
    for (uint32_t i = 0; i < files.len; i++)
        run_file(solve, files.data[i]);
    while (await(solve))
        ;
}

int cmd_solve(int argc, char **argv) {
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    solve_t solve = {.limits = {.wall = 10, .memory = UINT64_C(4096) << 20},
                     .jobs = processors > 0 ? (uint32_t)processors : 1};
    mem_init(&solve.mem);
    solvers_init(&solve.solvers, &solve.mem);
    args_t args;
    args_init(&args, &command, argc, argv);
    int code;
    if (!read_options(&args, &solve, &code)) {
        mem_done(&solve.mem);
        return code;
    }
    if (args.next == argc) {
        mem_done(&solve.mem);
        return args_complain(&args, "no file given");
    }
    solve.pool = pool_make(&solve.mem, solve.jobs);
    code = EXIT_INPUT;
    if (solvers_open(&solve.solvers, solve.pool)) {
        run_all(&solve, argv + args.next, argc - args.next);
        code = solve.finding ? EXIT_FINDINGS : solve.trouble ? EXIT_INPUT : EXIT_NOTHING;
    }
    pool_end(solve.pool);
    mem_done(&solve.mem);
    return code;
}
