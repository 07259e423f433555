/* child.h - processes that are copies of ours: the workers of a campaign, and whatever may go wrong
 * without taking us with it.
 *
 *     child_t child;
 *     if (!child_start(&child, work, &job, -1, &error)) ...
 *     poll child.socket: what it says, and its end        // readable with nothing to read
 *     child_end(&child, 1, &end);
 *
 * A child is a fork: it sees all memory as it is now, and shares it until either side writes. So
 * start it while there is one thread. It has no descriptor but 0, 1, 2 and its end of the socket, a
 * process group of its own (keys pressed on the terminal are the parent's), default handling of
 * signals, and it dies with its parent, however that dies. When work() returns, it ends with that
 * status, and nothing that was registered with atexit() is run. */
#ifndef SOLVER_CHILD_H
#define SOLVER_CHILD_H

#include "base/strbuf.h"

#include <sys/types.h>

typedef struct child {
    pid_t pid;  /* 0: none */
    int socket; /* ours: a stream, non-blocking, close-on-exec; -1: none */
} child_t;

typedef struct child_end {
    int status; /* of exit, or -1: a signal ended it */
    int signal;
} child_end_t;

/* socket is a stream to the parent; it blocks. */
typedef int (*child_work_t)(void *arg, int socket);

/* False with a message. err becomes its standard error; -1: ours. */
bool child_start(child_t *child, child_work_t work, void *arg, int err, const char **error);

/* Waits up to patience seconds for its end, kills it if that did not come, and closes the socket. A
 * process closes its descriptors before it is seen to have ended: a caller that sees the end of the
 * socket and wants to know how the child ended gives it a moment. */
void child_end(child_t *child, double patience, child_end_t *end);

/* Has the work done by a child that is silent on standard error, and appends what it writes to its
 * socket. False, with nothing appended, unless it ends with status 0 within patience seconds. */
bool child_gather(child_work_t work, void *arg, double patience, strbuf_t *out);

/* Reaps dead processes whose parents died before them, which are ours then: no zombies are left.
 * Those listed are not touched: their owners wait for them. */
void child_reap_orphans(const child_t *children, unsigned count);

/* ---- Signals as events ---- */

/* A descriptor that is readable when we are asked to end (SIGINT, SIGTERM, SIGHUP); these signals
 * then no longer end us by themselves. -1 with errno. Writing to what is gone or too large becomes
 * an error instead of a signal (SIGPIPE, SIGXFSZ). */
int signals_open(void);

/* The signal that came, or 0: none. */
int signals_take(int fd);

#endif
