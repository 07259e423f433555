/* Says what is installed, what works here, and what to do about the rest. */
#include "cli/commands.h"

#include "base/clock.h"
#include "cli/common/exit.h"
#include "cli/common/json.h"
#include "cli/common/options.h"
#include "cli/common/solvers.h"
#include "solver/run/kernel.h"
#include "solver/run/process.h"
#include "solver/run/program.h"
#include "solver/run/z3wasm.h"

#include <errno.h>
#include <poll.h>
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
             "query in every mode that its profile allows. Then what the kernel offers, tried\n"
             "out, and the limits that matter. A line each, and what to do about it.\n"
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
        printf("%-7s %-12s %-4s %s\n", part, name, ok ? "ok" : "no", text);
    fflush(stdout);
}

/* The first line of a text that may have several. */
static void cut_line(strbuf_t *text) {
    text->len = strcspn(strbuf_text(text), "\n");
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

/* Asks; false when it was not run in this mode, and might be next time. *why is what is wrong. */
static bool ask(pool_t *pool, solver_t *solver, run_mode_t mode, const query_t *query,
                strbuf_t *why) {
    uint64_t tag;
    answer_t answer;
    strbuf_clear(why);
    pool_submit(pool, solver, query);
    if (!pool_next(pool, 30, &solver, &tag, &answer)) {
        strbuf_str(why, "no answer");
        return true;
    }
    bool fresh = answer.fresh && mode != MODE_SPAWN;
    if (answer.outcome != OUTCOME_UNSAT)
        strbuf_format(why, "answers %s%s%s", outcome_name(answer.outcome),
                      answer.message.len > 0 ? ": " : "", strbuf_text(&answer.message));
    else if (solver_fallback(solver))
        strbuf_format(why, "no: %s", solver_fallback(solver));
    else if (fresh)
        strbuf_str(why, "no: runs in fresh processes instead");
    answer_done(&answer);
    return !fresh || solver_fallback(solver);
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
        /* A snapshot that fails with the logic may still do without. */
        for (int tries = 0; tries < 2 && !ask(pool, solver, mode, &query, why); tries++)
            continue;
    }
    pool_end(pool);
    strbuf_done(&text);
    cut_line(why);
    return why->len > 0 ? strbuf_text(why) : NULL;
}

/* Says why it was not started, though it is there. */
static void explain_start(const char *path, const char *error, strbuf_t *why) {
    const char *hint = "";
    if (strcmp(error, strerror(ENOEXEC)) == 0)
        hint = "; it is damaged, or for another machine: install one for this";
    else if (strcmp(error, strerror(ENOENT)) == 0)
        hint = "; the interpreter or loader that it names is missing: install that";
    strbuf_format(why, "%s cannot be started: %s%s", path, error, hint);
}

/* Is it the loader of shared libraries that wrote this? Then says what is to be done. */
static bool explain_loader(const char *path, const char *text, strbuf_t *why) {
    static const char *const openings[] = {
        "error while loading shared libraries: ", /* glibc */
        "Error loading shared library ",          /* musl */
    };
    for (size_t i = 0; i < sizeof openings / sizeof *openings; i++) {
        const char *at = strstr(text, openings[i]);
        if (!at)
            continue;
        at += strlen(openings[i]);
        int name = (int)strcspn(at, ":\n");
        if (strncmp(at + name, ": cannot open", 13) == 0 || strncmp(at + name, ": No such", 9) == 0)
            strbuf_format(why,
                          "%s misses the shared library %.*s; install the Debian package that has "
                          "it (apt-file search %.*s)",
                          path, name, at, name, at);
        else
            strbuf_format(why, "%s cannot use a shared library: %.*s", path, (int)strcspn(at, "\n"),
                          at);
        return true;
    }
    const char *at = strstr(text, ": version `");
    if (!at || !strstr(at, "' not found"))
        return false;
    at += strlen(": version `");
    strbuf_format(why,
                  "%s needs %.*s, which the libraries here are too old for; install a build "
                  "for this system",
                  path, (int)strcspn(at, "'\n"), at);
    return true;
}

/* Starts it, to ask for its version; false with a message when that does not work. */
static bool try_program(doctor_t *doctor, const profile_t *profile, text_vec_t *words,
                        strbuf_t *version, strbuf_t *why) {
    strbuf_t out;
    strbuf_t err;
    strbuf_init(&out, &doctor->mem);
    strbuf_init(&err, &doctor->mem);
    const char *error = NULL;
    const char *path = words->data[0];
    if (profile->version)
        *vec_push(&doctor->mem, words) = profile->version;
    *vec_push(&doctor->mem, words) = NULL;
    bool ok = program_run(words->data, &out, &err, &error);
    if (!ok)
        explain_start(path, error, why);
    else if (explain_loader(path, strbuf_text(&err), why))
        ok = false;
    else if (profile->version)
        program_version(strbuf_text(&out), version);
    strbuf_done(&out);
    strbuf_done(&err);
    return ok;
}

