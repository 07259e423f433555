/* template.h - a solver stopped at its first read, seen from the pool: see snapshot.h.
 *
 * Life: template_start, then a READY or REFUSED report; then any number of template_order, each
 * answered by STARTED and, after the child ended, ENDED (or by REFUSED when it could not fork);
 * template_end at any time. One order at a time. The socket is for the pool's epoll: readable when
 * a report is there, or the template is gone. A solver that neither reads nor ends makes no event:
 * until it is ready, call template_report at the deadline too. */
#ifndef SOLVER_TEMPLATE_H
#define SOLVER_TEMPLATE_H

#include "solver/run/process.h"
#include "solver/snapshot.h"

#include <stdbool.h>
#include <stddef.h>

enum { TEMPLATE_SECONDS = 10 }; /* to become ready in */
enum { TEMPLATE_ENV = 16 };

typedef struct template {
    process_t process; /* the template itself; nothing comes out of its descriptors */
    int socket;        /* non-blocking */
    bool ready;
    bool hopeless;   /* the start failed, and so would any later one: it is not such a program */
    double deadline; /* of clock_wall(), for becoming ready */
    const char *why; /* set with REFUSED and with -1: in words, for a message */
}
template_t;

/* argv, env (NULL: nothing) and pool_mark as for process_start, but at most TEMPLATE_ENV rows of
 * env. The prologue is what the solver reads before it stops (may be empty). False with a message
 * when it could not be started at all, or is known not to work: statically linked, a script, for
 * another machine. */
bool template_start(template_t *t, const char *const *argv, const char *const *env,
                    uint32_t pool_mark, const char *prologue, size_t len, const char **error);

/* Sends an order; the descriptors stay the caller's. False: the template is gone. */
bool template_order(template_t *t, const snapshot_order_t *order, int in, int out, int err);

/* The next report: 1, none yet: 0, the template is gone, or its deadline passed: -1. */
int template_report(template_t *t, snapshot_report_t *report);

/* Kills the template and what it started, and reaps; idempotent. */
void template_end(template_t *t);

/* In words, for messages. */
const char *snapshot_why_text(snapshot_why_t why);

#endif
