#include "solver/run/watcher.h"

#include "solver/run/process.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/pidfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* A family that forks all the time needs more than one pass. The dead are seen until they
 * are reaped, which may be never, so the number of passes is limited. */
enum { PASSES = 500 };

static _Noreturn void watch(int parent, uint32_t pool_mark) {
    static const struct timespec pause = {.tv_nsec = 4000000};
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
    setsid();
    /* Pipes that we held open would not end with the program. */
    dup2(parent, 0);
    close_range(1, ~0U, 0);
    struct pollfd end = {.fd = 0, .events = POLLIN};
    while (poll(&end, 1, -1) != 1)
        continue;
    for (int i = 0; i < PASSES && process_kill_pool(pool_mark) > 0; i++)
        nanosleep(&pause, NULL);
    _exit(0);
}

pid_t watcher_start(uint32_t pool_mark) {
    int parent = pidfd_open(getpid(), 0);
    if (parent < 0)
        return -1;
    /* fork(), but for the signal at its end: without one it is not among the children that others
     * wait for. */
    pid_t pid = (pid_t)syscall(SYS_clone, 0, 0, 0, 0, 0);
    if (pid == 0)
        watch(parent, pool_mark);
    int code = errno;
    close(parent);
    errno = code;
    return pid;
}

void watcher_end(pid_t watcher) {
    if (watcher < 1)
        return;
    kill(watcher, SIGKILL);
    while (waitpid(watcher, NULL, __WALL) < 0 && errno == EINTR)
        continue;
}