/* The words that start it; false with a message. */
static bool find_words(doctor_t *doctor, const profile_t *profile, text_vec_t *words,
                       strbuf_t *why) {
    const char *program = profile->command.data[0];
    if (strcmp(program, Z3WASM_COMMAND) == 0)
        return z3wasm_command(&doctor->solvers.profiles.texts, NULL, words, why);
    const char *path = process_find(&doctor->mem, program);
    if (path)
        *vec_push(&doctor->mem, words) = path;
    else
        strbuf_str(why, "not on PATH; install it, or name it: --solver /path/to/it");
    return path != NULL;
}

static void look_at_solver(doctor_t *doctor, const profile_t *profile) {
    text_vec_t words = {0};
    strbuf_t text;
    strbuf_t why;
    strbuf_init(&text, &doctor->mem);
    strbuf_init(&why, &doctor->mem);
    bool works = false;
    if (!find_words(doctor, profile, &words, &why) ||
        !try_program(doctor, profile, &words, &text, &why)) {
        cut_line(&why);
        say(doctor, "solver", profile->name, false, strbuf_text(&why));
    } else {
        strbuf_format(&text, "%s%s", text.len > 0 ? ", " : "", words.data[0]);
        for (uint32_t mode = 0; mode < MODE_COUNT; mode++) {
            if (!profile->modes[mode])
                continue;
            const char *trouble = try_mode(doctor, profile, (run_mode_t)mode, &why);
            strbuf_format(&text, "; %s %s", run_mode_name((run_mode_t)mode),
                          trouble ? trouble : "ok");
            works |= trouble == NULL;
        }
        say(doctor, "solver", profile->name, works, strbuf_text(&text));
    }
    doctor->working += works;
    vec_free(&doctor->mem, &words);
    strbuf_done(&text);
    strbuf_done(&why);
}

/* --- the machine --- */

static void look_at_kernel(const doctor_t *doctor) {
    for (uint32_t i = 0; i < KERNEL_COUNT; i++) {
        kernel_t what = (kernel_t)i;
        bool ok = kernel_has(what);
        say(doctor, "kernel", kernel_name(what), ok, ok ? kernel_use(what) : kernel_help(what));
    }
    say(doctor, "kernel", "ptrace", true, "not needed, any kernel.yama.ptrace_scope will do");
}

/* A limit that we run under ourselves, and the solvers with us: at least so much is needed. */
static void look_at_limit(const doctor_t *doctor, const char *name, __rlimit_resource_t resource,
                          rlim_t least, const char *help) {
    char text[160];
    struct rlimit limit;
    if (getrlimit(resource, &limit) != 0)
        return;
    bool ok = limit.rlim_cur >= least;
    if (limit.rlim_cur == RLIM_INFINITY)
        snprintf(text, sizeof text, "no limit");
    else
        snprintf(text, sizeof text, "%llu%s%s", (unsigned long long)limit.rlim_cur, ok ? "" : "; ",
                 ok ? "" : help);
    say(doctor, "limit", name, ok, text);
}

static void look_at_limits(const doctor_t *doctor) {
    look_at_limit(doctor, "files", RLIMIT_NOFILE, 1024,
                  "raise it for many queries at once: ulimit -n 4096");
    look_at_limit(doctor, "processes", RLIMIT_NPROC, 256, "raise it: ulimit -u 4096");
    look_at_limit(doctor, "address", RLIMIT_AS, RLIM_INFINITY,
                  "bytes that a solver cannot go beyond: ulimit -v unlimited");
    look_at_limit(doctor, "cpu", RLIMIT_CPU, RLIM_INFINITY,
                  "seconds until the kernel ends assay: ulimit -t unlimited");
    long pages = sysconf(_SC_AVPHYS_PAGES);
    long page = sysconf(_SC_PAGESIZE);
    if (pages > 0 && page > 0) {
        char text[160];
        unsigned long long mb = (unsigned long long)pages * (unsigned long long)page >> 20;
        snprintf(text, sizeof text, "%llu MB free%s", mb,
                 mb >= 1024 ? "" : "; use --memory to keep solvers small");
        say(doctor, "limit", "memory", mb >= 1024, text);
    }
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
        look_at_kernel(&doctor);
        look_at_limits(&doctor);
        code = doctor.working > 0 ? EXIT_NOTHING : EXIT_INPUT;
    }
    mem_done(&doctor.mem);
    return code;
}
