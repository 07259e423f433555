/* Regular languages against a matcher that knows nothing of derivatives, on all short strings;
 * large and deep ones; what is kept in the store. */
#include "regex_fixture.h"

/* --- the matcher to compare with: recursive, over all ways to split --- */

typedef enum { EMPTY, LETTERS, SEVERAL, STAR, LOOP, UNION, INTER, COMP, DIFF } node_kind_t;

typedef struct tree {
    node_kind_t shape;
    char low, high;
    unsigned least, most;
    struct tree *a, *b;
} tree_t;

static bool matches(const tree_t *t, const char *s, int i, int j);

static bool matches_loop(const tree_t *t, unsigned least, unsigned most, const char *s, int i,
                         int j) {
    if (least == 0 && i == j)
        return true;
    if (most == 0)
        return false;
    for (int k = i; k <= j; k++)
        if (matches(t->a, s, i, k) && matches_loop(t, least > 0 ? least - 1 : 0, most - 1, s, k, j))
            return true;
    return false;
}

static bool matches(const tree_t *t, const char *s, int i, int j) {
    switch (t->shape) {
    case EMPTY:
        return i == j;
    case LETTERS:
        return j == i + 1 && s[i] >= t->low && s[i] <= t->high;
    case SEVERAL:
        for (int k = i; k <= j; k++)
            if (matches(t->a, s, i, k) && matches(t->b, s, k, j))
                return true;
        return false;
    case STAR:
        if (i == j)
            return true;
        for (int k = i + 1; k <= j; k++)
            if (matches(t->a, s, i, k) && matches(t, s, k, j))
                return true;
        return false;
    case LOOP:
        return matches_loop(t, t->least, t->most, s, i, j);
    case UNION:
        return matches(t->a, s, i, j) || matches(t->b, s, i, j);
    case INTER:
        return matches(t->a, s, i, j) && matches(t->b, s, i, j);
    case COMP:
        return !matches(t->a, s, i, j);
    case DIFF:
        return matches(t->a, s, i, j) && !matches(t->b, s, i, j);
    }
    return false;
}

/* Random trees, and their text. */
typedef struct grower {
    rng_t rng;
    tree_t pool[200];
    unsigned used;
} grower_t;

static tree_t *grow(grower_t *g, int depth) {
    tree_t *t = &g->pool[g->used++];
    *t = (tree_t){.shape = depth == 0 ? rng_below(&g->rng, 4) ? LETTERS : EMPTY
                                      : (node_kind_t)rng_below(&g->rng, 9)};
    t->low = (char)('a' + rng_below(&g->rng, 3));
    t->high = (char)('a' + rng_below(&g->rng, 3));
    t->least = (unsigned)rng_below(&g->rng, 5);
    t->most = (unsigned)rng_below(&g->rng, 6);
    if (t->shape >= SEVERAL)
        t->a = grow(g, depth - 1);
    if (t->shape == SEVERAL || t->shape == UNION || t->shape == INTER || t->shape == DIFF)
        t->b = grow(g, depth - 1);
    return t;
}

static void tree_text(const tree_t *t, strbuf_t *out) {
    static const char *const names[] = {
        [SEVERAL] = "(re.++ ",  [STAR] = "(re.* ",    [UNION] = "(re.union ",
        [INTER] = "(re.inter ", [COMP] = "(re.comp ", [DIFF] = "(re.diff "};
    if (t->shape == EMPTY) {
        strbuf_str(out, "(str.to_re \"\")");
    } else if (t->shape == LETTERS) {
        strbuf_format(out, "(re.range \"%c\" \"%c\")", t->low, t->high);
    } else {
        if (t->shape == LOOP)
            strbuf_format(out, "((_ re.loop %u %u) ", t->least, t->most);
        else
            strbuf_str(out, names[t->shape]);
        tree_text(t->a, out);
        if (t->b) {
            strbuf_char(out, ' ');
            tree_text(t->b, out);
        }
        strbuf_char(out, ')');
    }
}

