/* file.h, on real files below a directory of its own. System calls are made to fail by definitions
 * of the same names here, which come before the library's; see "The seam". */
#include "unit.h"

#include "base/file.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>

/* ---- The seam ----------------------------------------------------------------------------- */

/* The named call fails with error, after skip good ones, as many times as told; read and write move
 * at most `most` bytes. */
static struct {
    const char *call;
    int skip;
    int times;
    int error;
    int hits;
    size_t most;
} seam;

static void break_call(const char *call, int skip, int times, int error) {
    seam.call = call;
    seam.skip = skip;
    seam.times = times;
    seam.error = error;
    seam.hits = 0;
}

static void mend(void) {
    memset(&seam, 0, sizeof seam);
}

static bool is_broken(const char *call) {
    if (!seam.call || strcmp(call, seam.call) != 0 || seam.skip-- > 0 || seam.hits >= seam.times)
        return false;
    seam.hits++;
    errno = seam.error;
    return true;
}

static size_t at_most(size_t len) {
    return seam.most != 0 && seam.most < len ? seam.most : len;
}

/* NOLINTBEGIN(readability-inconsistent-declaration-parameter-name): the headers' are reserved */

/* The library's function of this name, in a variable of its type. */
#define REAL(name)                                                                                 \
    static __typeof__(&(name)) real;                                                               \
    if (!real)                                                                                     \
    *(void **)&real = dlsym(RTLD_NEXT, #name)

ssize_t read(int fd, void *data, size_t len) {
    REAL(read);
    return is_broken("read") ? -1 : real(fd, data, at_most(len));
}

ssize_t write(int fd, const void *data, size_t len) {
    REAL(write);
    return is_broken("write") ? -1 : real(fd, data, at_most(len));
}

int fsync(int fd) {
    REAL(fsync);
    return is_broken("fsync") ? -1 : real(fd);
}

int fchmod(int fd, mode_t mode) {
    REAL(fchmod);
    return is_broken("fchmod") ? -1 : real(fd, mode);
}

int close(int fd) {
    REAL(close);
    int result = real(fd); /* as on Linux: the descriptor is gone, whatever close() says */
    return is_broken("close") ? -1 : result;
}

int rename(const char *from, const char *to) {
    REAL(rename);
    return is_broken("rename") ? -1 : real(from, to);
}

int fstat(int fd, struct stat *info) {
    REAL(fstat);
    return is_broken("fstat") ? -1 : real(fd, info);
}

int lstat(const char *path, struct stat *info) {
    REAL(lstat);
    return is_broken("lstat") ? -1 : real(path, info);
}

char *realpath(const char *path, char *target) {
    REAL(realpath);
    return is_broken("realpath") ? NULL : real(path, target);
}

void *mmap(void *at, size_t len, int protection, int flags, int fd, off_t offset) {
    REAL(mmap);
    return is_broken("mmap") ? MAP_FAILED : real(at, len, protection, flags, fd, offset);
}

struct dirent *readdir(DIR *handle) {
    REAL(readdir);
    return is_broken("readdir") ? NULL : real(handle);
}

/* NOLINTEND(readability-inconsistent-declaration-parameter-name) */

/* ---- Files to work with -------------------------------------------------------------------- */

static char root[PATH_MAX / 2];

/* A path below the test's directory; good for the next seven calls. */
static const char *at(const char *name) {
    static char paths[8][PATH_MAX];
    static int next;
    char *path = paths[next++ % 8];
    snprintf(path, PATH_MAX, "%s/%s", root, name);
    return path;
}

static int remove_entry(const char *path, const struct stat *info, int kind, struct FTW *place) {
    return remove(path);
}

static void remove_tree(const char *path) {
    nftw(path, remove_entry, 20, FTW_DEPTH | FTW_PHYS);
}

static int set_up(void **state) {
    const char *base = getenv("TMPDIR");
    snprintf(root, sizeof root, "%s/test_file.XXXXXX", base ? base : "/tmp");
    umask(022);
    return mkdtemp(root) ? 0 : -1;
}

static int tear_down(void **state) {
    mend();
    remove_tree(root);
    return 0;
}

static void put(const char *path, const char *data, size_t len) {
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0644);
    assert_true(fd >= 0);
    while (len > 0) {
        ssize_t done = write(fd, data, len);
        assert_true(done > 0);
        data += done;
        len -= (size_t)done;
    }
    close(fd);
}

