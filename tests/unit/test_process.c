/* process.h, on the fakes. */
#include "solver_fixture.h"

#include "base/strbuf.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>

/* ---- Help ------------------------------------------------------------------------------------ */

static process_spec_t spec_of(const char *const *argv) {
    return (process_spec_t){.argv = argv, .stdin_fd = -1};
}

static void read_until_end(int fd, char *text, size_t size) {
    size_t len = 0;
    for (;;) {
        ssize_t got = read(fd, text + len, size - 1 - len);
        if (got > 0)
            len += (size_t)got;
        else if (got == 0)
            break;
        else if (errno == EAGAIN)
            poll(&(struct pollfd){.fd = fd, .events = POLLIN}, 1, 1000);
    }
    text[len] = '\0';
}

/* Runs a fake to its end; its standard output. */
static process_end_t run(process_spec_t spec, char *text, size_t size) {
    process_t process;
    const char *error = NULL;
    if (!process_start(&process, &spec, &error))
        fail_msg("cannot start %s: %s", spec.argv[0], error);
    read_until_end(process.out, text, size);
    process_end_t end;
    process_reap(&process, &end);
    return end;
}

static void start_fake(process_t *process, const char *name, const char *arg) {
    const char *const argv[] = {fixture_fake(), name, arg, NULL};
    process_spec_t spec = spec_of(argv);
    const char *error = NULL;
    if (!process_start(process, &spec, &error))
        fail_msg("cannot start the fake: %s", error);
}

static bool ends_within(const process_t *process, int ms) {
    struct pollfd wait = {.fd = process->pidfd, .events = POLLIN};
    return poll(&wait, 1, ms) == 1;
}

/* ---- Starting -------------------------------------------------------------------------------- */

static void test_answer(void **state) {
    const char *const argv[] = {fixture_fake(), "answer", "unsat", NULL};
    char text[1000];
    unsigned fds = fixture_fds();
    process_end_t end = run(spec_of(argv), text, sizeof text);
    assert_string_equal(text, "unsat\n");
    assert_int_equal(end.exit_status, 0);
    assert_int_equal(end.signal, 0);
    assert_int_equal(fixture_fds(), fds);
    assert_true(fixture_no_children());
}

static void test_exit_and_signal(void **state) {
    char text[1000];
    const char *const exits[] = {fixture_fake(), "exit", "101", NULL};
    assert_int_equal(run(spec_of(exits), text, sizeof text).exit_status, 101);
    const char *const crashes[] = {fixture_fake(), "segfault", NULL};
    process_end_t end = run(spec_of(crashes), text, sizeof text);
    assert_int_equal(end.exit_status, -1);
    assert_int_equal(end.signal, SIGSEGV);
}

static void refuses(const char *program, const char *words) {
    unsigned fds = fixture_fds();
    const char *const argv[] = {program, NULL};
    process_spec_t spec = spec_of(argv);
    spec.stdin_pipe = true;
    process_t process;
    const char *error = NULL;
    assert_false(process_start(&process, &spec, &error));
    assert_string_equal(error, words);
    assert_int_equal(process.pid, 0);
    assert_int_equal(fixture_fds(), fds);
    assert_true(fixture_no_children());
}

static void test_missing(void **state) {
    refuses("no-such-solver-anywhere", "No such file or directory");
    refuses("/nonexistent/solver", "No such file or directory");
    refuses("/etc/passwd", "Permission denied");
    refuses("/tmp", "Permission denied");

    char path[] = "/tmp/assay-process-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, "not a program", 13), 13);
    fchmod(fd, 0755);
    close(fd);
    refuses(path, "Exec format error");
    unlink(path);
}

static void try_start(void *arg) {
    unsigned *started = arg;
    const char *const argv[] = {fixture_fake(), "answer", "sat", NULL};
    process_spec_t spec = spec_of(argv);
    spec.stdin_pipe = true;
    process_t process;
    const char *error = NULL;
    if (process_start(&process, &spec, &error)) {
        process_kill(&process);
        process_reap(&process, &(process_end_t){0});
        ++*started;
    } else {
        assert_non_null(error);
    }
    int fd = process_input("x", 1, &error);
    if (fd >= 0)
        close(fd);
}

