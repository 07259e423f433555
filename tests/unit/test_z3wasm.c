/* z3wasm.h: finding the package, with made-up ones; and the driver itself, on the package that
 * ASSAY_NPM or ./node_modules holds. */
#include "unit.h"

#include "base/strbuf.h"
#include "solver/run/process.h"
#include "solver/run/z3wasm.h"

#include <fcntl.h>
#include <ftw.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>

typedef struct place {
    mem_t mem;
    arena_t texts;
    text_vec_t argv;
    strbuf_t why;
    char dir[64];
    char before[4096];
} place_t;

static void set_or_unset(const char *name, const char *value) {
    if (value)
        setenv(name, value, 1);
    else
        unsetenv(name);
}

/* Each test is in an empty directory of its own, which is home, too. */
static int enter(void **state) {
    static place_t place;
    mem_init(&place.mem);
    arena_init(&place.texts, &place.mem);
    strbuf_init(&place.why, &place.mem);
    place.argv = (text_vec_t){0};
    snprintf(place.dir, sizeof place.dir, "/tmp/assay-test-XXXXXX");
    if (!getcwd(place.before, sizeof place.before) || !mkdtemp(place.dir) || chdir(place.dir) != 0)
        return -1;
    set_or_unset("HOME", place.dir);
    set_or_unset("XDG_CACHE_HOME", NULL);
    *state = &place;
    return 0;
}

static int remove_one(const char *path, const struct stat *info, int kind, struct FTW *at) {
    (void)info;
    (void)kind;
    (void)at;
    return remove(path);
}

static int leave(void **state) {
    place_t *place = *state;
    mem_done(&place->mem);
    return chdir(place->before) != 0 || nftw(place->dir, remove_one, 10, FTW_DEPTH | FTW_PHYS) != 0;
}

/* A package.json below dir/node_modules, of this version. */
static void plant(const char *dir, const char *version) {
    char path[300];
    snprintf(path, sizeof path, "%s/node_modules/z3-solver/package.json", dir);
    for (char *slash = path + 1; (slash = strchr(slash, '/')); slash++) {
        *slash = '\0';
        mkdir(path, 0755);
        *slash = '/';
    }
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file, "{\n  \"name\": \"z3-solver\",\n  \"version\": \"%s\"\n}\n", version);
    fclose(file);
}

static bool command(place_t *place, const char *version) {
    place->argv.len = 0;
    strbuf_clear(&place->why);
    bool ok = z3wasm_command(&place->texts, version, &place->argv, &place->why);
    if (!ok) {
        assert_int_equal(place->argv.len, 0);
        assert_true(place->why.len > 0);
    }
    return ok;
}

static void finds(place_t *place, const char *version, const char *path) {
    if (!command(place, version))
        fail_msg("%s", strbuf_text(&place->why));
    assert_int_equal(place->argv.len, 5);
    assert_string_equal(place->argv.data[1], "-e");
    assert_string_equal(place->argv.data[3], "--");
    assert_string_equal(place->argv.data[4], path);
}

static void test_places(void **state) {
    place_t *place = *state;
    if (!process_find(&place->mem, "node"))
        skip();
    char path[300];
    unsetenv("ASSAY_NPM");
    plant(".cache/assay/z3-solver-4.9.0", "4.9.0");
    plant(".cache/assay/z3-solver-4.12.2", "4.12.2");
    plant(".cache/assay/z3-solver-4.8.17", "4.8.17");
    snprintf(path, sizeof path, "%s/.cache/assay/z3-solver-4.9.0/node_modules/z3-solver",
             place->dir);
    finds(place, "4.9.0", path);
    snprintf(path, sizeof path, "%s/.cache/assay/z3-solver-4.12.2/node_modules/z3-solver",
             place->dir);
    finds(place, NULL, path);

    plant(".", "5.2.0");
    finds(place, NULL, "./node_modules/z3-solver");
    finds(place, "5.2.0", "./node_modules/z3-solver");
    finds(place, "4.12.2", path);

    plant("mine", "5.0.0");
    setenv("ASSAY_NPM", "mine", 1);
    finds(place, NULL, "mine/node_modules/z3-solver");
    setenv("ASSAY_NPM", "mine/node_modules", 1);
    finds(place, "5.0.0", "mine/node_modules/z3-solver");
    finds(place, "5.2.0", "./node_modules/z3-solver");
}

