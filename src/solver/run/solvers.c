#include "solver/run/solvers.h"

#include "base/file.h"
#include "solver/run/process.h"

#include <assert.h>
#include <string.h>

void solvers_init(solvers_t *solvers, mem_t *mem) {
    *solvers = (solvers_t){.mem = mem, .any_mode = true};
    profiles_init(&solvers->profiles, mem);
    profiles_embedded(&solvers->profiles);
}

void solvers_done(solvers_t *solvers) {
    profiles_done(&solvers->profiles);
    vec_free(solvers->mem, &solvers->wanted);
    vec_free(solvers->mem, &solvers->files);
    vec_free(solvers->mem, &solvers->rows);
    vec_free(solvers->mem, &solvers->specs);
}

static bool read_profile_file(solvers_t *solvers, const char *name, strbuf_t *messages) {
    const char *error = NULL;
    file_text_t text;
    if (!file_read(solvers->mem, name, &text, &error)) {
        strbuf_format(messages, "assay: %s: %s\n", name, error);
        return false;
    }
    bool ok = profiles_read(&solvers->profiles, name, text.data, text.len, messages);
    file_release(solvers->mem, &text);
    return ok;
}

/* Why a solver is not opened. What is not found is called by its program in the reason already. */
static void say_why_not(const profile_t *profile, strbuf_t *why, strbuf_t *messages) {
    size_t len = strlen(profile->command.data[0]);
    bool named = strcmp(profile->name, profile->command.data[0]) == 0 &&
                 strncmp(strbuf_text(why), profile->name, len) == 0 && why->data[len] == ':';
    if (named)
        strbuf_format(messages, "assay: %s\n", strbuf_text(why));
    else
        strbuf_format(messages, "assay: %s: %s\n", profile->name, strbuf_text(why));
}

static bool open_tier(solvers_t *solvers, pool_t *pool, const solver_spec_t *spec,
                      strbuf_t *messages) {
    strbuf_t why;
    strbuf_init(&why, solvers->mem);
    solver_t *solver = pool_solver(pool, spec, &why);
    if (solver) {
        *vec_push(solvers->mem, &solvers->rows) = solver;
        *vec_push(solvers->mem, &solvers->specs) = *spec;
    } else {
        say_why_not(spec->profile, &why, messages);
    }
    strbuf_done(&why);
    return solver != NULL;
}

/* Opens one, once for each row of the tier; false with a message. */
static bool open_solver(solvers_t *solvers, pool_t *pool, const profile_t *profile,
                        const char *version, strbuf_t *messages) {
    run_mode_t mode = solvers->any_mode ? profile->fastest : solvers->mode;
    if (!profile->modes[mode]) {
        strbuf_format(messages, "assay: %s does not run in mode %s\n", profile->name,
                      run_mode_name(mode));
        return false;
    }
    solver_spec_t spec = {.profile = profile, .mode = mode, .version = version};
    const char *tier = solvers->tier ? solvers->tier : "default";
    spec.tier = profile_next_tier(profile, tier, NULL);
    if (!spec.tier && strcmp(tier, "default") != 0) {
        strbuf_format(messages, "assay: the profile of %s has no tier '%s'\n", profile->name, tier);
        return false;
    }
    do {
        if (!open_tier(solvers, pool, &spec, messages))
            return false;
    } while (spec.tier && (spec.tier = profile_next_tier(profile, tier, spec.tier)));
    return true;
}

/* z3-wasm@5.2.0: the part after @, or NULL. *len is the length of the name. */
static const char *version_of(const char *wanted, size_t *len) {
    const char *at = strchr(wanted, '@');
    *len = at ? (size_t)(at - wanted) : strlen(wanted);
    return at ? at + 1 : NULL;
}

/* The profile of a name, with the version after it, or of a command line; NULL with a message in
 * *why. */
