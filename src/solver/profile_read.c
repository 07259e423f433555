/* profile_read.c - profiles from text. profile.h shows the form. */
#include "solver/profile_priv.h"

#include "base/reader.h"
#include "solver/snapshot.h"

#include <string.h>

/* The name of an SMT-LIB option. */
static void clause_option(reader_t *r, uint32_t list, void *into) {
    const char *option = reader_string(r, list + 2);
    if (option && option[0] != ':')
        reader_fail(r, list + 2, "expected the name of an SMT-LIB option, such as \"%s\"",
                    sexpr_is_word(reader_at(r, list + 1), "cores") ? ":produce-unsat-cores"
                                                                   : ":produce-models");
    *(const char **)into = option;
}

/* --- environment --- */

/* Letters, digits and underscores, no digit first: what every shell takes. */
static bool is_variable(const char *name) {
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789";
    return strspn(name, letters) == strlen(name) && !(name[0] >= '0' && name[0] <= '9');
}

/* What template.c sets. */
static bool is_ours(const char *name) {
    return strcmp(name, "LD_PRELOAD") == 0 || strcmp(name, "LD_BIND_NOW") == 0 ||
           strcmp(name, SNAPSHOT_ENV) == 0;
}

static bool is_set(const profile_t *profile, const char *name) {
    size_t len = strlen(name);
    for (uint32_t i = 0; i < profile->environment.len; i++)
        if (strncmp(profile->environment.data[i], name, len) == 0 &&
            profile->environment.data[i][len] == '=')
            return true;
    return false;
}

static bool may_set(reader_t *r, uint32_t node, const profile_t *profile, const char *name) {
    if (!is_variable(name))
        return reader_fail(r, node,
                           "expected the name of a variable (letters, digits, _), not '%s'", name);
    if (is_ours(name))
        return reader_fail(r, node, "the variable %s is set by assay itself", name);
    if (is_set(profile, name))
        return reader_fail(r, node, "the variable %s is here twice", name);
    return profile->environment.len < PROFILE_ENVIRONMENT ||
           reader_fail(r, node, "more than %d variables", PROFILE_ENVIRONMENT);
}

static void clause_environment(reader_t *r, uint32_t list, void *into) {
    profile_t *profile = into;
    const char *name = reader_string(r, list + 2);
    const char *value = reader_string(r, reader_next(r, list + 2));
    if (!name || !value || !may_set(r, list + 2, profile, name))
        return;
    strbuf_t row;
    strbuf_init(&row, r->tree->mem);
    strbuf_format(&row, "%s=%s", name, value);
    *vec_push(r->tree->mem, &profile->environment) = arena_copy(r->texts, row.data, row.len);
    strbuf_done(&row);
}

/* --- the other clauses --- */

static void clause_modes(reader_t *r, uint32_t list, void *into) {
    profile_t *profile = into;
    for (uint32_t i = list + 2; i < reader_next(r, list); i = reader_next(r, i)) {
        const char *name = reader_word(r, i);
        run_mode_t mode;
        if (!name)
            continue;
        if (!run_mode_of_name(slice_of(name), &mode))
            reader_fail(r, i, "unknown mode '%s'; known are spawn, session, snapshot", name);
        else if (profile->modes[mode])
            reader_fail(r, i, "the mode '%s' is here twice", name);
        else
            profile->modes[profile->fastest = mode] = true;
    }
}

static void clause_memory(reader_t *r, uint32_t list, void *into) {
    profile_t *profile = into;
    const sexpr_t *node = reader_at(r, list + 2);
    profile->limit_rss = sexpr_is_word(node, "rss");
    if (!profile->limit_rss && !sexpr_is_word(node, "address"))
        reader_expected(r, list + 2, "'rss' or 'address'");
}

static void clause_tier(reader_t *r, uint32_t list, void *into) {
    profile_t *profile = into;
    const char *name = reader_word(r, list + 2);
    if (!name)
        return;
    *vec_push(r->tree->mem, &profile->tiers) = (tier_t){.name = name};
    reader_strings(r, reader_next(r, list + 2), list, &vec_last(&profile->tiers).options);
}

static bool read_outcome(reader_t *r, uint32_t node, outcome_t *outcome) {
    const char *name = reader_word(r, node);
    if (!name)
        return false;
    if (outcome_of_name(slice_of(name), outcome))
        return true;
    strbuf_t known;
    strbuf_init(&known, r->tree->mem);
    for (uint32_t i = 0; i < OUTCOME_COUNT; i++)
        strbuf_format(&known, "%s%s", i ? ", " : "", outcome_name((outcome_t)i));
    reader_fail(r, node, "unknown outcome '%s'; known are %s", name, strbuf_text(&known));
    strbuf_done(&known);
    return false;
}

static void clause_exit(reader_t *r, uint32_t list, void *into) {
    profile_t *profile = into;
    uint64_t status;
    outcome_t outcome;
    if (!sexpr_uint(reader_at(r, list + 2), 255, &status)) {
        reader_expected(r, list + 2, "an exit status from 0 to 255");
        return;
    }
    for (uint32_t i = 0; i < profile->exits.len; i++)
        if (profile->exits.data[i].status == (int)status) {
            reader_fail(r, list + 2, "the exit status %d is here twice", (int)status);
            return;
        }
    if (read_outcome(r, reader_next(r, list + 2), &outcome))
        *vec_push(r->tree->mem, &profile->exits) = (exit_rule_t){(int)status, outcome};
}