static void make_dir(const char *path) {
    assert_int_equal(mkdir(path, 0755), 0);
}

/* Something long, without a period that could be that of a buffer. */
static char *pattern(size_t len) {
    char *data = malloc(len + 1);
    assert_non_null(data);
    for (size_t i = 0; i < len; i++)
        data[i] = (char)(i * 31 + i / 251);
    return data;
}

/* The next descriptor to be handed out: the same before and after, unless one was lost. */
static int next_fd(void) {
    int fd = open("/dev/null", O_RDONLY);
    assert_true(fd >= 0);
    close(fd);
    return fd;
}

static int count_entries(const char *dir) {
    DIR *handle = opendir(dir);
    assert_non_null(handle);
    int count = 0;
    while (readdir(handle))
        count++;
    closedir(handle);
    return count - 2;
}

static mode_t mode_of(const char *path) {
    struct stat info = {0};
    assert_int_equal(lstat(path, &info), 0);
    return info.st_mode;
}

static void assert_contents(const char *path, const char *data, size_t len) {
    mem_t mem;
    mem_init(&mem);
    file_text_t text;
    const char *error = NULL;
    assert_true(file_read(&mem, path, &text, &error));
    assert_int_equal(text.len, len);
    if (len != 0)
        assert_memory_equal(text.data, data, len);
    file_release(&mem, &text);
    assert_null(text.data);
    assert_int_equal(text.len, 0);
    assert_int_equal(mem.used, 0);
    mem_done(&mem);
}

static void assert_unreadable(const char *path, int why) {
    mem_t mem;
    mem_init(&mem);
    int fd = next_fd();
    file_text_t text = {"stale", 5, true};
    const char *error = NULL;
    assert_false(file_read(&mem, path, &text, &error));
    assert_string_equal(error, strerror(why));
    assert_null(text.data);
    assert_false(text.mapped);
    assert_int_equal(mem.used, 0);
    mend();
    assert_int_equal(next_fd(), fd);
    file_release(&mem, &text); /* harmless */
    mem_done(&mem);
}

/* ---- file_read ------------------------------------------------------------------------------ */

static void test_read_sizes(void **state) {
    static const size_t sizes[] = {0, 1, 4095, 4096, 4097, 65535, 65536, 65537, 1000000};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        char *data = pattern(sizes[i]);
        put(at("f"), data, sizes[i]);
        int fd = next_fd();
        assert_contents(at("f"), data, sizes[i]);
        break_call("mmap", 0, 100, ENODEV); /* some file systems cannot: then it is read */
        assert_contents(at("f"), data, sizes[i]);
        assert_int_equal(seam.hits, sizes[i] > 0);
        mend();
        assert_int_equal(next_fd(), fd);
        free(data);
    }
}

static void test_read_maps_regular_files(void **state) {
    put(at("f"), "text", 4);
    mem_t mem;
    mem_init(&mem);
    file_text_t text;
    const char *error = NULL;
    assert_true(file_read(&mem, at("f"), &text, &error));
    assert_true(text.mapped);
    assert_int_equal(mem.calls, 0);
    assert_true(file_write(&mem, at("f"), "other", 5, &error));
    assert_memory_equal(text.data, "text", 4); /* replaced under us, and still there */
    file_release(&mem, &text);
    mem_done(&mem);
}

static void test_read_failures(void **state) {
    put(at("f"), "text", 4);
    make_dir(at("d"));
    assert_unreadable(at("missing"), ENOENT);
    assert_unreadable("", ENOENT);
    assert_unreadable(at("d"), EISDIR);
    assert_unreadable(at("f/below"), ENOTDIR);
    break_call("fstat", 0, 1, EIO);
    assert_unreadable(at("f"), EIO);
    put(at("empty"), "", 0);
    break_call("read", 0, 1, EIO);
    assert_unreadable(at("empty"), EIO);
}

/* Runs a writer of len bytes into fd in a process of its own. */
static pid_t start_writer(int fd, const char *data, size_t len) {
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid != 0)
        return pid;
    while (len > 0) {
        ssize_t done = write(fd, data, len);
        if (done <= 0)
            _exit(1);
        data += done;
        len -= (size_t)done;
    }
    _exit(0);
}

