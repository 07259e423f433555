/* template.h and the library that is preloaded, on tests/fakes/reader (which READER names) and on
 * the solvers that are installed. */
#include "unit.h"

#include "base/clock.h"
#include "solver/run/template.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>

/* ---- One run ------------------------------------------------------------------------------- */

typedef struct run {
    char out[20000];
    char err[20000];
    size_t out_len;
    size_t err_len;
    int status; /* as of wait */
    double cpu_ms;
    uint64_t peak_kb;
} run_t;

static size_t slurp(int fd, char *to, size_t size) {
    ssize_t len = pread(fd, to, size, 0);
    assert_true(len >= 0 && (size_t)len < size);
    to[len] = '\0';
    close(fd);
    return (size_t)len;
}

static int make_input(const char *text) {
    const char *error;
    int fd = process_input(text, strlen(text), &error);
    assert_true(fd >= 0);
    return fd;
}

/* Waits for the next report as the pool would. */
static int next_report(template_t *t, snapshot_report_t *report, double seconds) {
    double end = clock_wall() + seconds;
    for (;;) {
        int got = template_report(t, report);
        double left = end - clock_wall();
        if (got != 0 || left <= 0)
            return got;
        poll(&(struct pollfd){.fd = t->socket, .events = POLLIN}, 1, (int)(left * 1000) + 1);
    }
}

static void expect(template_t *t, snapshot_word_t word, snapshot_report_t *report) {
    int got = next_report(t, report, 30);
    if (got != 1 || report->word != word)
        fail_msg("report %d: %u, not %u: %s", got, report->word, word, t->why ? t->why : "");
}

static void start(template_t *t, const char *const *argv, const char *prologue) {
    const char *error = "";
    snapshot_report_t report;
    if (!template_start(t, argv, NULL, 0, prologue, strlen(prologue), &error))
        fail_msg("%s: %s", argv[0], error);
    assert_false(t->ready);
    expect(t, SNAPSHOT_READY, &report);
    assert_true(t->ready);
}

typedef struct streams {
    int in;
    int out;
    int err;
} streams_t;

static streams_t open_streams(const char *text) {
    return (streams_t){make_input(text), memfd_create("out", MFD_CLOEXEC),
                       memfd_create("err", MFD_CLOEXEC)};
}

/* Reports the child's pid. */
static pid_t begin(template_t *t, const streams_t *streams, const snapshot_order_t *order) {
    snapshot_report_t report;
    assert_true(template_order(t, order, streams->in, streams->out, streams->err));
    expect(t, SNAPSHOT_STARTED, &report);
    assert_true(report.value > 0);
    return report.value;
}

static void finish(template_t *t, const streams_t *streams, run_t *run) {
    snapshot_report_t report;
    expect(t, SNAPSHOT_ENDED, &report);
    run->status = report.value;
    run->cpu_ms = (double)report.cpu_us / 1e3;
    run->peak_kb = report.peak_kb;
    run->out_len = slurp(streams->out, run->out, sizeof run->out);
    run->err_len = slurp(streams->err, run->err, sizeof run->err);
    close(streams->in);
}

/* skip: how much of the text was the template's prologue. */
static void ask(template_t *t, const char *text, size_t skip, run_t *run) {
    streams_t streams = open_streams(text);
    lseek(streams.in, (off_t)skip, SEEK_SET);
    begin(t, &streams, &(snapshot_order_t){0});
    finish(t, &streams, run);
}

/* Little output: it fits in the pipes. */
static void run_plain(const char *const *argv, const char *text, run_t *run) {
    process_t process;
    process_spec_t spec = {.argv = argv, .stdin_fd = make_input(text)};
    process_end_t end;
    const char *error;
    assert_true(process_start(&process, &spec, &error));
    assert_int_equal(poll(&(struct pollfd){.fd = process.pidfd, .events = POLLIN}, 1, 30000), 1);
    ssize_t out = read(process.out, run->out, sizeof run->out - 1);
    ssize_t err = read(process.err, run->err, sizeof run->err - 1);
    process_reap(&process, &end);
    close(spec.stdin_fd);
    run->out_len = out > 0 ? (size_t)out : 0;
    run->err_len = err > 0 ? (size_t)err : 0;
    run->out[run->out_len] = run->err[run->err_len] = '\0';
    run->status = end.signal != 0 ? end.signal : end.exit_status << 8;
}

