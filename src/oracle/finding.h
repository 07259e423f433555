/* finding.h - what judging gives: findings, suspicions, alarms, and questions. */
#ifndef ORACLE_FINDING_H
#define ORACLE_FINDING_H

#include "base/arena.h"
#include "base/strbuf.h"
#include "base/vec.h"

typedef enum {
#define KIND(id, name, doc) FINDING_##id,
#include "oracle/kinds.def"
    FINDING_KINDS
} finding_kind_t;

typedef enum {
#define GRADE(id, name, doc) GRADE_##id,
#include "oracle/grades.def"
    GRADE_COUNT
} grade_t;

typedef enum {
#define CERTIFICATE(id, name, doc) CERTIFICATE_##id,
#include "oracle/certificates.def"
    CERTIFICATE_COUNT
} certificate_t;

typedef enum {
#define ALARM(id, name, doc) ALARM_##id,
#include "oracle/alarms.def"
    ALARM_COUNT
} alarm_kind_t;

/* Names as in the tables, and back; false when there is no such name. */
const char *finding_kind_name(finding_kind_t kind);
const char *finding_kind_doc(finding_kind_t kind);
bool finding_kind_of_name(const char *name, finding_kind_t *kind);
const char *grade_name(grade_t grade);
const char *grade_doc(grade_t grade);
bool grade_of_name(const char *name, grade_t *grade);
const char *certificate_name(certificate_t certificate);
const char *certificate_doc(certificate_t certificate);
bool certificate_of_name(const char *name, certificate_t *certificate);
const char *alarm_name(alarm_kind_t kind);
const char *alarm_doc(alarm_kind_t kind);

/* Instead of the number of a run. */
#define RUN_NONE UINT32_MAX
#define RUN_CLAIM (UINT32_MAX - 1)

/* The texts are the judgement's. */
typedef struct finding {
    finding_kind_t kind;
    grade_t grade;
    certificate_t certificate;
    uint32_t run;       /* the culprit */
    uint32_t other;     /* whose answer or model speaks against it; RUN_CLAIM, RUN_NONE */
    bool disputed;      /* it may as well be the other one that is wrong */
    const char *reason; /* one line: who says what */
    const char *model;  /* the witness; the solver's own model; or NULL */
    const char *why;    /* lines: the assertion that is false, and the values in it; of a suspicion,
                           what is left open; or NULL */
} finding_t;

typedef struct alarm {
    alarm_kind_t kind;
    uint32_t run;       /* whose model or answer speaks against the claim, or RUN_NONE */
    const char *reason; /* one line */
    const char *model;  /* the witness, or the claim's model; or NULL */
} alarm_t;

typedef enum { FOLLOW_MODEL, FOLLOW_SUBSTITUTED } follow_kind_t;

/* A question for a solver: as a query, ready to be submitted. */
typedef struct follow {
    follow_kind_t kind;
    uint32_t run; /* who is asked */
    uint32_t of;  /* whose model is put in; FOLLOW_MODEL: the same as run */
    const char *text;
    size_t len;
    size_t prologue;
} follow_t;

typedef struct judgement {
    mem_t *mem;
    arena_t texts;
    arena_mark_t empty;
    VEC(finding_t) findings;
    VEC(finding_t) suspicions;
    VEC(alarm_t) alarms;
    VEC(follow_t) ask;
} judgement_t;

void judgement_init(judgement_t *judgement, mem_t *mem);
void judgement_done(judgement_t *judgement);
void judgement_clear(judgement_t *judgement);

#endif