static void test_few_descriptors(void **state) {
    unsigned fds = fixture_fds();
    unsigned started = 0;
    fixture_few_fds(try_start, &started);
    assert_in_range(started, 1, 11);
    assert_int_equal(fixture_fds(), fds);
    assert_true(fixture_no_children());
}

static void test_find(void **state) {
    mem_t mem;
    mem_init(&mem);
    char *path = process_find(&mem, "sh");
    assert_non_null(path);
    assert_string_equal(path + strlen(path) - 3, "/sh");
    assert_null(process_find(&mem, "no-such-solver-anywhere"));
    assert_null(process_find(&mem, "/etc/passwd"));
    assert_null(process_find(&mem, "/tmp"));
    mem_done(&mem);
}

static void on_signal(int number) {
    (void)number;
}

/* Nothing of how we are set up shows in the child. */
static void test_clean_state(void **state) {
    sigset_t some;
    sigset_t before;
    sigemptyset(&some);
    sigaddset(&some, SIGTERM);
    sigaddset(&some, SIGCHLD);
    sigprocmask(SIG_BLOCK, &some, &before);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGUSR1, on_signal);

    const char *const argv[] = {fixture_fake(), "state", NULL};
    process_spec_t spec = spec_of(argv);
    char text[1000];
    run(spec, text, sizeof text);
    assert_string_equal(text, "leader 1 odd 0 death 9 core 0 cpu -1 as -1\n");
    spec.cpu_limit = 1.5;
    spec.memory_limit = 1 << 30;
    run(spec, text, sizeof text);
    assert_string_equal(text, "leader 1 odd 0 death 9 core 0 cpu 2 as 1073741824\n");

    signal(SIGPIPE, SIG_DFL);
    signal(SIGUSR1, SIG_DFL);
    sigprocmask(SIG_SETMASK, &before, NULL);
}

static void test_environment(void **state) {
    setenv("ASSAY_TEST_SECRET", "1", 1);
    setenv("LC_ALL", "de_DE.UTF-8", 1);
    const char *const argv[] = {fixture_fake(), "env", NULL};
    const char *const env[] = {"EXTRA=42", "TERM=xterm", NULL};
    process_spec_t spec = spec_of(argv);
    spec.env = env;
    char text[10000];
    run(spec, text, sizeof text);
    assert_non_null(strstr(text, "PATH="));
    assert_non_null(strstr(text, "LANG=C\n"));
    assert_non_null(strstr(text, "EXTRA=42\n"));
    assert_non_null(strstr(text, "TERM=xterm\n"));
    assert_null(strstr(text, "TERM=dumb"));
    assert_null(strstr(text, "SECRET"));
    assert_null(strstr(text, "LC_ALL"));
    unsetenv("ASSAY_TEST_SECRET");
    unsetenv("LC_ALL");
}

/* Also descriptors that are not close-on-exec stay here, but for those asked for. */
static void test_descriptors(void **state) {
    int leaked = open("/dev/null", O_RDONLY);
    int wanted = fcntl(leaked, F_DUPFD_CLOEXEC, 50);
    assert_true(leaked > 2 && wanted >= 50);
    const char *const argv[] = {fixture_fake(), "fds", NULL};
    process_spec_t spec = spec_of(argv);
    char text[1000];
    run(spec, text, sizeof text);
    assert_string_equal(text, "0\n1\n2\n");
    spec.keep_fds = &wanted;
    spec.keep_count = 1;
    run(spec, text, sizeof text);
    char want[100];
    snprintf(want, sizeof want, "0\n1\n2\n%d\n", wanted);
    assert_string_equal(text, want);
    close(leaked);
    close(wanted);
}

/* We may have been started without standard descriptors ourselves. */
static void test_low_descriptors(void **state) {
    fflush(NULL);
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        close(0);
        close(1);
        close(2);
        char text[1000];
        const char *const argv[] = {fixture_fake(), "answer", "sat", NULL};
        const char *error;
        int input = process_input("abc", 3, &error);
        process_spec_t spec = spec_of(argv);
        spec.stdin_fd = input;
        run(spec, text, sizeof text);
        _exit(input == 0 && strcmp(text, "sat\n") == 0 ? 0 : 1);
    }
    int status;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, 0);
}

