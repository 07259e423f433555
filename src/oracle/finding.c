#include "oracle/finding.h"

#include <string.h>

typedef struct name {
    const char *name;
    const char *doc;
} name_t;

static const name_t kinds[] = {
#define KIND(id, name, doc) {name, doc},
#include "oracle/kinds.def"
};

static const name_t grades[] = {
#define GRADE(id, name, doc) {name, doc},
#include "oracle/grades.def"
};

static const name_t certificates[] = {
#define CERTIFICATE(id, name, doc) {name, doc},
#include "oracle/certificates.def"
};

static const name_t alarms[] = {
#define ALARM(id, name, doc) {name, doc},
#include "oracle/alarms.def"
};

/* The row of this name, or count. */
static uint32_t find(const name_t *rows, uint32_t count, const char *name) {
    uint32_t i = 0;
    while (i < count && strcmp(rows[i].name, name) != 0)
        i++;
    return i;
}

const char *finding_kind_name(finding_kind_t kind) {
    return kinds[kind].name;
}

const char *finding_kind_doc(finding_kind_t kind) {
    return kinds[kind].doc;
}

bool finding_kind_of_name(const char *name, finding_kind_t *kind) {
    *kind = (finding_kind_t)find(kinds, FINDING_KINDS, name);
    return *kind < FINDING_KINDS;
}

const char *grade_name(grade_t grade) {
    return grades[grade].name;
}

const char *grade_doc(grade_t grade) {
    return grades[grade].doc;
}

bool grade_of_name(const char *name, grade_t *grade) {
    *grade = (grade_t)find(grades, GRADE_COUNT, name);
    return *grade < GRADE_COUNT;
}

const char *certificate_name(certificate_t certificate) {
    return certificates[certificate].name;
}

const char *certificate_doc(certificate_t certificate) {
    return certificates[certificate].doc;
}

bool certificate_of_name(const char *name, certificate_t *certificate) {
    *certificate = (certificate_t)find(certificates, CERTIFICATE_COUNT, name);
    return *certificate < CERTIFICATE_COUNT;
}

const char *alarm_name(alarm_kind_t kind) {
    return alarms[kind].name;
}

const char *alarm_doc(alarm_kind_t kind) {
    return alarms[kind].doc;
}

void judgement_init(judgement_t *judgement, mem_t *mem) {
    *judgement = (judgement_t){.mem = mem};
    arena_init(&judgement->texts, mem);
    judgement->empty = arena_mark(&judgement->texts);
}

void judgement_done(judgement_t *judgement) {
    vec_free(judgement->mem, &judgement->findings);
    vec_free(judgement->mem, &judgement->suspicions);
    vec_free(judgement->mem, &judgement->alarms);
    vec_free(judgement->mem, &judgement->ask);
    arena_done(&judgement->texts);
}

void judgement_clear(judgement_t *judgement) {
    judgement->findings.len = 0;
    judgement->suspicions.len = 0;
    judgement->alarms.len = 0;
    judgement->ask.len = 0;
    arena_release(&judgement->texts, judgement->empty);
}
