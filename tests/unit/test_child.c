/* Workers as processes: what they inherit, how they end, and that they end with us. */
#include "unit.h"

#include "base/clock.h"
#include "solver/run/child.h"
#include "solver_fixture.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>

/* Waits until the socket is readable. */
static void await(int socket) {
    struct pollfd ready = {.fd = socket, .events = POLLIN};
    assert_int_equal(poll(&ready, 1, 60000), 1);
}

static int echo(void *arg, int socket) {
    char text[32];
    ssize_t got = read(socket, text, sizeof text);
    if (got <= 0)
        return 1;
    text[0] = *(const char *)arg;
    return write(socket, text, (size_t)got) == got ? 7 : 2;
}

static void test_talk(void **state) {
    child_t child;
    const char *error;
    char letter = 'j';
    unsigned fds = fixture_fds();
    assert_true(child_start(&child, echo, &letter, -1, &error));
    letter = 'x'; /* the child has a copy */
    assert_int_equal(write(child.socket, "hello", 5), 5);
    await(child.socket);
    char text[8] = {0};
    assert_int_equal(read(child.socket, text, sizeof text), 5);
    assert_string_equal(text, "jello");
    child_end_t end;
    child_end(&child, 60, &end);
    assert_int_equal(end.status, 7);
    assert_int_equal(end.signal, 0);
    assert_int_equal(child.pid, 0);
    assert_int_equal(fixture_fds(), fds);
}

/* Descriptors, signals, process group. */
static int look_around(void *arg, int socket) {
    (void)arg;
    unsigned open = 0;
    for (int fd = 0; fd < 256; fd++)
        open += fd > 2 && fcntl(fd, F_GETFD) >= 0;
    sigset_t mask;
    sigprocmask(SIG_SETMASK, NULL, &mask);
    struct sigaction action;
    sigaction(SIGINT, NULL, &action);
    int death = 0;
    prctl(PR_GET_PDEATHSIG, &death);
    char row[] = {(char)open, (char)sigismember(&mask, SIGINT),
                  (char)(action.sa_handler == SIG_DFL), (char)(getpgid(0) == getpid()),
                  (char)death};
    fputs("words", stderr);
    fflush(stderr);
    return write(socket, row, sizeof row) == sizeof row ? 0 : 1;
}

static void test_inheritance(void **state) {
    int signals = signals_open();
    assert_true(signals >= 0);
    int extra = open("/dev/null", O_RDONLY);
    FILE *words = tmpfile();
    child_t child;
    const char *error;
    assert_true(child_start(&child, look_around, NULL, fileno(words), &error));
    await(child.socket);
    char row[5];
    assert_int_equal(read(child.socket, row, sizeof row), sizeof row);
    assert_int_equal(row[0], 1); /* the socket */
    assert_int_equal(row[1], 0);
    assert_int_equal(row[2], 1);
    assert_int_equal(row[3], 1);
    assert_int_equal(row[4], SIGKILL);
    child_end_t end;
    child_end(&child, 60, &end);
    char said[16] = {0};
    rewind(words);
    assert_int_equal(fread(said, 1, sizeof said, words), 5);
    assert_string_equal(said, "words");
    fclose(words);
    close(extra);
    assert_int_equal(signals_take(signals), 0);
    raise(SIGTERM);
    assert_int_equal(signals_take(signals), SIGTERM);
    assert_int_equal(signals_take(signals), 0);
    close(signals);
}

static int sleep_long(void *arg, int socket) {
    (void)arg;
    (void)socket;
    while (pause() != 0)
        continue;
    return 0;
}

static int abort_now(void *arg, int socket) {
    (void)arg;
    (void)socket;
    abort();
}

static void test_ends(void **state) {
    child_t child;
    child_end_t end;
    const char *error;
    assert_true(child_start(&child, sleep_long, NULL, -1, &error));
    child_end(&child, 0, &end);
    assert_int_equal(end.signal, SIGKILL);
    assert_int_equal(child.pid, 0);
    assert_true(child_start(&child, abort_now, NULL, -1, &error));
    await(child.socket); /* the end of the stream */
    child_end(&child, 60, &end);
    assert_int_equal(end.signal, SIGABRT);
    child_end(&child, 0, &end); /* none: nothing */
    assert_int_equal(end.status, -1);
}

static int say_much(void *arg, int socket) {
    char bytes[1000];
    memset(bytes, 'm', sizeof bytes);
    fputs("not to be seen", stderr);
    for (int i = 0; i < 1000; i++)
        if (write(socket, bytes, sizeof bytes) != sizeof bytes)
            return 1;
    return *(const int *)arg;
}

static int say_and_sleep(void *arg, int socket) {
    return write(socket, "s", 1) == 1 ? sleep_long(arg, socket) : 1;
}

static void test_gather(void **state) {
    strbuf_t out;
    mem_t mem;
    mem_init(&mem);
    strbuf_init(&out, &mem);
    strbuf_str(&out, "before");
    unsigned fds = fixture_fds();
    int status = 0;
    assert_true(child_gather(say_much, &status, 60, &out));
    assert_int_equal(out.len, 6 + 1000000);
    status = 3; /* what it said is not worth anything then */
    assert_false(child_gather(say_much, &status, 60, &out));
    assert_false(child_gather(abort_now, NULL, 60, &out));
    assert_int_equal(out.len, 6 + 1000000);
    double start = clock_wall();
    assert_false(child_gather(say_and_sleep, NULL, 0.2, &out));
    assert_true(clock_wall() - start < 60);
    assert_int_equal(out.len, 6 + 1000000);
    assert_int_equal(fixture_fds(), fds);
    strbuf_done(&out);
}

/* A child whose parent is killed is killed. */
static void test_orphans(void **state) {
    int line[2];
    assert_int_equal(pipe(line), 0);
    pid_t parent = fork();
    assert_true(parent >= 0);
    if (parent == 0) {
        child_t child;
        const char *error;
        if (!child_start(&child, sleep_long, NULL, -1, &error))
            _exit(1);
        if (write(line[1], &child.pid, sizeof child.pid) != sizeof child.pid)
            _exit(1);
        for (;;)
            pause();
    }
    pid_t worker;
    assert_int_equal(read(line[0], &worker, sizeof worker), sizeof worker);
    kill(parent, SIGKILL);
    assert_int_equal(waitpid(parent, NULL, 0), parent);
    double until = clock_wall() + 60;
    char path[64], text[512] = {0};
    bool dead = false;
    while (!dead && clock_wall() < until) {
        /* Gone, or a zombie that init has not come to. */
        snprintf(path, sizeof path, "/proc/%d/stat", (int)worker);
        FILE *stat = fopen(path, "r");
        size_t got = stat ? fread(text, 1, sizeof text - 1, stat) : 0;
        if (stat)
            fclose(stat);
        text[got] = '\0';
        const char *mark = strrchr(text, ')');
        dead = !mark || mark[2] == 'Z' || mark[2] == 'X';
        usleep(2000);
    }
    assert_true(dead);
    close(line[0]);
    close(line[1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_talk),    cmocka_unit_test(test_inheritance),
        cmocka_unit_test(test_ends),    cmocka_unit_test(test_gather),
        cmocka_unit_test(test_orphans),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