static void assert_same_run(const run_t *a, const run_t *b) {
    assert_string_equal(a->out, b->out);
    assert_string_equal(a->err, b->err);
    assert_int_equal(a->out_len, b->out_len);
    assert_int_equal(a->err_len, b->err_len);
    assert_int_equal(a->status, b->status);
}

/* The same text, whole and after each of its lines as a prologue. A prologue that makes the solver
 * end leaves no template to ask, and a state shows the template's own descriptors. */
static void compare(const char *const *argv, const char *text) {
    run_t plain;
    run_t forked;
    run_plain(argv, text, &plain);
    for (const char *end = text; end; end = strchr(end, '\n') ? strchr(end, '\n') + 1 : NULL) {
        char prologue[1000];
        snprintf(prologue, sizeof prologue, "%.*s", (int)(end - text), text);
        if (strstr(prologue, "exit") || strstr(prologue, "state"))
            break;
        template_t t;
        start(&t, argv, prologue);
        for (int i = 0; i < 3; i++) {
            ask(&t, text, strlen(prologue), &forked);
            assert_same_run(&plain, &forked);
        }
        template_end(&t);
    }
}

/* ---- The fake ------------------------------------------------------------------------------ */

static const char *reader_path;

/* argv of the reader; good until the next call. */
static const char *const *reader(const char *how) {
    static const char *argv[3];
    if (!reader_path)
        fail_msg("READER is not set: it names the program of tests/fakes");
    argv[0] = reader_path;
    argv[1] = how;
    return argv;
}

static int count_descriptors(void) {
    DIR *all = opendir("/proc/self/fd");
    int count = 0;
    while (readdir(all))
        count++;
    closedir(all);
    return count;
}

/* Waits until the process is gone; it may have become our child (process_setup). */
static bool ends_soon(pid_t pid) {
    double end = clock_wall() + 10;
    while (clock_wall() < end) {
        if (waitpid(pid, NULL, WNOHANG) == pid || (kill(pid, 0) != 0 && errno == ESRCH))
            return true;
        nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    }
    return false;
}

/* ---- Tests --------------------------------------------------------------------------------- */

static void test_ways_to_read(void **state) {
    static const char *const ways[] = {"read",   "byte",   "fgets",  "getline",
                                       "joined", "banner", "careful"};
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        compare(reader(ways[i]), "one\ntwo\ncomplain\nthree\n");
        compare(reader(ways[i]), "one\nexit 3\nthree\n");
        compare(reader(ways[i]), "state\n");
        compare(reader(ways[i]), "no end of line");
    }
}

static void test_large_input(void **state) {
    size_t size = 100000;
    char *text = malloc(size + 1);
    for (size_t i = 0; i < size; i++)
        text[i] = i % 50 == 49 ? '\n' : (char)('a' + i % 26);
    memcpy(text + size - 7, "\nstate\n", 7);
    text[size] = '\0';
    static const char *const ways[] = {"read", "byte", "fgets"};
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        template_t t;
        start(&t, reader(ways[i]), "");
        streams_t streams = open_streams(text);
        begin(&t, &streams, &(snapshot_order_t){0});
        snapshot_report_t report;
        expect(&t, SNAPSHOT_ENDED, &report);
        assert_int_equal(report.value, 0);
        assert_true(lseek(streams.out, 0, SEEK_END) > (off_t)size);
        close(streams.in);
        close(streams.out);
        close(streams.err);
        template_end(&t);
    }
    free(text);
}

