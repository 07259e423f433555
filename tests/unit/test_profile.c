#include "unit.h"

#include "base/file.h"
#include "solver/profile.h"

#include <string.h>

typedef struct fixture {
    mem_t mem;
    profiles_t profiles;
    strbuf_t why;
} fixture_t;

static void start(fixture_t *f) {
    mem_init(&f->mem);
    profiles_init(&f->profiles, &f->mem);
    strbuf_init(&f->why, &f->mem);
}

static void stop(fixture_t *f) {
    strbuf_done(&f->why);
    profiles_done(&f->profiles);
    assert_int_equal(f->mem.used, 0);
    mem_done(&f->mem);
}

static bool reads(fixture_t *f, const char *text) {
    strbuf_clear(&f->why);
    return profiles_read(&f->profiles, "my.sexp", text, strlen(text), &f->why);
}

static uint32_t count_lines(const profile_t *profile, bool crash) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < profile->lines.len; i++)
        count += (profile->lines.data[i].outcome == OUTCOME_CRASH) == crash;
    return count;
}

static void test_embedded(void **state) {
    static const char *const names[] = {"z3",     "cvc5",    "cvc4",    "boolector", "bitwuzla",
                                        "yices2", "opensmt", "mathsat", "dreal",     "z3-wasm"};
    fixture_t f;
    start(&f);
    profiles_embedded(&f.profiles);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const profile_t *profile = profiles_find(&f.profiles, names[i]);
        assert_non_null(profile);
        assert_string_equal(profile->name, names[i]);
        assert_non_null(profile->family);
        assert_non_null(profile->version);
        assert_true(profile->command.len > 0);
        assert_true(profile->modes[MODE_SPAWN] || profile->modes[MODE_SESSION]);
        assert_non_null(profile_next_tier(profile, "default", NULL));
        assert_int_equal(profile_next_tier(profile, "default", NULL)->options.len, 0);
        assert_true(count_lines(profile, true) > 0);
        assert_true(count_lines(profile, false) > 0);
    }
    assert_null(profiles_find(&f.profiles, "z4"));
    const profile_t *z3 = profiles_find(&f.profiles, "z3");
    assert_true(z3->modes[MODE_SPAWN] && z3->modes[MODE_SESSION] && z3->modes[MODE_SNAPSHOT]);
    assert_int_equal(z3->fastest, MODE_SESSION);
    assert_string_equal(z3->models, ":produce-models");
    assert_string_equal(z3->cores, ":produce-unsat-cores");
    assert_int_equal(z3->logics.len, 0);
    assert_non_null(profile_next_tier(z3, "common", NULL));
    assert_non_null(profile_next_tier(z3, "validate", NULL));
    assert_string_equal(profiles_find(&f.profiles, "z3-wasm")->family, "z3");
    assert_string_equal(profiles_find(&f.profiles, "z3-wasm")->command.data[0], "@z3-wasm");
    assert_true(profiles_find(&f.profiles, "z3-wasm")->limit_rss);
    assert_string_equal(profiles_find(&f.profiles, "cvc4")->family,
                        profiles_find(&f.profiles, "cvc5")->family);
    assert_null(profiles_find(&f.profiles, "boolector")->models);
    assert_null(profiles_find(&f.profiles, "boolector")->cores);
    stop(&f);
}

/* No row twice, and no text that is part of an earlier row's: the later one could not be reached.
 */
static void test_rows(void **state) {
    fixture_t f;
    start(&f);
    profiles_embedded(&f.profiles);
    for (uint32_t i = 0; i < f.profiles.rows.len; i++) {
        const profile_t *profile = f.profiles.rows.data[i];
        for (uint32_t k = 0; k < profile->lines.len; k++) {
            for (uint32_t j = 0; j < k; j++) {
                const line_rule_t *early = &profile->lines.data[j];
                const line_rule_t *late = &profile->lines.data[k];
                if ((early->outcome != OUTCOME_CRASH || late->outcome == OUTCOME_CRASH) &&
                    strstr(late->text, early->text))
                    fail_msg("%s: '%s' hides '%s'", profile->name, early->text, late->text);
            }
        }
    }
    stop(&f);
}

