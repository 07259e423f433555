#include "front.h"

#include "base/chars.h"
#include "smt/term/symbol.h"

static sym_t make(symbols_t *symbols, const char *text) {
    return symbol_make(symbols, text, strlen(text));
}

static void test_interning(void **state) {
    mem_t mem;
    symbols_t symbols;
    mem_init(&mem);
    symbols_init(&symbols, &mem);
    assert_int_equal(symbol_find(&symbols, "x", 1), SYM_NONE);
    sym_t x = make(&symbols, "x");
    sym_t y = make(&symbols, "y");
    sym_t empty = make(&symbols, "");
    sym_t nul = symbol_make(&symbols, "x\0y", 3);
    assert_int_equal(make(&symbols, "x"), x);
    assert_int_equal(symbol_make(&symbols, "xyz", 1), x); /* only len bytes count */
    assert_int_equal(symbol_find(&symbols, "y", 1), y);
    assert_int_equal(symbol_find(&symbols, "", 0), empty);
    assert_int_equal(symbol_find(&symbols, "x\0y", 3), nul);
    assert_true(x != y && x != empty && x != nul && y != empty);
    assert_string_equal(symbol_text(&symbols, y), "y");
    assert_string_equal(symbol_text(&symbols, empty), "");
    assert_int_equal(symbol_row(&symbols, nul)->len, 3);
    assert_memory_equal(symbol_text(&symbols, nul), "x\0y", 4);
    symbols_done(&symbols);
    assert_int_equal(mem.used, 0);
    mem_done(&mem);
}

/* What prints without bars reads back as a symbol: the rules of the lexer, said again. */
static void test_bars(void **state) {
    static const struct {
        const char *text;
        bool bare;
    } cases[] = {
        {"x", true},      {"x1", true},        {"~!@$%^&*_-+=<>.?/", true},
        {"", false},      {"1x", false},       {"a b", false},
        {"a\nb", false},  {"(", false},        {"a;b", false},
        {"\"", false},    {"a:b", false},      {":a", false},
        {"a#", false},    {"\303\244", false}, {"let", false},
        {"par", false},   {"NUMERAL", false},  {"_", false},
        {"!", false},     {"as", false},       {"letx", true},
        {"-", true},      {"-x1", true},       {"push", false},
        {"pushes", true}, {"Let", true},       {"-1", false},
        {".", true},      {"a'", false},       {"{", false},
        {"[", false},
    };
    mem_t mem;
    symbols_t symbols;
    mem_init(&mem);
    symbols_init(&symbols, &mem);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        sym_t sym = make(&symbols, cases[i].text);
        if (symbol_row(&symbols, sym)->bare != cases[i].bare)
            fail_msg("bare is wrong for '%s'", cases[i].text);
    }
    for (int c = 0; c < 256; c++) {
        char text[] = {'q', (char)c};
        sym_t sym = symbol_make(&symbols, text, 2);
        bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                      (c != 0 && strchr("~!@$%^&*_-+=<>.?/", c) != NULL);
        assert_int_equal(symbol_row(&symbols, sym)->bare, letter);
        assert_int_equal(chars_is_symbol((unsigned char)c), letter);
        assert_int_equal(chars_is_digit((unsigned char)c), c >= '0' && c <= '9');
        assert_int_equal(chars_is_hex((unsigned char)c),
                         c != 0 && strchr("0123456789abcdefABCDEF", c) != NULL);
        assert_int_equal(chars_is_space((unsigned char)c),
                         c != 0 && strchr("\t\n\r\f ", c) != NULL);
    }
    symbols_done(&symbols);
    mem_done(&mem);
}

