/* Tests of base/reader.h: the pets of its example are read, and mistakes in them are told. */
#include "unit.h"

#include "base/reader.h"

#include <string.h>

typedef struct pet {
    const char *name;
    uint32_t legs;
    text_vec_t likes;
    const char *sound;
    const char *kind;
    uint32_t place;
} pet_t;

static void clause_legs(reader_t *r, uint32_t list, void *into) {
    uint64_t legs;
    if (!sexpr_uint(reader_at(r, list + 2), 8, &legs))
        reader_expected(r, list + 2, "a number up to 8");
    else
        ((pet_t *)into)->legs = (uint32_t)legs;
}

static const clause_t clauses[] = {
    {"legs", "(legs NUMBER)", 1, 1, CLAUSE_NEEDED, clause_legs, 0},
    {"likes", "(likes \"THING\"...)", 1, CLAUSE_ANY, CLAUSE_REPEATED, CLAUSE_STRINGS(pet_t, likes)},
    {"says", "(says \"SOUND\")", 1, 1, CLAUSE_OPTIONAL, CLAUSE_STRING(pet_t, sound)},
    {"kind", "(kind WORD)", 1, 1, CLAUSE_OPTIONAL, CLAUSE_WORD(pet_t, kind)},
    {"place", "(place ...)", 0, CLAUSE_ANY, CLAUSE_OPTIONAL, CLAUSE_NODE(pet_t, place)},
    {"note", "(note ...)", 0, CLAUSE_ANY, CLAUSE_REPEATED, NULL, 0},
};

static const clause_table_t closed = {
    .row = "this pet", .clauses = clauses, .count = sizeof clauses / sizeof *clauses};

static void show_pet(const pet_t *pet, strbuf_t *out) {
    strbuf_format(out, "%s %u", pet->name ? pet->name : "?", pet->legs);
    if (pet->kind)
        strbuf_format(out, " %s", pet->kind);
    if (pet->place)
        strbuf_format(out, " @%u", pet->place);
    if (pet->sound)
        strbuf_format(out, " '%s'", pet->sound);
    for (uint32_t i = 0; i < pet->likes.len; i++)
        strbuf_format(out, " +%s", pet->likes.data[i]);
    strbuf_char(out, '\n');
}

typedef struct fixture {
    mem_t mem;
    sexpr_tree_t tree;
    arena_t texts;
    diag_list_t diags;
    strbuf_t out;
} fixture_t;

static void start(fixture_t *f) {
    mem_init(&f->mem);
    sexpr_init(&f->tree, &f->mem);
    arena_init(&f->texts, &f->mem);
    diag_init(&f->diags, &f->mem);
    strbuf_init(&f->out, &f->mem);
}

static void stop(fixture_t *f) {
    strbuf_done(&f->out);
    diag_done(&f->diags);
    arena_done(&f->texts);
    sexpr_done(&f->tree);
    assert_int_equal(f->mem.used, 0);
    mem_done(&f->mem);
}

/* Reads a file of pets; those without a mistake are shown in out. */
static void read_pets(fixture_t *f, reader_t *r, const clause_table_t *table) {
    r->tree = &f->tree;
    r->texts = &f->texts;
    for (uint32_t i = 0; i < f->tree.nodes.len; i = reader_next(r, i)) {
        uint32_t before = r->mistakes;
        pet_t pet = {0};
        if (!reader_begins(r, i, "pet", "NAME"))
            continue;
        pet.name = reader_word(r, i + 2);
        bool ok = reader_clauses(r, i, table, &pet);
        assert_true(!ok || r->mistakes == before || !pet.name);
        if (r->mistakes == before)
            show_pet(&pet, &f->out);
        vec_free(&f->mem, &pet.likes);
    }
}

static void expect(const char *text, size_t len, reader_t options, const clause_table_t *table,
                   const char *pets, const char *mistakes) {
    fixture_t f;
    start(&f);
    options.diags = &f.diags;
    assert_true(sexpr_read(&f.tree, text, len, &f.diags));
    read_pets(&f, &options, table);
    assert_string_equal(strbuf_text(&f.out), pets);
    strbuf_clear(&f.out);
    for (uint32_t i = 0; i < f.diags.rows.len; i++)
        diag_print(&f.diags.rows.data[i], "f", NULL, 0, &f.out);
    assert_string_equal(strbuf_text(&f.out), mistakes);
    assert_int_equal(options.mistakes, f.diags.total);
    stop(&f);
}

