/* stored_finding.h - a finding of a campaign, to be worked on again: what it says is wrong, who it
 * is about, how it was made.
 *
 *     goal_t goal = {.limits = limits};
 *     if (stored_to_reduce(finding, &solvers, pool, &goal, &said, &why)) ...
 *     stored_undo(&dir, finding, &undo, &undone);
 *
 * The goal's texts are those of the report. */
#ifndef CLI_STORED_FINDING_H
#define CLI_STORED_FINDING_H

#include "campaign/triage/undo_edits.h"
#include "cli/common/campaign_dir.h"
#include "cli/common/solvers.h"
#include "reduce/goal.h"

/* A text of a report as a string: one that is not empty ends with a NUL. */
static inline const char *stored_text(slice_t text) {
    return text.len > 0 ? text.data : "";
}

/* The whole goal, for whoever makes the trigger smaller: the culprit and who spoke against it are
 * opened with the options that they had; a sentence of what is wrong is added to said. False, with
 * a message in *why, for kinds that cannot be reduced, and when a solver that is needed is not
 * there. When one is missing that is of use only, *why says so, too. */
bool stored_to_reduce(const report_finding_t *finding, solvers_t *solvers, pool_t *pool,
                      goal_t *goal, strbuf_t *said, strbuf_t *why);

/* Undoes steps of the finding's recipe (undo_edits.h), made again from the seeds that the campaign keeps.
 * False when nothing can be undone, or something that the recipe needs is not kept: files of --ops
 * and --rules never are. */
bool stored_undo(campaign_dir_t *dir, const report_finding_t *finding, undo_t *undo,
                 undone_t *undone);

#endif
