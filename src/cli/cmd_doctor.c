/* Says what is installed, what works here, and what to do about the rest. */
#include "cli/commands.h"
#include "cli/exit.h"
#include "cli/json.h"
#include "cli/options.h"
#include "cli/solvers.h"
#include "solver/process.h"
#include "solver/z3wasm.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { OPTION_JSON, OPTION_PROFILE };

static const option_t options[] = {
    {0, "json", NULL, "one JSON object per line"},
    {0, "profile", "FILE", "read solver profiles from FILE"},
    {0, NULL, NULL, NULL},
};

static const command_line_t command = {
    .name = "doctor",
    .usage = "[--json] [--profile FILE]",
    .summary = "Says which solvers are here and in which modes they really run.",
    .about = "Every known solver is looked for on PATH, asked for its version, and given a small\n"
             "query in every mode that its profile allows. Then what the kernel offers and the\n"
             "limits that matter. A line each, and what to do about it.\n"
             "Exit code: 0 when at least one solver works, 2 otherwise.",
    .options = options,
};

typedef struct doctor {
    mem_t mem;
    solvers_t solvers;
    bool json;
    uint32_t working;
} doctor_t;

static void say(const doctor_t *doctor, const char *part, const char *name, bool ok,
                const char *text) {
    if (doctor->json)
        json_line(json_pack("{s:s, s:s, s:b, s:o}", "part", part, "name", name, "ok", ok, "text",
                            json_text(text)));
    else
        printf("%-7s %-10s %-4s %s\n", part, name, ok ? "ok" : "no", text);
    fflush(stdout);
}

/* --- solvers --- */

/* A query that every solver can answer: its first logic, and nothing but Bool. *prologue is how
 * long the part with the logic is. */
static void write_query(const profile_t *profile, strbuf_t *text, size_t *prologue) {
    const char *logic = profile->logics.len > 0 ? profile->logics.data[0] : "QF_UF";
    strbuf_format(text, "(set-logic %s)\n", logic);
    *prologue = text->len;
    strbuf_str(text, "(declare-fun p () Bool)\n(assert (and p (not p)))\n(check-sat)\n");
}

/* What a query in this mode shows; NULL when all is well. The text is a block of doctor->mem. */
static const char *try_mode(doctor_t *doctor, const profile_t *profile, run_mode_t mode,
                            strbuf_t *why) {
    strbuf_clear(why);
    pool_t *pool = pool_make(&doctor->mem, 1);
    if (!pool)
        return strerror(errno);
    solver_spec_t spec = {.profile = profile, .mode = mode};
    solver_t *solver = pool_solver(pool, &spec, why);
    strbuf_t text;
    strbuf_init(&text, &doctor->mem);
    if (solver) {
        query_t query = {.limits = {.wall = 20}};
        write_query(profile, &text, &query.prologue);
        query.text = text.data;
        query.len = text.len;
        pool_submit(pool, solver, &query);
        uint64_t tag;
        answer_t answer;
        if (pool_next(pool, 30, &solver, &tag, &answer)) {
            if (answer.outcome != OUTCOME_UNSAT)
                strbuf_format(why, "answers %s", outcome_name(answer.outcome));
            else if (solver_mode(solver) != mode)
                strbuf_str(why, solver_fallback(solver));
            answer_done(&answer);
        } else {
            strbuf_str(why, "no answer");
        }
    }
    pool_end(pool);
    strbuf_done(&text);
    for (size_t i = 0; i < why->len; i++)
        if (why->data[i] == '\n')
            why->data[i] = ' ';
    return why->len > 0 ? strbuf_text(why) : NULL;
}

/* Asks the solver for its version: the first line that has a digit. */
static void ask_version(doctor_t *doctor, const profile_t *profile, const char *path,
                        strbuf_t *out) {
    if (!profile->version)
        return;
    const char *argv[] = {path, profile->version, NULL};
    process_spec_t spec = {.argv = argv, .stdin_fd = -1};
    process_t process;
    const char *error = NULL;
    if (!process_start(&process, &spec, &error))
        return;
    char text[4096];
    size_t used = 0;
    for (int tries = 0; tries < 300 && used < sizeof text - 1; tries++) {
        ssize_t got = read(process.out, text + used, sizeof text - 1 - used);
        if (got == 0)
            break;
        if (got > 0)
            used += (size_t)got;
        else
            usleep(10000);
    }
    text[used] = '\0';
    process_end_t end;
    process_kill(&process);
    process_reap(&process, &end);
    for (char *line = text; *line;) {
        size_t len = strcspn(line, "\n");
        size_t digit = strcspn(line, "0123456789\n");
        if (digit < len) {
            strbuf_add(out, line, len < 60 ? len : 60);
            return;
        }
        line += len + (line[len] == '\n');
    }
    (void)doctor;
}