static void test_input(void **state) {
    const char *error;
    int fd = process_input("(check-sat)\n", 12, &error);
    assert_true(fd > 2);
    assert_int_equal(pwrite(fd, "x", 1, 0), -1);
    assert_int_equal(errno, EPERM);
    const char *const argv[] = {"cat", NULL};
    process_spec_t spec = spec_of(argv);
    spec.stdin_fd = fd;
    char text[100];
    run(spec, text, sizeof text);
    assert_string_equal(text, "(check-sat)\n");
    close(fd);
}

static void test_pipe(void **state) {
    process_t process;
    const char *const argv[] = {"cat", NULL};
    process_spec_t spec = spec_of(argv);
    spec.stdin_pipe = true;
    const char *error;
    assert_true(process_start(&process, &spec, &error));
    assert_int_equal(write(process.in, "hello\n", 6), 6);
    close(process.in);
    process.in = -1;
    char text[100];
    read_until_end(process.out, text, sizeof text);
    assert_string_equal(text, "hello\n");
    process_end_t end;
    process_reap(&process, &end);
    assert_int_equal(end.exit_status, 0);
}

/* ---- Looking --------------------------------------------------------------------------------- */

static void test_usage(void **state) {
    process_t process;
    start_fake(&process, "spin", NULL);
    usleep(100000);
    double cpu = process_cpu_ms(process.pid);
    assert_true(cpu > 5 && cpu < 2000);
    assert_true(process_resident_kb(process.pid) > 100);
    assert_true(process_peak_kb(process.pid) >= process_resident_kb(process.pid));
    process_kill(&process);
    process_end_t end;
    process_reap(&process, &end);
    assert_true(end.cpu_ms >= cpu - 1);
    assert_int_equal(end.signal, SIGKILL);
    assert_true(process_cpu_ms(0x7ffffff0) == 0);
    assert_int_equal(process_peak_kb(0x7ffffff0), 0);
    assert_int_equal(process_resident_kb(0x7ffffff0), 0);
}

static void test_cpu_limit(void **state) {
    const char *const argv[] = {fixture_fake(), "spin", NULL};
    process_spec_t spec = spec_of(argv);
    spec.cpu_limit = 0.5;
    char text[100];
    process_end_t end = run(spec, text, sizeof text);
    assert_int_equal(end.signal, SIGKILL);
    /* The kernel counts whole ticks for this limit, and may be wrong by a lot. */
    assert_true(end.cpu_ms > 400 && end.cpu_ms < 1600);
}

static void test_memory_limit(void **state) {
    const char *const argv[] = {fixture_fake(), "hog", "say", NULL};
    process_spec_t spec = spec_of(argv);
    spec.memory_limit = 300 << 20;
    char text[100];
    process_end_t end = run(spec, text, sizeof text);
    assert_int_equal(end.exit_status, 101);
    assert_true(end.peak_kb > 250 << 10 && end.peak_kb < 301 << 10);
}

/* ---- Ending ---------------------------------------------------------------------------------- */

static void kill_and_look(process_t *process) {
    process_kill(process);
    process_kill(process);
    assert_true(ends_within(process, 10000));
    process_end_t end;
    process_reap(process, &end);
    assert_int_equal(end.signal, SIGKILL);
    assert_int_equal(process->pid, 0);
    assert_true(fixture_no_children());
}

static void test_kill(void **state) {
    static const char *const fakes[] = {"hang", "deaf-sleep", "flood", "bomb", "hydra"};
    unsigned fds = fixture_fds();
    for (size_t i = 0; i < sizeof fakes / sizeof *fakes; i++) {
        process_t process;
        start_fake(&process, fakes[i], NULL);
        usleep(50000);
        kill_and_look(&process);
        start_fake(&process, fakes[i], NULL);
        kill_and_look(&process); /* at once */
    }
    assert_int_equal(fixture_fds(), fds);
}