/* Each file by itself, so that a mistake is shown where it is; together they are what is embedded.
 */
static void test_files(void **state) {
    fixture_t f;
    start(&f);
    char folder[4096];
    const char *source = getenv("SRC");
    snprintf(folder, sizeof folder, "%s/data/profiles", source ? source : ".");
    name_vec_t names = {0};
    const char *error;
    assert_true(file_walk(&f.mem, folder, ".sexp", &names, &error));
    for (uint32_t i = 0; i < names.len; i++) {
        file_text_t text;
        assert_true(file_read(&f.mem, names.data[i], &text, &error));
        if (!profiles_read(&f.profiles, names.data[i], text.data, text.len, &f.why))
            fail_msg("%s", strbuf_text(&f.why));
        file_release(&f.mem, &text);
        mem_free(&f.mem, names.data[i]);
    }
    uint32_t count = f.profiles.rows.len;
    assert_true(count >= names.len);
    vec_free(&f.mem, &names);
    profiles_embedded(&f.profiles);
    assert_int_equal(f.profiles.rows.len, count);
    stop(&f);
}

static void test_all_rows(void **state) {
    fixture_t f;
    start(&f);
    assert_true(reads(&f,
                      "; mine\n"
                      "(profile mine (family z3) (command \"/opt/z3\" \"-in\" \"a \"\"b\"\"\")\n"
                      " (version \"-V\") (modes spawn session) (models \":produce-models\")\n"
                      " (incremental \"-i\") (lacks \"push\") (memory rss)\n"
                      " (environment \"A_1\" \"x=y z\") (environment \"A\" \"b\")\n"
                      " (logics \"QF_BV\" \"QF_LIA\") (tier common) (tier common \"-x\" \"-y\")\n"
                      " (exit 0 unknown) (exit 255 crash)\n"
                      " (line \"oops\" crash) (line \"no\" nothing) (line \"late\" timeout))"));
    assert_int_equal(f.why.len, 0);
    const profile_t *p = profiles_find(&f.profiles, "mine");
    assert_string_equal(p->family, "z3");
    assert_int_equal(p->command.len, 3);
    assert_string_equal(p->command.data[2], "a \"b\"");
    assert_string_equal(p->version, "-V");
    assert_true(p->modes[MODE_SPAWN] && p->modes[MODE_SESSION] && !p->modes[MODE_SNAPSHOT]);
    assert_int_equal(p->fastest, MODE_SESSION);
    assert_string_equal(p->incremental, "-i");
    assert_string_equal(p->lacks.data[0], "push");
    assert_true(p->limit_rss);
    assert_int_equal(p->environment.len, 2);
    assert_string_equal(p->environment.data[0], "A_1=x=y z");
    assert_string_equal(p->environment.data[1], "A=b");
    assert_int_equal(p->logics.len, 2);
    assert_int_equal(p->tiers.len, 2);
    assert_string_equal(p->tiers.data[1].options.data[1], "-y");
    assert_int_equal(p->exits.data[1].status, 255);
    assert_int_equal(p->exits.data[1].outcome, OUTCOME_CRASH);
    assert_int_equal(p->lines.len, 3);
    assert_true(p->lines.data[1].nothing);
    assert_int_equal(p->lines.data[2].outcome, OUTCOME_TIMEOUT);
    stop(&f);
}

/* A file's profile takes the place of an embedded one, in the same place. */
static void test_override(void **state) {
    fixture_t f;
    start(&f);
    profiles_embedded(&f.profiles);
    const profile_t *z3 = profiles_find(&f.profiles, "z3");
    uint32_t count = f.profiles.rows.len;
    assert_true(reads(&f, "(profile z3 (command \"/opt/z3\") (modes spawn))\n"
                          "(profile new (command \"new\") (modes spawn))"));
    assert_int_equal(f.profiles.rows.len, count + 1);
    assert_ptr_equal(profiles_find(&f.profiles, "z3"), z3);
    assert_string_equal(z3->command.data[0], "/opt/z3");
    assert_int_equal(z3->lines.len, 0);
    assert_string_equal(profiles_find(&f.profiles, "new")->family, "new");
    stop(&f);
}

