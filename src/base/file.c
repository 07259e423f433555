#include "base/file.h"

#include "base/strbuf.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { READ_SIZE = 1 << 16, MAX_ATTEMPTS = 1000 };

static bool failed(const char **error) {
    *error = strerror(errno);
    return false;
}

/* Pipes, terminals and devices: read until the end. */
static bool read_stream(mem_t *mem, int fd, file_text_t *text, const char **error) {
    strbuf_t buf;
    strbuf_init(&buf, mem);
    for (;;) {
        strbuf_reserve(&buf, READ_SIZE);
        ssize_t got = read(fd, buf.data + buf.len, buf.cap - buf.len);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0) {
            failed(error);
            strbuf_done(&buf);
            return false;
        }
        if (got == 0)
            break;
        buf.len += (size_t)got;
    }
    *text = (file_text_t){buf.data, buf.len, false};
    return true;
}

/* A reading in progress. The descriptor must be closed when memory fails: see read_work(). */
typedef struct reading {
    mem_t *mem;
    int fd;
    file_text_t *text;
    const char **error;
    bool ok;
} reading_t;

static bool read_fd(const reading_t *job) {
    struct stat info;
    if (fstat(job->fd, &info) != 0)
        return failed(job->error);
    if (S_ISREG(info.st_mode) && info.st_size > 0) {
        void *map = mmap(NULL, (size_t)info.st_size, PROT_READ, MAP_PRIVATE, job->fd, 0);
        if (map != MAP_FAILED) {
            job->text->data = map;
            job->text->len = (size_t)info.st_size;
            job->text->mapped = true;
            return true;
        }
    }
    return read_stream(job->mem, job->fd, job->text, job->error);
}

static void read_work(void *arg) {
    reading_t *job = arg;
    job->ok = read_fd(job);
}

bool file_read(mem_t *mem, const char *path, file_text_t *text, const char **error) {
    *text = (file_text_t){0};
    if (strcmp(path, "-") == 0)
        return read_stream(mem, STDIN_FILENO, text, error);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return failed(error);
    reading_t job = {mem, fd, text, error, false};
    bool served = mem_try(mem, read_work, &job);
    close(fd);
    if (!served)
        mem_fail(mem);
    return job.ok;
}

void file_release(mem_t *mem, file_text_t *text) {
    if (text->mapped)
        munmap((void *)(uintptr_t)text->data, text->len);
    else
        mem_free(mem, (void *)(uintptr_t)text->data);
    *text = (file_text_t){0};
}

static bool write_all(int fd, const char *data, size_t len) {
    while (len > 0) {
        ssize_t put = write(fd, data, len);
        if (put < 0 && errno == EINTR)
            continue;
        if (put < 0)
            return false;
        data += put;
        len -= (size_t)put;
    }
    return true;
}

/* Closes fd after writing, which went well or set errno. */
static bool finish(int fd, bool ok, const char **error) {
    if (!ok)
        failed(error);
    if (close(fd) != 0 && ok)
        ok = failed(error);
    return ok;
}

/* Devices and pipes: there is nothing to replace. */
static bool write_stream(const char *path, const char *data, size_t len, const char **error) {
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    return fd < 0 ? failed(error) : finish(fd, write_all(fd, data, len), error);
}

/* Opens a new file beside path and leaves its name in temp. A crash leaves such files, and
 * process ids come again, in containers above all: a name that is taken is passed over. */
