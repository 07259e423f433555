#include "front.h"

#include "smt/term/sort.h"

static sort_t of(front_t *f, sort_kind_t kind, sort_t a, sort_t b) {
    sort_t args[] = {a, b};
    return sort_of(&f->bank, kind, args, 2);
}

static sort_t of1(front_t *f, sort_kind_t kind, sort_t a) {
    return sort_of(&f->bank, kind, &a, 1);
}

static sort_t array(front_t *f, sort_t k, sort_t v) {
    return of(f, SORT_ARRAY, k, v);
}

static sort_t written(front_t *f, const char *name, sort_t canon) {
    uint32_t words[] = {front_sym(f, name), canon};
    return sort_make(&f->bank, SORT_WRITTEN, words, 2);
}

/* A sort parameter: its declaration and the sort. */
static sort_t param(front_t *f, const char *name, sortdecl_t *decl) {
    *decl = sortdecl_make(&f->bank, front_sym(f, name), SORTDECL_PARAM, 0);
    return sort_make(&f->bank, SORT_USER, decl, 1);
}

static void test_plain(void **state) {
    front_t f;
    front_init(&f);
    for (uint32_t kind = SORT_BAD; kind <= SORT_LAST_PLAIN; kind++) {
        assert_int_equal(sort_make(&f.bank, (sort_kind_t)kind, NULL, 0), kind);
        assert_int_equal(sort_kind(&f.bank, kind), kind);
        assert_int_equal(sort_canon(&f.bank, kind), kind);
        assert_false(sort_is_open(&f.bank, kind));
        uint32_t count;
        sort_args(&f.bank, kind, &count);
        assert_int_equal(count, 0);
    }
    assert_string_equal(front_sort(&f, SORT_BAD), "?");
    assert_string_equal(front_sort(&f, SORT_BOOL), "Bool");
    assert_string_equal(front_sort(&f, SORT_ROUNDING), "RoundingMode");
    front_done(&f);
}

/* Names are unique, and what takes indices is not plain. */
static void test_table(void **state) {
    for (uint32_t a = SORT_BAD + 1; a < SORT_USER; a++) {
        const sort_info_t *info = sort_info((sort_kind_t)a);
        assert_true(strlen(info->name) > 0);
        if (a <= SORT_LAST_PLAIN)
            assert_true(info->indices == 0 && info->arguments == 0);
        else
            assert_true(info->indices > 0 || info->arguments != 0);
        for (uint32_t b = SORT_BAD + 1; b < a; b++)
            assert_string_not_equal(info->name, sort_info((sort_kind_t)b)->name);
    }
}

static void test_interning(void **state) {
    front_t f;
    front_init(&f);
    sort_t bv8 = sort_bitvec(&f.bank, 8);
    sort_t bv9 = sort_bitvec(&f.bank, 9);
    sort_t single = sort_float(&f.bank, 8, 24);
    assert_true(bv8 != bv9 && bv8 != single);
    assert_int_equal(sort_bitvec(&f.bank, 8), bv8);
    assert_int_equal(sort_float(&f.bank, 8, 24), single);
    assert_true(sort_float(&f.bank, 24, 8) != single);
    sort_t a = array(&f, SORT_INT, bv8);
    assert_int_equal(array(&f, SORT_INT, bv8), a);
    assert_true(array(&f, bv8, SORT_INT) != a);
    assert_true(of(&f, SORT_FUN, SORT_INT, bv8) != a);
    uint32_t count;
    const uint32_t *words = sort_words(&f.bank, single, &count);
    assert_int_equal(count, 2);
    assert_int_equal(words[0], 8);
    assert_int_equal(words[1], 24);
    sort_args(&f.bank, single, &count);
    assert_int_equal(count, 0);
    const sort_t *args = sort_args(&f.bank, a, &count);
    assert_int_equal(count, 2);
    assert_int_equal(args[0], SORT_INT);
    assert_int_equal(args[1], bv8);
    sort_t unit = sort_of(&f.bank, SORT_TUPLE, NULL, 0);
    assert_int_equal(sort_of(&f.bank, SORT_TUPLE, NULL, 0), unit);
    assert_true(of1(&f, SORT_TUPLE, SORT_INT) != unit);
    front_done(&f);
}