static value_t lab_grow(lab_t *lab, grower_t *g, int depth, const tree_t **tree) {
    g->used = 0;
    *tree = grow(g, depth);
    strbuf_clear(&lab->e.f.out);
    tree_text(*tree, &lab->e.f.out);
    return lab_value(lab, strbuf_text(&lab->e.f.out));
}

/* All strings over a, b, c, d of up to 5 letters, with '\0' after each. No expression has a d. */
enum { STRINGS = 1 + 4 + 16 + 64 + 256 + 1024 };

static char strings[STRINGS][6];

static int make_strings(void **state) {
    unsigned n = 0;
    for (unsigned len = 0, count = 1; len <= 5; len++, count *= 4)
        for (unsigned i = 0; i < count; i++, n++) {
            unsigned rest = i;
            memset(strings[n], 0, 6);
            for (unsigned k = 0; k < len; k++, rest /= 4)
                strings[n][k] = (char)('a' + rest % 4);
        }
    return n != STRINGS;
}

/* A random language, and the expression that it was made from. */
typedef struct sample {
    value_t regex;
    const tree_t *tree;
    bool odd; /* every second one */
    rng_t *rng;
} sample_t;

/* Tries count random languages, of up to depths operators in each other. */
static void try_languages(int count, int depths, void (*try)(lab_t *lab, const sample_t *sample)) {
    lab_t lab;
    lab_init(&lab);
    grower_t g = {.rng = rng_make(unit_seed())};
    for (int round = 0; round < count; round++) {
        sample_t sample = {.odd = round % 2, .rng = &g.rng};
        sample.regex = lab_grow(&lab, &g, 1 + round % depths, &sample.tree);
        try(&lab, &sample);
    }
    lab_done(&lab);
}

static void match_naively(lab_t *lab, const sample_t *sample) {
    for (unsigned i = 0; i < STRINGS; i++) {
        size_t len = strlen(strings[i]);
        if (lab_has(lab, sample->regex, strings[i], len) !=
            matches(sample->tree, strings[i], 0, (int)len))
            fail_msg("\"%s\" in %s", strings[i], strbuf_text(&lab->e.f.out));
    }
}

static void agrees_with_the_naive_matcher(void **state) {
    try_languages(300, 4, match_naively);
}

static void equality_agrees_with_membership(void **state) {
    lab_t lab;
    lab_init(&lab);
    grower_t g = {.rng = rng_make(unit_seed())};
    values_t *values = &lab.e.values;
    int unseen = 0;
    for (int round = 0; round < 600; round++) {
        const tree_t *tree;
        value_t a = lab_grow(&lab, &g, 1 + round % 2, &tree);
        value_t b = lab_grow(&lab, &g, 1 + round % 3, &tree);
        bool equal;
        assert_true(eval_equal_regex(&lab.e.eval, &lab.call, a, b, &equal));
        bool same = true;
        for (unsigned i = 0; i < STRINGS; i++) {
            size_t len = strlen(strings[i]);
            same &= lab_has(&lab, a, strings[i], len) == lab_has(&lab, b, strings[i], len);
        }
        if (equal)
            assert_true(same);
        else
            unseen += same;
        /* And two that are equal by De Morgan's law. */
        value_t either = regex_union(values, a, b);
        value_t not_both = regex_inter(values, regex_comp(values, a), regex_comp(values, b));
        assert_true(
            eval_equal_regex(&lab.e.eval, &lab.call, either, regex_comp(values, not_both), &equal));
        assert_true(equal);
    }
    /* Few of those that differ agree on all short strings. */
    assert_true(unseen < 30);
    lab_done(&lab);
}

static void reverse(lab_t *lab, const sample_t *sample) {
    value_t back;
    assert_true(regex_reverse(&lab->e.eval, &lab->call, sample->regex, &back));
    for (unsigned i = 0; i < STRINGS; i++) {
        size_t len = strlen(strings[i]);
        char turned[6];
        for (size_t k = 0; k < len; k++)
            turned[k] = strings[i][len - 1 - k];
        assert_int_equal(lab_has(lab, sample->regex, strings[i], len),
                         lab_has(lab, back, turned, len));
    }
}