static void wait_for(pid_t pid) {
    int status;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

/* Reads "-" with a pipe as standard input. */
static void check_pipe(size_t len) {
    char *data = pattern(len);
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    pid_t pid = start_writer(ends[1], data, len);
    close(ends[1]);
    int kept = dup(STDIN_FILENO);
    dup2(ends[0], STDIN_FILENO);
    close(ends[0]);
    assert_contents("-", data, len);
    assert_true(fcntl(STDIN_FILENO, F_GETFD) >= 0); /* not ours to close */
    if (kept >= 0) {
        dup2(kept, STDIN_FILENO);
        close(kept);
    } else {
        close(STDIN_FILENO);
    }
    wait_for(pid);
    free(data);
}

static void test_read_pipes(void **state) {
    check_pipe(0);
    check_pipe(1);
    check_pipe(300000);
    seam.most = 1000;
    check_pipe(65536);
    break_call("read", 3, 2, EINTR);
    check_pipe(10000);
    assert_int_equal(seam.hits, 2);
    mend();
}

static void test_read_fifo(void **state) {
    char *data = pattern(200000);
    assert_int_equal(mkfifo(at("fifo"), 0600), 0);
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        int fd = open(at("fifo"), O_WRONLY);
        ssize_t done = 0;
        for (size_t sent = 0; fd >= 0 && sent < 200000 && done >= 0; sent += (size_t)done)
            done = write(fd, data + sent, 200000 - sent);
        _exit(fd < 0 || done < 0);
    }
    assert_contents(at("fifo"), data, 200000);
    wait_for(pid);
    free(data);
}

/* Files in /proc say they are empty, and are not. */
static void test_read_proc(void **state) {
    mem_t mem;
    mem_init(&mem);
    file_text_t text;
    const char *error = NULL;
    if (!file_read(&mem, "/proc/self/stat", &text, &error))
        skip();
    assert_true(text.len > 10);
    assert_false(text.mapped);
    mem_done(&mem);
}

static void check_fd(void *arg) {
    assert_int_equal(next_fd(), *(int *)arg);
}

static void read_by_stream(mem_t *mem, void *arg) {
    break_call("mmap", 0, 1000, ENODEV);
    seam.most = 50000;
    file_text_t text;
    const char *error = NULL;
    bool ok = file_read(mem, at("long"), &text, &error);
    mend();
    assert_true(ok);
    assert_int_equal(text.len, 400000);
    file_release(mem, &text);
    assert_int_equal(mem->used, 0);
}

static void test_read_every_allocation_fails(void **state) {
    char *data = pattern(400000);
    put(at("long"), data, 400000);
    free(data);
    int fd = next_fd();
    assert_true(unit_fail_each(read_by_stream, check_fd, &fd) > 4);
    mend();
}

/* ---- file_write ----------------------------------------------------------------------------- */

static void write_ok(const char *path, const char *data, size_t len) {
    mem_t mem;
    mem_init(&mem);
    int fd = next_fd();
    const char *error = NULL;
    if (!file_write(&mem, path, data, len, &error))
        fail_msg("%s: %s", path, error);
    assert_int_equal(mem.used, 0);
    assert_int_equal(next_fd(), fd);
    mem_done(&mem);
}

static void write_fails(const char *path, int why) {
    mem_t mem;
    mem_init(&mem);
    int fd = next_fd();
    const char *error = NULL;
    assert_false(file_write(&mem, path, "new", 3, &error));
    assert_string_equal(error, strerror(why));
    assert_int_equal(mem.used, 0);
    mend();
    assert_int_equal(next_fd(), fd);
    mem_done(&mem);
}

static void test_write_and_read_back(void **state) {
    static const size_t sizes[] = {0, 1, 65536, 300001};
    make_dir(at("d"));
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        char *data = pattern(sizes[i]);
        write_ok(at("d/f"), data, sizes[i]);
        assert_contents(at("d/f"), data, sizes[i]);
        seam.most = 10000; /* short writes are not an end */
        write_ok(at("d/g"), data, sizes[i]);
        break_call("write", 0, 3, EINTR);
        write_ok(at("d/h"), data, sizes[i]);
        mend();
        assert_contents(at("d/g"), data, sizes[i]);
        assert_contents(at("d/h"), data, sizes[i]);
        free(data);
    }
    write_ok(at("d/f"), NULL, 0);
    assert_contents(at("d/f"), "", 0);
    assert_int_equal(count_entries(at("d")), 3); /* no temporary file is left */
}