/* An abbreviation prints as itself and is the sort it stands for, at any depth. */
static void test_written(void **state) {
    front_t f;
    front_init(&f);
    sort_t word = written(&f, "Word", sort_bitvec(&f.bank, 32));
    assert_int_equal(sort_kind(&f.bank, word), SORT_WRITTEN);
    assert_int_equal(sort_canon(&f.bank, word), sort_bitvec(&f.bank, 32));
    assert_string_equal(front_sort(&f, word), "Word");
    sort_t memory = array(&f, word, word);
    sort_t plain = array(&f, sort_bitvec(&f.bank, 32), sort_bitvec(&f.bank, 32));
    assert_true(memory != plain);
    assert_int_equal(sort_canon(&f.bank, memory), plain);
    assert_int_equal(sort_canon(&f.bank, plain), plain);
    assert_string_equal(front_sort(&f, memory), "(Array Word Word)");
    assert_string_equal(front_sort(&f, plain), "(Array (_ BitVec 32) (_ BitVec 32))");
    assert_int_equal(sort_canon(&f.bank, of1(&f, SORT_SEQ, memory)), of1(&f, SORT_SEQ, plain));
    sort_t alias = written(&f, "Alias", word); /* an abbreviation of one */
    assert_int_equal(sort_canon(&f.bank, alias), sort_bitvec(&f.bank, 32));
    uint32_t pair[] = {front_sym(&f, "Pair"), plain, word, SORT_INT};
    sort_t applied = sort_make(&f.bank, SORT_WRITTEN, pair, 4);
    assert_string_equal(front_sort(&f, applied), "(Pair Word Int)");
    assert_int_equal(sort_canon(&f.bank, applied), plain);
    uint32_t quoted[] = {front_sym(&f, "a b"), SORT_INT};
    assert_string_equal(front_sort(&f, sort_make(&f.bank, SORT_WRITTEN, quoted, 2)), "|a b|");
    front_done(&f);
}

static void test_function_flattening(void **state) {
    front_t f;
    front_init(&f);
    sort_t inner = of(&f, SORT_FUN, SORT_BOOL, SORT_REAL);
    sort_t nested = of(&f, SORT_FUN, SORT_INT, inner);
    sort_t flat = sort_of(&f.bank, SORT_FUN, (sort_t[]){SORT_INT, SORT_BOOL, SORT_REAL}, 3);
    assert_true(nested != flat);
    assert_int_equal(sort_canon(&f.bank, nested), flat);
    assert_int_equal(sort_canon(&f.bank, flat), flat);
    assert_string_equal(front_sort(&f, nested), "(-> Int (-> Bool Real))");
    /* Through an abbreviation, and three levels deep. */
    sort_t pred = written(&f, "Pred", inner);
    assert_int_equal(sort_canon(&f.bank, of(&f, SORT_FUN, SORT_INT, pred)), flat);
    sort_t deep = of(&f, SORT_FUN, SORT_STRING, of(&f, SORT_FUN, SORT_INT, pred));
    uint32_t count;
    sort_args(&f.bank, sort_canon(&f.bank, deep), &count);
    assert_int_equal(count, 4);
    /* A function that is taken stays one argument. */
    sort_t takes = of(&f, SORT_FUN, inner, SORT_INT);
    assert_int_equal(sort_canon(&f.bank, takes), takes);
    /* A deep one is not flattened for ever: that would take quadratic space. */
    sort_t tower = SORT_INT;
    for (int i = 0; i < 20000; i++)
        tower = sort_canon(&f.bank, of(&f, SORT_FUN, SORT_INT, tower));
    assert_true(f.bank.sort_words.len < 20000 * 200);
    assert_int_equal(sort_canon(&f.bank, tower), tower);
    /* sort_function: no parameters are no function. */
    assert_int_equal(sort_function(&f.bank, NULL, 0, SORT_INT), SORT_INT);
    assert_int_equal(sort_function(&f.bank, (sort_t[]){SORT_INT}, 1, inner), flat);
    assert_int_equal(sort_function(&f.bank, (sort_t[]){SORT_INT, SORT_BOOL}, 2, SORT_REAL), flat);
    front_done(&f);
}

