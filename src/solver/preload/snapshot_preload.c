/* snapshot_preload.c - makes a solver that reads standard input a template: see snapshot.h.
 *
 * This library lives in foreign processes, and most of it runs in a signal handler. So it uses no C
 * library: system calls are made by hand, errno is never touched, and nothing is allocated. It can
 * be loaded beside any libc. The two names it takes from there, environ and _Fork, are weak. */
#include "solver/snapshot.h"

#include <asm/unistd.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

#pragma weak environ

/* Fork as a signal handler may call it: no atfork handlers, no locks, but the C library's idea of
 * the thread's id is kept right. From glibc 2.34 and musl 1.2.2 on. */
#pragma weak _Fork

/* ---- System calls -------------------------------------------------------------------------- */

/* The result is the kernel's: -errno for a failure. */
#if defined(__x86_64__)
#define SNAPSHOT_ARCH AUDIT_ARCH_X86_64

static long call6(long nr, long a, long b, long c, long d, long e, long f) {
    register long r10 __asm__("r10") = d;
    register long r8 __asm__("r8") = e;
    register long r9 __asm__("r9") = f;
    long result;
    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "0"(nr), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                     : "rcx", "r11", "memory");
    return result;
}

/* A signal handler returns into this; the other architecture's kernel brings its own. */
void snapshot_restore(void) __attribute__((visibility("hidden")));
__asm__(".text\n"
        ".type snapshot_restore, @function\n"
        "snapshot_restore:\n"
        "    mov $15, %eax\n"
        "    syscall\n"
        ".size snapshot_restore, . - snapshot_restore\n");

enum { RESTORER_FLAG = 0x04000000 };

#define SNAPSHOT_RESTORER snapshot_restore

/* Registers of the interrupted system call: argument 0 to 2, and where its result goes. */
static unsigned long call_argument(const ucontext_t *context, int i) {
    static const int where[] = {REG_RDI, REG_RSI, REG_RDX};
    return (unsigned long)context->uc_mcontext.gregs[where[i]];
}

static void set_call_result(ucontext_t *context, long result) {
    context->uc_mcontext.gregs[REG_RAX] = result;
}

#elif defined(__aarch64__)
#define SNAPSHOT_ARCH AUDIT_ARCH_AARCH64

static long call6(long nr, long a, long b, long c, long d, long e, long f) {
    register long x8 __asm__("x8") = nr;
    register long x0 __asm__("x0") = a;
    register long x1 __asm__("x1") = b;
    register long x2 __asm__("x2") = c;
    register long x3 __asm__("x3") = d;
    register long x4 __asm__("x4") = e;
    register long x5 __asm__("x5") = f;
    __asm__ volatile("svc 0"
                     : "+r"(x0)
                     : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5)
                     : "memory");
    return x0;
}

enum { RESTORER_FLAG = 0 };

#define SNAPSHOT_RESTORER NULL

static unsigned long call_argument(const ucontext_t *context, int i) {
    return context->uc_mcontext.regs[i];
}

static void set_call_result(ucontext_t *context, long result) {
    context->uc_mcontext.regs[0] = (unsigned long)result;
}

#else
#error "snapshots are made on x86_64 and aarch64 only"
#endif

/* Arguments are integers and pointers alike. */
#define CALL_PICK(_1, _2, _3, _4, _5, _6, _7, name, ...) name
#define CALL1(nr) call6(nr, 0, 0, 0, 0, 0, 0)
#define CALL2(nr, a) call6(nr, (long)(a), 0, 0, 0, 0, 0)
#define CALL3(nr, a, b) call6(nr, (long)(a), (long)(b), 0, 0, 0, 0)
#define CALL4(nr, a, b, c) call6(nr, (long)(a), (long)(b), (long)(c), 0, 0, 0)
#define CALL5(nr, a, b, c, d) call6(nr, (long)(a), (long)(b), (long)(c), (long)(d), 0, 0)
#define CALL6(nr, a, b, c, d, e) call6(nr, (long)(a), (long)(b), (long)(c), (long)(d), (long)(e), 0)
#define CALL(...) CALL_PICK(__VA_ARGS__, , CALL6, CALL5, CALL4, CALL3, CALL2, CALL1, )(__VA_ARGS__)

