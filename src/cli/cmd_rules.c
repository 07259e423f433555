/* Lists the rules that strategies work by, and proves or refutes them. */
#include "base/file.h"
#include "cli/commands.h"
#include "cli/common/exit.h"
#include "cli/common/options.h"
#include "cli/common/solvers.h"
#include "proof/rule_book.h"

#include <stdio.h>
#include <string.h>

typedef struct job {
    mem_t mem;
    solvers_t solvers;
    bool no_solver; /* values alone */
    prover_t prover;
    rule_book_t book;
    const char *prefix;
    const char *file;
    bool verify;
    bool verbose;
    uint32_t counts[PROOF_REFUTED + 1];
} job_t;

/* The default: --list after --verify undoes it. */
static bool take_list(const args_t *args, void *target) {
    (void)args;
    ((job_t *)target)->verify = false;
    return true;
}

static bool take_prover(const args_t *args, void *target) {
    job_t *job = target;
    if (strcmp(args->value, "none") != 0)
        return take_solver(args, &job->solvers);
    return job->no_solver = true;
}

static const option_row_t rows[] = {
    {'l', "list", NULL, "print the rules (the default)", TAKE_WITH(take_list)},
    {0, "verify", NULL, "try the rules on values, and have the solvers prove them",
     TAKE_FLAG(job_t, verify)},
    {0, "rules", "FILE", "read more rules from FILE; alone, without the built-in ones",
     TAKE_TEXT(job_t, file)},
    {'s', "solver", "S", "a solver to ask; repeatable (default: all on PATH); none: ask no solver",
     TAKE_WITH(take_prover)},
    {0, "profile", "FILE", "read solver profiles from FILE", TAKE_PROFILE(job_t, solvers)},
    {'t', "limit", "SECONDS", "limit of one query, of CPU time (default 5)",
     TAKE_SECONDS(job_t, prover.cpu)},
    {0, "name", "NAME", "only rules whose names begin with NAME", TAKE_TEXT(job_t, prefix)},
    {'v', "verbose", NULL, "one line for each sort and solver, too", TAKE_FLAG(job_t, verbose)},
    {0},
};

static const command_line_t command = {
    .name = "rules",
    .usage = "[--list] [--verify] [--rules FILE] [--solver S] [--limit SECONDS] [--name NAME]",
    .summary = "Lists the rules of the strategies fusion and sparrow, and proves them.",
    .about =
        "With --verify, every rule is written out for a few sorts (widths 1, 2, 3, 8, 32, 64),\n"
        "tried on small values, and handed to the solvers: for fusion that z = f(x, y), and what the\n"
        "inversion needs, imply x = r_x and y = r_y; for sparrow that the strong formula implies\n"
        "the weak one; for all coefficients that the rule allows, or else for a few. A rule is\n"
        "  proved    for each sort, a solver said so, or all values were tried\n"
        "  refuted   by values that are shown\n"
        "  unknown   otherwise; it held on all values that were tried\n"
        "Exit code: 0; 10 when a rule is refuted; 4 when one is unknown; 2 when a file or a\n"
        "solver cannot be used.",
    .rows = rows,
};

static bool is_wanted(const job_t *job, const char *name) {
    return !job->prefix || strncmp(name, job->prefix, strlen(job->prefix)) == 0;
}

static void list_rule(job_t *job, uint32_t row) {
    slice_t text = job->book.rows.data[row].text;
    printf("%.*s\n", (int)text.len, text.data);
}

static void prove_rule(job_t *job, uint32_t row) {
    strbuf_t text;
    strbuf_init(&text, &job->mem);
    prover_begin(&job->prover);
    rule_book_prove(&job->book, row, &job->prover);
    job->counts[prover_end(&job->prover, &text)]++;
    printf("%s: %s\n", job->book.rows.data[row].name, strbuf_text(&text));
    fflush(stdout);
    strbuf_done(&text);
}

static void for_each_rule(job_t *job, void (*work)(job_t *job, uint32_t row)) {
    for (uint32_t i = 0; i < job->book.rows.len; i++)
        if (is_wanted(job, job->book.rows.data[i].name))
            work(job, i);
}

/* Starts the solvers; false, with a message, when none can be used. */
static bool open_solvers(job_t *job, pool_t *pool) {
    if (!pool) {
        fputs("assay: no solver can be started\n", stderr);
        return false;
    }
    if (!solvers_open(&job->solvers, pool))
        return false;
    for (uint32_t i = 0; i < job->solvers.rows.len; i++)
        if (!prover_use(&job->prover, pool, job->solvers.rows.data[i])) {
            fprintf(stderr, "assay: more than %d solvers\n", PROVER_SOLVERS);
            return false;
        }
    return true;
}

static int verify(job_t *job) {
    job->prover.log = job->verbose ? stdout : NULL;
    pool_t *pool = job->no_solver ? NULL : pool_make(&job->mem, PROVER_SOLVERS);
    bool ok = job->no_solver || open_solvers(job, pool);
    if (ok)
        for_each_rule(job, prove_rule);
    pool_end(pool);
    if (!ok)
        return EXIT_INPUT;
    printf("%u proved, %u refuted, %u unknown\n", job->counts[PROOF_PROVED],
           job->counts[PROOF_REFUTED], job->counts[PROOF_UNKNOWN]);
    return job->counts[PROOF_REFUTED] > 0   ? EXIT_FINDINGS
           : job->counts[PROOF_UNKNOWN] > 0 ? EXIT_UNKNOWN
                                            : EXIT_NOTHING;
}

/* --- the command --- */

static bool read_text(job_t *job, const char *text, size_t len) {
    diag_list_t diags;
    diag_init(&diags, &job->mem);
    bool ok = rule_book_read(&job->book, text, len, &diags);
    strbuf_t out;
    strbuf_init(&out, &job->mem);
    for (uint32_t i = 0; i < diags.rows.len; i++)
        diag_print(&diags.rows.data[i], job->file, text, len, &out);
    strbuf_write(&out, stderr);
    strbuf_done(&out);
    diag_done(&diags);
    return ok;
}

static bool read_rules(job_t *job) {
    if (!job->file) {
        rule_book_embedded(&job->book);
        return true;
    }
    file_text_t text = {0};
    const char *error = NULL;
    if (!file_read(&job->mem, job->file, &text, &error)) {
        fprintf(stderr, "assay: %s: %s\n", job->file, error);
        return false;
    }
    bool ok = read_text(job, text.data, text.len);
    file_release(&job->mem, &text);
    return ok;
}

static int run(job_t *job) {
    if (!read_rules(job))
        return EXIT_INPUT;
    if (job->verify)
        return verify(job);
    for_each_rule(job, list_rule);
    return EXIT_NOTHING;
}

int cmd_rules(int argc, char **argv) {
    job_t job = {0};
    mem_init(&job.mem);
    solvers_init(&job.solvers, &job.mem);
    prover_init(&job.prover, &job.mem);
    rule_book_init(&job.book, &job.mem);
    args_t args;
    args_init(&args, &command, argc, argv);
    int code = args_take(&args, &job);
    if (code == ARGS_END && args.next < argc)
        code = args_complain(&args, "'%s' is not an option", args.argv[args.next]);
    if (code == ARGS_END)
        code = run(&job);
    rule_book_done(&job.book);
    prover_done(&job.prover);
    mem_done(&job.mem);
    return code;
}