static void test_write_permissions(void **state) {
    static const mode_t modes[] = {0600, 0644, 0666, 0755, 0400, 0777};
    write_ok(at("new"), "x", 1);
    assert_int_equal(mode_of(at("new")) & 07777, 0644);
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        assert_int_equal(chmod(at("new"), modes[i]), 0);
        write_ok(at("new"), "y", 1);
        assert_int_equal(mode_of(at("new")) & 07777, modes[i]);
    }
    umask(077); /* a new file is made as the user wants new files */
    write_ok(at("secret"), "x", 1);
    assert_int_equal(mode_of(at("secret")) & 07777, 0600);
    umask(0);
    write_ok(at("open"), "x", 1);
    assert_int_equal(mode_of(at("open")) & 07777, 0666);
    umask(022);
}

/* Whatever step fails: the old text stays, the message is that step's, no file is left. */
static void test_write_steps_fail(void **state) {
    static const char *const steps[] = {"write", "fsync", "fchmod", "close", "rename", "realpath"};
    make_dir(at("d"));
    write_ok(at("d/f"), "old", 3);
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        /* The first close is of next_fd()'s descriptor. */
        break_call(steps[i], strcmp(steps[i], "close") == 0 ? 1 : 0, 1, ENOSPC);
        errno = ELOOP; /* an old error must not come up as the reason */
        write_fails(at("d/f"), ENOSPC);
        assert_contents(at("d/f"), "old", 3);
        assert_int_equal(count_entries(at("d")), 1);
    }
    break_call("rename", 0, 1, EXDEV);
    write_fails(at("d/new"), EXDEV); /* stat() has said ENOENT before */
    assert_int_equal(count_entries(at("d")), 1);
}

static void test_write_impossible_places(void **state) {
    put(at("f"), "text", 4);
    make_dir(at("d"));
    make_dir(at("d/sub"));
    write_fails(at("f/below"), ENOTDIR);
    write_fails(at("missing/f"), ENOENT);
    write_fails("", ENOENT);
    write_fails(at("d"), EISDIR);
    write_fails(at("d/"), EISDIR);
    char name[NAME_MAX + 2];
    memset(name, 'n', NAME_MAX + 1);
    name[NAME_MAX + 1] = '\0';
    write_fails(at(name), ENAMETOOLONG);
    assert_int_equal(count_entries(at("d")), 1);
    assert_contents(at("f"), "text", 4);
}

/* What a crashed process with our number left is neither used nor in the way. */
static void test_write_passes_over_leftovers(void **state) {
    make_dir(at("d"));
    char name[100];
    for (unsigned i = 0; i < 3; i++) {
        snprintf(name, sizeof name, "d/f.tmp%ld.%u", (long)getpid(), i);
        put(at(name), "leftover", 8);
    }
    write_ok(at("d/f"), "new", 3);
    assert_contents(at("d/f"), "new", 3);
    assert_contents(at(name), "leftover", 8);
    assert_int_equal(count_entries(at("d")), 4);
}

static void test_write_gives_up_on_leftovers(void **state) {
    make_dir(at("d"));
    for (unsigned i = 0; i < 1000; i++) {
        char name[100];
        snprintf(name, sizeof name, "d/f.tmp%ld.%u", (long)getpid(), i);
        put(at(name), "", 0);
    }
    write_fails(at("d/f"), EEXIST);
    assert_int_equal(count_entries(at("d")), 1000);
}

static void test_write_through_links(void **state) {
    make_dir(at("d"));
    put(at("d/f"), "old", 3);
    assert_int_equal(symlink("d/f", at("link")), 0);
    assert_int_equal(chmod(at("d/f"), 0640), 0);
    write_ok(at("link"), "new", 3);
    assert_true(S_ISLNK(mode_of(at("link"))));
    assert_contents(at("d/f"), "new", 3);
    assert_int_equal(mode_of(at("d/f")) & 07777, 0640);
    assert_int_equal(count_entries(at("d")), 1);
    assert_int_equal(symlink("nowhere", at("dangling")), 0);
    write_fails(at("dangling"), ENOENT);
    assert_true(S_ISLNK(mode_of(at("dangling"))));
    assert_int_equal(symlink("self", at("self")), 0);
    write_fails(at("self"), ELOOP);
}

