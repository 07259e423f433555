/* denied - runs a program under a kernel that lacks something.
 *
 *     denied NAME COMMAND...
 *
 * NAME is a row of the table below; its system call fails with ENOSYS, or EINVAL where only one of
 * its arguments is not known. */
#include <asm/unistd.h>
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

enum { ANY = -1 };

static const struct {
    const char *name;
    unsigned call;
    int argument; /* of the call's arguments: this one ... */
    int value;    /* ... must be this; ANY */
    unsigned error;
} rows[] = {
    {"pidfd_open", __NR_pidfd_open, 0, ANY, ENOSYS},
    {"memfd_create", __NR_memfd_create, 0, ANY, ENOSYS},
    {"seccomp", __NR_seccomp, 0, ANY, ENOSYS},
    {"subreaper", __NR_prctl, 0, PR_GET_CHILD_SUBREAPER, EINVAL},
    {"rlimit_locks", __NR_prlimit64, 1, RLIMIT_LOCKS, EINVAL},
    {"rlimit_as", __NR_prlimit64, 1, RLIMIT_AS, EINVAL},
    {"rlimit_cpu", __NR_prlimit64, 1, RLIMIT_CPU, EINVAL},
};

/* The low half of an argument: all our machines are little-endian. */
static unsigned argument_at(int i) {
    return (unsigned)(offsetof(struct seccomp_data, args) + sizeof(__u64) * (size_t)i);
}

static int deny(size_t row) {
    struct sock_filter code[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, rows[row].call, 0, 3),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, argument_at(rows[row].argument)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)rows[row].value, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | rows[row].error),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    if (rows[row].value == ANY)
        code[3].jf = 0;
    struct sock_fprog program = {sizeof code / sizeof *code, code};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        return -1;
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

int main(int argc, char **argv) {
    for (size_t i = 0; argc > 2 && i < sizeof rows / sizeof *rows; i++) {
        if (strcmp(rows[i].name, argv[1]) != 0)
            continue;
        if (deny(i) == 0)
            execvp(argv[2], argv + 2);
        perror(argv[1]);
        return 77; /* not a kernel to test this on */
    }
    fputs("usage: denied NAME COMMAND...\n", stderr);
    return 1;
}