static const profile_t *find_profile(solvers_t *solvers, const char *wanted, const char **version,
                                     strbuf_t *why) {
    strbuf_t name;
    strbuf_init(&name, solvers->mem);
    size_t len;
    *version = version_of(wanted, &len);
    strbuf_add(&name, wanted, len);
    const profile_t *profile = profiles_find(&solvers->profiles, strbuf_text(&name));
    strbuf_done(&name);
    if (profile)
        return profile;
    *version = NULL;
    return profiles_command(&solvers->profiles, wanted, why);
}

static bool open_wanted(solvers_t *solvers, pool_t *pool, const char *wanted, strbuf_t *messages) {
    strbuf_t why;
    strbuf_init(&why, solvers->mem);
    const char *version;
    const profile_t *profile = find_profile(solvers, wanted, &version, &why);
    if (!profile)
        strbuf_format(messages, "assay: --solver '%s': %s\n", wanted, strbuf_text(&why));
    strbuf_done(&why);
    return profile && open_solver(solvers, pool, profile, version, messages);
}

void solvers_options(const tier_t *tier, strbuf_t *out) {
    for (uint32_t i = 0; tier && i < tier->options.len; i++) {
        if (i > 0)
            strbuf_char(out, ' ');
        strbuf_str(out, tier->options.data[i]);
    }
}

/* The row of this name and these options; *tier is NULL for a profile that needs no row to run
 * without options. */
static bool find_tier(const solvers_t *solvers, const profile_t *profile, const char *name,
                      const char *options, const tier_t **tier) {
    strbuf_t text;
    strbuf_init(&text, solvers->mem);
    bool found = false;
    for (*tier = NULL; !found && (*tier = profile_next_tier(profile, name, *tier));) {
        strbuf_clear(&text);
        solvers_options(*tier, &text);
        found = strcmp(strbuf_text(&text), options) == 0;
    }
    strbuf_done(&text);
    return found || (*options == '\0' && strcmp(name, "default") == 0);
}

solver_t *solvers_stored(solvers_t *solvers, pool_t *pool, const char *name, const char *tier,
                         const char *options, strbuf_t *why) {
    solver_spec_t spec = {0};
    spec.profile = find_profile(solvers, name, &spec.version, why);
    if (!spec.profile)
        return NULL;
    if (!find_tier(solvers, spec.profile, tier, options, &spec.tier)) {
        strbuf_format(why, "its profile has no tier '%s' with the options '%s'", tier, options);
        return NULL;
    }
    spec.mode = spec.profile->fastest;
    return pool_solver(pool, &spec, why);
}

/* Every one on PATH; a message when there is none, or one cannot be opened. */
static void open_all(solvers_t *solvers, pool_t *pool, strbuf_t *messages) {
    bool found = false;
    for (uint32_t i = 0; i < solvers->profiles.rows.len; i++) {
        const profile_t *profile = solvers->profiles.rows.data[i];
        char *path = process_find(solvers->mem, profile->command.data[0]); /* not @z3-wasm */
        run_mode_t mode = solvers->any_mode ? profile->fastest : solvers->mode;
        if (path && profile->modes[mode]) {
            open_solver(solvers, pool, profile, NULL, messages);
            found = true;
        }
        mem_free(solvers->mem, path);
    }
    if (!found)
        strbuf_str(messages,
                   "assay: no solver found on PATH; name one with --solver, or install z3, "
                   "cvc5, ...\n");
}

bool solvers_read_profiles(solvers_t *solvers, strbuf_t *messages) {
    bool ok = true;
    for (uint32_t i = 0; i < solvers->files.len; i++)
        ok &= read_profile_file(solvers, solvers->files.data[i], messages);
    return ok;
}

bool solvers_open_in(solvers_t *solvers, pool_t *pool, strbuf_t *messages) {
    assert(solvers->rows.len == 0);
    if (!solvers_read_profiles(solvers, messages))
        return false;
    for (uint32_t i = 0; i < solvers->wanted.len; i++)
        if (!open_wanted(solvers, pool, solvers->wanted.data[i], messages))
            return false;
    if (solvers->wanted.len == 0)
        open_all(solvers, pool, messages);
    assert(solvers->rows.len == solvers->specs.len);
    return solvers->rows.len > 0;
}
