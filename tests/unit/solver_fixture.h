/* solver_fixture.h - for tests that start processes: the fakes, and what is left behind. */
#ifndef SOLVER_FIXTURE_H
#define SOLVER_FIXTURE_H

#include "unit.h"

#include "base/clock.h"
#include "solver/process.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>

/* Sanitized programs are slow, and their memory does not show what ours does. */
static inline bool fixture_sanitized(void) {
    return getenv("ASSAY_SANITIZED") != NULL;
}

static inline bool fixture_long(void) {
    return getenv("ASSAY_LONG") != NULL;
}

/* The program with the planted faults. */
static inline const char *fixture_fake(void) {
    const char *fake = getenv("FAKE");
    if (!fake)
        fail_msg("FAKE is not set: it names the program of tests/fakes");
    return fake;
}

static inline unsigned fixture_fds(void) {
    unsigned count = 0;
    DIR *all = opendir("/proc/self/fd");
    assert_non_null(all);
    while (readdir(all))
        count++;
    closedir(all);
    return count;
}

/* After process_setup() every orphan below us is our child, so that having no child means that
 * nothing is left, neither alive nor a zombie. */
static inline bool fixture_no_children(void) {
    return waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD;
}

/* Takes the dead until there is no child left; false when one lives on. */
static inline bool fixture_children_end(double seconds) {
    double until = clock_wall() + seconds;
    while (clock_wall() < until) {
        pid_t pid = waitpid(-1, NULL, WNOHANG);
        if (pid < 0 && errno == ECHILD)
            return true;
        if (pid == 0)
            usleep(2000);
    }
    return false;
}

static inline uint64_t fixture_resident_kb(void) {
    return process_resident_kb(getpid());
}

#endif
