#include "solver/run/program.h"

#include "base/clock.h"
#include "solver/run/process.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

enum { PROGRAM_SECONDS = 10, PROGRAM_OUTPUT = 1 << 16 };

/* Reads once; false at the end of the file, or when there is enough. */
static bool read_some(int fd, strbuf_t *text) {
    char block[4096];
    ssize_t got = read(fd, block, sizeof block);
    if (got > 0)
        strbuf_add(text, block, (size_t)got);
    return got > 0 ? text->len < PROGRAM_OUTPUT : got < 0 && (errno == EAGAIN || errno == EINTR);
}

bool program_run(const char *const *argv, strbuf_t *out, strbuf_t *err, const char **error) {
    process_spec_t spec = {.argv = argv, .stdin_fd = -1};
    process_t process;
    if (!process_start(&process, &spec, error))
        return false;
    struct pollfd fds[] = {{process.out, POLLIN, 0}, {process.err, POLLIN, 0}};
    strbuf_t *texts[] = {out, err};
    double until = clock_wall() + PROGRAM_SECONDS;
    while ((fds[0].fd >= 0 || fds[1].fd >= 0) && clock_wall() < until) {
        if (poll(fds, 2, 100) <= 0)
            continue;
        for (int i = 0; i < 2; i++)
            if (fds[i].fd >= 0 && fds[i].revents != 0 && !read_some(fds[i].fd, texts[i]))
                fds[i].fd = -1;
    }
    process_kill(&process);
    process_reap(&process, &(process_end_t){0});
    return true;
}

void program_version(const char *text, strbuf_t *version) {
    while (*text) {
        size_t len = strcspn(text, "\n");
        if (strcspn(text, "0123456789\n") < len) {
            strbuf_add(version, text, len < 60 ? len : 60);
            return;
        }
        text += len + (text[len] == '\n');
    }
}
