/* words.h - the vocabulary: words that every layer shares, each list a table.
 *
 *     finding_kind_t kind;
 *     if (finding_kind_of_name(slice_of("crash"), &kind))
 *         puts(finding_kind_info(kind)->title);
 *     printf("%s: %s\n", grade_name(GRADE_CERTIFIED), grade_doc(GRADE_CERTIFIED));
 *
 * In memory a word is an enumerator; it is a text only at an edge: on the command line, in the
 * database, in JSON, in a report. Every vocabulary WORDS has a type WORDS_t and
 *
 *     WORDS_name(value)            the text that stands for it, the same everywhere
 *     WORDS_doc(value)             what it means, a phrase
 *     WORDS_of_name(text, &value)  false, and nothing is written, when there is no such word
 *     WORDS_vocabulary             all of that as data, for tables of columns and messages
 *
 * A new word is a row in the .def file of its list. */
#ifndef WORDS_WORDS_H
#define WORDS_WORDS_H

#include "base/slice.h"

#include <stdint.h>

typedef enum {
#define KIND(id, ...) FINDING_##id,
#include "words/kinds.def"
    FINDING_KINDS
} finding_kind_t;

typedef enum {
#define GRADE(id, ...) GRADE_##id,
#include "words/grades.def"
    GRADE_COUNT
} grade_t;

typedef enum {
#define CERTIFICATE(id, ...) CERTIFICATE_##id,
#include "words/certificates.def"
    CERTIFICATE_COUNT
} certificate_t;

typedef enum {
#define ALARM(id, ...) ALARM_##id,
#include "words/alarms.def"
    ALARM_COUNT
} alarm_kind_t;

typedef enum {
#define OUTCOME(id, ...) OUTCOME_##id,
#include "words/outcomes.def"
    OUTCOME_COUNT
} outcome_t;

typedef enum {
#define CLAIM(id, ...) CLAIM_##id,
#include "words/claims.def"
    CLAIM_COUNT
} claim_t;

typedef enum {
#define RUN_MODE(id, ...) MODE_##id,
#include "words/run_modes.def"
    MODE_COUNT
} run_mode_t;

typedef enum {
#define REPEAT(id, ...) REPEAT_##id,
#include "words/repeats.def"
    REPEAT_COUNT
} repeat_t;

typedef enum {
#define ROLE(id, ...) ROLE_##id,
#include "words/roles.def"
    ROLE_COUNT
} role_t;

typedef enum {
#define GOAL(id, ...) GOAL_##id,
#include "words/goals.def"
    GOAL_COUNT
} goal_kind_t;

typedef enum {
#define KEY(id, ...) KEY_##id,
#include "words/keys.def"
    KEY_COUNT
} finding_key_t;

typedef enum {
#define AGAIN(id, ...) AGAIN_##id,
#include "words/agains.def"
    AGAIN_COUNT
} finding_again_t;

typedef struct word {
    const char *name;
    const char *doc;
} word_t;

typedef struct vocabulary {
    const char *title; /* "kind of finding", for messages */
    const word_t *rows;
    uint32_t count;
} vocabulary_t;

/* The place of the word with this name; count when there is none. */
uint32_t vocabulary_find(const vocabulary_t *vocabulary, slice_t name);

#define VOCABULARY(words)                                                                          \
    extern const vocabulary_t words##_vocabulary;                                                  \
    const char *words##_name(words##_t value);                                                     \
    const char *words##_doc(words##_t value);                                                      \
    bool words##_of_name(slice_t name, words##_t *value);

VOCABULARY(finding_kind)
VOCABULARY(grade)
VOCABULARY(certificate)
VOCABULARY(alarm_kind)
VOCABULARY(outcome)
VOCABULARY(claim)
VOCABULARY(run_mode)
VOCABULARY(repeat)
VOCABULARY(role)
VOCABULARY(goal_kind)

#undef VOCABULARY

/* The columns of kinds.def. */
typedef struct finding_kind_info {
    const char *title;
    const char *expected;
    outcome_t right;
    goal_kind_t goal;
    bool reduced;
    finding_key_t key;
    finding_again_t again;
    bool fails;
} finding_kind_info_t;

const finding_kind_info_t *finding_kind_info(finding_kind_t kind);

/* Whether the kind is about a process that ended as it must not: told apart by signatures, and by
 * nothing in the formula. */
static inline bool finding_kind_is_crash(finding_kind_t kind) {
    return finding_kind_info(kind)->key == KEY_SIGNATURE;
}

/* What a report adds to the verdict that was expected. */
const char *grade_authority(grade_t grade);
const char *certificate_because(certificate_t certificate);

/* How good a grade is: higher is better, and 0 is none. */
static inline uint32_t grade_rank(grade_t grade) {
    return (uint32_t)GRADE_COUNT - (uint32_t)grade;
}

static inline bool outcome_is_verdict(outcome_t outcome) {
    return outcome == OUTCOME_SAT || outcome == OUTCOME_UNSAT;
}

#endif