/* A pipe, and so /dev/null, is written into; replacing it would be a disaster. */
static void test_write_into_pipes(void **state) {
    assert_int_equal(mkfifo(at("fifo"), 0600), 0);
    int fd = open(at("fifo"), O_RDONLY | O_NONBLOCK);
    assert_true(fd >= 0);
    write_ok(at("fifo"), "through", 7);
    assert_true(S_ISFIFO(mode_of(at("fifo"))));
    char got[10];
    assert_int_equal(read(fd, got, sizeof got), 7);
    assert_memory_equal(got, "through", 7);
    break_call("write", 0, 1, EPIPE);
    write_fails(at("fifo"), EPIPE);
    close(fd);
    assert_int_equal(count_entries(root), 1);
}

/* A reader that looks all the time sees one text or the other. */
static void test_write_is_atomic(void **state) {
    enum { LEN = 100000, ROUNDS = 60 };
    char *a = malloc(LEN);
    char *b = malloc(LEN);
    assert_true(a && b);
    memset(a, 'a', LEN);
    memset(b, 'b', LEN);
    write_ok(at("f"), a, LEN);
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        mem_t mem;
        mem_init(&mem);
        const char *error;
        for (int i = 0; i < ROUNDS; i++)
            if (!file_write(&mem, at("f"), i % 2 ? a : b, i % 2 ? LEN : LEN / 2, &error))
                _exit(1);
        _exit(0);
    }
    mem_t mem;
    mem_init(&mem);
    int status = 0;
    int looks = 0;
    for (; waitpid(pid, &status, WNOHANG) == 0; looks++) {
        file_text_t text;
        const char *error = NULL;
        assert_true(file_read(&mem, at("f"), &text, &error));
        assert_true(text.len == LEN || text.len == LEN / 2);
        assert_memory_equal(text.data, text.len == LEN ? a : b, text.len);
        file_release(&mem, &text);
    }
    assert_int_equal(status, 0);
    assert_true(looks > 0);
    mem_done(&mem);
    free(a);
    free(b);
}

static void write_job(mem_t *mem, void *arg) {
    const char *error = NULL;
    assert_true(file_write(mem, at("d/f"), "new", 3, &error));
    assert_int_equal(mem->used, 0);
}

static void check_write_leftovers(void *arg) {
    check_fd(arg);
    assert_int_equal(count_entries(at("d")), 1);
}

static void test_write_every_allocation_fails(void **state) {
    make_dir(at("d"));
    write_ok(at("d/f"), "old", 3);
    int fd = next_fd();
    assert_true(unit_fail_each(write_job, check_write_leftovers, &fd) > 1);
    assert_contents(at("d/f"), "new", 3);
}

/* ---- file_is_dir, file_walk ------------------------------------------------------------------ */

static void test_is_dir(void **state) {
    put(at("f"), "", 0);
    make_dir(at("d"));
    assert_int_equal(symlink("d", at("link")), 0);
    assert_true(file_is_dir(at("d")));
    assert_true(file_is_dir(at("d/")));
    assert_true(file_is_dir(at("link")));
    assert_true(file_is_dir("/"));
    assert_false(file_is_dir(at("f")));
    assert_false(file_is_dir(at("missing")));
    assert_false(file_is_dir(""));
}

static void free_names(mem_t *mem, name_vec_t *names) {
    while (names->len > 0)
        mem_free(mem, vec_pop(names));
    vec_free(mem, names);
    assert_int_equal(mem->used, 0);
}

/* Walks and compares with the names given, up to a NULL, below the test's directory. */
static void assert_walk(const char *dir, const char *suffix, const char *const *want) {
    mem_t mem;
    mem_init(&mem);
    int fd = next_fd();
    name_vec_t names = {0};
    const char *error = NULL;
    if (!file_walk(&mem, dir, suffix, &names, &error))
        fail_msg("%s: %s", dir, error);
    uint32_t i = 0;
    for (; want[i]; i++) {
        assert_true(i < names.len);
        assert_string_equal(names.data[i], at(want[i]));
    }
    assert_int_equal(names.len, i);
    assert_int_equal(next_fd(), fd);
    free_names(&mem, &names);
    mem_done(&mem);
}

static void walk_fails(const char *dir, int why) {
    mem_t mem;
    mem_init(&mem);
    int fd = next_fd();
    name_vec_t names = {0};
    char *kept = mem_alloc(&mem, 1);
    *vec_push(&mem, &names) = kept;
    const char *error = NULL;
    assert_false(file_walk(&mem, dir, "", &names, &error));
    assert_string_equal(error, strerror(why));
    assert_int_equal(names.len, 1); /* what was there, and nothing of the failed walk */
    assert_ptr_equal(names.data[0], kept);
    mend();
    assert_int_equal(next_fd(), fd);
    free_names(&mem, &names);
    mem_done(&mem);
}

