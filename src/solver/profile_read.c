/* profile_read.c - profiles from text. profile.h shows the form. */
#include "solver/profile_priv.h"

#include "base/bug.h"
#include "base/sexpr.h"
#include "solver/snapshot.h"

#include <string.h>

typedef struct reader {
    profiles_t *profiles;
    mem_t *mem;
    const char *text;
    size_t len;
    sexpr_tree_t tree;
    diag_list_t diags;
    strbuf_t scratch;
    profile_t profile; /* the one being read */
    uint32_t seen;     /* bit i: row i of the table below was there */
} reader_t;

static const sexpr_t *node_at(const reader_t *r, uint32_t index) {
    return &r->tree.nodes.data[index];
}

static void fail(reader_t *r, uint32_t offset, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void fail(reader_t *r, uint32_t offset, const char *format, ...) {
    strbuf_t message;
    strbuf_init(&message, r->mem);
    va_list args;
    va_start(args, format);
    strbuf_vformat(&message, format, args);
    va_end(args);
    diag_add(&r->diags, r->text, r->len, offset, strbuf_text(&message));
    strbuf_done(&message);
}

/* How a node is shown in a message: short. */
static int shown(const sexpr_t *node) {
    enum { MOST = 40 };
    uint32_t len = node->end - node->offset;
    return (int)(len < MOST ? len : MOST);
}

/* The atom's text in the arena, or NULL and an error. */
static const char *read_text(reader_t *r, uint32_t index, bool (*fits)(token_kind_t kind),
                             const char *wanted) {
    const sexpr_t *node = node_at(r, index);
    if (!fits(node->kind)) {
        fail(r, node->offset, "expected %s, not '%.*s'", wanted, shown(node),
             r->text + node->offset);
        return NULL;
    }
    strbuf_clear(&r->scratch);
    sexpr_value(node, &r->scratch);
    if (r->scratch.len == 0 || memchr(r->scratch.data, '\0', r->scratch.len)) {
        fail(r, node->offset, "expected %s, which cannot be empty or hold a NUL byte", wanted);
        return NULL;
    }
    return arena_copy(&r->profiles->texts, r->scratch.data, r->scratch.len);
}

static bool is_string(token_kind_t kind) {
    return kind == TOKEN_STRING;
}

static bool is_word(token_kind_t kind) {
    return kind == TOKEN_SYMBOL || kind == TOKEN_QUOTED;
}

static const char *read_string(reader_t *r, uint32_t index) {
    return read_text(r, index, is_string, "a string");
}

static const char *read_word(reader_t *r, uint32_t index) {
    return read_text(r, index, is_word, "a word");
}

/* The strings of a list from the member at index on. */
static void read_strings(reader_t *r, uint32_t list, uint32_t index, text_vec_t *out) {
    for (; index < node_at(r, list)->next; index = node_at(r, index)->next) {
        const char *text = read_string(r, index);
        if (text)
            *vec_push(r->mem, out) = text;
    }
}

/* The second member of a row: the table below promises that it is there. */
static uint32_t second(uint32_t list) {
    return list + 2; /* the first is the row's word, an atom */
}

static uint32_t third(const reader_t *r, uint32_t list) {
    return node_at(r, second(list))->next;
}

static void row_family(reader_t *r, uint32_t list) {
    r->profile.family = read_word(r, second(list));
}

static void row_command(reader_t *r, uint32_t list) {
    read_strings(r, list, second(list), &r->profile.command);
}

static void row_version(reader_t *r, uint32_t list) {
    r->profile.version = read_string(r, second(list));
}

static const char *read_option(reader_t *r, uint32_t index, const char *example) {
    const char *option = read_string(r, index);
    if (option && option[0] != ':')
        fail(r, node_at(r, index)->offset, "expected the name of an SMT-LIB option, such as \"%s\"",
             example);
    return option;
}

static void row_models(reader_t *r, uint32_t list) {
    r->profile.models = read_option(r, second(list), ":produce-models");
}

static void row_cores(reader_t *r, uint32_t list) {
    r->profile.cores = read_option(r, second(list), ":produce-unsat-cores");
}

static void row_incremental(reader_t *r, uint32_t list) {
    r->profile.incremental = read_string(r, second(list));
}

static void row_logics(reader_t *r, uint32_t list) {
    read_strings(r, list, second(list), &r->profile.logics);
}

static void row_lacks(reader_t *r, uint32_t list) {
    read_strings(r, list, second(list), &r->profile.lacks);
}

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

static void row_environment(reader_t *r, uint32_t list) {
    const char *name = read_string(r, second(list));
    const char *value = read_string(r, third(r, list));
    uint32_t offset = node_at(r, second(list))->offset;
    if (!name || !value)
        return;
    if (!is_variable(name)) {
        fail(r, offset, "expected the name of a variable (letters, digits, _), not '%s'", name);
    } else if (is_ours(name)) {
        fail(r, offset, "the variable %s is set by assay itself", name);
    } else if (is_set(&r->profile, name)) {
        fail(r, offset, "the variable %s is here twice", name);
    } else if (r->profile.environment.len == PROFILE_ENVIRONMENT) {
        fail(r, offset, "more than %d variables", PROFILE_ENVIRONMENT);
    } else {
        strbuf_clear(&r->scratch);
        strbuf_format(&r->scratch, "%s=%s", name, value);
        *vec_push(r->mem, &r->profile.environment) =
            arena_copy(&r->profiles->texts, r->scratch.data, r->scratch.len);
    }
}

static void row_modes(reader_t *r, uint32_t list) {
    for (uint32_t i = second(list); i < node_at(r, list)->next; i = node_at(r, i)->next) {
        const char *name = read_word(r, i);
        run_mode_t mode;
        if (!name)
            continue;
        if (!run_mode_of_name(slice_of(name), &mode))
            fail(r, node_at(r, i)->offset, "unknown mode '%s'; known are spawn, session, snapshot",
                 name);
        else if (r->profile.modes[mode])
            fail(r, node_at(r, i)->offset, "the mode '%s' is here twice", name);
        else
            r->profile.modes[r->profile.fastest = mode] = true;
    }
}

static void row_memory(reader_t *r, uint32_t list) {
    const sexpr_t *node = node_at(r, second(list));
    r->profile.limit_rss = sexpr_is_word(node, "rss");
    if (!r->profile.limit_rss && !sexpr_is_word(node, "address"))
        fail(r, node->offset, "expected 'rss' or 'address', not '%.*s'", shown(node),
             r->text + node->offset);
}

static void row_tier(reader_t *r, uint32_t list) {
    const char *name = read_word(r, second(list));
    if (!name)
        return;
    *vec_push(r->mem, &r->profile.tiers) = (tier_t){.name = name};
    read_strings(r, list, third(r, list), &vec_last(&r->profile.tiers).options);
}

static bool read_outcome(reader_t *r, uint32_t index, outcome_t *outcome) {
    const char *name = read_word(r, index);
    if (!name)
        return false;
    if (outcome_of_name(slice_of(name), outcome))
        return true;
    strbuf_clear(&r->scratch);
    for (uint32_t i = 0; i < OUTCOME_COUNT; i++)
        strbuf_format(&r->scratch, "%s%s", i ? ", " : "", outcome_name((outcome_t)i));
    fail(r, node_at(r, index)->offset, "unknown outcome '%s'; known are %s", name,
         strbuf_text(&r->scratch));
    return false;
}

static void row_exit(reader_t *r, uint32_t list) {
    const sexpr_t *node = node_at(r, second(list));
    uint64_t status;
    outcome_t outcome;
    if (!sexpr_uint(node, 255, &status)) {
        fail(r, node->offset, "expected an exit status from 0 to 255, not '%.*s'", shown(node),
             r->text + node->offset);
        return;
    }
    for (uint32_t i = 0; i < r->profile.exits.len; i++) {
        if (r->profile.exits.data[i].status == (int)status) {
            fail(r, node->offset, "the exit status %d is here twice", (int)status);
            return;
        }
    }
    if (read_outcome(r, third(r, list), &outcome))
        *vec_push(r->mem, &r->profile.exits) = (exit_rule_t){(int)status, outcome};
}

static void row_line(reader_t *r, uint32_t list) {
    const char *text = read_string(r, second(list));
    line_rule_t rule = {.text = text, .outcome = OUTCOME_UNKNOWN};
    rule.nothing = sexpr_is_word(node_at(r, third(r, list)), "nothing");
    bool known = rule.nothing || read_outcome(r, third(r, list), &rule.outcome);
    if (text && known)
        *vec_push(r->mem, &r->profile.lines) = rule;
}

/* The rows a profile may have, with how many members behind the word. */
typedef struct row_kind {
    const char *word;
    const char *form; /* for messages */
    uint32_t least;
    uint32_t most;
    bool once;
    void (*read)(reader_t *r, uint32_t list);
} row_kind_t;

enum { MANY = UINT32_MAX };

static const row_kind_t row_kinds[] = {
    {"family", "(family NAME)", 1, 1, true, row_family},
    {"command", "(command \"PROGRAM\" \"ARGUMENT\"...)", 1, MANY, true, row_command},
    {"version", "(version \"ARGUMENT\")", 1, 1, true, row_version},
    {"modes", "(modes MODE...)", 1, MANY, true, row_modes},
    {"models", "(models \":OPTION\")", 1, 1, true, row_models},
    {"cores", "(cores \":OPTION\")", 1, 1, true, row_cores},
    {"incremental", "(incremental \"OPTION\")", 1, 1, true, row_incremental},
    {"lacks", "(lacks \"COMMAND\"...)", 1, MANY, true, row_lacks},
    {"environment", "(environment \"NAME\" \"VALUE\")", 2, 2, false, row_environment},
    {"memory", "(memory rss) or (memory address)", 1, 1, true, row_memory},
    {"logics", "(logics \"LOGIC\"...)", 1, MANY, true, row_logics},
    {"tier", "(tier NAME \"OPTION\"...)", 1, MANY, false, row_tier},
    {"exit", "(exit STATUS OUTCOME)", 2, 2, false, row_exit},
    {"line", "(line \"TEXT\" OUTCOME)", 2, 2, false, row_line},
};

enum { ROW_KINDS = sizeof row_kinds / sizeof *row_kinds };

static void fail_unknown_row(reader_t *r, const sexpr_t *word) {
    strbuf_clear(&r->scratch);
    for (uint32_t i = 0; i < ROW_KINDS; i++)
        strbuf_format(&r->scratch, "%s%s", i ? ", " : "", row_kinds[i].word);
    fail(r, word->offset, "unknown word '%.*s' in a profile; known are %s", shown(word),
         r->text + word->offset, strbuf_text(&r->scratch));
}

static void read_row(reader_t *r, uint32_t list) {
    const sexpr_t *node = node_at(r, list);
    if (!sexpr_is_list(node) || node->next == list + 1) {
        fail(r, node->offset, "expected a row such as (command \"z3\" \"-in\"), not '%.*s'",
             shown(node), r->text + node->offset);
        return;
    }
    uint32_t kind = 0;
    while (kind < ROW_KINDS && !sexpr_is_word(node_at(r, list + 1), row_kinds[kind].word))
        kind++;
    if (kind == ROW_KINDS) {
        fail_unknown_row(r, node_at(r, list + 1));
        return;
    }
    const row_kind_t *row = &row_kinds[kind];
    uint32_t members = sexpr_count(&r->tree, list) - 1;
    if (row->once && (r->seen & 1u << kind))
        fail(r, node->offset, "a second (%s ...) in this profile", row->word);
    else if (members < row->least || members > row->most)
        fail(r, node->offset, "expected %s", row->form);
    else
        row->read(r, list);
    r->seen |= 1u << kind;
}

static bool has_row(const reader_t *r, const char *word) {
    for (uint32_t i = 0; i < ROW_KINDS; i++)
        if (strcmp(row_kinds[i].word, word) == 0)
            return r->seen & 1u << i;
    BUG("no row '%s'", word);
}

/* Has the file a profile of the same name before this one? */
static bool named_before(const reader_t *r, uint32_t list) {
    const sexpr_t *name = node_at(r, list + 2);
    for (uint32_t i = 0; i < list; i = node_at(r, i)->next) {
        if (!sexpr_is_list(node_at(r, i)) || node_at(r, i)->next < i + 3)
            continue;
        const sexpr_t *other = node_at(r, i + 2);
        if (other->kind == name->kind && other->len == name->len &&
            memcmp(other->text, name->text, name->len) == 0)
            return true;
    }
    return false;
}

/* (profile NAME row...) */
static void read_profile(reader_t *r, uint32_t list) {
    const sexpr_t *node = node_at(r, list);
    uint32_t errors = r->diags.total;
    if (!sexpr_is_list(node) || node->next < list + 3 ||
        !sexpr_is_word(node_at(r, list + 1), "profile") || sexpr_is_list(node_at(r, list + 2))) {
        fail(r, node->offset, "expected (profile NAME ...), not '%.*s'", shown(node),
             r->text + node->offset);
        return;
    }
    r->seen = 0;
    r->profile = (profile_t){.name = read_word(r, list + 2)};
    if (named_before(r, list))
        fail(r, node_at(r, list + 2)->offset, "a second profile of this name in this file");
    for (uint32_t i = list + 3; i < node->next; i = node_at(r, i)->next)
        read_row(r, i);
    if (!has_row(r, "command"))
        fail(r, node->offset, "this profile has no (command ...)");
    if (!has_row(r, "modes"))
        fail(r, node->offset, "this profile has no (modes ...)");
    if (!r->profile.family)
        r->profile.family = r->profile.name;
    if (r->diags.total == errors)
        profiles_put(r->profiles, &r->profile);
    else
        profile_clear(r->mem, &r->profile);
}

bool profiles_read(profiles_t *profiles, const char *name, const char *text, size_t len,
                   strbuf_t *why) {
    mem_t *mem = profiles->mem;
    if (!text)
        text = ""; /* an empty file */
    reader_t r = {.profiles = profiles, .mem = mem, .text = text, .len = len};
    sexpr_init(&r.tree, mem);
    diag_init(&r.diags, mem);
    strbuf_init(&r.scratch, mem);
    if (len >= UINT32_MAX)
        fail(&r, 0, "this file is too large");
    else if (sexpr_read(&r.tree, text, len, &r.diags))
        for (uint32_t i = 0; i < r.tree.nodes.len; i = node_at(&r, i)->next)
            read_profile(&r, i);
    for (uint32_t i = 0; i < r.diags.rows.len; i++)
        diag_print(&r.diags.rows.data[i], name, text, len, why);
    bool ok = r.diags.total == 0;
    strbuf_done(&r.scratch);
    diag_done(&r.diags);
    sexpr_done(&r.tree);
    return ok;
}