static int open_beside(const char *path, mode_t mode, strbuf_t *temp) {
    int fd = -1;
    for (unsigned attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
        strbuf_clear(temp);
        strbuf_format(temp, "%s.tmp%ld.%u", path, (long)getpid(), attempt);
        fd = open(strbuf_text(temp), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
        if (fd >= 0 || errno != EEXIST)
            break;
    }
    return fd;
}

/* old is what stat() says about path, or NULL when there is no such file. */
static bool replace(mem_t *mem, const char *path, const struct stat *old, const char *data,
                    size_t len, const char **error) {
    mode_t mode = old ? old->st_mode & 07777 : 0666;
    strbuf_t temp;
    strbuf_init(&temp, mem);
    int fd = open_beside(path, mode, &temp);
    bool ok = fd >= 0 || failed(error);
    if (ok) { /* from here to the end nothing is allocated: fd cannot be lost */
        bool full = (!old || fchmod(fd, mode) == 0) && write_all(fd, data, len) && fsync(fd) == 0;
        ok = finish(fd, full, error) && (rename(temp.data, path) == 0 || failed(error));
        if (!ok)
            unlink(temp.data);
    }
    strbuf_done(&temp);
    return ok;
}

bool file_write(mem_t *mem, const char *path, const char *data, size_t len, const char **error) {
    struct stat info;
    if (stat(path, &info) != 0) {
        int why = errno;
        if (why == ENOENT && lstat(path, &info) != 0) /* not even a link that leads nowhere */
            return replace(mem, path, NULL, data, len, error);
        errno = why;
        return failed(error);
    }
    if (!S_ISREG(info.st_mode))
        return write_stream(path, data, len, error);
    char target[PATH_MAX];
    if (!realpath(path, target))
        return failed(error);
    return replace(mem, target, &info, data, len, error);
}

bool file_is_dir(const char *path) {
    struct stat info;
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

static bool ends_with(const char *name, const char *suffix) {
    size_t n = strlen(name);
    size_t s = strlen(suffix);
    return n >= s && memcmp(name + n - s, suffix, s) == 0;
}

static char *join(mem_t *mem, const char *dir, const char *name) {
    size_t d = strlen(dir);
    size_t n = strlen(name);
    bool slash = d > 0 && dir[d - 1] == '/';
    char *path = mem_alloc(mem, d + n + 2);
    memcpy(path, dir, d);
    if (!slash)
        path[d++] = '/';
    memcpy(path + d, name, n + 1);
    return path;
}

/* A walk in progress. The handle must be closed when memory fails: see collect_work(). */
typedef struct walk {
    mem_t *mem;
    const char *suffix;
    name_vec_t *names;
    name_vec_t pending; /* directories found and not yet scanned */
    const char **error;
    const char *dir; /* the one being scanned */
    DIR *handle;
    bool ok;
} walk_t;

/* Files an entry of the directory under names, pending, or neither. */
static bool sort_entry(walk_t *walk, const char *name) {
    char *path = join(walk->mem, walk->dir, name);
    struct stat info;
    bool seen = lstat(path, &info) == 0;
    if (!seen && errno != ENOENT) { /* gone meanwhile is fine, out of reach is not */
        failed(walk->error);
        mem_free(walk->mem, path);
        return false;
    }
    bool link = seen && S_ISLNK(info.st_mode);
    if (link)
        seen = stat(path, &info) == 0;
    if (seen && S_ISDIR(info.st_mode) && !link)
        *vec_push(walk->mem, &walk->pending) = path;
    else if (seen && S_ISREG(info.st_mode) && ends_with(name, walk->suffix))
        *vec_push(walk->mem, walk->names) = path;
    else
        mem_free(walk->mem, path);
    return true;
}

static bool collect(walk_t *walk) {
    for (;;) {
        errno = 0;
        const struct dirent *entry = readdir(walk->handle);
        if (!entry)
            return errno == 0 || failed(walk->error);
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        if (!sort_entry(walk, entry->d_name))
            return false;
    }
}

static void collect_work(void *arg) {
    walk_t *walk = arg;
    walk->ok = collect(walk);
}

/* Adds dir's matching files to names and its directories to pending. */
static bool scan(walk_t *walk, const char *dir) {
    walk->dir = dir;
    walk->handle = opendir(dir);
    if (!walk->handle)
        return failed(walk->error);
    bool served = mem_try(walk->mem, collect_work, walk);
    closedir(walk->handle);
    if (!served)
        mem_fail(walk->mem);
    return walk->ok;
}

static int by_name(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void drop_from(mem_t *mem, name_vec_t *names, uint32_t len) {
    while (names->len > len)
        mem_free(mem, vec_pop(names));
}

bool file_walk(mem_t *mem, const char *dir, const char *suffix, name_vec_t *names,
               const char **error) {
    uint32_t first = names->len;
    walk_t walk = {.mem = mem, .suffix = suffix, .names = names, .error = error};
    bool ok = scan(&walk, dir);
    while (ok && walk.pending.len > 0) {
        char *next = vec_pop(&walk.pending);
        ok = scan(&walk, next);
        mem_free(mem, next);
    }
    drop_from(mem, &walk.pending, 0);
    vec_free(mem, &walk.pending);
    if (!ok)
        drop_from(mem, names, first);
    if (names->len > first)
        qsort(names->data + first, names->len - first, sizeof *names->data, by_name);
    return ok;
}