/* ---- State --------------------------------------------------------------------------------- */

enum {
    KEPT_FD = 200, /* our descriptors are moved above this, out of the solver's way */
    STREAMS = 3,   /* 0, 1 and 2 */
    TIMERS = 3,    /* ITIMER_REAL, ITIMER_VIRTUAL, ITIMER_PROF */
    FILTERED = 1   /* the kernel's SYS_SECCOMP, for which C libraries have no name */
};

/* As the kernel has it. */
typedef struct kernel_sigaction {
    void (*handler)(int signal, siginfo_t *info, void *context);
    unsigned long flags;
    void (*restorer)(void);
    uint64_t mask;
} kernel_sigaction_t;

static struct {
    int socket;
    int written[STREAMS]; /* memory files with what was written on 1 and 2; [0] unused */
    bool is_child;        /* a query's: standard input is the order's */

    /* What the template changed for itself, and each child sets back. */
    uint64_t mask;
    kernel_sigaction_t on_child;
    struct itimerval timers[TIMERS];
} snapshot;

static _Noreturn void leave(int status) {
    for (;;)
        CALL(__NR_exit_group, status);
}

static void report(const snapshot_report_t *message) {
    long sent;
    do
        sent = CALL(__NR_sendto, snapshot.socket, message, sizeof *message, MSG_NOSIGNAL, NULL);
    while (sent == -EINTR);
    if (sent != (long)sizeof *message)
        leave(1); /* the pool is not there to listen */
}

static void report_word(snapshot_word_t word, int32_t value) {
    report(&(snapshot_report_t){.word = word, .value = value});
}

static _Noreturn void refuse(snapshot_why_t why) {
    report_word(SNAPSHOT_REFUSED, (int32_t)why);
    leave(1);
}

/* ---- The child ----------------------------------------------------------------------------- */

static void limit(int resource, uint64_t soft, uint64_t hard) {
    const uint64_t pair[2] = {soft, hard};
    CALL(__NR_prlimit64, 0, resource, pair, NULL);
}

/* Writes what the solver had written before it became the template. */
static void write_again(int from, int to) {
    char block[1024];
    uint64_t offset = 0;
    for (;;) {
        long len = CALL(__NR_pread64, from, block, sizeof block, offset);
        if (len <= 0)
            return;
        for (long done = 0; done < len;) {
            long put = CALL(__NR_write, to, block + done, len - done);
            if (put == -EINTR)
                continue;
            if (put <= 0)
                return;
            done += put;
        }
        offset += (uint64_t)len;
    }
}

static void become_child(long parent, const snapshot_order_t *order, const int fds[STREAMS]) {
    CALL(__NR_prctl, PR_SET_PDEATHSIG, SIGKILL, 0, 0);
    if (CALL(__NR_getppid) != parent)
        leave(1); /* it died before the line above */
    CALL(__NR_setpgid, 0, 0);
    for (int i = 0; i < STREAMS; i++) {
        CALL(__NR_dup3, fds[i], i, 0);
        CALL(__NR_close, fds[i]);
    }
    CALL(__NR_close, snapshot.socket);
    limit(RLIMIT_CORE, 0, 0);
    if (order->cpu_limit != 0)
        limit(RLIMIT_CPU, order->cpu_limit, order->cpu_limit);
    if (order->memory_limit != 0)
        limit(RLIMIT_AS, order->memory_limit, order->memory_limit);
    for (int i = 1; i < STREAMS; i++) {
        write_again(snapshot.written[i], i);
        CALL(__NR_close, snapshot.written[i]);
    }
    snapshot.is_child = true;
}