static void test_instantiate(void **state) {
    front_t f;
    front_init(&f);
    sortdecl_t first;
    sortdecl_t second;
    sort_t t = param(&f, "T", &first);
    sort_t u = param(&f, "U", &second);
    assert_int_equal(second, first + 1);
    assert_true(sort_is_open(&f.bank, t));
    sort_t args[] = {SORT_INT, array(&f, SORT_INT, SORT_BOOL)};
    assert_int_equal(sort_instantiate(&f.bank, t, first, args, 2), SORT_INT);
    assert_int_equal(sort_instantiate(&f.bank, u, first, args, 2), args[1]);
    assert_int_equal(sort_instantiate(&f.bank, SORT_BOOL, first, args, 2), SORT_BOOL);
    sort_t body = array(&f, t, of1(&f, SORT_SEQ, array(&f, u, t)));
    sort_t made = sort_instantiate(&f.bank, body, first, args, 2);
    assert_string_equal(front_sort(&f, made), "(Array Int (Seq (Array (Array Int Bool) Int)))");
    assert_false(sort_is_open(&f.bank, made));
    /* Other parameters stay: only U is replaced here. */
    sort_t half = sort_instantiate(&f.bank, body, second, args, 1);
    assert_string_equal(front_sort(&f, half), "(Array T (Seq (Array Int T)))");
    assert_true(sort_is_open(&f.bank, half));
    /* A parameter may be replaced by itself or the other one: all at once, not one by one. */
    sort_t swap[] = {u, t};
    assert_string_equal(front_sort(&f, sort_instantiate(&f.bank, array(&f, t, u), first, swap, 2)),
                        "(Array U T)");
    /* A result that becomes a function is flattened, and abbreviations keep their name. */
    sort_t fun = of(&f, SORT_FUN, SORT_INT, t);
    sort_t to_fun[] = {of(&f, SORT_FUN, SORT_BOOL, SORT_BOOL)};
    made = sort_instantiate(&f.bank, fun, first, to_fun, 1);
    assert_string_equal(front_sort(&f, sort_canon(&f.bank, made)), "(-> Int Bool Bool)");
    uint32_t words[] = {front_sym(&f, "Row"), array(&f, SORT_INT, t), t};
    sort_t row = sort_make(&f.bank, SORT_WRITTEN, words, 3);
    assert_true(sort_is_open(&f.bank, row));
    made = sort_instantiate(&f.bank, row, first, args, 2);
    assert_string_equal(front_sort(&f, made), "(Row Int)");
    assert_int_equal(sort_canon(&f.bank, made), array(&f, SORT_INT, SORT_INT));
    front_done(&f);
}

/* A sort that uses its parameter twice at each of 60 levels is small, and so is the work on it. */
static void test_instantiate_shared(void **state) {
    front_t f;
    front_init(&f);
    sortdecl_t first;
    sort_t open = param(&f, "T", &first);
    sort_t closed = SORT_INT;
    for (int i = 0; i < 60; i++) {
        open = array(&f, open, open);
        closed = array(&f, closed, closed);
    }
    sort_t arg = SORT_INT;
    assert_int_equal(sort_instantiate(&f.bank, open, first, &arg, 1), closed);
    front_done(&f);
}

static void test_flags(void **state) {
    front_t f;
    front_init(&f);
    sortdecl_t decl;
    sort_t t = param(&f, "T", &decl);
    sort_t wild = of1(&f, SORT_SEQ, SORT_BAD);
    assert_true(sort_is_wild(&f.bank, wild));
    assert_false(sort_is_open(&f.bank, wild));
    assert_true(sort_is_wild(&f.bank, array(&f, SORT_INT, wild)));
    assert_false(sort_is_wild(&f.bank, array(&f, SORT_INT, SORT_INT)));
    assert_true(sort_is_open(&f.bank, array(&f, SORT_INT, of1(&f, SORT_SET, t))));
    assert_false(sort_is_wild(&f.bank, t));
    /* The words of a bit-vector are no sorts: width 0 is not SORT_BAD. */
    assert_false(sort_is_wild(&f.bank, sort_make(&f.bank, SORT_FIELD, (uint32_t[]){0}, 1)));
    sortdecl_t free = sortdecl_make(&f.bank, front_sym(&f, "S"), SORTDECL_FREE, 1);
    sort_t user = sort_make(&f.bank, SORT_USER, (uint32_t[]){free, t}, 2);
    assert_true(sort_is_open(&f.bank, user));
    user = sort_make(&f.bank, SORT_USER, (uint32_t[]){free, SORT_INT}, 2);
    assert_false(sort_is_open(&f.bank, user));
    assert_int_equal(sort_decl(&f.bank, user), free);
    /* An abbreviation may drop its argument: open as it is written, but not what it stands for. */
    uint32_t words[] = {front_sym(&f, "Drop"), SORT_INT, t};
    sort_t drop = sort_make(&f.bank, SORT_WRITTEN, words, 3);
    assert_true(sort_is_open(&f.bank, drop));
    sort_t outer = array(&f, SORT_BOOL, drop);
    assert_true(sort_is_open(&f.bank, outer));
    assert_int_equal(sort_canon(&f.bank, outer), array(&f, SORT_BOOL, SORT_INT));
    assert_false(sort_is_open(&f.bank, sort_canon(&f.bank, outer)));
    uint32_t bad[] = {front_sym(&f, "Drop"), SORT_INT, SORT_BAD};
    sort_t dropped = array(&f, SORT_REAL, sort_make(&f.bank, SORT_WRITTEN, bad, 3));
    assert_false(sort_is_wild(&f.bank, sort_canon(&f.bank, dropped)));
    /* The canonical form of an open sort is open when it was made first by way of the written one.
     */
    sort_t via = array(&f, SORT_STRING, written(&f, "V", of1(&f, SORT_SEQ, t)));
    assert_true(sort_is_open(&f.bank, sort_canon(&f.bank, via)));
    front_done(&f);
}