static void reversal_agrees_with_membership(void **state) {
    try_languages(200, 4, reverse);
}

static void search(lab_t *lab, const sample_t *sample) {
    rng_t *rng = sample->rng;
    char text[2 * REGEX_LONG_SEARCH];
    uint32_t len = sample->odd ? REGEX_LONG_SEARCH + (uint32_t)rng_below(rng, 20) : 12;
    for (uint32_t i = 0; i < len; i++)
        text[i] = (char)('a' + rng_below(rng, 3));
    regex_search_t search;
    assert_true(regex_search_init(&search, &lab->e.eval, &lab->call, sample->regex, SORT_CHAR,
                                  lab_string(lab, text, len)));
    uint32_t from = (uint32_t)rng_below(rng, 8);
    bool found;
    uint32_t start;
    uint32_t end;
    lab_refill(lab);
    assert_true(regex_search_next(&search, from, &found, &start, &end));
    regex_search_done(&search);
    for (uint32_t i = from; i <= len; i++)
        for (uint32_t k = i; k <= len; k++)
            if (lab_has(lab, sample->regex, text + i, k - i)) {
                assert_true(found);
                assert_int_equal(start, i);
                assert_int_equal(end, k);
                return;
            }
    assert_false(found);
}

/* Both ways to search, on either side of REGEX_LONG_SEARCH, find the first and shortest of all
 * substrings that match. */
static void search_agrees_with_membership(void **state) {
    try_languages(60, 3, search);
}

static void write_term(lab_t *lab, const sample_t *sample) {
    term_t term = value_term(&lab->e.values, &lab->e.f.bank, SORT_REGLAN, sample->regex);
    assert_int_not_equal(term, TERM_NONE);
    assert_int_equal(term_sort(&lab->e.f.bank, term), SORT_REGLAN);
    result_t again = eval_term(&lab->e.eval, term);
    bool equal;
    lab_refill(lab);
    assert_true(again.known);
    assert_true(eval_equal_regex(&lab->e.eval, &lab->call, again.value, sample->regex, &equal));
    assert_true(equal);
}

/* The term of a language evaluates to the same language. */
static void written_as_a_term(void **state) {
    try_languages(300, 4, write_term);
}

/* --- letters --- */

static void sets_agree_with_bitmaps(void **state) {
    lab_t lab;
    lab_init(&lab);
    values_t *values = &lab.e.values;
    rng_t rng = rng_make(unit_seed());
    enum { LETTERS_USED = 40 };
    for (int round = 0; round < 500; round++) {
        uint64_t bits = 0;
        value_t set = regex_none(values);
        for (int step = 0; step < 6; step++) {
            uint64_t low = rng_below(&rng, LETTERS_USED);
            uint64_t high = low + rng_below(&rng, LETTERS_USED - low);
            uint64_t mask = ((UINT64_C(2) << high) - 1) & ~((UINT64_C(1) << low) - 1);
            value_t range = regex_range(values, SORT_CHAR, low, high);
            bool join = rng_below(&rng, 3);
            bits = join ? bits | mask : bits & mask;
            set = join ? regex_union(values, set, range) : regex_inter(values, set, range);
        }
        for (uint64_t i = 0; i < LETTERS_USED; i++) {
            value_t out;
            assert_true(regex_derive(&lab.e.eval, &lab.call, set, i, &out));
            assert_int_equal(out == regex_epsilon(values), bits >> i & 1);
        }
        /* One form for one set. */
        value_t again = regex_none(values);
        for (uint64_t i = LETTERS_USED; i-- > 0;)
            if (bits >> i & 1)
                again = regex_union(values, again, regex_range(values, SORT_CHAR, i, i));
        assert_int_equal(again, set);
    }
    lab_done(&lab);
}

/* --- large ones --- */

/* body with wrap applied to it n times. */
static value_t nested(lab_t *lab, unsigned n, const char *body,
                      value_t (*wrap)(values_t *values, value_t inner, unsigned i)) {
    value_t regex = lab_value(lab, body);
    for (unsigned i = 0; i < n; i++)
        regex = wrap(&lab->e.values, regex, i);
    return regex;
}

