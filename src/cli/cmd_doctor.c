/* Says what is installed, what works here, and what to do about the rest. */
#include "cli/commands.h"

#include "cli/common/exit.h"
#include "cli/common/json.h"
#include "cli/common/options.h"
#include "cli/common/solvers.h"
#include "solver/run/kernel.h"
#include "solver/run/probe.h"
#include "solver/run/process.h"

#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

typedef struct doctor {
    mem_t mem;
    solvers_t solvers;
    bool json;
    uint32_t working;
} doctor_t;

static const option_row_t rows[] = {
    {0, "json", NULL, "one JSON object per line", TAKE_FLAG(doctor_t, json)},
    {0, "profile", "FILE", "read solver profiles from FILE", TAKE_PROFILE(doctor_t, solvers)},
    {0},
};

static const command_line_t command = {
    .name = "doctor",
    .usage = "[--json] [--profile FILE]",
    .summary = "Says which solvers are here and in which modes they really run.",
    .about = "Every known solver is looked for on PATH, asked for its version, and given a small\n"
             "query in every mode that its profile allows. Then what the kernel offers, tried\n"
             "out, and the limits that matter: one line each, with what to do about it.\n"
             "Exit code: 0 when at least one solver works, 2 otherwise.",
    .rows = rows,
};

static void say(const doctor_t *doctor, const char *part, const char *name, bool ok,
                const char *text) {
    if (doctor->json)
        json_line(json_pack("{s:s, s:s, s:b, s:o}", "part", part, "name", name, "ok", ok, "text",
                            json_text(text)));
    else
        printf("%-7s %-12s %-4s %s\n", part, name, ok ? "ok" : "no", text);
    fflush(stdout);
}

/* --- solvers --- */

static void look_at_solver(doctor_t *doctor, const profile_t *profile) {
    strbuf_t path, text, why;
    strbuf_init(&path, &doctor->mem);
    strbuf_init(&text, &doctor->mem);
    strbuf_init(&why, &doctor->mem);
    bool works = false;
    if (!probe_program(&doctor->mem, profile, &path, &text, &why)) {
        say(doctor, "solver", profile->name, false, strbuf_text(&why));
    } else {
        strbuf_format(&text, "%s%s", text.len > 0 ? ", " : "", strbuf_text(&path));
        for (uint32_t mode = 0; mode < MODE_COUNT; mode++) {
            if (!profile->modes[mode])
                continue;
            strbuf_clear(&why);
            bool ok = probe_mode(&doctor->mem, profile, (run_mode_t)mode, &why);
            strbuf_format(&text, "; %s %s", run_mode_name((run_mode_t)mode),
                          ok ? "ok" : strbuf_text(&why));
            works |= ok;
        }
        say(doctor, "solver", profile->name, works, strbuf_text(&text));
    }
    doctor->working += works;
    strbuf_done(&path);
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

/* A limit under which assay and the solvers run; least is what they need. */
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

static int look_at_all(doctor_t *doctor) {
    if (!solvers_read_files(&doctor->solvers))
        return EXIT_INPUT;
    process_setup();
    for (uint32_t i = 0; i < doctor->solvers.profiles.rows.len; i++)
        look_at_solver(doctor, doctor->solvers.profiles.rows.data[i]);
    look_at_kernel(doctor);
    look_at_limits(doctor);
    return doctor->working > 0 ? EXIT_NOTHING : EXIT_INPUT;
}

int cmd_doctor(int argc, char **argv) {
    doctor_t doctor = {.json = false};
    mem_init(&doctor.mem);
    solvers_init(&doctor.solvers, &doctor.mem);
    args_t args;
    args_init(&args, &command, argc, argv);
    int code = args_take(&args, &doctor);
    if (code == ARGS_END && args.next < argc)
        code = args_complain(&args, "doctor takes no arguments");
    if (code == ARGS_END)
        code = look_at_all(&doctor);
    mem_done(&doctor.mem);
    return code;
}