static void test_print_shapes(void **state) {
    front_t f;
    front_init(&f);
    assert_string_equal(front_sort(&f, sort_float(&f.bank, 11, 53)), "(_ FloatingPoint 11 53)");
    assert_string_equal(front_sort(&f, sort_of(&f.bank, SORT_TUPLE, NULL, 0)), "(Tuple)");
    assert_string_equal(front_sort(&f, of(&f, SORT_TUPLE, SORT_INT, SORT_BAD)), "(Tuple Int ?)");
    uint32_t large = 0x80000000u | front_sym(&f, "52435875175126190479447740508185965837");
    assert_string_equal(front_sort(&f, sort_make(&f.bank, SORT_FIELD, &large, 1)),
                        "(_ FiniteField 52435875175126190479447740508185965837)");
    sortdecl_t decl = sortdecl_make(&f.bank, front_sym(&f, "My Sort"), SORTDECL_FREE, 0);
    sort_t user = sort_make(&f.bank, SORT_USER, &decl, 1);
    assert_string_equal(front_sort(&f, of1(&f, SORT_NULLABLE, user)), "(Nullable |My Sort|)");
    front_done(&f);
}

/* Nesting costs memory, not stack. */
static void test_deep(void **state) {
    enum { DEPTH = 100000 };
    front_t f;
    front_init(&f);
    sortdecl_t first;
    sort_t t = param(&f, "T", &first);
    sort_t deep = t;
    for (int i = 0; i < DEPTH; i++)
        deep = array(&f, SORT_INT, deep);
    sort_t arg = SORT_BOOL;
    sort_t made = sort_instantiate(&f.bank, deep, first, &arg, 1);
    assert_false(sort_is_open(&f.bank, made));
    const char *text = front_sort(&f, made);
    size_t unit = strlen("(Array Int ");
    assert_int_equal(strlen(text), DEPTH * unit + strlen("Bool") + DEPTH);
    assert_memory_equal(text, "(Array Int (Array Int (", 23);
    assert_memory_equal(text + DEPTH * unit, "Bool)))", 7);
    assert_int_equal(text[strlen(text) - 1], ')');
    /* In a message it is cut off. */
    strbuf_clear(&f.out);
    sort_describe(&f.bank, made, &f.out);
    assert_true(f.out.len > 200 && f.out.len < 400);
    assert_memory_equal(f.out.data + f.out.len - 3, "...", 3);
    strbuf_clear(&f.out);
    sort_describe(&f.bank, array(&f, SORT_INT, SORT_BOOL), &f.out);
    assert_string_equal(strbuf_text(&f.out), "(Array Int Bool)");
    front_done(&f);
}

/* Everything about every sort, as one text. */
static void dump(front_t *f, strbuf_t *out) {
    strbuf_clear(out);
    for (sort_t sort = 0; sort + 1 < f->bank.sorts.len; sort++) {
        uint32_t count;
        const uint32_t *words = sort_words(&f->bank, sort, &count);
        strbuf_format(out, "%u: kind %d canon %u open %d wild %d:", sort,
                      (int)sort_kind(&f->bank, sort), sort_canon(&f->bank, sort),
                      sort_is_open(&f->bank, sort), sort_is_wild(&f->bank, sort));
        for (uint32_t i = 0; i < count; i++)
            strbuf_format(out, " %u", words[i]);
        strbuf_char(out, '\n');
    }
}