/* ---- The template -------------------------------------------------------------------------- */

/* As getdents64 gives them. */
typedef struct kernel_dirent {
    uint64_t inode;
    int64_t offset;
    uint16_t size;
    uint8_t type;
    char name[];
} kernel_dirent_t;

static bool is_alone(void) {
    static _Alignas(kernel_dirent_t) char block[1024];
    long dir = CALL(__NR_openat, AT_FDCWD, "/proc/self/task", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (dir < 0)
        return false;
    int count = 0;
    long len = CALL(__NR_getdents64, dir, block, sizeof block);
    for (long at = 0; at < len;) {
        const kernel_dirent_t *entry = (const kernel_dirent_t *)(const void *)(block + at);
        count += entry->name[0] != '.';
        at += entry->size;
    }
    CALL(__NR_close, dir);
    return count == 1;
}

/* A thread that was joined is listed for a moment longer. */
static bool is_alone_soon(void) {
    const struct timespec pause = {.tv_nsec = 2000000};
    for (int tries = 0; tries < 10; tries++) {
        if (is_alone())
            return true;
        CALL(__NR_nanosleep, &pause, NULL);
    }
    return is_alone();
}

/* The next order and its descriptors. False when the other side is gone. */
static bool receive(snapshot_order_t *order, int fds[STREAMS]) {
    static union {
        struct cmsghdr align;
        char bytes[CMSG_SPACE(STREAMS * sizeof(int))];
    } control;
    struct iovec part = {.iov_base = order, .iov_len = sizeof *order};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    message.msg_control = &control;
    message.msg_controllen = sizeof control;
    long len;
    do
        len = CALL(__NR_recvmsg, snapshot.socket, &message, MSG_CMSG_CLOEXEC);
    while (len == -EINTR);
    const struct cmsghdr *rights = CMSG_FIRSTHDR(&message);
    if (len != (long)sizeof *order || !rights || rights->cmsg_type != SCM_RIGHTS ||
        rights->cmsg_len != CMSG_LEN(STREAMS * sizeof(int)))
        return false;
    const int *data = (const int *)(const void *)CMSG_DATA(rights);
    for (int i = 0; i < STREAMS; i++)
        fds[i] = data[i];
    return true;
}

/* Kills the children this process has now; false when it cannot tell which. */
static bool kill_children(void) {
    static const char path[] = "/proc/thread-self/children";
    static char block[1024];
    long file = CALL(__NR_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC);
    long len = file < 0 ? file : CALL(__NR_read, file, block, sizeof block);
    if (file >= 0)
        CALL(__NR_close, file);
    int pid = 0;
    for (long i = 0; i < len; i++) {
        if (block[i] >= '0' && block[i] <= '9') {
            pid = pid * 10 + (block[i] - '0');
            continue;
        }
        if (pid > 0) /* a number that the block cuts off has no blank after it */
            CALL(__NR_kill, pid, SIGKILL);
        pid = 0;
    }
    return len > 0;
}

/* The template adopts what a child leaves running (PR_SET_CHILD_SUBREAPER): nothing of it may run
 * beside the next query. What is not caught here the pool ends: it all descends from the pool. */
static void end_orphans(void) {
    for (;;) {
        long pid = CALL(__NR_wait4, -1, NULL, WNOHANG | __WALL, NULL);
        if (pid > 0)
            continue;
        if (pid < 0 || !kill_children())
            return;
        CALL(__NR_wait4, -1, NULL, __WALL, NULL);
    }
}

static void attend_child(long pid) {
    /* Until it is reaped, no other process group has its number. */
    CALL(__NR_waitid, P_PID, pid, NULL, WEXITED | WNOWAIT, NULL);
    CALL(__NR_kill, -pid, SIGKILL);
    int status = 0;
    struct rusage usage = {0};
    CALL(__NR_wait4, pid, &status, __WALL, &usage);
    end_orphans();
    const struct timeval *user = &usage.ru_utime;
    const struct timeval *sys = &usage.ru_stime;
    report(&(snapshot_report_t){
        .word = SNAPSHOT_ENDED,
        .value = status,
        .cpu_us = (uint64_t)(user->tv_sec + sys->tv_sec) * 1000000 +
                  (uint64_t)(user->tv_usec + sys->tv_usec),
        .peak_kb = (uint64_t)usage.ru_maxrss,
    });
}

/* A template is deaf to signals, can await its children, and stops the solver's clock. */
static void rest(void) {
    const uint64_t every = ~(uint64_t)0;
    const kernel_sigaction_t standard = {0};
    const struct itimerval none = {0};
    CALL(__NR_rt_sigprocmask, SIG_BLOCK, &every, &snapshot.mask, sizeof every);
    CALL(__NR_rt_sigaction, SIGCHLD, &standard, &snapshot.on_child, sizeof standard.mask);
    for (int i = 0; i < TIMERS; i++)
        CALL(__NR_setitimer, i, &none, &snapshot.timers[i]);
}

/* In a child, which a timer is not inherited by. */
static void wake(void) {
    for (int i = 0; i < TIMERS; i++) {
        const struct timeval *left = &snapshot.timers[i].it_value;
        if (left->tv_sec != 0 || left->tv_usec != 0)
            CALL(__NR_setitimer, i, &snapshot.timers[i], NULL);
    }
    CALL(__NR_rt_sigaction, SIGCHLD, &snapshot.on_child, NULL, sizeof snapshot.on_child.mask);
    CALL(__NR_rt_sigprocmask, SIG_SETMASK, &snapshot.mask, NULL, sizeof snapshot.mask);
}

/* Returns in children only. */
static void become_template(void) {
    rest();
    if (!is_alone_soon())
        refuse(SNAPSHOT_THREADS);
    CALL(__NR_prctl, PR_SET_CHILD_SUBREAPER, 1, 0, 0);
    long self = CALL(__NR_getpid);
    report_word(SNAPSHOT_READY, 0);
    for (;;) {
        snapshot_order_t order = {0};
        int fds[STREAMS] = {0};
        if (!receive(&order, fds))
            leave(0);
        long pid = _Fork ? _Fork() : CALL(__NR_clone, SIGCHLD, 0, 0, 0);
        if (pid == 0) {
            become_child(self, &order, fds);
            wake();
            return;
        }
        for (int i = 0; i < STREAMS; i++)
            CALL(__NR_close, fds[i]);
        if (pid < 0) {
            report_word(SNAPSHOT_REFUSED, SNAPSHOT_FORK_FAILED);
            continue;
        }
        /* Here too: whoever gets the report may want to kill the group. */
        CALL(__NR_setpgid, pid, pid);
        report_word(SNAPSHOT_STARTED, (int32_t)pid);
        attend_child(pid);
    }
}

/* ---- The trap ------------------------------------------------------------------------------ */

/* read(0, buffer, count), by a call that the filter lets pass. A signal may interrupt it here as it
 * would there: it is restarted or ends with EINTR, as the solver's handler asks for. */
static long read_input(unsigned long buffer, unsigned long count) {
    const struct {
        unsigned long base;
        unsigned long len;
    } part = {buffer, count};
    return CALL(__NR_readv, 0, &part, 1);
}

static void on_trap(int signal, siginfo_t *info, void *data) {
    ucontext_t *context = data;
    if (info->si_code != FILTERED || info->si_syscall != __NR_read) {
        /* Not ours: as if there were no handler. It is blocked here, and kills on return. */
        const kernel_sigaction_t none = {0};
        CALL(__NR_rt_sigaction, signal, &none, NULL, sizeof none.mask);
        long process = CALL(__NR_getpid);
        long thread = CALL(__NR_gettid);
        CALL(__NR_tgkill, process, thread, signal);
        return;
    }
    unsigned long buffer = call_argument(context, 1);
    unsigned long count = call_argument(context, 2);
    long result = read_input(buffer, count);
    if (result == 0 && count != 0 && !snapshot.is_child) {
        become_template();
        result = read_input(buffer, count);
    }
    set_call_result(context, result);
}

/* No SA_ONSTACK: an alternate stack may be small, and a thread that reads has stack. No other
 * signal is blocked: see read_input. */
static bool set_trap(void) {
    const kernel_sigaction_t action = {
        .handler = on_trap,
        .flags = SA_SIGINFO | RESTORER_FLAG,
        .restorer = SNAPSHOT_RESTORER,
    };
    if (CALL(__NR_rt_sigaction, SIGSYS, &action, NULL, sizeof action.mask) != 0)
        return false;
    /* The kernel looks at the low half of the descriptor only; both architectures are little
     * endian. */
    struct sock_filter code[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SNAPSHOT_ARCH, 0, 5),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_read, 0, 3),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0])),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    const struct sock_fprog filter = {.len = sizeof code / sizeof code[0], .filter = code};
    if (CALL(__NR_prctl, PR_SET_NO_NEW_PRIVS, 1, 0, 0) != 0)
        return false;
    /* Before Linux 5.16 a filter slows the whole process down unless it says it need not. */
    return CALL(__NR_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_SPEC_ALLOW, &filter) ==
               0 ||
           CALL(__NR_seccomp, SECCOMP_SET_MODE_FILTER, 0, &filter) == 0;
}