static void test_reserved(void **state) {
    static const char *const words[] = {"!",      "_",      "as",     "BINARY", "DECIMAL",
                                        "exists", "forall", "let",    "match",  "HEXADECIMAL",
                                        "par",    "STRING", "NUMERAL"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        assert_true(symbol_reserved(words[i], strlen(words[i])));
    assert_true(symbol_reserved("assert", 6)); /* cvc5 reads them as commands everywhere */
    assert_true(symbol_reserved("check-sat-assuming", 18));
    assert_false(symbol_reserved("check-sat-assuming", 8));
    assert_false(symbol_reserved("let", 2));
    assert_false(symbol_reserved("lets", 4));
    assert_true(symbol_reserved("lets", 3));
    assert_false(symbol_reserved("and", 3));
    assert_false(symbol_reserved("", 0));
}

static void test_fresh(void **state) {
    mem_t mem;
    symbols_t symbols;
    mem_init(&mem);
    symbols_init(&symbols, &mem);
    sym_t plain = symbol_fresh(&symbols, "x");
    assert_string_equal(symbol_text(&symbols, plain), "x");
    make(&symbols, "x!1");
    sym_t first = symbol_fresh(&symbols, "x");
    sym_t second = symbol_fresh(&symbols, "x");
    assert_string_equal(symbol_text(&symbols, first), "x!0");
    assert_string_equal(symbol_text(&symbols, second), "x!2");
    assert_true(symbol_row(&symbols, first)->bare);
    for (int i = 0; i < 200; i++) {
        uint32_t before = symbols.rows.len;
        assert_int_equal(symbol_fresh(&symbols, "x"), before); /* always a new one */
    }
    assert_string_equal(symbol_text(&symbols, symbols.rows.len - 1), "x!202");
    symbols_done(&symbols);
    assert_int_equal(mem.used, 0);
    mem_done(&mem);
}

/* Random names over a small alphabet, with random marks and releases, next to a plain list. */
static void test_mark_release(void **state) {
    enum { STEPS = 4000, MOST = 400 };
    rng_t rng = rng_make(unit_seed());
    mem_t mem;
    symbols_t symbols;
    mem_init(&mem);
    symbols_init(&symbols, &mem);
    static char names[MOST][8];
    uint32_t count = 0;
    symbols_mark_t marks[16];
    uint32_t open = 0;
    for (int step = 0; step < STEPS; step++) {
        if (open < 16 && rng_one_in(&rng, 20)) {
            marks[open++] = symbols_mark(&symbols);
        } else if (open > 0 && rng_one_in(&rng, 20)) {
            open = (uint32_t)rng_below(&rng, open);
            symbols_release(&symbols, marks[open]);
            symbols_mark_t now = symbols_mark(&symbols);
            assert_ptr_equal(now.texts.chunk, marks[open].texts.chunk);
            assert_int_equal(now.texts.used, marks[open].texts.used);
            count = marks[open].len;
        } else if (count < MOST) {
            char name[8];
            size_t len = rng_below(&rng, 6);
            for (size_t i = 0; i < len; i++)
                name[i] = (char)('a' + rng_below(&rng, 3));
            name[len] = '\0';
            uint32_t known = 0;
            while (known < count && strcmp(names[known], name) != 0)
                known++;
            assert_int_equal(symbol_find(&symbols, name, len), known == count ? SYM_NONE : known);
            assert_int_equal(symbol_make(&symbols, name, len), known);
            if (known == count)
                memcpy(names[count++], name, sizeof name);
        }
        assert_int_equal(symbols.rows.len, count);
    }
    for (uint32_t i = 0; i < count; i++)
        assert_string_equal(symbol_text(&symbols, i), names[i]);
    symbols_done(&symbols);
    assert_int_equal(mem.used, 0);
    mem_done(&mem);
}

typedef struct torture {
    symbols_t symbols;
    uint32_t made;
} torture_t;

static void make_many(mem_t *mem, void *arg) {
    torture_t *t = arg;
    symbols_init(&t->symbols, mem);
    for (uint32_t i = 0; i < 300; i++) {
        char name[16];
        int len = snprintf(name, sizeof name, "n%u", i);
        assert_int_equal(symbol_make(&t->symbols, name, (size_t)len), i);
    }
    symbol_fresh(&t->symbols, "n7");
}

/* A failed symbol_make leaves nothing that a later one could trip over. */
static void retry_work(void *arg) {
    torture_t *t = arg;
    while (t->made < 300) {
        char name[16];
        int len = snprintf(name, sizeof name, "n%u", t->made);
        assert_int_equal(symbol_make(&t->symbols, name, (size_t)len), t->made);
        t->made++;
    }
}

static void test_out_of_memory(void **state) {
    torture_t t;
    unit_fail_each(make_many, NULL, &t);
    for (uint64_t n = 1;; n++) {
        mem_t mem;
        mem_init(&mem);
        symbols_init(&t.symbols, &mem);
        t.made = 0;
        mem.fail_at = mem.calls + n;
        bool failed = unit_fails(&mem, retry_work, &t);
        retry_work(&t);
        for (uint32_t i = 0; i < 300; i++) {
            char name[16];
            int len = snprintf(name, sizeof name, "n%u", i);
            assert_int_equal(symbol_find(&t.symbols, name, (size_t)len), i);
            assert_string_equal(symbol_text(&t.symbols, i), name);
        }
        assert_int_equal(t.symbols.rows.len, 300);
        mem_done(&mem);
        if (!failed)
            break;
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_interning),    cmocka_unit_test(test_bars),
        cmocka_unit_test(test_reserved),     cmocka_unit_test(test_fresh),
        cmocka_unit_test(test_mark_release), cmocka_unit_test(test_out_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