/* The process ends well and leaves children running, which hold its pipes. */
static void test_left_running(void **state) {
    process_t process;
    start_fake(&process, "bomb", "sat");
    assert_true(ends_within(&process, 10000));
    process_end_t end;
    process_reap(&process, &end);
    assert_int_equal(end.exit_status, 0);
    assert_true(fixture_no_children());
}

/* The families of two processes are kept apart. */
static void test_families(void **state) {
    process_t one;
    process_t two;
    start_fake(&one, "bomb", NULL);
    start_fake(&two, "bomb", "sat");
    usleep(50000);
    assert_true(ends_within(&two, 10000));
    process_end_t end;
    process_reap(&two, &end);
    assert_false(fixture_no_children());
    assert_int_equal(kill(one.pid, 0), 0);
    process_kill_others(&one);
    process_reap_others(&one);
    assert_false(ends_within(&one, 0));
    kill_and_look(&one);
}

/* Adopted zombies are taken, and what lives goes on. */
static void test_reap_dead(void **state) {
    process_t process;
    start_fake(&process, "hydra", NULL);
    usleep(200000);
    process_reap_dead(&process);
    siginfo_t info = {0};
    assert_int_equal(waitid(P_PID, (id_t)process.pid, &info, WEXITED | WNOHANG | WNOWAIT), 0);
    assert_int_equal(info.si_pid, 0);
    unsigned zombies = 0;
    while (waitpid(-1, NULL, WNOHANG) > 0)
        zombies++;
    assert_true(zombies < 100); /* those of just now */
    assert_false(fixture_no_children());
    kill_and_look(&process);
}

static void test_reap_nothing(void **state) {
    process_t process = {.pidfd = -1, .in = -1, .out = -1, .err = -1};
    process_end_t end;
    process_kill(&process);
    process_kill_others(&process);
    process_reap_others(&process);
    process_reap(&process, &end);
    assert_int_equal(end.exit_status, -1);
}

/* Runs until it is killed, with a child that has one of ours. */
static void die_with(const char *name) {
    fflush(NULL);
    pid_t runner = fork();
    assert_true(runner >= 0); /* kill(-1) is not what is meant */
    if (runner == 0) {
        process_setup();
        process_t process;
        start_fake(&process, name, NULL);
        for (;;)
            pause();
    }
    usleep(100000);
    kill(runner, SIGKILL);
    assert_true(fixture_children_end(10));
}

static void test_dies_with_us(void **state) {
    die_with("hang");
    die_with("spin");
    die_with("deaf-sleep");
}

/* ---- Many ------------------------------------------------------------------------------------ */

static void test_many(void **state) {
    unsigned fds = fixture_fds();
    unsigned count = fixture_long() ? 20000 : 500;
    const char *const argv[] = {fixture_fake(), "answer", "sat", NULL};
    char text[100];
    for (unsigned i = 0; i < count; i++) {
        run(spec_of(argv), text, sizeof text);
        assert_string_equal(text, "sat\n");
    }
    assert_int_equal(fixture_fds(), fds);
    assert_true(fixture_no_children());
}

int main(void) {
    process_setup();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_answer),
        cmocka_unit_test(test_exit_and_signal),
        cmocka_unit_test(test_missing),
        cmocka_unit_test(test_few_descriptors),
        cmocka_unit_test(test_find),
        cmocka_unit_test(test_clean_state),
        cmocka_unit_test(test_environment),
        cmocka_unit_test(test_descriptors),
        cmocka_unit_test(test_low_descriptors),
        cmocka_unit_test(test_input),
        cmocka_unit_test(test_pipe),
        cmocka_unit_test(test_usage),
        cmocka_unit_test(test_cpu_limit),
        cmocka_unit_test(test_memory_limit),
        cmocka_unit_test(test_kill),
        cmocka_unit_test(test_left_running),
        cmocka_unit_test(test_families),
        cmocka_unit_test(test_reap_dead),
        cmocka_unit_test(test_reap_nothing),
        cmocka_unit_test(test_dies_with_us),
        cmocka_unit_test(test_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
