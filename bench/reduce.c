/* How small triggers get, and what that costs: a table of them, in Markdown.
 *
 *     bench_reduce [-n MOST] [-c EACH] CAMPAIGN...
 *
 * Takes the triggers that campaigns met, as they were found: those of their findings, and of
 * further sightings where assay mutate can make them again from the recipe and the campaign's seeds
 * (at most EACH of a cluster, 4; MOST in all, 60). Each is reduced by $ASSAY (build/assay) with one
 * worker and with two, from what all solvers of the campaign say to it. Of the result it is checked
 * that it is well-sorted, and that reducing it again changes nothing.
 *
 * There is nothing to measure without a campaign: ./dev fuzz makes one. */
#include "base/file.h"
#include "store/store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct trigger {
    int64_t cluster;
    char *solver;  /* with its options */
    char *command; /* that --solver takes: its name, or what runs it with these options */
    char *text;
    size_t len;
} trigger_t;

typedef struct bench {
    mem_t mem;
    const char *assay;
    char folder[64]; /* for files on the way */
    uint32_t most, each;
    store_t *store; /* of the campaign at hand */
    arena_t texts;
    strbuf_t seeds;   /* its seeds, as arguments */
    strbuf_t solvers; /* its solvers, as arguments */
    VEC(trigger_t) triggers;
    uint32_t first; /* of this campaign's */
    strbuf_t out;   /* of the last program */
    double percent, seconds[2];
    uint32_t done, moved, ill_sorted, small;
} bench_t;

/* ---- Programs ------------------------------------------------------------------------------ */

/* Runs a shell command; its standard output goes to bench->out. False when it fails. */
static bool run(bench_t *bench, const char *command) {
    strbuf_clear(&bench->out);
    FILE *from = popen(command, "r"); /* NOLINT(cert-env33-c): a benchmark */
    char buffer[4096];
    size_t got;
    while (from && (got = fread(buffer, 1, sizeof buffer, from)) > 0)
        strbuf_add(&bench->out, buffer, got);
    return from && pclose(from) == 0;
}

/* A word of a shell command. */
static void add_word(strbuf_t *command, const char *word, size_t len) {
    strbuf_str(command, " '");
    for (size_t i = 0; i < len; i++) {
        if (word[i] == '\'')
            strbuf_str(command, "'\\'");
        strbuf_char(command, word[i]);
    }
    strbuf_char(command, '\'');
}

/* The number after a key of a JSON line; true is 1. */
static double number(const char *line, const char *key) {
    char name[64];
    snprintf(name, sizeof name, "\"%s\":", key);
    const char *at = strstr(line, name);
    if (!at)
        return 0;
    at += strlen(name);
    return *at == 't' ? 1 : strtod(at, NULL);
}

/* What is wrong and how sure that is: "shows":"crash (certified): in words". */
static void kind_of(const char *line, char *out, size_t size) {
    static const char key[] = "\"shows\":\"";
    const char *at = strstr(line, key);
    at = at ? at + sizeof key - 1 : "";
    snprintf(out, size, "%.*s", (int)strcspn(at, ":\""), at);
}

/* ---- Triggers of a campaign ---------------------------------------------------------------- */

static bool is_full(const bench_t *bench, int64_t cluster) {
    uint32_t same = 0;
    for (uint32_t i = bench->first; i < bench->triggers.len; i++)
        same += bench->triggers.data[i].cluster == cluster;
    return bench->triggers.len >= bench->most || same >= bench->each;
}

static void add_trigger(bench_t *bench, const store_finding_t *of, const char *text, size_t len) {
    for (uint32_t i = bench->first; i < bench->triggers.len; i++)
        if (bench->triggers.data[i].len == len &&
            memcmp(bench->triggers.data[i].text, text, len) == 0)
            return;
    strbuf_t solver;
    strbuf_init(&solver, &bench->mem);
    strbuf_add(&solver, of->solver.data, of->solver.len);
    if (of->options.len > 0)
        strbuf_format(&solver, " %.*s", (int)of->options.len, of->options.data);
    slice_t command = of->options.len > 0 ? of->command : of->solver;
    *vec_push(&bench->mem, &bench->triggers) =
        (trigger_t){.cluster = of->cluster,
                    .solver = arena_copy(&bench->texts, solver.data, solver.len),
                    .command = arena_copy(&bench->texts, command.data, command.len),
                    .text = arena_copy(&bench->texts, text, len),
                    .len = len};
    strbuf_done(&solver);
}