static sort_t random_sort(front_t *f, rng_t *rng) {
    sort_t have = (sort_t)rng_below(rng, f->bank.sorts.len - 1);
    sort_t other = (sort_t)rng_below(rng, f->bank.sorts.len - 1);
    uint32_t words[] = {front_sym(f, "W"), have, other};
    switch (rng_below(rng, 6)) {
    case 0:
        return array(f, have, other);
    case 1:
        return of(f, SORT_FUN, have, other);
    case 2:
        return sort_bitvec(&f->bank, 1 + (uint32_t)rng_below(rng, 40));
    case 3:
        return sort_make(&f->bank, SORT_WRITTEN, words, 2 + (uint32_t)rng_below(rng, 2));
    case 4:
        words[0] = sortdecl_make(&f->bank, front_sym(f, "U"),
                                 rng_one_in(rng, 2) ? SORTDECL_PARAM : SORTDECL_FREE, 0);
        return sort_make(&f->bank, SORT_USER, words, 1);
    default:
        return of1(f, SORT_SEQ, have);
    }
}

/* What was there is found again; nothing that is gone is. */
static void check_sorts(front_t *f, const bank_mark_t *mark) {
    bank_mark_t again = bank_mark(&f->bank);
    assert_int_equal(mark->sort_words, again.sort_words);
    assert_int_equal(mark->sortdecls, again.sortdecls);
    for (sort_t sort = 0; sort + 1 < f->bank.sorts.len; sort++) {
        uint32_t count;
        uint32_t words[1024];
        const uint32_t *have = sort_words(&f->bank, sort, &count);
        assert_true(count <= 1024);
        if (count > 0)
            memcpy(words, have, count * sizeof *words);
        assert_int_equal(sort_make(&f->bank, sort_kind(&f->bank, sort), words, count), sort);
    }
}

static void test_release(void **state) {
    front_check_release(60, random_sort, dump, check_sorts);
}

typedef struct torture {
    front_t *front;
    uint32_t step;
} torture_t;

/* The same sorts in the same order, from wherever it stopped. */
static void make_sorts(void *arg) {
    torture_t *t = arg;
    front_t *f = t->front;
    for (; t->step < 200; t->step++) {
        sort_t bv = sort_bitvec(&f->bank, 1 + t->step);
        sort_t word = written(f, "Word", bv);
        sort_t fun = of(f, SORT_FUN, word, of(f, SORT_FUN, bv, word));
        assert_int_equal(sort_canon(&f->bank, array(f, word, fun)),
                         array(f, bv, sort_canon(&f->bank, fun)));
    }
}

/* A sort that could not be made leaves the others as they are. */
static void test_out_of_memory(void **state) {
    strbuf_t expected;
    mem_t mem;
    mem_init(&mem);
    strbuf_init(&expected, &mem);
    for (uint64_t n = 0;; n++) {
        front_t f;
        front_init(&f);
        torture_t t = {&f, 0};
        f.mem.fail_at = n == 0 ? 0 : f.mem.calls + n;
        bool failed = unit_fails(&f.mem, make_sorts, &t);
        f.mem.fail_at = 0;
        make_sorts(&t);
        for (sort_t sort = 0; sort + 1 < f.bank.sorts.len; sort++) {
            uint32_t count;
            sort_words(&f.bank, sort, &count);
            assert_true(count <= 3);
        }
        strbuf_clear(&f.out);
        for (sort_t sort = 0; sort + 1 < f.bank.sorts.len; sort++) {
            sort_print(&f.bank, sort, &f.out);
            strbuf_char(&f.out, '\n');
        }
        if (n == 0)
            strbuf_add(&expected, f.out.data, f.out.len);
        else
            assert_string_equal(strbuf_text(&f.out), strbuf_text(&expected));
        mem_done(&f.mem);
        if (n > 0 && !failed)
            break;
    }
    mem_done(&mem);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plain),
        cmocka_unit_test(test_table),
        cmocka_unit_test(test_interning),
        cmocka_unit_test(test_written),
        cmocka_unit_test(test_function_flattening),
        cmocka_unit_test(test_instantiate),
        cmocka_unit_test(test_instantiate_shared),
        cmocka_unit_test(test_flags),
        cmocka_unit_test(test_print_shapes),
        cmocka_unit_test(test_deep),
        cmocka_unit_test(test_release),
        cmocka_unit_test(test_out_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