/* A pipe gives less than was asked for, and makes the child wait. */
static void test_pipe_input(void **state) {
    template_t t;
    start(&t, reader("read"), "");
    int fds[2];
    assert_int_equal(pipe2(fds, O_CLOEXEC), 0);
    streams_t streams = open_streams("");
    close(streams.in);
    streams.in = fds[0];
    begin(&t, &streams, &(snapshot_order_t){0});
    static const char *const pieces[] = {"on", "e\ntw", "o\n"};
    for (size_t i = 0; i < sizeof pieces / sizeof pieces[0]; i++) {
        nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
        assert_true(write(fds[1], pieces[i], strlen(pieces[i])) > 0);
    }
    close(fds[1]);
    run_t run;
    finish(&t, &streams, &run);
    assert_non_null(strstr(run.out, "got: one\ngot: two\n"));
    template_end(&t);
}

static void test_many_queries(void **state) {
    template_t t;
    run_t run;
    int before = count_descriptors();
    start(&t, reader("getline"), "zero\n");
    int running = count_descriptors();
    for (int i = 0; i < 300; i++) {
        char text[64];
        char want[64];
        snprintf(text, sizeof text, "zero\nquery %d\n", i);
        snprintf(want, sizeof want, "got: zero\ngot: query %d\n", i);
        ask(&t, text, strlen("zero\n"), &run);
        assert_string_equal(run.out, want);
        assert_int_equal(run.status, 0);
        assert_true(run.peak_kb > 0);
    }
    assert_int_equal(count_descriptors(), running);
    template_end(&t);
    template_end(&t);
    assert_int_equal(count_descriptors(), before);
}

static void test_crash(void **state) {
    template_t t;
    run_t run;
    start(&t, reader("getline"), "");
    ask(&t, "crash\n", 0, &run);
    assert_true(WIFSIGNALED(run.status));
    assert_int_equal(WTERMSIG(run.status), SIGSEGV);
    ask(&t, "abort\n", 0, &run);
    assert_int_equal(WTERMSIG(run.status), SIGABRT);
    ask(&t, "one\n", 0, &run);
    assert_string_equal(run.out, "got: one\n");
    template_end(&t);
}

static void test_limits(void **state) {
    template_t t;
    run_t run;
    start(&t, reader("getline"), "");
    streams_t streams = open_streams("spin\n");
    begin(&t, &streams, &(snapshot_order_t){.cpu_limit = 1});
    finish(&t, &streams, &run);
    assert_int_equal(WTERMSIG(run.status), SIGKILL);
    assert_true(run.cpu_ms > 500 && run.cpu_ms < 2000); /* the limit is checked by the tick */

    streams = open_streams("hog\n");
    begin(&t, &streams, &(snapshot_order_t){.memory_limit = 64 << 20});
    finish(&t, &streams, &run);
    assert_string_equal(run.out, "got: hog\nno memory after more than 10 MB\n");
    assert_true(run.peak_kb > 10 << 10 && run.peak_kb < 65 << 10);

    ask(&t, "one\n", 0, &run); /* the limits were the children's */
    assert_string_equal(run.out, "got: one\n");
    template_end(&t);
}

static void test_kill_child(void **state) {
    template_t t;
    run_t run;
    start(&t, reader("getline"), "");
    for (int i = 0; i < 20; i++) {
        streams_t streams = open_streams("sleep\n");
        pid_t pid = begin(&t, &streams, &(snapshot_order_t){0});
        assert_int_equal(kill(i % 2 ? pid : -pid, SIGKILL), 0);
        finish(&t, &streams, &run);
        assert_int_equal(WTERMSIG(run.status), SIGKILL);
        ask(&t, "one\n", 0, &run);
        assert_string_equal(run.out, "got: one\n");
    }
    template_end(&t);
}

