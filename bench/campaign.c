/* How many mutants a campaign tests in a second of CPU, by strategy, with z3 and cvc5.
 *
 *     bench_campaign [SECONDS [STRATEGY...]]      default: 60 seconds each, opfuzz typefuzz fusion
 *
 * Runs $ASSAY (build/assay) on the seeds of ASSAY_SHARED (../shared), one worker: with a process
 * for each query, and in the fastest mode. CPU is that of the solvers and of assay together, as the
 * campaign itself reports it; "own" is assay's part. A campaign begins with two mutants of every
 * seed, whatever they cost, and shares the time out evenly only then: the longer it runs, the more
 * mutants in a second. Undecided mutants, and runs that hit their limit, stand beside it: speed that
 * gives up verdicts is none. */
#include "seeds.h"

#include <string.h>
#include <unistd.h>

static const char *const logics[] = {"QF_LIA", "QF_NRA", "QF_S", "QF_SLIA"};

/* The first number after a key of a JSON line. */
static double number(const char *line, const char *key) {
    char name[64];
    snprintf(name, sizeof name, "\"%s\":", key);
    const char *at = strstr(line, name);
    return at ? strtod(at + strlen(name), NULL) : 0;
}

static void measure(const char *assay, const char *seeds, const char *strategy, const char *logic,
                    const char *mode, const char *seconds) {
    char out[] = "/tmp/assay-bench-XXXXXX";
    if (!mkdtemp(out))
        exit(2);
    char command[4096];
    snprintf(command, sizeof command,
             "'%s' fuzz --json --workers 1 --time %s --strategy %s %s --out '%s/c' --solver z3 "
             "--solver cvc5 '%s/%s' 2>/dev/null",
             assay, seconds, strategy, mode, out, seeds, logic);
    FILE *events = popen(command, "r"); /* NOLINT(cert-env33-c): a benchmark */
    char *line = NULL;
    size_t size = 0;
    double tested = 0, cpu = 0, own = 0, runs = 0, stopped = 0, undecided = 0;
    while (events && getline(&line, &size, events) > 0) {
        if (!strstr(line, "\"event\":\"stats\""))
            continue;
        tested = number(line, "tested");
        own = number(line, "own_cpu");
        cpu = number(line, "solver_cpu") + own;
        runs = number(line, "queries");
        stopped = number(line, "timeout");
        undecided = number(line, "undecided");
    }
    free(line);
    if (events)
        pclose(events);
    snprintf(command, sizeof command, "rm -rf '%s'", out);
    if (system(command) != 0) /* NOLINT(cert-env33-c) */
        fprintf(stderr, "%s is left\n", out);
    printf("%-9s %-8s %-8s %8.0f %8.1f /s %6.1f %% own %6.1f %% timeouts %6.1f %% undecided\n",
           strategy, logic, mode[0] ? "spawn" : "fastest", tested, cpu > 0 ? tested / cpu : 0,
           cpu > 0 ? 100 * own / cpu : 0, runs > 0 ? 100 * stopped / runs : 0,
           tested > 0 ? 100 * undecided / tested : 0);
    fflush(stdout);
}

int main(int argc, char **argv) {
    static const char *const usual[] = {"opfuzz", "typefuzz", "fusion", NULL};
    const char *assay = getenv("ASSAY");
    const char *seconds = argc > 1 ? argv[1] : "60";
    const char *const *strategies = argc > 2 ? (const char *const *)(argv + 2) : usual;
    mem_t mem;
    mem_init(&mem);
    strbuf_t seeds;
    strbuf_init(&seeds, &mem);
    seeds_folder(&seeds);
    if (!file_is_dir(strbuf_text(&seeds))) {
        printf("no seeds in %s\n", strbuf_text(&seeds));
        return 0;
    }
    puts("strategy  logic    mode       tested   tested per CPU second");
    for (const char *const *strategy = strategies; *strategy; strategy++)
        for (size_t i = 0; i < sizeof logics / sizeof *logics; i++) {
            const char *folder = strbuf_text(&seeds);
            measure(assay ? assay : "build/assay", folder, *strategy, logics[i], "--mode spawn",
                    seconds);
            measure(assay ? assay : "build/assay", folder, *strategy, logics[i], "", seconds);
        }
    mem_done(&mem);
    return 0;
}
