/* fuzz_events.h - what assay fuzz shows: a dashboard on a terminal, else lines, or JSON. */
#ifndef CLI_FUZZ_EVENTS_H
#define CLI_FUZZ_EVENTS_H

#include "campaign/campaign.h"
#include "report/dashboard.h"

typedef struct fuzz_events {
    mem_t *mem;
    bool quiet;
    bool json;
    bool counted; /* a stats event was shown */
    campaign_options_t *campaign;
    dashboard_t *dashboard; /* NULL: no terminal, or not wanted */
    stats_t last;
    strbuf_t notes; /* lines that the dashboard would have hidden */
    campaign_sink_t sink;
} fuzz_events_t;

/* quiet and json are set. Says what is about to begin. */
void fuzz_events_open(fuzz_events_t *events, campaign_options_t *campaign, const plan_t *plan,
                      mem_t *mem);

/* The summary. */
void fuzz_events_close(fuzz_events_t *events, const campaign_end_t *end, int code);

#endif