#define GOOD "(command \"x\") (modes spawn)"

static void test_mistakes(void **state) {
    static const char *const cases[][2] = {
        {"(profile x", "my.sexp:1:1: error: this list is not closed"},
        {"(profile)", "my.sexp:1:1: error: expected (profile NAME ...), not '(profile)'"},
        {"profile", "my.sexp:1:1: error: expected (profile NAME ...), not 'profile'"},
        {"(solver x)", "my.sexp:1:1: error: expected (profile NAME ...)"},
        {"(profile (x))", "my.sexp:1:10: error: expected a word, not '(x)'"},
        {"(profile 3 " GOOD ")", "my.sexp:1:10: error: expected a word, not '3'"},
        {"(profile || " GOOD ")", "my.sexp:1:10: error: expected a word, which cannot be empty"},
        {"(profile x (modes spawn))", "my.sexp:1:1: error: this profile has no (command ...)"},
        {"(profile x (command \"x\"))", "my.sexp:1:1: error: this profile has no (modes ...)"},
        {"(profile x " GOOD "\n (fly \"x\"))",
         "my.sexp:2:3: error: unknown clause 'fly'; known are family, command, version,"},
        {"(profile x " GOOD "\n flag)", "my.sexp:2:2: error: expected a clause such as"},
        {"(profile x " GOOD "\n ())", "my.sexp:2:2: error: expected a clause such as"},
        {"(profile x " GOOD "\n ((a) b))",
         "my.sexp:2:2: error: expected a clause such as (family NAME), not '((a) b)'"},
        {"(profile x (command) (modes spawn))",
         "my.sexp:1:12: error: expected (command \"PROGRAM\""},
        {"(profile x (command x) (modes spawn))",
         "my.sexp:1:21: error: expected a string, not 'x'"},
        {"(profile x (command \"\") (modes spawn))",
         "my.sexp:1:21: error: expected a string, which"},
        {"(profile x " GOOD " (command \"y\"))", "error: 'command' is here twice"},
        {"(profile x (command \"x\") (modes spawn fly))",
         "my.sexp:1:39: error: unknown mode 'fly'; known are spawn, session, snapshot"},
        {"(profile x (command \"x\") (modes spawn spawn))",
         "error: the mode 'spawn' is here twice"},
        {"(profile x " GOOD " (models \"yes\"))", "error: expected the name of an SMT-LIB option"},
        {"(profile x " GOOD " (cores \"yes\"))", "error: expected the name of an SMT-LIB option"},
        {"(profile x " GOOD " (memory big))", "error: expected 'rss' or 'address', not 'big'"},
        {"(profile x " GOOD "\n (environment \"A\"))",
         "my.sexp:2:2: error: expected (environment \"NAME\" \"VALUE\")"},
        {"(profile x " GOOD "\n (environment A \"b\"))",
         "my.sexp:2:15: error: expected a string, not 'A'"},
        {"(profile x " GOOD "\n (environment \"A\" 3))",
         "my.sexp:2:19: error: expected a string, not '3'"},
        {"(profile x " GOOD "\n (environment \"A=B\" \"c\"))",
         "my.sexp:2:15: error: expected the name of a variable (letters, digits, _), not 'A=B'"},
        {"(profile x " GOOD "\n (environment \"1A\" \"c\"))",
         "my.sexp:2:15: error: expected the name of a variable"},
        {"(profile x " GOOD "\n (environment \"LD_PRELOAD\" \"c\"))",
         "my.sexp:2:15: error: the variable LD_PRELOAD is set by assay itself"},
        {"(profile x " GOOD " (environment \"A\" \"b\")\n (environment \"A\" \"c\"))",
         "my.sexp:2:15: error: the variable A is here twice"},
        {"(profile x " GOOD " (tier \"a\"))", "error: expected a word, not '\"a\"'"},
        {"(profile x " GOOD " (tier a b))", "error: expected a string, not 'b'"},
        {"(profile x " GOOD " (exit 256 crash))",
         "error: expected an exit status from 0 to 255, not "
         "'256'"},
        {"(profile x " GOOD " (exit -1 crash))", "error: expected an exit status from 0 to 255"},
        {"(profile x " GOOD " (exit 1 boom))",
         "error: unknown outcome 'boom'; known are sat, unsat, unknown, timeout, memout, crash, "},
        {"(profile x " GOOD " (exit 1 crash) (exit 1 error))",
         "error: the exit status 1 is here twice"},
        {"(profile x " GOOD " (exit 1))", "error: expected (exit STATUS OUTCOME)"},
        {"(profile x " GOOD " (line \"\" crash))",
         "error: expected a string, which cannot be empty"},
        {"(profile x " GOOD " (line \"a\" crash now))", "error: expected (line \"TEXT\" OUTCOME)"},
        {"(profile x " GOOD " (line (a) (b)))", "error: expected a string, not '(a)'"},
        {"(profile x " GOOD ")\n(profile x " GOOD ")",
         "my.sexp:2:10: error: a second profile of this name in this file"},
    };
    fixture_t f;
    start(&f);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        if (reads(&f, cases[i][0]))
            fail_msg("accepted: %s", cases[i][0]);
        if (!strstr(strbuf_text(&f.why), cases[i][1]))
            fail_msg("for: %s\nsaid: %s", cases[i][0], strbuf_text(&f.why));
    }
    stop(&f);
}

