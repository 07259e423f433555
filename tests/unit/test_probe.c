/* Whether a solver is here, starts, and answers. */
#include "pool_fixture.h"
#include "unit.h"

#include "solver/run/probe.h"

#include <string.h>

static const struct {
    const char *profile; /* %s is the fake */
    const char *program; /* what is said of the program; NULL: it is fine */
    const char *mode;    /* the same of its first mode */
} cases[] = {
    {"(profile p (command \"%s\" \"answer\" \"unsat\") (modes spawn))", NULL, NULL},
    {"(profile p (command \"%s\" \"answer\" \"sat\") (modes spawn))", NULL, "answers sat"},
    {"(profile p (command \"assay-nosuch\" \"%s\") (modes spawn))",
     "not on PATH; install it, or name it: --solver /path/to/it", NULL},
    {"(profile p (command \"sh\" \"%s\") (modes spawn))", NULL, "answers error"},
};

static void what_is_found_out(void **state) {
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pool_bench_t bench;
        bench_open(&bench, 1);
        strbuf_t text, path, version, why;
        strbuf_init(&text, &bench.mem);
        strbuf_init(&path, &bench.mem);
        strbuf_init(&version, &bench.mem);
        strbuf_init(&why, &bench.mem);
        const char *at = strstr(cases[i].profile, "%s");
        strbuf_add(&text, cases[i].profile, (size_t)(at - cases[i].profile));
        strbuf_str(&text, fixture_fake());
        strbuf_str(&text, at + 2);
        assert_true(profiles_read(&bench.profiles, "test", text.data, text.len, &bench.why));
        const profile_t *profile = profiles_find(&bench.profiles, "p");
        bool found = probe_program(&bench.mem, profile, &path, &version, &why);
        assert_string_equal(strbuf_text(&why), cases[i].program ? cases[i].program : "");
        assert_int_equal(found, cases[i].program == NULL);
        if (found) {
            assert_int_equal(path.data[0], '/');
            bool ok = probe_mode(&bench.mem, profile, MODE_SPAWN, &why);
            assert_int_equal(ok, cases[i].mode == NULL);
            if (!ok && strncmp(strbuf_text(&why), cases[i].mode, strlen(cases[i].mode)) != 0)
                fail_msg("'%s' does not begin with '%s'", strbuf_text(&why), cases[i].mode);
        }
        strbuf_done(&text);
        strbuf_done(&path);
        strbuf_done(&version);
        strbuf_done(&why);
        bench_close(&bench);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_is_found_out)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
