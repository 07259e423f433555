#include "transcript.h"

#include "solver/signature.h"

typedef struct tally {
    mem_t mem;
    profiles_t profiles;
    uint32_t bad;
    uint32_t crashes;
    uint32_t same;
    uint32_t different;
} tally_t;

/* The signature of another transcript, named without its folder and ending. */
static void signature_of(tally_t *tally, const char *name, strbuf_t *out) {
    strbuf_t path;
    strbuf_init(&path, &tally->mem);
    strbuf_format(&path, "%s/%s.txt", transcript_folder(), name);
    transcript_t t;
    transcript_open(&t, strbuf_text(&path));
    transcript_read(&t, &tally->profiles);
    strbuf_add(out, t.answer.signature.data, t.answer.signature.len);
    transcript_close(&t);
    strbuf_done(&path);
}

static void compare(tally_t *tally, transcript_t *t, const char *name, bool same) {
    strbuf_t other;
    strbuf_init(&other, &tally->mem);
    signature_of(tally, name, &other);
    if ((strcmp(strbuf_text(&other), strbuf_text(&t->answer.signature)) == 0) != same) {
        print_error("%s: the signature of %s is %s:\n    %s\n    %s\n", t->path, name,
                    same ? "another" : "the same", strbuf_text(&other),
                    strbuf_text(&t->answer.signature));
        tally->bad++;
    }
    strbuf_done(&other);
}

static void look_at(const char *path, void *arg) {
    tally_t *tally = arg;
    transcript_t t;
    transcript_open(&t, path);
    transcript_read(&t, &tally->profiles);
    const char *signature = strbuf_text(&t.answer.signature);
    if (strcmp(signature, t.signature ? t.signature : "") != 0) {
        print_error("%s: signature\n    is     %s\n    wanted %s\n", path, signature,
                    t.signature ? t.signature : "");
        tally->bad++;
    }
    if (t.same)
        compare(tally, &t, t.same, true);
    if (t.differs)
        compare(tally, &t, t.differs, false);
    tally->crashes += t.signature != NULL;
    tally->same += t.same != NULL;
    tally->different += t.differs != NULL;
    transcript_close(&t);
}

static void test_transcripts(void **state) {
    tally_t tally = {0};
    mem_init(&tally.mem);
    profiles_init(&tally.profiles, &tally.mem);
    profiles_embedded(&tally.profiles);
    transcript_each(look_at, &tally);
    assert_int_equal(tally.bad, 0);
    assert_true(tally.crashes >= 60);
    assert_true(tally.same >= 10);
    assert_true(tally.different >= 10);
    profiles_done(&tally.profiles);
    mem_done(&tally.mem);
}

/* The signature of a signal with this on standard error. */
static void signs(int number, const char *err, const char *message, const char *expected) {
    mem_t mem;
    mem_init(&mem);
    answer_t answer;
    answer_init(&answer, &mem);
    answer.signal = number;
    answer.exit_status = number ? -1 : 1;
    strbuf_str(&answer.err, err);
    strbuf_str(&answer.message, message);
    signature_make(&answer);
    assert_string_equal(strbuf_text(&answer.signature), expected);
    answer_done(&answer);
    mem_done(&mem);
}

static void signs_message(const char *message, const char *expected) {
    signs(0, message, message, expected);
}

static void test_messages(void **state) {
    signs(SIGSEGV, "", "ended by SIGSEGV", "SIGSEGV");
    signs(SIGBUS, "oops 12\n", "oops 12", "SIGBUS: oops N");
    signs_message("cannot find x12 at 0x7ffd12 in /usr/lib/q.so.3",
                  "cannot find xN at 0xN in q.so.N");
    signs_message("term (+ x (* 2 y)) of sort (_ BitVec 8) is odd", "term _ of sort _ is odd");
    signs_message("term (+ x (* 2", "term _");
    signs_message("f() failed at /a/b/c.cpp:12:9: no", "f() failed at c.cpp:12: no");
    signs_message("the model doesn't hold, 'x y' isn't `z' or \"w\" or |a b|",
                  "the model doesn't hold, _ isn't _ or _ or _");
    signs_message("value #b0101 and #xff   and  3.14", "value _ and _ and N.N");
    signs_message("\x1b[31mred\x1b[0m text", "red text");
    signs_message("an unclosed \"quote", "an unclosed _");
    signs_message("it's 'odd", "it's 'odd");
}

/* Names of functions in all their dress. */
static void test_functions(void **state) {
    static const char *const cases[][2] = {
        {"void f()", "f"},
        {"f", "f"},
        {"int32_t btor_sat (Btor *, int32_t)", "btor_sat"},
        {"virtual bool a::B<int, c::D>::f(std::map<int, int>) const", "a::B<int, c::D>::f"},
        {"std::map<int, std::pair<a, b> > ns::f<T>(int) [with T = int]", "ns::f<T>"},
        {"a::B& a::B::operator=(const a::B&)", "a::B::operator="},
        {"bool a::operator()(int) const", "a::operator()"},
        {"char *name(int)", "name"},
        {"cvc5::{anonymous}::f(int)", "cvc5::{anonymous}::f"},
        {"int a::f(int)::<lambda(b)>", "a::f"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char err[400];
        char expected[400];
        snprintf(err, sizeof err, "x: a/b.c:7: %s: Assertion `y' failed.\n", cases[i][0]);
        snprintf(expected, sizeof expected, "assert b.c:7 in %s: y", cases[i][1]);
        signs(SIGABRT, err, "", expected);
    }
    signs(SIGABRT, "Assertion without a place: Assertion `y' failed.\n", "", "assert y");
}

/* Reports that were cut off in the middle. */
static void test_torn(void **state) {
    static const char *const texts[] = {
        "==1==ERROR: AddressSanitizer: bad on address 0x1\n #0 0x1 in f(int) /a/b.c:1:2\n",
        "ASSERTION VIOLATION\nFile: ../a.cpp\nLine: 12\nx\n",
        "Fatal failure within void f(int) at /a/b.cpp:12\nCheck failure\n\n x == y\n",
        "x: a/b.c:7: int f(): Assertion `y' failed.\n",
        "terminate called after throwing an instance of 'e'\n  what():  it\n",
        "thread 'main' panicked at 'a', b/c.rs:1:2\n",
        "thread 'main' panicked at b/c.rs:1:2:\na\n",
        "RuntimeError: a\n    at wasm://wasm/1:wasm-function[2]:0x3\n",
        "a/b.c:1:2: runtime error: load of value 7\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        for (size_t len = 0; len <= strlen(texts[i]); len++) {
            mem_t mem;
            mem_init(&mem);
            answer_t answer;
            answer_init(&answer, &mem);
            answer.signal = SIGABRT;
            strbuf_add(&answer.err, texts[i], len);
            signature_make(&answer);
            assert_true(answer.signature.len > 0);
            answer_done(&answer);
            mem_done(&mem);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_transcripts),
        cmocka_unit_test(test_messages),
        cmocka_unit_test(test_functions),
        cmocka_unit_test(test_torn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
