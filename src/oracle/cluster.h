/* cluster.h - the key that duplicates of a finding share.
 *
 *     KIND SOLVER SIGNATURE                   crashes
 *     KIND SOLVER LOGIC                       slow answers, missing answers
 *     KIND SOLVER LOGIC OPERATOR ...          the rest
 *
 * Which of these it is, the row of the kind says (words/keys.def).
 *
 * The logic is the smallest that the script fits, whatever it sets. The operators are the names of
 * all that the assertions use, sorted, each once, without indices; the connectives and binders of
 * Core, equality, the order of numbers, functions of the script, literals and other constants are
 * left out. Parts of datatypes are called constructor, selector and is. So the key tells most of a
 * script that was reduced, and less of a large one. What is never reduced may use anything by
 * chance: there the key tells only which theories it is about, and all arithmetic is non-linear. */
#ifndef ORACLE_CLUSTER_H
#define ORACLE_CLUSTER_H

#include "oracle/judge.h"

/* Appends the key of a finding in this solver. script is what is left of its trigger; NULL: it
 * cannot be read, and the key is without logic and operators. */
void cluster_key(const finding_t *finding, const char *solver, const script_t *script,
                 strbuf_t *out);

/* The same for a script as a text, which the judge reads if the key needs it. */
void cluster_finding(judge_t *judge, const finding_t *finding, const char *solver, slice_t text,
                     strbuf_t *out);

#endif