static void make_tree(void) {
    static const char *const dirs[] = {"t", "t/b", "t/b/c", "t/empty", "t/dir.smt2", "outside"};
    static const char *const files[] = {
        "t/z.smt2",       "t/a.smt2",       "t/b/m.smt2", "t/b.smt2",          "t/b/c/d.smt2",
        "t/a.txt",        "t/.smt2",        "t/smt2",     "t/dir.smt2/x.smt2", "t/B.smt2",
        "t/b/a.smt2.bak", "outside/o.smt2", "t/.h/.smt2", "t/b/c/e.SMT2"};
    for (size_t i = 0; i < sizeof dirs / sizeof *dirs; i++)
        make_dir(at(dirs[i]));
    make_dir(at("t/.h"));
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        put(at(files[i]), "x", 1);
    assert_int_equal(symlink("../outside", at("t/linkdir.smt2")), 0);
    assert_int_equal(symlink("..", at("t/b/up")), 0);
    assert_int_equal(symlink("../outside/o.smt2", at("t/link.smt2")), 0);
    assert_int_equal(symlink("nowhere.smt2", at("t/dangling.smt2")), 0);
    assert_int_equal(symlink("loop.smt2", at("t/loop.smt2")), 0);
    assert_int_equal(mkfifo(at("t/fifo.smt2"), 0600), 0);
}

static void test_walk(void **state) {
    static const char *const smt2[] = {
        "t/.h/.smt2", "t/.smt2",           "t/B.smt2",    "t/a.smt2", "t/b.smt2", "t/b/c/d.smt2",
        "t/b/m.smt2", "t/dir.smt2/x.smt2", "t/link.smt2", "t/z.smt2", NULL};
    static const char *const bak[] = {"t/b/a.smt2.bak", NULL};
    static const char *const below[] = {"t/b/c/d.smt2", "t/b/m.smt2", NULL};
    static const char *const none[] = {NULL};
    make_tree();
    assert_walk(at("t"), ".smt2", smt2);
    assert_walk(at("t/"), ".smt2", smt2);
    assert_walk(at("t"), ".bak", bak);
    assert_walk(at("t/b"), ".smt2", below);
    assert_walk(at("t/empty"), "", none);
    assert_walk(at("t"), ".absent", none);
    assert_walk(at("t"), "b/m.smt2", none); /* names end in a suffix, not paths */
    assert_walk(at("t"), "a very long suffix, longer than any name", none);
}

static void test_walk_with_empty_suffix_takes_all(void **state) {
    static const char *const all[] = {"t/b/c/d.smt2", "t/b/c/e.SMT2", NULL};
    make_tree();
    assert_walk(at("t/b/c"), "", all);
}

/* A link given as the start is followed: it was named. */
static void test_walk_from_link(void **state) {
    static const char *const want[] = {"t/linkdir.smt2/o.smt2", NULL};
    make_tree();
    assert_walk(at("t/linkdir.smt2"), ".smt2", want);
}

static void test_walk_appends(void **state) {
    make_tree();
    mem_t mem;
    mem_init(&mem);
    name_vec_t names = {0};
    const char *error = NULL;
    assert_true(file_walk(&mem, at("t/dir.smt2"), ".smt2", &names, &error));
    assert_true(file_walk(&mem, at("t/b"), ".smt2", &names, &error));
    assert_true(file_walk(&mem, at("t/empty"), ".smt2", &names, &error));
    assert_int_equal(names.len, 3);
    assert_string_equal(names.data[0], at("t/dir.smt2/x.smt2")); /* earlier names stay in front */
    assert_string_equal(names.data[1], at("t/b/c/d.smt2"));
    assert_string_equal(names.data[2], at("t/b/m.smt2"));
    free_names(&mem, &names);
    mem_done(&mem);
}

static void test_walk_failures(void **state) {
    make_tree();
    walk_fails(at("missing"), ENOENT);
    walk_fails("", ENOENT);
    walk_fails(at("t/a.smt2"), ENOTDIR);
    for (int skip = 0; skip < 30; skip++) {
        break_call("readdir", skip, 1, EIO);
        walk_fails(at("t"), EIO);
    }
    for (int skip = 0; skip < 15; skip++) {
        break_call("lstat", skip, 1, EACCES);
        walk_fails(at("t"), EACCES);
    }
}

