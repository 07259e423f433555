/* watcher.h - ends what solvers started when the program is gone.
 *
 * The processes that we start die with us, but their children do not: a wrapper script's solver
 * would run on. The watcher is a process that sleeps until the program ends, however that happens,
 * and then kills everything with the mark of a pool (process.h), in whatever session or group it
 * is. There is one for each pool; it costs nothing while the program lives.
 *
 * It is a copy of the program, so start it while that is small and has one thread. It ignores all
 * signals but SIGKILL, holds no descriptor of the program's, and is no child that waitpid() without
 * __WALL sees. */
#ifndef SOLVER_WATCHER_H
#define SOLVER_WATCHER_H

#include <stdint.h>
#include <sys/types.h>

/* The watcher's number, or -1: the kernel refuses, errno says why. */
pid_t watcher_start(uint32_t pool_mark);

/* Nothing for a number below 1. */
void watcher_end(pid_t watcher);

#endif