static value_t wrap_comp(values_t *values, value_t inner, unsigned i) {
    return regex_comp(values, inner);
}

static value_t wrap_nullable(values_t *values, value_t inner, unsigned i) {
    value_t a = regex_range(values, SORT_CHAR, 'a' + i % 2, 'a' + i % 2);
    return regex_comp(values, regex_concat(values, regex_loop(values, a, 0, REGEX_FOREVER), inner));
}

static value_t wrap_left(values_t *values, value_t inner, unsigned i) {
    return regex_concat(values, inner, regex_range(values, SORT_CHAR, 'a', 'a'));
}

static value_t wrap_union(values_t *values, value_t inner, unsigned i) {
    value_t word = regex_range(values, SORT_CHAR, 'a', 'a' + i);
    return regex_union(values, inner, regex_concat(values, word, word));
}

static value_t wrap_star(values_t *values, value_t inner, unsigned i) {
    value_t b = regex_range(values, SORT_CHAR, 'b', 'b');
    return regex_loop(values, regex_concat(values, inner, b), 0, REGEX_FOREVER);
}

static void a_thousand_nested_complements(void **state) {
    lab_t lab;
    lab_init(&lab);
    value_t regex = nested(&lab, 1000, "(str.to_re \"a\")", wrap_comp);
    assert_true(lab_has(&lab, regex, "a", 1));
    assert_false(lab_has(&lab, regex, "b", 1));
    regex = nested(&lab, 1001, "(str.to_re \"a\")", wrap_comp);
    assert_false(lab_has(&lab, regex, "a", 1));
    lab_done(&lab);
}

/* With the text of an assertion, too. */
static void a_thousand_nested_complements_as_a_term(void **state) {
    evaluator_t e;
    fixture_t scratch;
    fixture_init(&scratch);
    strbuf_str(&scratch.out, "(assert (str.in_re \"ab\" ");
    for (int i = 0; i < 1000; i++)
        strbuf_str(&scratch.out, "(re.comp (re.++ (re.opt (str.to_re \"a\")) ");
    strbuf_str(&scratch.out, "(str.to_re \"b\")");
    strbuf_fill(&scratch.out, ')', 2002);
    evaluator_init(&e, strbuf_text(&scratch.out), "");
    result_t result = eval_term(&e.eval, assertion(&e.f, 0));
    assert_true(result.known);
    evaluator_done(&e);
    fixture_done(&scratch);
}

static void a_million_deep(void **state) {
    lab_t lab;
    lab_init(&lab);
    enum { DEEP = 1000000 };
    /* Every second complement makes each level need the one below. */
    value_t regex = nested(&lab, DEEP, "(str.to_re \"c\")", wrap_nullable);
    bool has;
    lab_refill(&lab);
    lab.e.eval.steps = UINT64_MAX;
    value_t string = lab_string(&lab, "ab", 2);
    assert_true(regex_has(&lab.e.eval, &lab.call, regex, SORT_CHAR, string, &has));
    value_t back;
    assert_true(regex_reverse(&lab.e.eval, &lab.call, regex, &back));
    regex = nested(&lab, DEEP, "(str.to_re \"b\")", wrap_left);
    lab.e.eval.steps = UINT64_MAX;
    assert_true(regex_has(&lab.e.eval, &lab.call, regex, SORT_CHAR, string, &has));
    assert_false(has);
    regex = nested(&lab, DEEP, "(str.to_re \"b\")", wrap_star);
    lab.e.eval.steps = UINT64_MAX;
    assert_true(regex_has(&lab.e.eval, &lab.call, regex, SORT_CHAR, string, &has));
    bool equal;
    value_t other = regex_comp(&lab.e.values, regex);
    assert_true(eval_equal_regex(&lab.e.eval, &lab.call, regex, other, &equal));
    assert_false(equal);
    lab_done(&lab);
}