static void look_at_solver(doctor_t *doctor, const profile_t *profile) {
    strbuf_t text;
    strbuf_t why;
    strbuf_init(&text, &doctor->mem);
    strbuf_init(&why, &doctor->mem);
    bool wasm = strcmp(profile->command.data[0], Z3WASM_COMMAND) == 0;
    char *path = wasm ? NULL : process_find(&doctor->mem, profile->command.data[0]);
    if (!wasm && !path) {
        say(doctor, "solver", profile->name, false,
            "not on PATH; install it, or name it: --solver /path/to/it");
        return;
    }
    if (path)
        ask_version(doctor, profile, path, &text);
    strbuf_format(&text, "%s%s", text.len > 0 ? ", " : "", path ? path : "from npm, in node");
    bool works = false;
    for (uint32_t mode = 0; mode < MODE_COUNT; mode++) {
        if (!profile->modes[mode])
            continue;
        const char *trouble = try_mode(doctor, profile, (run_mode_t)mode, &why);
        strbuf_format(&text, "; %s %s", mode_name((run_mode_t)mode), trouble ? trouble : "ok");
        works |= trouble == NULL;
    }
    say(doctor, "solver", profile->name, works, strbuf_text(&text));
    doctor->working += works;
    strbuf_done(&text);
    strbuf_done(&why);
    mem_free(&doctor->mem, path);
}

/* --- the machine --- */

static void look_at_limits(const doctor_t *doctor) {
    char text[160];
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        bool ok = limit.rlim_cur >= 1024;
        snprintf(text, sizeof text, "%llu%s", (unsigned long long)limit.rlim_cur,
                 ok ? "" : "; raise it for many queries at once: ulimit -n 4096");
        say(doctor, "limit", "files", ok, text);
    }
    if (getrlimit(RLIMIT_NPROC, &limit) == 0) {
        bool ok = limit.rlim_cur >= 256;
        if (limit.rlim_cur == RLIM_INFINITY)
            snprintf(text, sizeof text, "no limit");
        else
            snprintf(text, sizeof text, "%llu%s", (unsigned long long)limit.rlim_cur,
                     ok ? "" : "; raise it: ulimit -u 4096");
        say(doctor, "limit", "processes", ok, text);
    }
    long pages = sysconf(_SC_AVPHYS_PAGES);
    long page = sysconf(_SC_PAGESIZE);
    if (pages > 0 && page > 0) {
        unsigned long long mb = (unsigned long long)pages * (unsigned long long)page >> 20;
        snprintf(text, sizeof text, "%llu MB free%s", mb,
                 mb >= 1024 ? "" : "; use --memory to keep solvers small");
        say(doctor, "limit", "memory", mb >= 1024, text);
    }
    say(doctor, "kernel", "proc", access("/proc/self/status", R_OK) == 0,
        "/proc is how descendants of a solver are found");
}

int cmd_doctor(int argc, char **argv) {
    doctor_t doctor = {.json = false};
    mem_init(&doctor.mem);
    solvers_init(&doctor.solvers, &doctor.mem);
    args_t args;
    args_init(&args, &command, argc, argv);
    int option;
    while ((option = args_next(&args)) >= 0) {
        if (option == OPTION_JSON)
            doctor.json = true;
        else
            *vec_push(&doctor.mem, &doctor.solvers.files) = args.value;
    }
    int code = option == ARGS_HELP ? EXIT_NOTHING : EXIT_USAGE;
    if (option == ARGS_END && args.next < argc) {
        args_complain(&args, "doctor takes no arguments");
    } else if (option == ARGS_END && !solvers_read_files(&doctor.solvers)) {
        code = EXIT_INPUT;
    } else if (option == ARGS_END) {
        process_setup();
        for (uint32_t i = 0; i < doctor.solvers.profiles.rows.len; i++)
            look_at_solver(&doctor, doctor.solvers.profiles.rows.data[i]);
        look_at_limits(&doctor);
        code = doctor.working > 0 ? EXIT_NOTHING : EXIT_INPUT;
    }
    mem_done(&doctor.mem);
    return code;
}
