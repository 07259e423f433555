/* profile_command.c - a profile for any command line. */
#include "solver/profile_priv.h"

#include <string.h>

typedef struct splitter {
    profiles_t *profiles;
    const char *at;
    strbuf_t word;
    text_vec_t *words;
    strbuf_t *why;
} splitter_t;

/* 'abc' has no escapes; those of "abc" are \" and \\. */
static bool read_quotes(splitter_t *s) {
    char quote = *s->at++;
    for (; *s->at != quote; s->at++) {
        if (quote == '"' && *s->at == '\\' && (s->at[1] == '"' || s->at[1] == '\\'))
            s->at++;
        if (*s->at == '\0') {
            strbuf_format(s->why, "the quote %c in the command is not closed", quote);
            return false;
        }
        strbuf_char(&s->word, *s->at);
    }
    s->at++;
    return true;
}

static bool read_escape(splitter_t *s) {
    if (s->at[1] == '\0') {
        strbuf_str(s->why, "the command ends in a backslash");
        return false;
    }
    strbuf_char(&s->word, s->at[1]);
    s->at += 2;
    return true;
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool read_word(splitter_t *s) {
    strbuf_clear(&s->word);
    while (*s->at != '\0' && !is_blank(*s->at)) {
        bool ok = true;
        if (*s->at == '\'' || *s->at == '"') {
            ok = read_quotes(s);
        } else if (*s->at == '\\') {
            ok = read_escape(s);
        } else if (strchr("|&;<>`$", *s->at)) {
            /* Handing these to the solver in silence would surprise a user who expects a shell. */
            strbuf_format(s->why,
                          "no shell runs the command, so '%c' does nothing; quote it, or say "
                          "sh -c '...'",
                          *s->at);
            ok = false;
        } else {
            strbuf_char(&s->word, *s->at++);
        }
        if (!ok)
            return false;
    }
    *vec_push(s->profiles->mem, s->words) =
        arena_copy(&s->profiles->texts, s->word.data, s->word.len);
    return true;
}

static bool split(profiles_t *profiles, const char *text, text_vec_t *words, strbuf_t *why) {
    splitter_t s = {.profiles = profiles, .at = text, .words = words, .why = why};
    strbuf_init(&s.word, profiles->mem);
    bool ok = true;
    for (;;) {
        while (is_blank(*s.at))
            s.at++;
        if (*s.at == '\0' || !ok)
            break;
        ok = read_word(&s);
    }
    strbuf_done(&s.word);
    if (ok && (words->len == 0 || words->data[0][0] == '\0')) {
        strbuf_str(why, "the command is empty");
        ok = false;
    }
    return ok;
}

static const char *base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* The profile that knows this program under its own name. */
static const profile_t *find_program(const profiles_t *profiles, const char *program) {
    for (uint32_t i = 0; i < profiles->rows.len; i++)
        if (strcmp(profiles->rows.data[i]->command.data[0], base_name(program)) == 0)
            return profiles->rows.data[i];
    return NULL;
}

/* What is known of the solver whatever its options are. */
static void inherit(mem_t *mem, profile_t *to, const profile_t *from) {
    to->family = from->family;
    to->models = from->models;
    to->cores = from->cores;
    to->incremental = from->incremental;
    to->version = from->version;
    to->limit_rss = from->limit_rss;
    for (uint32_t i = 0; i < from->logics.len; i++)
        *vec_push(mem, &to->logics) = from->logics.data[i];
    for (uint32_t i = 0; i < from->lacks.len; i++)
        *vec_push(mem, &to->lacks) = from->lacks.data[i];
    for (uint32_t i = 0; i < from->environment.len; i++)
        *vec_push(mem, &to->environment) = from->environment.data[i];
    for (uint32_t i = 0; i < from->exits.len; i++)
        *vec_push(mem, &to->exits) = from->exits.data[i];
    for (uint32_t i = 0; i < from->lines.len; i++)
        *vec_push(mem, &to->lines) = from->lines.data[i];
}

const profile_t *profiles_command(profiles_t *profiles, const char *words, strbuf_t *why) {
    const profile_t *same = profiles_find(profiles, words);
    if (same)
        return same;
    profile_t profile = {.models = ":produce-models",
                         .cores = ":produce-unsat-cores",
                         .modes = {[MODE_SPAWN] = true}};
    if (!split(profiles, words, &profile.command, why)) {
        profile_clear(profiles->mem, &profile);
        return NULL;
    }
    profile.name = arena_copy(&profiles->texts, words, strlen(words));
    const profile_t *known = find_program(profiles, profile.command.data[0]);
    if (known)
        inherit(profiles->mem, &profile, known);
    else
        profile.family = base_name(profile.command.data[0]);
    return profiles_put(profiles, &profile);
}