static void reads(const char *text, const char *pets, const char *mistakes) {
    expect(text, strlen(text), (reader_t){0}, &closed, pets, mistakes);
}

static void test_pets(void **state) {
    reads("", "", "");
    reads("(pet rex (legs 4) (likes \"bones\" \"walks\"))", "rex 4 +bones +walks\n", "");
    reads("(pet rex (likes \"a \"\"b\"\"\") (legs 4) (likes \"\"\"\"))(pet |tom cat| (legs 3)\n"
          "(kind cat) (says \"miaow\"))",
          "rex 4 +a \"b\" +\"\ntom cat 3 cat 'miaow'\n", "");
    reads("(pet rex (note) (place (here)) (legs 4) (note (a) b))", "rex 4 @5\n", "");
}

static void test_mistakes(void **state) {
    reads("pet", "", "f:1:1: error: expected (pet NAME ...), not 'pet'\n");
    reads("()", "", "f:1:1: error: expected (pet NAME ...), not '()'\n");
    reads("(pet)", "", "f:1:1: error: expected (pet NAME ...), not '(pet)'\n");
    reads("(|pet| rex (legs 4))", "",
          "f:1:1: error: expected (pet NAME ...), not '(|pet| rex (legs 4))'\n");
    reads(
        "(car a (wheels 4) (seats 5) (colour \"green\"))", "",
        "f:1:1: error: expected (pet NAME ...), not '(car a (wheels 4) (seats 5) (colour \"gre'\n");
    reads("(car a\n (wheels 4))", "", "f:1:1: error: expected (pet NAME ...), not '(car a'\n");
    reads("(pet (rex) (legs 4))", "", "f:1:6: error: expected a word, not '(rex)'\n");
    reads("(pet || (legs 4))", "",
          "f:1:6: error: expected a word, which cannot be empty or hold a NUL byte\n");
    reads("(pet rex)", "", "f:1:1: error: this pet has no (legs ...)\n");
    reads("(pet rex (legs 4)\n (legs 3))", "", "f:2:2: error: 'legs' is here twice\n");
    reads("(pet rex (legs))", "", "f:1:10: error: expected (legs NUMBER), not '(legs)'\n");
    reads("(pet rex (legs 1 2))", "", "f:1:10: error: expected (legs NUMBER), not '(legs 1 2)'\n");
    reads("(pet rex (legs 9))", "", "f:1:16: error: expected a number up to 8, not '9'\n");
    reads("(pet rex (legs 4) (says miaow))", "", "f:1:25: error: expected a string, not 'miaow'\n");
    reads("(pet rex (legs 4) (kind \"cat\"))", "",
          "f:1:25: error: expected a word, not '\"cat\"'\n");
    /* After a mistake it goes on. */
    reads("(pet rex (legs four) (likes a \"b\" c) (wings 2) (|legs| 4) legs)\n(pet tom (legs 4))",
          "tom 4\n",
          "f:1:16: error: expected a number up to 8, not 'four'\n"
          "f:1:29: error: expected a string, not 'a'\n"
          "f:1:35: error: expected a string, not 'c'\n"
          "f:1:39: error: unknown clause 'wings'; known are legs, likes, says, kind, place, note\n"
          "f:1:48: error: expected a clause such as (legs NUMBER), not '(|legs| 4)'\n"
          "f:1:59: error: expected a clause such as (legs NUMBER), not 'legs'\n");
}

static void test_open_table(void **state) {
    clause_table_t open = closed;
    open.open = true;
    const char *newer = "(pet rex (legs 4) (wings 2))";
    expect(newer, strlen(newer), (reader_t){0}, &open, "rex 4\n", "");
    const char *wrong = "(pet rex (legs 4) ())";
    expect(wrong, strlen(wrong), (reader_t){0}, &open, "",
           "f:1:19: error: expected a clause such as (legs NUMBER), not '()'\n");
}