static void test_many_variables(void **state) {
    fixture_t f;
    start(&f);
    strbuf_t text;
    strbuf_init(&text, &f.mem);
    strbuf_str(&text, "(profile x " GOOD);
    for (unsigned i = 0; i < PROFILE_ENVIRONMENT; i++)
        strbuf_format(&text, " (environment \"A%u\" \"b\")", i);
    strbuf_str(&text, "\n)");
    assert_true(reads(&f, strbuf_text(&text)));
    text.len--;
    strbuf_str(&text, "(environment \"B\" \"b\"))");
    assert_false(reads(&f, strbuf_text(&text)));
    assert_non_null(strstr(strbuf_text(&f.why), "my.sexp:2:14: error: more than 16 variables"));
    strbuf_done(&text);
    stop(&f);
}

/* What is right is kept, and all mistakes are shown. */
static void test_some_right(void **state) {
    fixture_t f;
    start(&f);
    assert_false(reads(&f, "(profile a (fly) (swim) " GOOD ")\n(profile b " GOOD ")\n(profile c)"));
    assert_null(profiles_find(&f.profiles, "a"));
    assert_non_null(profiles_find(&f.profiles, "b"));
    assert_non_null(strstr(strbuf_text(&f.why), "'fly'"));
    assert_non_null(strstr(strbuf_text(&f.why), "'swim'"));
    assert_non_null(strstr(strbuf_text(&f.why), "my.sexp:3:1:"));
    stop(&f);
}

static void splits(const char *words, const char *expected) {
    fixture_t f;
    start(&f);
    const profile_t *profile = profiles_command(&f.profiles, words, &f.why);
    strbuf_t got;
    strbuf_init(&got, &f.mem);
    for (uint32_t i = 0; profile && i < profile->command.len; i++)
        strbuf_format(&got, "[%s]", profile->command.data[i]);
    if (!profile)
        strbuf_add(&got, f.why.data, f.why.len);
    if (strncmp(strbuf_text(&got), expected, strlen(expected)) != 0)
        fail_msg("%s: %s", words, strbuf_text(&got));
    strbuf_done(&got);
    stop(&f);
}