static bool see_finding(void *arg, const store_finding_t *finding) {
    bench_t *bench = arg;
    bool sure = finding->repeat == REPEAT_CONFIRMED;
    if (sure && !is_full(bench, finding->cluster))
        add_trigger(bench, finding, finding->trigger.data, finding->trigger.len);
    return true;
}

/* Its text is made again; those that need what the campaign learned are left out. */
static bool see_sighting(void *arg, const store_sighting_t *sighting) {
    bench_t *bench = arg;
    store_cluster_t cluster;
    store_finding_t finding;
    if (is_full(bench, sighting->cluster) ||
        !store_get_cluster(bench->store, sighting->cluster, &bench->texts, &cluster) ||
        !store_get_finding(bench->store, cluster.finding, &bench->texts, &finding) ||
        finding.repeat != REPEAT_CONFIRMED)
        return true;
    strbuf_t command;
    strbuf_init(&command, &bench->mem);
    strbuf_format(&command, "'%s' mutate --plain --recipe", bench->assay);
    add_word(&command, sighting->recipe.data, sighting->recipe.len);
    strbuf_format(&command, "%s 2>/dev/null", strbuf_text(&bench->seeds));
    if (run(bench, strbuf_text(&command)))
        add_trigger(bench, &finding, bench->out.data, bench->out.len);
    strbuf_done(&command);
    return true;
}

/* Lines "path=P" and "solver=S" of what the campaign was started with. */
static void read_options(bench_t *bench) {
    const char *line = store_fact(bench->store, "options", &bench->texts);
    strbuf_clear(&bench->seeds);
    strbuf_clear(&bench->solvers);
    while (line && *line) {
        size_t len = strcspn(line, "\n");
        if (strncmp(line, "path=", 5) == 0)
            add_word(&bench->seeds, line + 5, len - 5);
        if (strncmp(line, "solver=", 7) == 0) {
            strbuf_str(&bench->solvers, " --solver");
            add_word(&bench->solvers, line + 7, len - 7);
        }
        line += len + (line[len] == '\n');
    }
}

static void load_campaign(bench_t *bench, const char *path) {
    strbuf_t name, why;
    strbuf_init(&name, &bench->mem);
    strbuf_init(&why, &bench->mem);
    strbuf_format(&name, "%s/campaign.db", path);
    bench->store = store_open(&bench->mem, strbuf_text(&name), STORE_READ, &why);
    if (!bench->store) {
        fprintf(stderr, "%s\n", strbuf_text(&why));
        exit(2);
    }
    bench->first = bench->triggers.len;
    read_options(bench);
    store_each_finding(bench->store, see_finding, bench);
    store_each_sighting(bench->store, see_sighting, bench);
    store_close(bench->store);
    strbuf_done(&name);
    strbuf_done(&why);
}

/* ---- Reducing ------------------------------------------------------------------------------ */

/* Reduces FOLDER/FROM to FOLDER/TO; the JSON line is in bench->out. */
static bool reduce(bench_t *bench, const trigger_t *trigger, const char *from, const char *to,
                   uint32_t workers) {
    strbuf_t command;
    strbuf_init(&command, &bench->mem);
    strbuf_format(&command, "'%s' reduce --json --workers %u --limit 5 --time 120 --solver",
                  bench->assay, workers);
    add_word(&command, trigger->command, strlen(trigger->command));
    strbuf_format(&command, "%s -o %s/%s %s/%s 2>/dev/null", strbuf_text(&bench->solvers),
                  bench->folder, to, bench->folder, from);
    bool ok = run(bench, strbuf_text(&command));
    strbuf_done(&command);
    return ok;
}

