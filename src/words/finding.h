/* finding.h - one finding, from the judge to the report.
 *
 * The judge fills kind, grade, certificate and the texts that say what is wrong; triage adds how it
 * repeats, what is left of the trigger, and the key of its cluster; the worker adds the trigger and
 * how the mutant was made; the supervisor of the campaign adds the solver and the time, and stores
 * it. What is stored is finding.def. Texts belong to whoever hands the finding out, and end with a
 * NUL or are empty. */
#ifndef WORDS_FINDING_H
#define WORDS_FINDING_H

#include "words/words.h"

/* Instead of the number of a run. */
#define RUN_NONE UINT32_MAX
#define RUN_CLAIM (UINT32_MAX - 1)

typedef struct finding {
    int64_t id; /* in the store; 0: not there */
#define INT(field) int64_t field;
#define REAL(field) double field;
#define TEXT(field) slice_t field;
#define WORD(field, words) words##_t field;
#include "words/finding.def"
#undef INT
#undef REAL
#undef TEXT
#undef WORD
    /* On its way to the store. */
    uint32_t run;   /* the culprit: a run of the case, or a solver of the plan */
    uint32_t other; /* whose answer or model speaks against it; RUN_CLAIM, RUN_NONE */
    bool disputed;  /* it may as well be the other one that is wrong */
    bool settled;   /* it is reduced as far as it goes */
    slice_t says;   /* one line: who says what */
    slice_t why;    /* lines: the assertion that is false, and the values in it; of a suspicion,
                       what is left open */
    slice_t key;    /* of its cluster */
} finding_t;

/* What is left of the trigger: the smallest formula that shows the finding. */
static inline slice_t finding_smallest(const finding_t *finding) {
    return finding->reduced.len > 0 ? finding->reduced : finding->trigger;
}

#endif
