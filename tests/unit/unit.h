/* unit.h - what the unit tests share: cmocka, seeds, failing allocations, expected aborts.
 *
 *     static void work(mem_t *mem, void *arg) { ... }
 *     unit_fail_each(work, NULL, NULL);           // every allocation of work() fails once
 *
 *     assert_true(unit_aborts(work, arg, said, sizeof said));
 *     assert_non_null(strstr(said, "out of memory"));
 */
#ifndef UNIT_H
#define UNIT_H

#include "base/mem.h"
#include "base/rng.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

/* The seed of a random test, printed: always the same, so that a run tells about the change under
 * test and nothing else; ASSAY_TEST_SEED=N is another, ASSAY_TEST_SEED=random a new one. */
static inline uint64_t unit_seed(void) {
    const char *wish = getenv("ASSAY_TEST_SEED");
    uint64_t seed = 1;
    if (wish && strcmp(wish, "random") == 0) {
        struct timespec now;
        clock_gettime(CLOCK_REALTIME, &now);
        seed = ((uint64_t)now.tv_sec << 20 ^ (uint64_t)now.tv_nsec) & 0xFFFFFFFF;
    } else if (wish) {
        seed = strtoull(wish, NULL, 0);
    }
    print_message("[   SEED   ] ASSAY_TEST_SEED=%llu\n", (unsigned long long)seed);
    return seed;
}

/* For unit_fail_each: a mem_t for its work, and what its owner gave. */
typedef struct unit_job {
    mem_t mem;
    void (*work)(mem_t *mem, void *arg);
    void *arg;
} unit_job_t;

static inline void unit_job_work(void *arg) {
    unit_job_t *job = (unit_job_t *)arg;
    job->work(&job->mem, job->arg);
}

/* Runs work again and again, with its first allocation failing, then its second, until it gets
 * through; the number of runs. after, which may be NULL, looks for leftovers after each run. */
static inline uint64_t unit_fail_each(void (*work)(mem_t *mem, void *arg), void (*after)(void *arg),
                                      void *arg) {
    for (uint64_t n = 1;; n++) {
        unit_job_t job = {.work = work, .arg = arg};
        mem_init(&job.mem);
        job.mem.fail_at = n;
        bool ok = mem_try(&job.mem, unit_job_work, &job);
        assert_null(job.mem.trap);
        if (ok)
            assert_true(job.mem.calls < n);
        else
            assert_true(job.mem.calls >= n);
        mem_done(&job.mem);
        assert_null(job.mem.head);
        assert_int_equal(job.mem.used, 0);
        if (after)
            after(arg);
        if (ok)
            return n;
        assert_true(n < 100000);
    }
}

/* True when work runs into a failed allocation; mem can be used after it. */
static inline bool unit_fails(mem_t *mem, void (*work)(void *arg), void *arg) {
    bool ok = mem_try(mem, work, arg);
    assert_null(mem->trap);
    return !ok;
}

static sigjmp_buf unit_landing;

static inline void unit_on_abort(int number) {
    siglongjmp(unit_landing, number);
}

/* True when work(arg) calls abort(); said gets what went to stderr before. */
static inline bool unit_aborts(void (*work)(void *arg), void *arg, char *said, size_t size) {
    FILE *catcher = tmpfile();
    assert_non_null(catcher);
    fflush(stderr);
    int kept = dup(STDERR_FILENO);
    assert_true(kept >= 0);
    dup2(fileno(catcher), STDERR_FILENO);
    void (*before)(int) = signal(SIGABRT, unit_on_abort);
    volatile bool aborted = true;
    if (sigsetjmp(unit_landing, 1) == 0) {
        work(arg);
        aborted = false;
    }
    signal(SIGABRT, before);
    fflush(stderr);
    dup2(kept, STDERR_FILENO);
    close(kept);
    rewind(catcher);
    said[fread(said, 1, size - 1, catcher)] = '\0';
    fclose(catcher);
    return aborted;
}

#endif
