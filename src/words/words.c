#include "words/words.h"

#include "base/bug.h"

uint32_t vocabulary_find(const vocabulary_t *vocabulary, slice_t name) {
    uint32_t i = 0;
    while (i < vocabulary->count && !slice_is(name, vocabulary->rows[i].name))
        i++;
    return i;
}

static const word_t finding_kind_rows[] = {
#define KIND(id, name, doc, ...) {name, doc},
#include "words/kinds.def"
};

static const word_t grade_rows[] = {
#define GRADE(id, name, doc, ...) {name, doc},
#include "words/grades.def"
};

static const word_t certificate_rows[] = {
#define CERTIFICATE(id, name, doc, ...) {name, doc},
#include "words/certificates.def"
};

static const word_t alarm_kind_rows[] = {
#define ALARM(id, name, doc) {name, doc},
#include "words/alarms.def"
};

static const word_t outcome_rows[] = {
#define OUTCOME(id, name, doc) {name, doc},
#include "words/outcomes.def"
};

static const word_t claim_rows[] = {
#define CLAIM(id, name, doc) {name, doc},
#include "words/claims.def"
};

static const word_t run_mode_rows[] = {
#define RUN_MODE(id, name, doc) {name, doc},
#include "words/run_modes.def"
};

static const word_t repeat_rows[] = {
#define REPEAT(id, name, doc) {name, doc},
#include "words/repeats.def"
};

static const word_t role_rows[] = {
#define ROLE(id, name, doc) {name, doc},
#include "words/roles.def"
};

static const word_t goal_kind_rows[] = {
#define GOAL(id, name, doc) {name, doc},
#include "words/goals.def"
};

#define VOCABULARY(words, text)                                                                    \
    const vocabulary_t words##_vocabulary = {text, words##_rows,                                   \
                                             sizeof words##_rows / sizeof *words##_rows};          \
    const char *words##_name(words##_t value) {                                                    \
        assert((uint32_t)value < words##_vocabulary.count);                                        \
        return words##_rows[value].name;                                                           \
    }                                                                                              \
    const char *words##_doc(words##_t value) {                                                     \
        assert((uint32_t)value < words##_vocabulary.count);                                        \
        return words##_rows[value].doc;                                                            \
    }                                                                                              \
    bool words##_of_name(slice_t name, words##_t *value) {                                         \
        uint32_t found = vocabulary_find(&words##_vocabulary, name);                               \
        if (found == words##_vocabulary.count)                                                     \
            return false;                                                                          \
        *value = (words##_t)found;                                                                 \
        return true;                                                                               \
    }

VOCABULARY(finding_kind, "kind of finding")
VOCABULARY(grade, "grade")
VOCABULARY(certificate, "certificate")
VOCABULARY(alarm_kind, "kind of alarm")
VOCABULARY(outcome, "outcome")
VOCABULARY(claim, "claim")
VOCABULARY(run_mode, "mode")
VOCABULARY(repeat, "way to happen again")
VOCABULARY(role, "role of an answer")
VOCABULARY(goal_kind, "goal")

const finding_kind_info_t *finding_kind_info(finding_kind_t kind) {
    static const finding_kind_info_t rows[] = {
#define KIND(id, name, doc, title, expected, right, goal, reduced, key, again, fails)              \
    {title, expected, OUTCOME_##right, GOAL_##goal, reduced, KEY_##key, AGAIN_##again, fails},
#include "words/kinds.def"
    };
    assert(kind < FINDING_KINDS);
    return &rows[kind];
}

const char *grade_authority(grade_t grade) {
    static const char *const rows[] = {
#define GRADE(id, name, doc, authority) authority,
#include "words/grades.def"
    };
    assert(grade < GRADE_COUNT);
    return rows[grade];
}

const char *certificate_because(certificate_t certificate) {
    static const char *const rows[] = {
#define CERTIFICATE(id, name, doc, because) because,
#include "words/certificates.def"
    };
    assert(certificate < CERTIFICATE_COUNT);
    return rows[certificate];
}