/* After ENDED nothing of a child is left, whatever it started. */
static void test_family(void **state) {
    template_t t;
    run_t run;
    start(&t, reader("getline"), "");
    for (int i = 0; i < 10; i++) {
        ask(&t, "family\n", 0, &run);
        const char *at = run.out + strlen("got: family\n");
        for (int j = 0; j < 2; j++) {
            char *end;
            long pid = strtol(at, &end, 10);
            at = end;
            assert_true(pid > 0);
            assert_int_equal(kill((pid_t)pid, 0), -1);
        }
    }
    template_end(&t);
}

static void test_template_dies(void **state) {
    template_t t;
    snapshot_report_t report;
    start(&t, reader("getline"), "");
    kill(t.process.pid, SIGKILL);
    assert_int_equal(next_report(&t, &report, 10), -1);
    assert_false(t.ready);
    assert_string_equal(t.why, "it ended");
    template_end(&t);

    start(&t, reader("getline"), "");
    streams_t streams = open_streams("sleep\n");
    pid_t pid = begin(&t, &streams, &(snapshot_order_t){0});
    kill(t.process.pid, SIGKILL);
    assert_int_equal(next_report(&t, &report, 10), -1);
    assert_true(ends_soon(pid));
    template_end(&t);
    close(streams.in);
    close(streams.out);
    close(streams.err);

    start(&t, reader("getline"), "");
    kill(t.process.pid, SIGKILL);
    waitid(P_PID, (id_t)t.process.pid, NULL, WEXITED | WNOWAIT);
    streams = open_streams("");
    assert_false(template_order(&t, &(snapshot_order_t){0}, streams.in, streams.out, streams.err));
    template_end(&t);
    close(streams.in);
    close(streams.out);
    close(streams.err);
}

static void refused(const char *how, const char *why) {
    template_t t;
    snapshot_report_t report;
    const char *error;
    assert_true(template_start(&t, reader(how), NULL, 0, "", 0, &error));
    int got = next_report(&t, &report, 1);
    if (strcmp(how, "deaf") == 0) {
        assert_int_equal(got, 0);
        t.deadline = clock_wall();
        got = template_report(&t, &report);
    }
    if (got == 1)
        assert_int_equal(report.word, SNAPSHOT_REFUSED);
    else
        assert_int_equal(got, -1);
    assert_false(t.ready);
    assert_string_equal(t.why, why);
    template_end(&t);
}

static void test_refused(void **state) {
    refused("threads", "it has threads when it first reads");
    refused("ends", "it ended before it read standard input");
    refused("deaf", "it did not read standard input in time");
}

static void cannot_start(const char *path, const char *why) {
    template_t t;
    const char *error = NULL;
    const char *const argv[] = {path, NULL};
    int before = count_descriptors();
    assert_false(template_start(&t, argv, NULL, 0, "", 0, &error));
    assert_string_equal(error, why);
    template_end(&t);
    assert_int_equal(count_descriptors(), before);
}

static void test_not_startable(void **state) {
    const char *fixed = getenv("READER_STATIC");
    if (fixed)
        cannot_start(fixed, "it is statically linked");
    cannot_start("no-such-solver", "no such program");
    cannot_start("/no/such/solver", "no such program");

    char path[] = "/tmp/assay-test-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    fchmod(fd, 0755);
    assert_true(write(fd, "#!/bin/sh\nexec cat\n", 19) == 19);
    cannot_start(path, "it is a script");
    assert_true(pwrite(fd, "MZ", 2, 0) == 2);
    cannot_start(path, "it is not a program");
    static const char head[64] = "\177ELF\1\1\1";
    assert_true(pwrite(fd, head, sizeof head, 0) == sizeof head);
    cannot_start(path, "it is a program for another machine");
    close(fd);
    unlink(path);
}

/* What the solver's own clock does, it does in each child. */
static void test_alarm(void **state) {
    template_t t;
    run_t run;
    start(&t, reader("alarm"), "");
    nanosleep(&(struct timespec){.tv_nsec = 500000000}, NULL);
    for (int i = 0; i < 2; i++) {
        ask(&t, "sleep\n", 0, &run);
        assert_string_equal(run.out, "got: sleep\nalarm\n");
        assert_int_equal(WEXITSTATUS(run.status), 7);
    }
    template_end(&t);
}