/* A table may have the clauses of another one, too, which are its own in all other ways. */
static void test_shared_table(void **state) {
    static const clause_t more[] = {
        {"kind", "(kind WORD)", 1, 1, CLAUSE_NEEDED, CLAUSE_WORD(pet_t, kind)}};
    clause_table_t own = {.row = "this dog", .clauses = more, .count = 1, .shared = &closed};
    const char *dog = "(pet rex (says \"wuff\") (kind dog) (legs 4))";
    expect(dog, strlen(dog), (reader_t){0}, &own, "rex 4 dog 'wuff'\n", "");
    const char *wrong = "(pet rex (says \"wuff\") (says \"wuff\") (wings 2))";
    expect(
        wrong, strlen(wrong), (reader_t){0}, &own, "",
        "f:1:24: error: 'says' is here twice\n"
        "f:1:39: error: unknown clause 'wings'; known are kind, legs, likes, says, kind, place, note\n"
        "f:1:1: error: this dog has no (kind ...)\n"
        "f:1:1: error: this dog has no (legs ...)\n");
}

static void test_empty_texts(void **state) {
    const char *text = "(pet rex (legs 4) (says \"\"))";
    expect(text, strlen(text), (reader_t){.empty_texts = true}, &closed, "rex 4 ''\n", "");
    reads(text, "", "f:1:25: error: expected a string, which cannot be empty or hold a NUL byte\n");
    static const char nul[] = "(pet rex (legs 4) (says \"a\0b\"))";
    expect(nul, sizeof nul - 1, (reader_t){.empty_texts = true}, &closed, "",
           "f:1:25: error: expected a string, which cannot hold a NUL byte\n");
}

/* Without a list for messages they are counted. */
static void test_quiet(void **state) {
    fixture_t f;
    start(&f);
    const char *text = "(pet rex (legs x) (wings 1)) (car a)";
    assert_true(sexpr_read(&f.tree, text, strlen(text), &f.diags));
    reader_t r = {0};
    read_pets(&f, &r, &closed);
    assert_int_equal(r.mistakes, 3);
    assert_int_equal(f.diags.total, 0);
    stop(&f);
}

/* Any tokens are read, or refused with a place in the text. */
static void test_garbage(void **state) {
    static const char *const pieces[] = {"(", ")", ")", "pet",   "rex", "legs", "likes", "says",
                                         "4", "(", "(", "\"b\"", "|x|", ":k",   "(legs", "\"\""};
    enum { PIECES = sizeof pieces / sizeof *pieces };
    rng_t rng = rng_make(unit_seed());
    for (int round = 0; round < 5000; round++) {
        fixture_t f;
        start(&f);
        strbuf_t text;
        strbuf_init(&text, &f.mem);
        strbuf_str(&text, "(pet rex ");
        for (uint64_t i = rng_below(&rng, 30); i > 0; i--)
            strbuf_format(&text, "%s ", pieces[rng_below(&rng, PIECES)]);
        reader_t r = {.diags = &f.diags};
        sexpr_read(&f.tree, text.data, text.len, &f.diags);
        uint32_t errors = f.diags.total;
        read_pets(&f, &r, &closed);
        assert_int_equal(f.diags.total - errors, r.mistakes);
        for (uint32_t i = 0; i < f.diags.rows.len; i++)
            assert_true(f.diags.rows.data[i].offset <= text.len);
        strbuf_done(&text);
        stop(&f);
    }
}

static void read_all(mem_t *mem, void *arg) {
    static const char text[] =
        "(pet rex (legs 4) (likes \"bones\" \"walks\") (wings 2)) (pet (a) (legs)) (car)";
    fixture_t f;
    sexpr_init(&f.tree, mem);
    arena_init(&f.texts, mem);
    diag_init(&f.diags, mem);
    reader_t r = {.tree = &f.tree, .texts = &f.texts, .diags = &f.diags};
    sexpr_read(&f.tree, text, sizeof text - 1, &f.diags);
    for (uint32_t i = 0; i < f.tree.nodes.len; i = reader_next(&r, i)) {
        pet_t pet = {0};
        if (reader_begins(&r, i, "pet", "NAME") && reader_word(&r, i + 2))
            reader_clauses(&r, i, &closed, &pet);
    }
    assert_int_equal(r.mistakes, 3);
}

static void test_out_of_memory(void **state) {
    unit_fail_each(read_all, NULL, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pets),         cmocka_unit_test(test_mistakes),
        cmocka_unit_test(test_open_table),   cmocka_unit_test(test_empty_texts),
        cmocka_unit_test(test_shared_table), cmocka_unit_test(test_quiet),
        cmocka_unit_test(test_garbage),      cmocka_unit_test(test_out_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