static void says(place_t *place, const char *part) {
    if (!strstr(strbuf_text(&place->why), part))
        fail_msg("'%s' is not in: %s", part, strbuf_text(&place->why));
}

static void test_messages(void **state) {
    place_t *place = *state;
    if (!process_find(&place->mem, "node"))
        skip();
    unsetenv("ASSAY_NPM");
    plant(".", "4.12.2");
    assert_false(command(place, "5.2.0"));
    says(place, "./node_modules/z3-solver: version 4.12.2");
    says(place, ".cache/assay/z3-solver-5.2.0/node_modules/z3-solver: not there");
    says(place, "npm install z3-solver@5.2.0");
    assert_false(command(place, "../../etc"));
    says(place, "'../../etc' is not a version");
    assert_false(command(place, ""));
    says(place, "is not a version");

    char path[4096];
    snprintf(path, sizeof path, "%s", getenv("PATH"));
    setenv("PATH", place->dir, 1);
    assert_false(command(place, NULL));
    setenv("PATH", path, 1);
    says(place, "no node on PATH");
}

/* ---- The driver ---------------------------------------------------------------------------- */

static const char *npm; /* ASSAY_NPM as it was */

/* The output of the driver for this text, and its exit status. */
static int drive(place_t *place, const char *text, char *out, size_t size) {
    process_t process;
    process_end_t end;
    const char *error;
    process_spec_t spec = {.argv = place->argv.data};
    spec.stdin_fd = process_input(text, strlen(text), &error);
    assert_true(process_start(&process, &spec, &error));
    assert_int_equal(poll(&(struct pollfd){.fd = process.pidfd, .events = POLLIN}, 1, 60000), 1);
    ssize_t len = read(process.out, out, size - 1);
    out[len > 0 ? len : 0] = '\0';
    process_reap(&process, &end);
    close(spec.stdin_fd);
    return end.exit_status;
}

static void test_driver(void **state) {
    place_t *place = *state;
    char out[4000];
    if (!npm)
        skip();
    setenv("ASSAY_NPM", npm, 1);
    if (!command(place, NULL))
        fail_msg("ASSAY_NPM is set, and the package is not there");
    *vec_push(&place->mem, &place->argv) = "smt.arith.solver=2";
    *vec_push(&place->mem, &place->argv) = NULL;
    assert_int_equal(drive(place,
                           "(set-logic QF_LIA)\n; a comment (with this\n"
                           "(declare-const |a ) b| Int)(assert (= |a ) b| 3))\n(check-sat)\n"
                           "(get-value (|a ) b|))\n(echo \"a \"\"quote\"\" (\")\n"
                           "(reset)\n(echo \"begin\")(declare-const x Bool)(assert (and x (not x)))"
                           "(check-sat)\n",
                           out, sizeof out),
                     0);
    assert_string_equal(out, "sat\n((|a ) b| 3))\na \"quote\" (\nbegin\nunsat\n");
    assert_int_equal(drive(place, "(assert y)(check-sat)(exit)(echo \"no\")", out, sizeof out), 1);
    assert_non_null(strstr(out, "unknown constant y"));
    assert_non_null(strstr(out, "sat\n"));
    assert_null(strstr(out, "no\n"));
    assert_int_equal(drive(place, "(check-sat) (assert", out, sizeof out), 1);
    place->argv.data[place->argv.len - 2] = "--version";
    assert_int_equal(drive(place, "", out, sizeof out), 0);
    assert_non_null(strstr(out, "(npm z3-solver "));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_places, enter, leave),
        cmocka_unit_test_setup_teardown(test_messages, enter, leave),
        cmocka_unit_test_setup_teardown(test_driver, enter, leave),
    };
    const char *given = getenv("ASSAY_NPM");
    npm = given ? strdup(given) : NULL;
    process_setup();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    free((void *)(uintptr_t)npm);
    return failed;
}
