#include "solver/run/probe.h"

#include "solver/run/pool.h"
#include "solver/run/process.h"
#include "solver/run/program.h"
#include "solver/run/z3wasm.h"

#include <assert.h>
#include <errno.h>
#include <string.h>

/* The first line of a text that may have several. */
static void cut_line(strbuf_t *text) {
    text->len = strcspn(strbuf_text(text), "\n");
}

/* --- a small query --- */

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

bool probe_mode(mem_t *mem, const profile_t *profile, run_mode_t mode, strbuf_t *why) {
    assert(profile->modes[mode]);
    assert(why->len == 0);
    pool_t *pool = pool_make(mem, 1);
    if (!pool) {
        strbuf_str(why, strerror(errno));
        return false;
    }
    solver_spec_t spec = {.profile = profile, .mode = mode};
    solver_t *solver = pool_solver(pool, &spec, why);
    strbuf_t text;
    strbuf_init(&text, mem);
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
    return why->len == 0;
}

/* --- the program --- */

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
static bool try_program(mem_t *mem, const profile_t *profile, text_vec_t *argv, strbuf_t *version,
                        strbuf_t *why) {
    strbuf_t out;
    strbuf_t err;
    strbuf_init(&out, mem);
    strbuf_init(&err, mem);
    const char *error = NULL;
    const char *path = argv->data[0];
    if (profile->version)
        *vec_push(mem, argv) = profile->version;
    *vec_push(mem, argv) = NULL;
    bool ok = program_run(argv->data, &out, &err, &error);
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

/* What starts it, in texts; false with a message. */
static bool find_argv(mem_t *mem, const profile_t *profile, arena_t *texts, text_vec_t *argv,
                      strbuf_t *why) {
    const char *program = profile->command.data[0];
    if (strcmp(program, Z3WASM_COMMAND) == 0)
        return z3wasm_command(texts, NULL, argv, why);
    char *path = process_find(mem, program);
    if (!path) {
        strbuf_str(why, "not on PATH; install it, or name it: --solver /path/to/it");
        return false;
    }
    *vec_push(mem, argv) = arena_copy(texts, path, strlen(path));
    mem_free(mem, path);
    return true;
}

bool probe_program(mem_t *mem, const profile_t *profile, strbuf_t *path, strbuf_t *version,
                   strbuf_t *why) {
    text_vec_t argv = {0};
    arena_t texts;
    arena_init(&texts, mem);
    bool ok = find_argv(mem, profile, &texts, &argv, why);
    if (ok) {
        strbuf_str(path, argv.data[0]);
        ok = try_program(mem, profile, &argv, version, why);
    }
    cut_line(why);
    assert(ok == (why->len == 0));
    vec_free(mem, &argv);
    arena_done(&texts);
    return ok;
}