/* A program that is killed takes its templates and their children with it. */
static void test_runner_dies(void **state) {
    const char *const *argv = reader("getline");
    int fds[2];
    pid_t pids[2];
    assert_int_equal(pipe2(fds, O_CLOEXEC), 0);
    pid_t runner = fork();
    if (runner == 0) {
        template_t t;
        start(&t, argv, "");
        streams_t streams = open_streams("sleep\n");
        pids[0] = t.process.pid;
        pids[1] = begin(&t, &streams, &(snapshot_order_t){0});
        if (write(fds[1], pids, sizeof pids) == (ssize_t)sizeof pids)
            for (;;)
                pause();
        _exit(1);
    }
    assert_int_equal(read(fds[0], pids, sizeof pids), sizeof pids);
    assert_int_equal(kill(pids[1], 0), 0);
    kill(runner, SIGKILL);
    waitpid(runner, NULL, 0);
    assert_true(ends_soon(pids[0]));
    assert_true(ends_soon(pids[1]));
    close(fds[0]);
    close(fds[1]);
}

/* ---- Real solvers -------------------------------------------------------------------------- */

static void test_solvers(void **state) {
    static const char *const solvers[][6] = {
        {"z3", "-in"}, {"cvc5", "-q"}, {"cvc4", "-q", "--lang", "smt2"}, {"boolector"}};
    static const char *const texts[] = {
        "(set-logic QF_BV)\n"
        "(declare-fun x () (_ BitVec 8))\n"
        "(assert (bvult x #x01))\n"
        "(check-sat)\n",
        "(set-logic QF_BV)\n"
        "(set-option :produce-models true)\n"
        "(declare-fun x () (_ BitVec 8))\n"
        "(assert (and (bvult x #x05) (bvugt x #x03)))\n"
        "(check-sat)\n"
        "(get-value (x))\n"
        "(exit)\n",
        "(set-logic QF_BV)\n"
        "(declare-fun x () (_ BitVec 8))\n"
        "(assert (and (bvult x #x01) (bvugt x #x03)))\n"
        "(check-sat)\n",
        "(set-logic QF_BV)\n"
        "(assert (no-such-function))\n"
        "(check-sat)\n",
    };
    mem_t mem;
    mem_init(&mem);
    for (size_t i = 0; i < sizeof solvers / sizeof solvers[0]; i++) {
        if (!process_find(&mem, solvers[i][0])) {
            print_message("%s is not installed\n", solvers[i][0]);
            continue;
        }
        for (size_t j = 0; j < sizeof texts / sizeof texts[0]; j++) {
            run_t plain;
            run_t forked;
            template_t t;
            run_plain(solvers[i], texts[j], &plain);
            start(&t, solvers[i], "");
            ask(&t, texts[j], 0, &forked);
            assert_same_run(&plain, &forked);
            template_end(&t);
            start(&t, solvers[i], "(set-logic QF_BV)\n");
            ask(&t, texts[j], strlen("(set-logic QF_BV)\n"), &forked);
            assert_same_run(&plain, &forked);
            template_end(&t);
        }
    }
    mem_done(&mem);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ways_to_read),  cmocka_unit_test(test_large_input),
        cmocka_unit_test(test_pipe_input),    cmocka_unit_test(test_many_queries),
        cmocka_unit_test(test_crash),         cmocka_unit_test(test_limits),
        cmocka_unit_test(test_kill_child),    cmocka_unit_test(test_family),
        cmocka_unit_test(test_template_dies), cmocka_unit_test(test_refused),
        cmocka_unit_test(test_not_startable), cmocka_unit_test(test_alarm),
        cmocka_unit_test(test_runner_dies),   cmocka_unit_test(test_solvers),
    };
    reader_path = getenv("READER");
    process_setup();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
