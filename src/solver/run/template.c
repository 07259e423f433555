#include "solver/run/template.h"

#include "base/clock.h"
#include "base/embed.h"

#include <assert.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

EMBED(snapshot_preload);

/* ---- What cannot work ---------------------------------------------------------------------- */

#if defined(__x86_64__)
enum { TEMPLATE_MACHINE = EM_X86_64 };
#elif defined(__aarch64__)
enum { TEMPLATE_MACHINE = EM_AARCH64 };
#endif

/* Does the loader of shared libraries get to see this program? */
static bool has_loader(int fd, const Elf64_Ehdr *head) {
    for (unsigned i = 0; i < head->e_phnum; i++) {
        Elf64_Phdr part;
        off_t at = (off_t)(head->e_phoff + (uint64_t)i * head->e_phentsize);
        if (pread(fd, &part, sizeof part, at) != (ssize_t)sizeof part)
            return false;
        if (part.p_type == PT_INTERP)
            return true;
    }
    return false;
}

/* What keeps the program from being preloaded into, as far as its file shows; NULL: nothing. */
static const char *obstacle(int fd) {
    union {
        Elf64_Ehdr elf;
        char text[sizeof(Elf64_Ehdr)];
    } head = {0};
    ssize_t len = pread(fd, &head, sizeof head, 0);
    if (len >= 2 && memcmp(head.text, "#!", 2) == 0)
        return "it is a script";
    if (len != (ssize_t)sizeof head || memcmp(head.text, ELFMAG, SELFMAG) != 0)
        return "it is not a program";
    if (head.elf.e_ident[EI_CLASS] != ELFCLASS64 || head.elf.e_machine != TEMPLATE_MACHINE)
        return "it is a program for another machine";
    if (!has_loader(fd, &head.elf))
        return "it is statically linked";
    return NULL;
}

static bool check_program(template_t *t, const char *program, const char **error) {
    mem_t mem;
    mem_init(&mem);
    char *path = process_find(&mem, program);
    int fd = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (!path)
        *error = "no such program";
    else if (fd < 0)
        *error = strerror(errno); /* it may be executable and not readable */
    else
        t->hopeless = (*error = obstacle(fd)) != NULL;
    if (fd >= 0)
        close(fd);
    mem_done(&mem);
    return *error == NULL;
}

/* ---- Start --------------------------------------------------------------------------------- */

/* With LD_BIND_NOW symbols are looked up before the fork, once, and not in each child. */
static bool start_with(process_t *process, const char *const *argv, const char *const *own,
                       uint32_t pool_mark, int input, int library, int socket, const char **error) {
    char preload[64];
    char numbers[64];
    snprintf(preload, sizeof preload, "LD_PRELOAD=/proc/self/fd/%d", library);
    snprintf(numbers, sizeof numbers, "%s=%d %d", SNAPSHOT_ENV, socket, library);
    enum { FIXED = 3 };
    const char *env[FIXED + TEMPLATE_ENV + 1] = {preload, numbers, "LD_BIND_NOW=1"};
    for (size_t i = 0; own && own[i]; i++) {
        assert(i < TEMPLATE_ENV);
        env[FIXED + i] = own[i];
    }
    const int kept[] = {socket, library};
    const process_spec_t spec = {
        .argv = argv,
        .env = env,
        .stdin_fd = input,
        .pool_mark = pool_mark,
        .keep_fds = kept,
        .keep_count = sizeof kept / sizeof kept[0],
    };
    return process_start(process, &spec, error);
}

bool template_start(template_t *t, const char *const *argv, const char *const *env,
                    uint32_t pool_mark, const char *prologue, size_t len, const char **error) {
    *t = (template_t){.socket = -1, .deadline = clock_wall() + TEMPLATE_SECONDS};
    if (!check_program(t, argv[0], error))
        return false;
    int pair[2] = {-1, -1};
    int input = process_input(prologue, len, error);
    int library =
        process_input((const char *)embed_snapshot_preload, embed_snapshot_preload_size, error);
    bool good = input >= 0 && library >= 0;
    if (good && (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) != 0 ||
                 fcntl(pair[0], F_SETFL, O_NONBLOCK) != 0)) {
        *error = strerror(errno);
        good = false;
    }
    good = good && start_with(&t->process, argv, env, pool_mark, input, library, pair[1], error);
    if (good) {
        t->socket = pair[0];
        pair[0] = -1;
    }
    const int done[] = {input, library, pair[0], pair[1]};
    for (size_t i = 0; i < sizeof done / sizeof done[0]; i++)
        if (done[i] >= 0)
            close(done[i]);
    return good;
}

void template_end(template_t *t) {
    if (t->process.pid != 0) {
        process_end_t end;
        process_kill(&t->process);
        process_reap(&t->process, &end);
        t->process.pid = 0;
    }
    if (t->socket >= 0)
        close(t->socket);
    t->socket = -1;
    t->ready = false;
}

/* ---- Orders and reports -------------------------------------------------------------------- */

bool template_order(template_t *t, const snapshot_order_t *order, int in, int out, int err) {
    assert(t->ready);
    const int fds[] = {in, out, err};
    snapshot_order_t copy = *order; /* struct iovec knows no const */
    struct iovec part = {.iov_base = &copy, .iov_len = sizeof copy};
    union {
        struct cmsghdr align;
        char bytes[CMSG_SPACE(sizeof fds)];
    } control = {0};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    message.msg_control = &control;
    message.msg_controllen = sizeof control;
    struct cmsghdr *rights = CMSG_FIRSTHDR(&message);
    rights->cmsg_level = SOL_SOCKET;
    rights->cmsg_type = SCM_RIGHTS;
    rights->cmsg_len = CMSG_LEN(sizeof fds);
    memcpy(CMSG_DATA(rights), fds, sizeof fds);
    ssize_t sent;
    do
        sent = sendmsg(t->socket, &message, MSG_NOSIGNAL);
    while (sent < 0 && errno == EINTR);
    return sent == (ssize_t)sizeof copy;
}

const char *snapshot_why_text(snapshot_why_t why) {
    switch (why) {
    case SNAPSHOT_THREADS:
        return "it has threads when it first reads";
    case SNAPSHOT_FORK_FAILED:
        return "it cannot fork (too many processes, or too little memory)";
    case SNAPSHOT_NO_SECCOMP:
        return "the kernel refuses a seccomp filter";
    }
    return "it refuses to be a template";
}

static int gone(template_t *t, const char *why) {
    t->why = why;
    t->ready = false;
    return -1;
}

/* Nothing was said. A forked part of the solver may hold the socket open after its end. */
static int silence(template_t *t) {
    struct pollfd end = {.fd = t->process.pidfd, .events = POLLIN};
    if (t->ready)
        return 0;
    if (poll(&end, 1, 0) == 1)
        return gone(t, "it ended before it read standard input");
    if (clock_wall() >= t->deadline)
        return gone(t, "it did not read standard input in time");
    return 0;
}

int template_report(template_t *t, snapshot_report_t *report) {
    ssize_t len;
    do
        len = recv(t->socket, report, sizeof *report, 0);
    while (len < 0 && errno == EINTR);
    if (len < 0 && errno == EAGAIN)
        return silence(t);
    if (len != (ssize_t)sizeof *report)
        return gone(t, t->ready ? "it ended" : "it ended before it read standard input");
    if (report->word == SNAPSHOT_READY)
        t->ready = true;
    if (report->word == SNAPSHOT_REFUSED)
        t->why = snapshot_why_text((snapshot_why_t)report->value);
    return 1;
}
