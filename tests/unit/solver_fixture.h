/* solver_fixture.h - for tests that start processes: the fakes, and what they leave running. */
#ifndef SOLVER_FIXTURE_H
#define SOLVER_FIXTURE_H

#include "unit.h"

#include "base/clock.h"
#include "solver/run/process.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
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

/* Kills our children, not theirs; how many. */
static inline unsigned fixture_kill_children(void) {
    char text[4096] = "";
    FILE *list = fopen("/proc/thread-self/children", "r");
    if (!list)
        skip();
    size_t len = fread(text, 1, sizeof text - 1, list);
    fclose(list);
    unsigned count = 0;
    char *end = text;
    for (char *at = text; at < text + len; at = end + 1) {
        long pid = strtol(at, &end, 10);
        if (end == at || pid <= 1)
            break;
        siginfo_t info;
        if (waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0)
            continue; /* a watcher, which only __WALL finds */
        assert_int_equal(kill((pid_t)pid, SIGKILL), 0);
        count++;
    }
    return count;
}

/* Descriptors run out: none, one, two ... are left. Restores the limit. */
static inline void fixture_few_fds(void (*work)(void *arg), void *arg) {
    struct rlimit before;
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
    int next = dup(0);
    assert_true(next > 0);
    close(next);
    for (unsigned spare = 0; spare < 12; spare++) {
        struct rlimit few = {(rlim_t)next + spare, before.rlim_max};
        assert_int_equal(setrlimit(RLIMIT_NOFILE, &few), 0);
        work(arg);
        assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
    }
}

static inline uint64_t fixture_resident_kb(void) {
    return process_resident_kb(getpid());
}

#endif