static void a_long_union_grows_in_linear_space(void **state) {
    lab_t lab;
    lab_init(&lab);
    enum { MANY = 100000 };
    uint32_t before = lab.e.values.words.len;
    value_t regex = nested(&lab, MANY, "(str.to_re \"ab\")", wrap_union);
    assert_true(lab.e.values.words.len - before < 30 * MANY);
    assert_int_equal(regex_count(&lab.e.values, regex, REGEX_UNION), MANY + 1);
    assert_true(lab_has(&lab, regex, "ab", 2));
    assert_true(lab_has(&lab, regex, "zz", 2));
    assert_false(lab_has(&lab, regex, "zA", 2));
    lab_done(&lab);
}

static void counters_are_not_unrolled(void **state) {
    lab_t lab;
    lab_init(&lab);
    static char text[10001];
    memset(text, 'a', 10000);
    value_t regex = lab_value(&lab, "((_ re.loop 0 1000000000) (str.to_re \"a\"))");
    assert_true(lab_has(&lab, regex, text, 10000));
    regex = lab_value(&lab, "((_ re.loop 0000000002 999999999999999999) (str.to_re \"a\"))");
    assert_true(lab_has(&lab, regex, text, 10000));
    assert_false(lab_has(&lab, regex, text, 1));
    regex = lab_value(&lab, "((_ re.loop 10001 1000000000) (str.to_re \"a\"))");
    assert_false(lab_has(&lab, regex, text, 10000));
    regex = lab_value(&lab, "((_ re.^ 10000) (str.to_re \"a\"))");
    assert_true(lab_has(&lab, regex, text, 10000));
    assert_false(lab_has(&lab, regex, text, 9999));
    /* Bodies with the empty string, and loops of loops. */
    regex = lab_value(&lab, "((_ re.loop 5 1000000000) (re.union (str.to_re \"ab\")"
                            " (re.* (str.to_re \"a\"))))");
    assert_true(lab_has(&lab, regex, text, 10000));
    regex = lab_value(&lab, "((_ re.loop 0 1000000000) ((_ re.loop 0 1000000000)"
                            " (re.opt (str.to_re \"a\"))))");
    assert_true(lab_has(&lab, regex, text, 10000));
    regex = lab_value(&lab, "(re.++ re.all (str.to_re \"a\") ((_ re.loop 0 1000) re.allchar))");
    assert_true(lab_has(&lab, regex, text, 10000));
    lab_done(&lab);
}

/* Twice the letters, not more than about twice the work. */
static void membership_is_linear(void **state) {
    static const char *const patterns[] = {
        "(re.* (re.union (str.to_re \"ab\") (str.to_re \"ba\") (str.to_re \"aa\")"
        " (str.to_re \"bb\")))",
        "(re.++ re.all (str.to_re \"abba\") re.all (str.to_re \"baab\") re.all)",
        "(re.comp (re.++ re.all (str.to_re \"ccc\") re.all))",
        "(re.inter (re.* (re.range \"a\" \"z\")) (re.comp (re.++ re.all (re.range \"0\" \"9\")"
        " re.all)))",
        "(re.++ (re.* (re.range \"a\" \"b\")) ((_ re.loop 0 20000) re.allchar))",
    };
    static char text[20000];
    rng_t rng = rng_make(1);
    for (unsigned i = 0; i < sizeof text; i++)
        text[i] = (char)('a' + rng_below(&rng, 2));
    for (unsigned i = 0; i < sizeof patterns / sizeof *patterns; i++) {
        uint64_t work[2];
        for (unsigned k = 0; k < 2; k++) {
            lab_t lab;
            lab_init(&lab);
            value_t regex = lab_value(&lab, patterns[i]);
            assert_true(lab_has(&lab, regex, text, k ? sizeof text : sizeof text / 2) || i == 1);
            work[k] = lab.e.eval.limits.steps - lab.e.eval.steps;
            lab_done(&lab);
        }
        assert_true(work[1] < 3 * work[0] + 1000);
    }
}

