/* Which solvers are opened for what is wanted, and what is said when that does not work. */
#include "pool_fixture.h"
#include "unit.h"

#include "solver/run/solvers.h"

#include <string.h>

static void says(strbuf_t *messages, const char *text) {
    if (strcmp(strbuf_text(messages), text) != 0)
        fail_msg("'%s' is not '%s'", strbuf_text(messages), text);
}

/* The pool first: it is what uses the profiles. */
static void end(pool_bench_t *bench, solvers_t *solvers) {
    pool_end(bench->pool);
    solvers_done(solvers);
    bench->pool = NULL;
    bench_close(bench);
}

static void one_for_each_row_of_the_tier(void **state) {
    pool_bench_t bench;
    bench_open(&bench, 1);
    solvers_t solvers;
    solvers_init(&solvers, &bench.mem);
    strbuf_t text;
    strbuf_init(&text, &bench.mem);
    strbuf_format(&text,
                  "(profile teller (command \"%s\" \"answer\" \"sat\") (modes spawn)"
                  " (tier odd \"-a\" \"-b\") (tier odd \"-c\"))",
                  fixture_fake());
    assert_true(profiles_read(&solvers.profiles, "test", text.data, text.len, &bench.why));
    *vec_push(&bench.mem, &solvers.wanted) = "teller";
    solvers.tier = "odd";
    bool ok = solvers_open_in(&solvers, bench.pool, &bench.why);
    says(&bench.why, "");
    assert_true(ok);
    assert_int_equal(solvers.rows.len, 2);
    strbuf_clear(&text);
    solvers_options(solvers.specs.data[0].tier, &text);
    assert_string_equal(strbuf_text(&text), "-a -b");
    assert_non_null(solvers_stored(&solvers, bench.pool, "teller", "odd", "-c", &bench.why));
    assert_null(solvers_stored(&solvers, bench.pool, "teller", "odd", "-d", &bench.why));
    says(&bench.why, "its profile has no tier 'odd' with the options '-d'");
    strbuf_done(&text);
    end(&bench, &solvers);
}

static void what_cannot_be_used_is_said(void **state) {
    static const struct {
        const char *wanted, *tier, *file, *says;
        bool snapshot;
    } cases[] = {
        {"teller", "none", NULL, "assay: the profile of teller has no tier 'none'\n", false},
        {"teller", NULL, NULL, "assay: teller does not run in mode snapshot\n", true},
        {"teller", NULL, "/nosuch/file", "assay: /nosuch/file: No such file or directory\n", false},
        {"assay-nosuch", NULL, NULL, "assay: assay-nosuch: there is no such program on PATH\n",
         false},
        {"assay-nosuch -x", NULL, NULL,
         "assay: assay-nosuch -x: assay-nosuch: there is no such program on PATH\n", false},
        {"a ' b", NULL, NULL, "assay: --solver 'a ' b': the quote ' in the command is not closed\n",
         false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pool_bench_t bench;
        bench_open(&bench, 1);
        solvers_t solvers;
        solvers_init(&solvers, &bench.mem);
        static const char profile[] = "(profile teller (command \"sh\") (modes spawn))";
        assert_true(profiles_read(&solvers.profiles, "test", profile, strlen(profile), &bench.why));
        *vec_push(&bench.mem, &solvers.wanted) = cases[i].wanted;
        solvers.tier = cases[i].tier;
        solvers.any_mode = !cases[i].snapshot;
        solvers.mode = MODE_SNAPSHOT;
        if (cases[i].file)
            *vec_push(&bench.mem, &solvers.files) = cases[i].file;
        assert_false(solvers_open_in(&solvers, bench.pool, &bench.why));
        says(&bench.why, cases[i].says);
        end(&bench, &solvers);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_for_each_row_of_the_tier),
        cmocka_unit_test(what_cannot_be_used_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
