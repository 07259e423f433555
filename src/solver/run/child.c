#include "solver/run/child.h"

#include "base/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* ---- Starting ------------------------------------------------------------------------------ */

static void usual_signals(void) {
    struct sigaction usual = {.sa_handler = SIG_DFL};
    struct sigaction now;
    for (int number = 1; number < NSIG; number++)
        if (sigaction(number, NULL, &now) == 0 && now.sa_handler != SIG_DFL)
            sigaction(number, &usual, NULL);
    signal(SIGPIPE, SIG_IGN); /* a solver that does not read is no reason to die */
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

/* The socket moves to 3, and all descriptors above that are closed. */
static int keep_socket(int socket) {
    if (socket != 3) {
        if (dup2(socket, 3) < 0)
            return -1;
        close(socket);
    }
    close_range(4, ~0U, 0);
    return fcntl(3, F_SETFD, FD_CLOEXEC) == 0 ? 3 : -1;
}

static _Noreturn void run_child(child_work_t work, void *arg, int err, int socket, pid_t parent) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) /* it died before that */
        _exit(127);
    setpgid(0, 0);
    usual_signals();
    if (err >= 0)
        dup2(err, STDERR_FILENO);
    int mine = keep_socket(socket);
    _exit(mine < 0 ? 127 : work(arg, mine));
}

bool child_start(child_t *child, child_work_t work, void *arg, int err, const char **error) {
    *child = (child_t){.socket = -1};
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
        *error = strerror(errno);
        return false;
    }
    pid_t parent = getpid();
    pid_t pid = fork();
    if (pid == 0)
        run_child(work, arg, err, ends[1], parent);
    int code = errno;
    close(ends[1]);
    if (pid > 0 && fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0) {
        *child = (child_t){.pid = pid, .socket = ends[0]};
        return true;
    }
    if (pid > 0) {
        code = errno;
        kill(pid, SIGKILL);
        waitpid(pid, NULL, 0);
    }
    close(ends[0]);
    *error = strerror(code);
    return false;
}

/* ---- Ending -------------------------------------------------------------------------------- */

/* By itself; true also when there is no child. */
static bool has_ended(const child_t *child) {
    siginfo_t info = {0};
    return child->pid == 0 ||
           (waitid(P_PID, (id_t)child->pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
            info.si_pid == child->pid);
}

static void await_end(const child_t *child, double patience) {
    static const struct timespec pause = {.tv_nsec = 2000000};
    double until = clock_wall() + patience;
    while (!has_ended(child) && clock_wall() < until)
        nanosleep(&pause, NULL);
}

void child_end(child_t *child, double patience, child_end_t *end) {
    *end = (child_end_t){.status = -1};
    if (child->pid != 0) {
        int status = 0;
        pid_t got;
        await_end(child, patience);
        if (!has_ended(child))
            kill(child->pid, SIGKILL);
        do
            got = waitpid(child->pid, &status, 0);
        while (got < 0 && errno == EINTR);
        end->status = got > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
        end->signal = got > 0 && WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    }
    if (child->socket >= 0)
        close(child->socket);
    *child = (child_t){.socket = -1};
}

/* Reads to the end of the stream, or until then. */
static void read_all(int socket, double until, strbuf_t *out) {
    for (;;) {
        char bytes[4096];
        ssize_t got = read(socket, bytes, sizeof bytes);
        if (got > 0)
            strbuf_add(out, bytes, (size_t)got);
        else if (got == 0 || (errno != EAGAIN && errno != EINTR))
            return;
        double left = until - clock_wall();
        if (left <= 0)
            return;
        struct pollfd ready = {.fd = socket, .events = POLLIN};
        if (got < 0)
            poll(&ready, 1, (int)(left * 1e3) + 1);
    }
}

bool child_gather(child_work_t work, void *arg, double patience, strbuf_t *out) {
    child_t child;
    child_end_t end;
    const char *error;
    size_t start = out->len;
    double until = clock_wall() + patience;
    int silent = open("/dev/null", O_WRONLY | O_CLOEXEC);
    bool ok = child_start(&child, work, arg, silent, &error);
    if (silent >= 0)
        close(silent);
    if (!ok)
        return false;
    read_all(child.socket, until, out);
    child_end(&child, until - clock_wall(), &end);
    if (end.status != 0)
        out->len = start;
    return end.status == 0;
}

void child_reap_orphans(const child_t *children, unsigned count) {
    siginfo_t info;
    for (;;) {
        info.si_pid = 0;
        if (waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT | __WALL) != 0 || info.si_pid == 0)
            return;
        for (unsigned i = 0; i < count; i++)
            if (children[i].pid == info.si_pid)
                return; /* its owner comes first; the others are for the next time */
        waitpid(info.si_pid, NULL, WNOHANG | __WALL);
    }
}

/* ---- Signals ------------------------------------------------------------------------------- */

int signals_open(void) {
    sigset_t wanted;
    sigemptyset(&wanted);
    sigaddset(&wanted, SIGINT);
    sigaddset(&wanted, SIGTERM);
    sigaddset(&wanted, SIGHUP);
    if (sigprocmask(SIG_BLOCK, &wanted, NULL) != 0)
        return -1;
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    return signalfd(-1, &wanted, SFD_CLOEXEC | SFD_NONBLOCK);
}

int signals_take(int fd) {
    struct signalfd_siginfo info;
    return read(fd, &info, sizeof info) == sizeof info ? (int)info.ssi_signo : 0;
}