static void clause_line(reader_t *r, uint32_t list, void *into) {
    profile_t *profile = into;
    line_rule_t rule = {.text = reader_string(r, list + 2), .outcome = OUTCOME_UNKNOWN};
    uint32_t outcome = reader_next(r, list + 2);
    rule.nothing = sexpr_is_word(reader_at(r, outcome), "nothing");
    bool known = rule.nothing || read_outcome(r, outcome, &rule.outcome);
    if (rule.text && known)
        *vec_push(r->tree->mem, &profile->lines) = rule;
}

static const clause_t clauses[] = {
    {"family", "(family NAME)", 1, 1, CLAUSE_OPTIONAL, CLAUSE_WORD(profile_t, family)},
    {"command", "(command \"PROGRAM\" \"ARGUMENT\"...)", 1, CLAUSE_ANY, CLAUSE_NEEDED,
     CLAUSE_STRINGS(profile_t, command)},
    {"version", "(version \"ARGUMENT\")", 1, 1, CLAUSE_OPTIONAL, CLAUSE_STRING(profile_t, version)},
    {"modes", "(modes MODE...)", 1, CLAUSE_ANY, CLAUSE_NEEDED, clause_modes, 0},
    {"models", "(models \":OPTION\")", 1, 1, CLAUSE_OPTIONAL, clause_option,
     CLAUSE_FIELD(profile_t, models, const char *)},
    {"cores", "(cores \":OPTION\")", 1, 1, CLAUSE_OPTIONAL, clause_option,
     CLAUSE_FIELD(profile_t, cores, const char *)},
    {"incremental", "(incremental \"OPTION\")", 1, 1, CLAUSE_OPTIONAL,
     CLAUSE_STRING(profile_t, incremental)},
    {"lacks", "(lacks \"COMMAND\"...)", 1, CLAUSE_ANY, CLAUSE_OPTIONAL,
     CLAUSE_STRINGS(profile_t, lacks)},
    {"environment", "(environment \"NAME\" \"VALUE\")", 2, 2, CLAUSE_REPEATED, clause_environment,
     0},
    {"memory", "(memory rss) or (memory address)", 1, 1, CLAUSE_OPTIONAL, clause_memory, 0},
    {"logics", "(logics \"LOGIC\"...)", 1, CLAUSE_ANY, CLAUSE_OPTIONAL,
     CLAUSE_STRINGS(profile_t, logics)},
    {"tier", "(tier NAME \"OPTION\"...)", 1, CLAUSE_ANY, CLAUSE_REPEATED, clause_tier, 0},
    {"exit", "(exit STATUS OUTCOME)", 2, 2, CLAUSE_REPEATED, clause_exit, 0},
    {"line", "(line \"TEXT\" OUTCOME)", 2, 2, CLAUSE_REPEATED, clause_line, 0},
};

static const clause_table_t table = {
    .row = "this profile", .clauses = clauses, .count = sizeof clauses / sizeof *clauses};

/* Has the file a profile of the same name before this one? */
static bool named_before(const reader_t *r, uint32_t list) {
    for (uint32_t i = 0; i < list; i = reader_next(r, i))
        if (reader_has_members(r, i, 2, CLAUSE_ANY) &&
            sexpr_same(reader_at(r, i + 2), reader_at(r, list + 2)))
            return true;
    return false;
}

/* (profile NAME clause...) */
static void read_profile(reader_t *r, uint32_t list, profiles_t *profiles) {
    uint32_t mistakes = r->mistakes;
    if (!reader_begins(r, list, "profile", "NAME"))
        return;
    profile_t profile = {.name = reader_word(r, list + 2)};
    if (named_before(r, list))
        reader_fail(r, list + 2, "a second profile of this name in this file");
    reader_clauses(r, list, &table, &profile);
    if (!profile.family)
        profile.family = profile.name;
    if (r->mistakes == mistakes)
        profiles_put(profiles, &profile);
    else
        profile_clear(profiles->mem, &profile);
}

bool profiles_read(profiles_t *profiles, const char *name, const char *text, size_t len,
                   strbuf_t *why) {
    sexpr_tree_t tree;
    diag_list_t diags;
    sexpr_init(&tree, profiles->mem);
    diag_init(&diags, profiles->mem);
    reader_t r = {.tree = &tree, .texts = &profiles->texts, .diags = &diags};
    if (sexpr_read(&tree, text, len, &diags))
        for (uint32_t i = 0; i < tree.nodes.len; i = reader_next(&r, i))
            read_profile(&r, i, profiles);
    for (uint32_t i = 0; i < diags.rows.len; i++)
        diag_print(&diags.rows.data[i], name, tree.text, len, why);
    bool ok = diags.total == 0;
    diag_done(&diags);
    sexpr_done(&tree);
    return ok;
}