/* Which of the last 5000 letters are an a. */
static void the_budget_ends_what_explodes(void **state) {
    static char text[20000];
    rng_t rng = rng_make(1);
    for (unsigned i = 0; i < sizeof text; i++)
        text[i] = (char)('a' + rng_below(&rng, 2));
    lab_t lab;
    lab_init(&lab);
    value_t regex = lab_value(&lab, "(re.++ re.all (str.to_re \"a\") ((_ re.^ 5000) re.allchar))");
    bool has;
    assert_false(regex_has(&lab.e.eval, &lab.call, regex, SORT_CHAR,
                           lab_string(&lab, text, sizeof text), &has));
    assert_int_equal(lab.e.eval.reason.kind, REASON_BUDGET);
    lab_done(&lab);
}

/* --- the store --- */

/* Derivatives found after a mark refer to objects that go with it. */
static void derivatives_go_with_their_objects(void **state) {
    lab_t lab;
    lab_init(&lab);
    values_t *values = &lab.e.values;
    value_t regex = lab_value(&lab, "(re.* (re.++ (str.to_re \"ab\") (re.range \"a\" \"c\")))");
    assert_true(lab_has(&lab, regex, "abc", 3));
    values_mark_t mark = values_mark(values);
    for (int round = 0; round < 3; round++) {
        value_t b = regex_range(values, SORT_CHAR, 'b' + (uint64_t)round, 'd');
        value_t other = regex_concat(values, regex, regex_loop(values, b, 1, REGEX_FOREVER));
        assert_true(lab_has(&lab, other, "abcabad", 7));
        assert_int_equal(lab_has(&lab, other, "abcabab", 7), round == 0);
        assert_true(lab_has(&lab, regex, "abaabcabb", 9));
        values_release(values, mark);
        assert_true(lab_has(&lab, regex, "abc", 3));
        values_release(values, mark);
    }
    values_release(values, 0);
    assert_true(lab_has(&lab, regex_all(values), "abc", 3));
    lab_done(&lab);
}

static void work_out_of_memory(mem_t *mem, void *arg) {
    bank_t bank;
    values_t values;
    eval_t eval;
    bank_init(&bank, mem);
    values_init(&values, &bank, mem);
    eval_init(&eval, &bank, &values, NULL, mem);
    eval.steps = 1000000;
    call_t call = {0};
    uint32_t codes[] = {'a', 'b', 'a', 'b', 'c'};
    value_t string = string_make(&values, codes, 5);
    value_t ab = regex_word(&values, SORT_CHAR, string_make(&values, codes, 2), 0);
    value_t loop = regex_loop(&values, ab, 1, 5);
    value_t c = regex_range(&values, SORT_CHAR, 'c', 'd');
    value_t regex = regex_union(&values, regex_concat(&values, loop, c),
                                regex_comp(&values, regex_concat(&values, c, loop)));
    bool has;
    value_t back;
    bool equal;
    assert_true(regex_has(&eval, &call, regex, SORT_CHAR, string, &has));
    assert_true(has);
    assert_true(regex_reverse(&eval, &call, regex, &back));
    assert_true(eval_equal_regex(&eval, &call, regex, back, &equal));
    eval_done(&eval);
    values_done(&values);
    bank_done(&bank);
}

static void every_allocation_may_fail(void **state) {
    unit_fail_each(work_out_of_memory, NULL, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_the_naive_matcher),
        cmocka_unit_test(equality_agrees_with_membership),
        cmocka_unit_test(reversal_agrees_with_membership),
        cmocka_unit_test(search_agrees_with_membership),
        cmocka_unit_test(written_as_a_term),
        cmocka_unit_test(sets_agree_with_bitmaps),
        cmocka_unit_test(a_thousand_nested_complements),
        cmocka_unit_test(a_thousand_nested_complements_as_a_term),
        cmocka_unit_test(a_million_deep),
        cmocka_unit_test(a_long_union_grows_in_linear_space),
        cmocka_unit_test(counters_are_not_unrolled),
        cmocka_unit_test(membership_is_linear),
        cmocka_unit_test(the_budget_ends_what_explodes),
        cmocka_unit_test(derivatives_go_with_their_objects),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, make_strings, NULL);
}
