#include "solver/run/kernel.h"

#include "base/bug.h"

#include <asm/unistd.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static const struct {
    const char *name;
    const char *use;
    const char *help;
} rows[] = {
#define KERNEL(id, name, use, help) {name, use, help},
#include "solver/run/kernel.def"
};

const char *kernel_name(kernel_t what) {
    assert(what < KERNEL_COUNT);
    return rows[what].name;
}

const char *kernel_use(kernel_t what) {
    assert(what < KERNEL_COUNT);
    return rows[what].use;
}

const char *kernel_help(kernel_t what) {
    assert(what < KERNEL_COUNT);
    return rows[what].help;
}

/* ---- In this process ----------------------------------------------------------------------- */

static bool opens(int fd) {
    if (fd >= 0)
        close(fd);
    return fd >= 0;
}

static bool has_reaper(void) {
    int now;
    return prctl(PR_GET_CHILD_SUBREAPER, &now) == 0;
}

/* ---- In a child ---------------------------------------------------------------------------- */

static bool sets_limit(__rlimit_resource_t resource, rlim_t value) {
    struct rlimit wish = {value, value};
    struct rlimit now;
    return setrlimit(resource, &wish) == 0 && getrlimit(resource, &now) == 0 &&
           now.rlim_cur == value;
}

/* A block as large as the limit cannot fit, since something is mapped already. */
static bool limits_memory(void) {
    const size_t size = (size_t)1 << 30;
    if (!sets_limit(RLIMIT_AS, size))
        return false;
    /* cppcheck-suppress invalidFunctionArg ; anonymous memory has no descriptor */
    void *block = mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (block == MAP_FAILED)
        return true;
    munmap(block, size);
    return false;
}

/* Traps a harmless call and makes it. The signal has no handler: it ends the process. */
static void trap(void) {
    struct sock_filter code[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_getppid, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {sizeof code / sizeof *code, code};
    struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    signal(SIGSYS, SIG_DFL);
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
        syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) == 0)
        syscall(__NR_getppid);
}

static _Noreturn void child(kernel_t what) {
    bool ok = false;
    if (what == KERNEL_MARK)
        ok = sets_limit(RLIMIT_LOCKS, 12345);
    else if (what == KERNEL_AS)
        ok = limits_memory();
    else if (what == KERNEL_CPU)
        ok = sets_limit(RLIMIT_CPU, 60);
    else if (what == KERNEL_SECCOMP)
        trap();
    _exit(ok ? 0 : 1);
}

static bool try_in_child(kernel_t what) {
    pid_t pid = fork();
    if (pid == 0)
        child(what);
    int status;
    if (pid < 0 || waitpid(pid, &status, 0) != pid)
        return false;
    if (what == KERNEL_SECCOMP)
        return WIFSIGNALED(status) && WTERMSIG(status) == SIGSYS;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

bool kernel_has(kernel_t what) {
    switch (what) {
    case KERNEL_PIDFD:
        return opens(pidfd_open(getpid(), 0));
    case KERNEL_MEMFD:
        return opens(memfd_create("try", MFD_CLOEXEC | MFD_ALLOW_SEALING));
    case KERNEL_PROC:
        return access("/proc/self/stat", R_OK) == 0;
    case KERNEL_REAPER:
        return has_reaper();
    case KERNEL_MARK:
    case KERNEL_AS:
    case KERNEL_CPU:
    case KERNEL_SECCOMP:
        return try_in_child(what);
    case KERNEL_COUNT:
        break;
    }
    BUG("there is no fact %d of the machine", (int)what);
}