/* ---- Start --------------------------------------------------------------------------------- */

/* The value after NAME= when entry is that variable, or NULL. */
static const char *value_of(const char *entry, const char *name) {
    for (; *name != '\0'; entry++, name++)
        if (*entry != *name)
            return NULL;
    return *entry == '=' ? entry + 1 : NULL;
}

/* Removes our variables; returns the value of SNAPSHOT_ENV, or NULL. */
static const char *take_orders(char **env) {
    const char *found = NULL;
    char **to = env;
    for (char **from = env; *from; from++) {
        const char *value = value_of(*from, SNAPSHOT_ENV);
        if (value)
            found = value;
        else if (!value_of(*from, "LD_PRELOAD") && !value_of(*from, "LD_BIND_NOW"))
            *to++ = *from;
    }
    *to = NULL;
    return found;
}

/* The number at *text, which moves past it. */
static int take_number(const char **text) {
    int number = 0;
    while (**text == ' ')
        (*text)++;
    for (; **text >= '0' && **text <= '9'; (*text)++)
        number = number * 10 + (**text - '0');
    return number;
}

/* Moves a descriptor out of the way of the solver's. */
static int move_away(int fd) {
    long moved = CALL(__NR_fcntl, fd, F_DUPFD_CLOEXEC, KEPT_FD);
    if (moved < 0)
        return fd; /* a low limit on descriptors */
    CALL(__NR_close, fd);
    return (int)moved;
}

/* glibc passes the arguments of main, but may run this before its own set-up; musl does it the
 * other way round. */
__attribute__((constructor)) static void start(int argc, char **argv, char **envp) {
    (void)argc;
    (void)argv;
    const char *fds = take_orders(&environ && environ ? environ : envp);
    if (!fds)
        return;
    snapshot.socket = move_away(take_number(&fds));
    CALL(__NR_close, take_number(&fds));
    for (int i = 1; i < STREAMS; i++) {
        long file = CALL(__NR_memfd_create, "output", MFD_CLOEXEC);
        if (file < 0)
            leave(1);
        snapshot.written[i] = move_away((int)file);
        CALL(__NR_dup3, snapshot.written[i], i, 0);
    }
    if (!set_trap())
        refuse(SNAPSHOT_NO_SECCOMP);
}
