/* ledger_priv.h - inside the ledger. */
#ifndef CAMPAIGN_LEDGER_PRIV_H
#define CAMPAIGN_LEDGER_PRIV_H

#include "campaign/ledger.h"

/* ---- ledger_load.c ---- */

/* Takes everything of an earlier sitting from the store. */
bool ledger_load(ledger_t *ledger, strbuf_t *why);

/* ---- ledger.c ---- */

/* Whether the behaviour is new; it is not any more afterwards. */
bool ledger_behaviour(ledger_t *ledger, uint64_t hash);

cluster_book_t *ledger_cluster(ledger_t *ledger, uint64_t hash);

/* Those that were counted since the last save. */
void ledger_drop_sightings(ledger_t *ledger);

/* The number of a solver in the plan; RUN_NONE when it is not asked any more. */
uint32_t ledger_solver(const plan_t *plan, slice_t name, slice_t tier, slice_t options);

/* A text as a C string of the ledger's. */
const char *ledger_text(ledger_t *ledger, slice_t text);

#endif