static bool is_sorted(bench_t *bench, const char *file) {
    char command[512];
    snprintf(command, sizeof command, "'%s' check -q %s/%s 2>/dev/null", bench->assay,
             bench->folder, file);
    return run(bench, command);
}

static void measure(bench_t *bench, uint32_t number_of, const trigger_t *trigger) {
    char path[128], kind[128];
    const char *error;
    snprintf(path, sizeof path, "%s/trigger.smt2", bench->folder);
    if (!file_write(&bench->mem, path, trigger->text, trigger->len, &error)) {
        fprintf(stderr, "%s: %s\n", path, error);
        exit(2);
    }
    if (!reduce(bench, trigger, "trigger.smt2", "two.smt2", 2))
        return; /* it does not show itself any more: under way it was flaky, or slow */
    double two = number(strbuf_text(&bench->out), "seconds");
    reduce(bench, trigger, "trigger.smt2", "one.smt2", 1);
    const char *line = strbuf_text(&bench->out);
    double before = number(line, "bytes_before");
    double after = number(line, "bytes");
    double runs = number(line, "runs");
    double one = number(line, "seconds");
    bool finished = number(line, "finished") > 0;
    kind_of(line, kind, sizeof kind);
    bool sorted = is_sorted(bench, "one.smt2");
    reduce(bench, trigger, "one.smt2", "again.smt2", 2);
    line = strbuf_text(&bench->out);
    bool still = number(line, "bytes") > 0 && number(line, "accepted") == 0;
    printf("| %u | %s | %s | %.0f | %.0f | %.0f | %.0f | %.1f | %.1f | %s |\n", number_of,
           trigger->solver, kind, before, after, 100 - 100 * after / before, runs, one, two,
           !sorted     ? "ill-sorted"
           : !finished ? "stopped"
           : still     ? "yes"
                       : "no");
    fflush(stdout);
    bench->done++;
    bench->percent += 100 - 100 * after / before;
    bench->seconds[0] += one;
    bench->seconds[1] += two;
    bench->moved += finished && !still;
    bench->ill_sorted += !sorted;
    bench->small += after < 200;
}

static void measure_all(bench_t *bench) {
    puts("| # | solver | finding | bytes before | after | % less | solver runs | s, one worker "
         "| s, two | fixpoint |\n|--:|---|---|--:|--:|--:|--:|--:|--:|---|");
    for (uint32_t i = 0; i < bench->triggers.len; i++)
        measure(bench, i + 1, &bench->triggers.data[i]);
    if (bench->done == 0)
        return;
    printf("\n%u triggers: %.1f %% less on average, %u of them below 200 bytes; two workers need "
           "%.2f of the time of one; %u results were no fixpoint, %u ill-sorted\n",
           bench->done, bench->percent / bench->done, bench->small,
           bench->seconds[1] / bench->seconds[0], bench->moved, bench->ill_sorted);
}

int main(int argc, char **argv) {
    static bench_t bench = {.most = 60, .each = 4, .folder = "/tmp/assay-bench-XXXXXX"};
    bench.assay = getenv("ASSAY") ? getenv("ASSAY") : "build/assay";
    int option;
    while ((option = getopt(argc, argv, "n:c:")) > 0) {
        if (option == '?')
            return 2;
        *(option == 'n' ? &bench.most : &bench.each) = (uint32_t)strtoul(optarg, NULL, 10);
    }
    if (optind == argc) {
        puts("no campaign is named: nothing to reduce");
        return 0;
    }
    if (!mkdtemp(bench.folder))
        return 2;
    mem_init(&bench.mem);
    arena_init(&bench.texts, &bench.mem);
    strbuf_init(&bench.seeds, &bench.mem);
    strbuf_init(&bench.solvers, &bench.mem);
    strbuf_init(&bench.out, &bench.mem);
    for (int i = optind; i < argc; i++)
        load_campaign(&bench, argv[i]);
    measure_all(&bench);
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", bench.folder);
    if (system(command) != 0) /* NOLINT(cert-env33-c) */
        fprintf(stderr, "%s is left\n", bench.folder);
    mem_done(&bench.mem);
    return 0;
}
