/* transcript.h - the files of tests/transcripts: see its README.md. */
#ifndef TRANSCRIPT_H
#define TRANSCRIPT_H

#include "unit.h"

#include "base/file.h"
#include "solver/read.h"

#include <string.h>

typedef struct transcript {
    mem_t mem;
    char *path;
    char *text;   /* of the file; the fields point into it */
    char *solver; /* fields are NULL when the header does not have them */
    char *exit;
    char *signal;
    char *stop;
    char *cut;
    char *asked;
    char *outcome;
    char *verdicts;
    char *message;
    char *signature;
    char *same;
    char *differs;
    char *model;
    answer_t answer;
} transcript_t;

static inline char **transcript_field(transcript_t *t, const char *key) {
    struct {
        const char *key;
        char **place;
    } fields[] = {
        {"solver", &t->solver},
        {"exit", &t->exit},
        {"signal", &t->signal},
        {"stop", &t->stop},
        {"cut", &t->cut},
        {"asked", &t->asked},
        {"outcome", &t->outcome},
        {"verdicts", &t->verdicts},
        {"message", &t->message},
        {"same", &t->same},
        {"signature", &t->signature},
        {"differs", &t->differs},
        {"model", &t->model},
    };
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (strcmp(fields[i].key, key) == 0)
            return fields[i].place;
    fail_msg("%s: unknown field '%s'", t->path, key);
    return NULL;
}

static inline stop_t transcript_stop(const transcript_t *t) {
    static const char *const names[] = {"none", "wall", "cpu", "memory", "output", "cancel"};
    for (size_t i = 0; t->stop && i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], t->stop) == 0)
            return (stop_t)i;
    assert_null(t->stop);
    return STOP_NONE;
}

static inline int transcript_signal(const transcript_t *t) {
    for (int i = 1; t->signal && i < 32; i++)
        if (strcmp(sigabbrev_np(i), t->signal + strlen("SIG")) == 0)
            return i;
    assert_null(t->signal);
    return 0;
}

/* One line of the header, cut to pieces in place. */
static inline void transcript_header(transcript_t *t, char *line) {
    if (*line == '#' || *line == '\0')
        return;
    char *colon = strchr(line, ':');
    assert_non_null(colon);
    *colon = '\0';
    *transcript_field(t, line) = colon + 1 + strspn(colon + 1, " ");
}

static inline void transcript_open(transcript_t *t, const char *path) {
    *t = (transcript_t){0};
    mem_init(&t->mem);
    t->path = mem_alloc(&t->mem, strlen(path) + 1);
    memcpy(t->path, path, strlen(path) + 1);
    file_text_t file;
    const char *error;
    if (!file_read(&t->mem, path, &file, &error))
        fail_msg("%s: %s", path, error);
    t->text = mem_alloc(&t->mem, file.len + 1);
    memcpy(t->text, file.data, file.len);
    t->text[file.len] = '\0';
    file_release(&t->mem, &file);

    answer_init(&t->answer, &t->mem);
    strbuf_t *section = NULL;
    for (char *line = t->text; *line;) {
        char *end = strchr(line, '\n');
        assert_non_null(end);
        if (strncmp(line, "--- stdout\n", 11) == 0) {
            section = &t->answer.out;
        } else if (strncmp(line, "--- stderr\n", 11) == 0) {
            section = &t->answer.err;
        } else if (section) {
            strbuf_add(section, line, (size_t)(end + 1 - line));
        } else {
            *end = '\0';
            transcript_header(t, line);
        }
        line = end + 1;
    }
    t->answer.stop = transcript_stop(t);
    t->answer.signal = transcript_signal(t);
    t->answer.exit_status = t->exit ? (int)strtol(t->exit, NULL, 10) : -1;
    t->answer.asked = t->asked ? (uint32_t)strtoul(t->asked, NULL, 10) : 0;
    t->answer.cut = t->cut != NULL;
    assert_true(t->solver && t->outcome && (t->exit || t->signal));
}

/* Reads the answer with the embedded profile. */
static inline void transcript_read(transcript_t *t, const profiles_t *profiles) {
    const profile_t *profile = profiles_find(profiles, t->solver);
    if (!profile)
        fail_msg("%s: no profile '%s'", t->path, t->solver);
    read_answer(profile, &t->answer);
}

static inline void transcript_close(transcript_t *t) {
    answer_done(&t->answer);
    mem_done(&t->mem);
}

static inline const char *transcript_folder(void) {
    static char path[4096];
    const char *source = getenv("SRC");
    snprintf(path, sizeof path, "%s/tests/transcripts", source ? source : ".");
    return path;
}

/* Calls visit for each transcript; the number of them. */
static inline uint32_t transcript_each(void (*visit)(const char *path, void *arg), void *arg) {
    mem_t mem;
    mem_init(&mem);
    name_vec_t names = {0};
    const char *error;
    if (!file_walk(&mem, transcript_folder(), ".txt", &names, &error))
        fail_msg("%s: %s", transcript_folder(), error);
    for (uint32_t i = 0; i < names.len; i++)
        visit(names.data[i], arg);
    uint32_t count = names.len;
    mem_done(&mem);
    return count;
}

#endif