static void test_walk_skips_what_vanished(void **state) {
    static const char *const none[] = {NULL};
    make_tree();
    break_call("lstat", 0, 1000, ENOENT);
    assert_walk(at("t"), ".smt2", none);
}

static void test_walk_many_files(void **state) {
    enum { COUNT = 2000 };
    make_dir(at("many"));
    for (int i = 0; i < COUNT; i++) {
        char name[40];
        snprintf(name, sizeof name, "many/%d.smt2", i * 7919 % COUNT);
        put(at(name), "", 0);
    }
    mem_t mem;
    mem_init(&mem);
    name_vec_t names = {0};
    const char *error = NULL;
    assert_true(file_walk(&mem, at("many"), ".smt2", &names, &error));
    assert_int_equal(names.len, COUNT);
    for (uint32_t i = 1; i < names.len; i++)
        assert_true(strcmp(names.data[i - 1], names.data[i]) < 0);
    free_names(&mem, &names);
    mem_done(&mem);
}

/* As deep as a path can name; and one that no path reaches is an error, not a gap. */
static void test_walk_deep(void **state) {
    char path[PATH_MAX];
    size_t len = (size_t)snprintf(path, sizeof path, "%s/deep", at(""));
    make_dir(path);
    int depth = 0;
    for (; len + 2 + strlen("/f.smt2") < PATH_MAX - 1; len += 2, depth++) {
        memcpy(path + len, "/d", 3);
        make_dir(path);
    }
    memcpy(path + len, "/f.smt2", strlen("/f.smt2") + 1);
    put(path, "x", 1);
    assert_true(depth > 1500);
    mem_t mem;
    mem_init(&mem);
    name_vec_t names = {0};
    const char *error = NULL;
    if (!file_walk(&mem, at("/deep"), ".smt2", &names, &error))
        fail_msg("%s", error);
    assert_int_equal(names.len, 1);
    assert_string_equal(names.data[0], path);
    free_names(&mem, &names);
    mem_done(&mem);
    path[len] = '\0';
    int fd = open(path, O_RDONLY | O_DIRECTORY);
    assert_true(fd >= 0);
    assert_int_equal(mkdirat(fd, "out-of-reach", 0755), 0);
    walk_fails(at("/deep"), ENAMETOOLONG);
    assert_int_equal(unlinkat(fd, "out-of-reach", AT_REMOVEDIR), 0);
    close(fd);
}

static void walk_job(mem_t *mem, void *arg) {
    name_vec_t names = {0};
    const char *error = NULL;
    assert_true(file_walk(mem, at("t"), ".smt2", &names, &error));
    assert_int_equal(names.len, 10);
    free_names(mem, &names);
}

static void test_walk_every_allocation_fails(void **state) {
    make_tree();
    int fd = next_fd();
    assert_true(unit_fail_each(walk_job, check_fd, &fd) > 20);
}

#define FILE_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        FILE_TEST(test_read_sizes),
        FILE_TEST(test_read_maps_regular_files),
        FILE_TEST(test_read_failures),
        FILE_TEST(test_read_pipes),
        FILE_TEST(test_read_fifo),
        FILE_TEST(test_read_proc),
        FILE_TEST(test_read_every_allocation_fails),
        FILE_TEST(test_write_and_read_back),
        FILE_TEST(test_write_permissions),
        FILE_TEST(test_write_steps_fail),
        FILE_TEST(test_write_impossible_places),
        FILE_TEST(test_write_passes_over_leftovers),
        FILE_TEST(test_write_gives_up_on_leftovers),
        FILE_TEST(test_write_through_links),
        FILE_TEST(test_write_into_pipes),
        FILE_TEST(test_write_is_atomic),
        FILE_TEST(test_write_every_allocation_fails),
        FILE_TEST(test_is_dir),
        FILE_TEST(test_walk),
        FILE_TEST(test_walk_with_empty_suffix_takes_all),
        FILE_TEST(test_walk_from_link),
        FILE_TEST(test_walk_appends),
        FILE_TEST(test_walk_failures),
        FILE_TEST(test_walk_skips_what_vanished),
        FILE_TEST(test_walk_many_files),
        FILE_TEST(test_walk_deep),
        FILE_TEST(test_walk_every_allocation_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
