#include "solver/run/process.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { ENV_MAX = 64, CHILDREN_TEXT = 4096 };

static bool failed(int code, const char **error) {
    *error = strerror(code);
    return false;
}

static void close_fd(int *fd) {
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

void process_setup(void) {
    prctl(PR_SET_CHILD_SUBREAPER, 1);
}

/* ---- Finding the program ------------------------------------------------------------------- */

static bool is_program(const char *path) {
    struct stat info;
    return stat(path, &info) == 0 && S_ISREG(info.st_mode) && access(path, X_OK) == 0;
}

/* Writes the path of program to path; else an errno: EACCES when there is one that may not run. */
static int find_program(const char *program, char path[PATH_MAX]) {
    if (strchr(program, '/')) {
        int len = snprintf(path, PATH_MAX, "%s", program);
        return len < PATH_MAX ? 0 : ENAMETOOLONG;
    }
    const char *at = getenv("PATH");
    if (!at)
        at = "/usr/local/bin:/usr/bin:/bin";
    int code = ENOENT;
    for (;;) {
        int len = (int)strcspn(at, ":");
        /* An empty row is the working directory. */
        int put = len == 0 ? snprintf(path, PATH_MAX, "./%s", program)
                           : snprintf(path, PATH_MAX, "%.*s/%s", len, at, program);
        if (put < PATH_MAX && is_program(path))
            return 0;
        if (put < PATH_MAX && access(path, F_OK) == 0)
            code = EACCES;
        if (at[len] == '\0')
            return code;
        at += len + 1;
    }
}

char *process_find(mem_t *mem, const char *program) {
    char path[PATH_MAX];
    if (find_program(program, path) != 0 || !is_program(path))
        return NULL;
    size_t size = strlen(path) + 1;
    return memcpy(mem_alloc(mem, size), path, size);
}

/* ---- Starting ------------------------------------------------------------------------------ */

/* What of our environment a solver gets to see: what it needs to be found, linked and debugged.
 * Everything else (locale, terminal, preloaded libraries ...) might change how it behaves. */
static const char *const env_kept[] = {"PATH=",         "HOME=",         "TMPDIR=",
                                       "NODE_PATH=",    "ASAN_OPTIONS=", "LD_LIBRARY_PATH=",
                                       "LSAN_OPTIONS=", "MSAN_OPTIONS=", "UBSAN_OPTIONS="};
static const char *const env_fixed[] = {"LANG=C", "TERM=dumb"};

enum { ENV_KEPT = sizeof env_kept / sizeof *env_kept };

/* An environment needs no memory of its own: it is made of pointers to what is there. */
typedef struct env {
    const char *rows[ENV_MAX + 1];
    size_t count;
} env_t;

static void env_add(env_t *env, const char *row) {
    size_t name = strcspn(row, "=") + 1;
    for (size_t i = 0; i < env->count; i++)
        if (strncmp(env->rows[i], row, name) == 0)
            return;
    assert(env->count < ENV_MAX);
    env->rows[env->count++] = row;
    env->rows[env->count] = NULL;
}

/* The first row of a name stays, so that the caller's come first. */
static void env_make(env_t *env, const char *const *own) {
    env->count = 0;
    for (; own && *own; own++)
        env_add(env, *own);
    for (size_t i = 0; i < sizeof env_fixed / sizeof *env_fixed; i++)
        env_add(env, env_fixed[i]);
    for (char **row = environ; row && *row; row++)
        for (size_t i = 0; i < ENV_KEPT; i++)
            if (strncmp(*row, env_kept[i], strlen(env_kept[i])) == 0)
                env_add(env, *row);
}

/* All that the child needs between vfork and exec, where it runs in our memory: it may read this,
 * and write error, and must not do anything that allocates or locks. */
typedef struct launch {
    const char *path;
    const process_spec_t *spec;
    env_t env;
    int fds[3]; /* become 0, 1 and 2 */
    pid_t parent;
    rlim_t mark;
    volatile int error; /* of what the child could not do */
} launch_t;

static void limit(int resource, rlim_t soft, rlim_t hard) {
    struct rlimit now;
    if (getrlimit((__rlimit_resource_t)resource, &now) != 0)
        return;
    struct rlimit wish = {soft, hard};
    if (wish.rlim_max > now.rlim_max)
        wish.rlim_max = now.rlim_max;
    if (wish.rlim_cur > wish.rlim_max)
        wish.rlim_cur = wish.rlim_max;
    setrlimit((__rlimit_resource_t)resource, &wish);
}

/* Soft and hard limit of CPU are equal: then the kernel kills at once, and the solver cannot catch
 * the signal and say something. Stopping exactly at the limit is the pool's business. */
static void child_limits(const launch_t *launch) {
    limit(RLIMIT_LOCKS, launch->mark, RLIM_INFINITY);
    limit(RLIMIT_CORE, 0, 0);
    if (launch->spec->cpu_limit > 0) {
        rlim_t seconds = (rlim_t)launch->spec->cpu_limit;
        if ((double)seconds < launch->spec->cpu_limit)
            seconds++;
        limit(RLIMIT_CPU, seconds, seconds);
    }
    if (launch->spec->memory_limit > 0)
        limit(RLIMIT_AS, launch->spec->memory_limit, launch->spec->memory_limit);
}

/* Ignored signals stay ignored through exec, and handlers of ours must not run in the child. */
static void child_signals(void) {
    struct sigaction now;
    struct sigaction usual = {.sa_handler = SIG_DFL};
    for (int number = 1; number < NSIG; number++)
        if (sigaction(number, NULL, &now) == 0 && now.sa_handler != SIG_DFL)
            sigaction(number, &usual, NULL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

/* Moves the descriptors into place. One that is below 3 itself (we were started with some of them
 * closed) goes out of the way first. */
static bool child_descriptors(launch_t *launch) {
    for (int i = 0; i < 3; i++)
        if (launch->fds[i] < 3 && launch->fds[i] != i) {
            launch->fds[i] = fcntl(launch->fds[i], F_DUPFD_CLOEXEC, 3);
            if (launch->fds[i] < 0)
                return false;
        }
    for (int i = 0; i < 3; i++) {
        if (launch->fds[i] == i ? fcntl(i, F_SETFD, 0) < 0 : dup2(launch->fds[i], i) < 0)
            return false;
    }
    /* Ours are close-on-exec anyway; this is for those that our parent let us inherit. Kernels
     * before 5.11 do not know it. */
    close_range(3, ~0U, CLOSE_RANGE_CLOEXEC);
    for (size_t i = 0; i < launch->spec->keep_count; i++)
        if (fcntl(launch->spec->keep_fds[i], F_SETFD, 0) < 0)
            return false;
    return true;
}

static _Noreturn void child_run(launch_t *launch) {
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    /* Had the parent died before that, no signal would come. */
    if (getppid() != launch->parent)
        _exit(127);
    child_limits(launch);
    if (child_descriptors(launch)) {
        child_signals();
        execve(launch->path, (char **)(uintptr_t)launch->spec->argv,
               (char **)(uintptr_t)launch->env.rows);
    }
    launch->error = errno;
    _exit(127);
}

/* The child runs in our memory, on our stack, while we wait: starting costs the same however large
 * we are, and its errors are here to read. Signals are held back until it has left: a handler of
 * ours would run in it. */
static pid_t launch_child(launch_t *launch) {
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t pid = vfork(); /* NOLINT(clang-analyzer-security.insecureAPI.vfork) */
    if (pid == 0)
        child_run(launch); /* NOLINT(clang-analyzer-unix.Vfork) */
    int code = pid < 0 ? errno : launch->error;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (pid > 0 && code != 0)
        waitpid(pid, NULL, 0);
    errno = code;
    return code == 0 ? pid : -1;
}

/* A pipe whose end of ours (0: we read, 1: we write) does not block. */
static bool make_pipe(int ours, int *end, int *theirs) {
    int fds[2];
    if (pipe2(fds, O_CLOEXEC) != 0)
        return false;
    *end = fds[ours];
    *theirs = fds[1 - ours];
    return fcntl(fds[ours], F_SETFL, O_NONBLOCK) == 0;
}

static bool open_stdin(process_t *process, const process_spec_t *spec, int *fd) {
    if (spec->stdin_pipe)
        return make_pipe(1, &process->in, fd);
    *fd = spec->stdin_fd >= 0 ? spec->stdin_fd : open("/dev/null", O_RDONLY | O_CLOEXEC);
    return *fd >= 0;
}

static uint64_t random_bits(void) {
    uint64_t bits = 0;
    if (getrandom(&bits, sizeof bits, GRND_NONBLOCK) != sizeof bits) {
        struct timespec time;
        clock_gettime(CLOCK_REALTIME, &time);
        bits = (uint64_t)time.tv_nsec << 32 ^ (uint64_t)time.tv_sec << 10 ^ (uint64_t)getpid();
    }
    return bits;
}

/* A mark is positive as a signed number, and so is its upper half. */
uint32_t process_pool_mark(void) {
    return (uint32_t)(random_bits() >> 33) | 1;
}

static rlim_t new_mark(uint32_t pool_mark) {
    struct rlimit now = {RLIM_INFINITY, RLIM_INFINITY};
    getrlimit(RLIMIT_LOCKS, &now);
    uint64_t mark = random_bits() & INT64_MAX;
    if (pool_mark != 0)
        mark = (uint64_t)pool_mark << 32 | (mark & UINT32_MAX);
    /* Below our own limit, which may be finite: then the pool's mark is lost. */
    return now.rlim_max == RLIM_INFINITY || mark < now.rlim_max ? mark : mark % (now.rlim_max | 1);
}

static uint64_t own_peak_kb(void) {
    struct rusage usage;
    return getrusage(RUSAGE_SELF, &usage) == 0 ? (uint64_t)usage.ru_maxrss : 0;
}

bool process_start(process_t *process, const process_spec_t *spec, const char **error) {
    *process = (process_t){.pidfd = -1, .in = -1, .out = -1, .err = -1};
    char path[PATH_MAX];
    int code = find_program(spec->argv[0], path);
    if (code != 0)
        return failed(code, error);

    launch_t launch = {.path = path, .spec = spec, .fds = {-1, -1, -1}, .parent = getpid()};
    launch.mark = new_mark(spec->pool_mark);
    env_make(&launch.env, spec->env);
    process->mark = launch.mark;

    bool ok = open_stdin(process, spec, &launch.fds[0]) &&
              make_pipe(0, &process->out, &launch.fds[1]) &&
              make_pipe(0, &process->err, &launch.fds[2]);
    int theirs[3];
    memcpy(theirs, launch.fds, sizeof theirs); /* the child changes its own */
    pid_t pid = ok ? launch_child(&launch) : -1;
    code = errno;
    if (theirs[0] == spec->stdin_fd && !spec->stdin_pipe)
        theirs[0] = -1; /* the caller's */
    for (int i = 0; i < 3; i++)
        close_fd(&theirs[i]);
    if (pid > 0) {
        process->pid = pid;
        process->base_kb = own_peak_kb(); /* now, and not before: starting it took memory too */
        process->pidfd = pidfd_open(pid, 0);
        if (process->pidfd >= 0)
            return true;
        code = errno;
        process_kill(process);
        process_reap(process, &(process_end_t){0});
    }
    close_fd(&process->in);
    close_fd(&process->out);
    close_fd(&process->err);
    return failed(code, error);
}

int process_input(const char *text, size_t len, const char **error) {
    int fd = memfd_create("query", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (fd < 0) {
        failed(errno, error);
        return -1;
    }
    /* pwrite leaves the file's position at the start. */
    for (size_t done = 0; done < len;) {
        ssize_t put = pwrite(fd, text + done, len - done, (off_t)done);
        if (put < 0 && errno == EINTR)
            continue;
        if (put <= 0) {
            failed(put < 0 ? errno : ENOSPC, error);
            close(fd);
            return -1;
        }
        done += (size_t)put;
    }
    fcntl(fd, F_ADD_SEALS, F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE);
    return fd;
}

/* ---- Ending -------------------------------------------------------------------------------- */

static bool has_mark(pid_t pid, uint64_t mark) {
    struct rlimit now;
    return prlimit(pid, RLIMIT_LOCKS, NULL, &now) == 0 && now.rlim_cur == mark;
}

/* Kills one process that had the mark a moment ago. Numbers come back into use, and a family that
 * forks all the time makes that happen soon; so the signal goes through a descriptor, which stays
 * with the process it was opened for. */
static void kill_marked(pid_t pid, uint64_t mark) {
    int fd = pidfd_open(pid, 0);
    if (fd < 0)
        return;
    if (has_mark(pid, mark))
        pidfd_send_signal(fd, SIGKILL, NULL, 0);
    close(fd);
}

/* Calls visit for every process in the system. */
static void each_process(void (*visit)(void *arg, pid_t pid), void *arg) {
    DIR *all = opendir("/proc");
    if (!all)
        return;
    const struct dirent *row;
    while ((row = readdir(all))) {
        char *end;
        long pid = strtol(row->d_name, &end, 10);
        if (end != row->d_name && *end == '\0')
            visit(arg, (pid_t)pid);
    }
    closedir(all);
}

typedef struct family {
    uint64_t mark;
    pid_t spared;        /* is not touched; 0: none */
    pid_t children[256]; /* those that are ours to reap, as many as are worth doing at a time */
    size_t count;
} family_t;

static bool is_member(const family_t *family, pid_t pid) {
    return pid != family->spared && has_mark(pid, family->mark);
}

static void kill_member(void *arg, pid_t pid) {
    const family_t *family = arg;
    if (is_member(family, pid))
        kill_marked(pid, family->mark);
}

/* pid is a child of ours: we alone can free its number. */
static void add_child(family_t *family, pid_t pid) {
    if (family->count < sizeof family->children / sizeof *family->children &&
        is_member(family, pid))
        family->children[family->count++] = pid;
}

static void add_if_child(void *arg, pid_t pid) {
    siginfo_t info;
    if (waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT | __WALL) == 0)
        add_child(arg, pid);
}

/* The children of one thread of ours, as the kernel lists them: numbers with a space after each.
 * False when this kernel has no such lists. */
static bool add_listed(family_t *family, const char *list) {
    int fd = open(list, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    char text[CHILDREN_TEXT];
    ssize_t got;
    pid_t pid = 0;
    while ((got = read(fd, text, sizeof text)) > 0)
        for (ssize_t i = 0; i < got; i++) {
            if (text[i] >= '0' && text[i] <= '9') {
                pid = pid * 10 + (text[i] - '0');
            } else {
                add_child(family, pid);
                pid = 0;
            }
        }
    close(fd);
    return true;
}

static void find_children(family_t *family) {
    family->count = 0;
    bool listed = add_listed(family, "/proc/thread-self/children");
    /* Orphans are given to the first thread. */
    if (listed && gettid() != getpid()) {
        char list[64];
        snprintf(list, sizeof list, "/proc/self/task/%d/children", (int)getpid());
        listed = add_listed(family, list);
    }
    if (!listed)
        each_process(add_if_child, family);
}

/* The children of a dead process are ours (process_setup); theirs become ours when they die. So the
 * family is gone when no child of ours has its mark. Those deeper down are killed on the way, so
 * that a family that forks all the time does not win the race. */
static void reap_family(uint64_t mark, pid_t spared) {
    family_t family = {.mark = mark, .spared = spared};
    for (;;) {
        find_children(&family);
        if (family.count == 0)
            return;
        for (size_t i = 0; i < family.count; i++)
            kill(family.children[i], SIGKILL);
        each_process(kill_member, &family);
        for (size_t i = 0; i < family.count; i++)
            waitpid(family.children[i], NULL, __WALL);
    }
}

void process_kill_others(const process_t *process) {
    if (process->pid == 0)
        return;
    family_t family = {.mark = process->mark, .spared = process->pid};
    each_process(kill_member, &family);
}

typedef struct pool_kill {
    uint32_t mark;
    unsigned count;
} pool_kill_t;

static void kill_of_pool(void *arg, pid_t pid) {
    pool_kill_t *kill = arg;
    struct rlimit now;
    if (prlimit(pid, RLIMIT_LOCKS, NULL, &now) != 0 || now.rlim_cur == RLIM_INFINITY ||
        now.rlim_cur >> 32 != kill->mark)
        return;
    kill->count++;
    kill_marked(pid, now.rlim_cur);
}

unsigned process_kill_pool(uint32_t pool_mark) {
    pool_kill_t kill = {.mark = pool_mark};
    each_process(kill_of_pool, &kill);
    return kill.count;
}

void process_kill(const process_t *process) {
    if (process->pid == 0)
        return;
    kill(-process->pid, SIGKILL);
    kill(process->pid, SIGKILL);
    process_kill_others(process);
}

void process_reap_others(const process_t *process) {
    if (process->pid != 0)
        reap_family(process->mark, process->pid);
}

void process_reap_dead(const process_t *process) {
    if (process->pid == 0)
        return;
    family_t family = {.mark = process->mark, .spared = process->pid};
    size_t dead = 1;
    while (dead > 0) {
        find_children(&family);
        dead = 0;
        for (size_t i = 0; i < family.count; i++)
            dead += waitpid(family.children[i], NULL, __WALL | WNOHANG) > 0;
    }
}

static double time_ms(struct timeval time) {
    return (double)time.tv_sec * 1e3 + (double)time.tv_usec / 1e3;
}

void process_reap(process_t *process, process_end_t *end) {
    *end = (process_end_t){.exit_status = -1};
    if (process->pid != 0) {
        int status = 0;
        struct rusage usage = {0};
        pid_t got;
        do
            got = wait4(process->pid, &status, 0, &usage);
        while (got < 0 && errno == EINTR);
        if (got == process->pid) {
            end->exit_status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
            end->signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
            end->cpu_ms = time_ms(usage.ru_utime) + time_ms(usage.ru_stime);
            uint64_t peak = (uint64_t)usage.ru_maxrss;
            end->peak_kb = peak > process->base_kb ? peak : 0;
        }
        reap_family(process->mark, 0);
    }
    process->pid = 0;
    close_fd(&process->pidfd);
    close_fd(&process->in);
    close_fd(&process->out);
    close_fd(&process->err);
}

/* ---- Looking at one that runs -------------------------------------------------------------- */

/* The text of a /proc file, cut to the size, with a NUL at its end. */
static void read_proc(const char *path, char *text, size_t size) {
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t got = fd >= 0 ? read(fd, text, size - 1) : -1;
    close_fd(&fd);
    text[got > 0 ? got : 0] = '\0';
}

double process_cpu_ms(pid_t pid) {
    clockid_t clock;
    struct timespec time;
    if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &time) != 0)
        return 0;
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

uint64_t process_peak_kb(pid_t pid) {
    char path[64];
    char text[4096];
    snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
    read_proc(path, text, sizeof text);
    const char *row = strstr(text, "\nVmHWM:");
    return row ? strtoull(row + strlen("\nVmHWM:"), NULL, 10) : 0;
}

uint64_t process_resident_kb(pid_t pid) {
    char path[64];
    char text[256];
    snprintf(path, sizeof path, "/proc/%d/statm", (int)pid);
    read_proc(path, text, sizeof text);
    char *end;
    strtoull(text, &end, 10); /* the address space, in pages; then the resident ones */
    return strtoull(end, NULL, 10) * (uint64_t)sysconf(_SC_PAGESIZE) / 1024;
}