static void test_command_words(void **state) {
    splits("z3 -in", "[z3][-in]");
    splits("  a\tb  ", "[a][b]");
    splits("a 'b c' \"d e\" f'g'\"h\"", "[a][b c][d e][fgh]");
    splits("a '' \"\"", "[a][][]");
    splits("a '\\' \"\\\"\" \"\\\\\" \"\\n\" \\'x\\ y", "[a][\\][\"][\\][\\n]['x y]");
    splits("a '|' \\; x=1", "[a][|][;][x=1]");
    splits("", "the command is empty");
    splits("  ", "the command is empty");
    splits("'' x", "the command is empty");
    splits("a 'b", "the quote ' in the command is not closed");
    splits("a \"b\\", "the quote \" in the command is not closed");
    splits("a \"b\\\"", "the quote \" in the command is not closed");
    splits("a b\\", "the command ends in a backslash");
    splits("a | b", "no shell runs the command, so '|' does nothing");
    splits("a > b", "no shell runs the command, so '>' does nothing");
    splits("$HOME/z3", "no shell runs the command, so '$' does nothing");
}

static void test_command(void **state) {
    fixture_t f;
    start(&f);
    profiles_embedded(&f.profiles);
    const profile_t *other = profiles_command(&f.profiles, "/opt/new/bin/mine -x", &f.why);
    assert_string_equal(other->name, "/opt/new/bin/mine -x");
    assert_string_equal(other->family, "mine");
    assert_int_equal(other->lines.len, 0);
    assert_true(other->modes[MODE_SPAWN]);
    assert_false(other->modes[MODE_SESSION] || other->modes[MODE_SNAPSHOT]);
    /* A known program brings what is known of it. */
    const profile_t *z3 = profiles_find(&f.profiles, "z3");
    const profile_t *mine =
        profiles_command(&f.profiles, "/opt/z3/bin/z3 -in sat.euf=true", &f.why);
    assert_string_equal(mine->family, "z3");
    assert_int_equal(mine->lines.len, z3->lines.len);
    assert_int_equal(mine->exits.len, z3->exits.len);
    assert_int_equal(mine->environment.len, z3->environment.len);
    assert_int_equal(mine->tiers.len, 0);
    /* Found again, and where it was, however many follow. */
    for (char words[] = "prog a"; words[5] <= 'z'; words[5]++)
        assert_non_null(profiles_command(&f.profiles, words, &f.why));
    assert_ptr_equal(profiles_command(&f.profiles, "/opt/new/bin/mine -x", &f.why), other);
    assert_string_equal(other->command.data[1], "-x");
    assert_int_equal(f.why.len, 0);
    stop(&f);
}

static void test_names(void **state) {
    run_mode_t mode;
    for (uint32_t i = 0; i < MODE_COUNT; i++) {
        assert_true(run_mode_of_name(slice_of(run_mode_name((run_mode_t)i)), &mode));
        assert_int_equal(mode, i);
    }
    assert_false(run_mode_of_name(slice_of("fly"), &mode));
    outcome_t outcome;
    for (uint32_t i = 0; i < OUTCOME_COUNT; i++) {
        assert_true(outcome_of_name(slice_of(outcome_name((outcome_t)i)), &outcome));
        assert_int_equal(outcome, i);
    }
    assert_false(outcome_of_name(slice_of("fine"), &outcome));
}

static void use(mem_t *mem, void *arg) {
    profiles_t profiles;
    profiles_init(&profiles, mem);
    strbuf_t why;
    strbuf_init(&why, mem);
    const char *text = "(profile a " GOOD " (tier b \"c\") (exit 1 crash) (line \"d\" error))\n"
                       "(profile a (fly))";
    assert_false(profiles_read(&profiles, "f", text, strlen(text), &why));
    strbuf_clear(&why);
    assert_non_null(profiles_command(&profiles, "x 'y z'", &why));
}

static void test_out_of_memory(void **state) {
    unit_fail_each(use, NULL, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_embedded),       cmocka_unit_test(test_rows),
        cmocka_unit_test(test_files),          cmocka_unit_test(test_all_rows),
        cmocka_unit_test(test_override),       cmocka_unit_test(test_mistakes),
        cmocka_unit_test(test_many_variables), cmocka_unit_test(test_some_right),
        cmocka_unit_test(test_command_words),  cmocka_unit_test(test_command),
        cmocka_unit_test(test_names),          cmocka_unit_test(test_out_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
