/* The operator table checks itself: names, aliases, signatures; and the checker accepts a right use
 * of every row and refuses wrong ones, made from the row's own patterns. */
#include "front.h"

#include "smt/term/check.h"
#include "smt/term/sig.h"

static const struct {
    const char *name;
    const char *of;
} aliases[] = {
#define OP(id, name, theory, indices, args, result, attr, doc)
#define ALIAS(name, of) {name, of},
#include "smt/term/ops.def"
};

enum { ALIASES = sizeof aliases / sizeof *aliases };

static void test_rows(void **state) {
    for (uint32_t op = 0; op < OP_FIRST_ROW; op++)
        assert_string_equal(op_info((op_t)op)->name, "");
    for (uint32_t a = OP_FIRST_ROW; a < OP_COUNT; a++) {
        const op_info_t *x = op_info((op_t)a);
        assert_true(strlen(x->name) > 0 && strlen(x->doc) > 0 && strlen(x->result) > 0);
        assert_true(x->theory < THEORY_COUNT);
        for (uint32_t b = OP_FIRST_ROW; b < a; b++) {
            const op_info_t *y = op_info((op_t)b);
            if (strcmp(x->name, y->name) != 0)
                continue;
            if (strcmp(x->indices, y->indices) == 0 && strcmp(x->args, y->args) == 0 &&
                (x->attr == OP_ATTR_AS) == (y->attr == OP_ATTR_AS) &&
                strcmp(x->result, y->result) == 0)
                fail_msg("%s has the same row twice", x->name);
            /* The parser reads the first index by the letter of the first row that has one. */
            if (x->indices[0] != '\0' && y->indices[0] != '\0')
                assert_int_equal(x->indices[0] >= 'A' && x->indices[0] <= 'Z',
                                 y->indices[0] >= 'A' && y->indices[0] <= 'Z');
        }
    }
}

static void test_theories(void **state) {
    bool used[THEORY_COUNT] = {false};
    for (uint32_t op = OP_FIRST_ROW; op < OP_COUNT; op++)
        used[op_info((op_t)op)->theory] = true;
    for (uint32_t a = 0; a < THEORY_COUNT; a++) {
        assert_true(used[a]);
        assert_true(strlen(theory_name((theory_t)a)) > 0);
        for (uint32_t b = 0; b < a; b++)
            assert_string_not_equal(theory_name((theory_t)a), theory_name((theory_t)b));
    }
    assert_true(theory_is_standard(THEORY_CORE));
    assert_true(theory_is_standard(THEORY_STRINGS));
    assert_false(theory_is_standard(THEORY_SETS));
    assert_false(theory_is_standard(THEORY_BV_X));
}

/* From symbol to operator and back, for every spelling of every row. */
static void test_spellings(void **state) {
    front_t f;
    front_init(&f);
    for (uint32_t op = OP_FIRST_ROW; op < OP_COUNT; op++) {
        sym_t sym = front_sym(&f, op_info((op_t)op)->name);
        assert_int_equal(op_symbol(&f.bank, (opcode_t)op), sym);
        opcode_t code = op_of_symbol(&f.bank, sym);
        assert_int_equal(code >> OP_SPELLING_SHIFT, 0);
        while (code != OP_NONE && code != op)
            code = op_next_overload(&f.bank, code);
        assert_int_equal(code, op);
    }
    for (size_t i = 0; i < ALIASES; i++) {
        sym_t sym = front_sym(&f, aliases[i].name);
        opcode_t code = op_of_symbol(&f.bank, sym);
        opcode_t plain = op_of_symbol(&f.bank, front_sym(&f, aliases[i].of));
        assert_true(code != OP_NONE && plain != OP_NONE);
        for (; code != OP_NONE; code = op_next_overload(&f.bank, code)) {
            assert_int_equal(op_of_code(code), plain);
            assert_true(code >> OP_SPELLING_SHIFT > 0);
            assert_int_equal(op_symbol(&f.bank, code), sym);
            plain = op_next_overload(&f.bank, plain);
        }
        assert_int_equal(plain, OP_NONE);
        for (size_t k = 0; k < i; k++)
            assert_string_not_equal(aliases[i].name, aliases[k].name);
    }
    assert_int_equal(op_of_symbol(&f.bank, front_sym(&f, "no such operator")), OP_NONE);
    assert_int_equal(op_of_symbol(&f.bank, SYM_NONE), OP_NONE);
    /* The names of the table are the first symbols of a bank. */
    for (size_t i = 0; i < ALIASES; i++)
        assert_true(front_sym(&f, aliases[i].name) < f.bank.ops.codes.len);
    front_done(&f);
}

static uint32_t count_words(const char *text) {
    uint32_t count = 0;
    for (; *text; text++)
        count += text[0] != ' ' && (text[1] == ' ' || text[1] == '\0');
    return count;
}

static void test_signatures(void **state) {
    front_t f;
    front_init(&f);
    for (uint32_t op = OP_FIRST_ROW; op < OP_COUNT; op++) {
        const op_info_t *info = op_info((op_t)op);
        const sig_row_t *sig = sig_get(&f.bank, (op_t)op);
        assert_ptr_equal(sig_get(&f.bank, (op_t)op), sig);
        assert_true(sig->compiled);
        assert_true(sig->least <= sig->patterns);
        bool any = strchr(info->indices, '+') != NULL;
        assert_int_equal(sig->index_any, any);
        assert_int_equal(op_index_count((op_t)op), any ? -1 : (int)count_words(info->indices));
        if (!any)
            assert_int_equal(sig->indices, count_words(info->indices));
        int head = info->attr == OP_ATTR_BIND || any
                       ? -1
                       : (int)count_words(info->indices) + (info->attr == OP_ATTR_AS);
        assert_int_equal(op_head((op_t)op), head);
    }
    assert_int_equal(op_head(OP_VAR), 3);
    assert_int_equal(op_head(OP_APP), 1);
    assert_int_equal(op_head(OP_APP_AS), 2);
    assert_int_equal(op_head(OP_APPLY), 0);
    assert_int_equal(op_head(OP_NUMERAL), 2);
    assert_int_equal(op_head(OP_FIELD), 2);
    front_done(&f);
}

static void test_kinds(void **state) {
    assert_true(op_is_literal(OP_NUMERAL) && op_is_literal(OP_FIELD));
    assert_false(op_is_literal(OP_BAD) || op_is_literal(OP_VAR) || op_is_literal(OP_TRUE));
    uint32_t binders = 0;
    for (uint32_t op = 0; op < OP_COUNT; op++) {
        binders += op_is_binder((op_t)op);
        if (op_is_binder((op_t)op))
            assert_int_equal(op_info((op_t)op)->attr, OP_ATTR_BIND);
    }
    assert_int_equal(binders, 8);
    assert_true(op_is_binder(OP_LET) && op_is_binder(OP_FORALL) && op_is_binder(OP_LAMBDA));
    assert_false(op_is_binder(OP_MATCH) || op_is_binder(OP_ANNOT));
}

/* --- rows against the checker --- */

/* What the variables of a row stand for in one try. */
typedef struct guess {
    front_t *front;
    const uint32_t *code;
    sort_t sort_of_var;
    int64_t nums[26];
} guess_t;

static int64_t guess_index(guess_t *g) {
    uint32_t products = *g->code++;
    if (products == SIG_ANY_INDEX)
        return 8;
    int64_t sum = 0;
    for (uint32_t i = 0; i < products; i++, g->code += 3) {
        int64_t product = (int32_t)g->code[0];
        for (int k = 1; k <= 2; k++)
            if (g->code[k] != SIG_NO_VAR)
                product *= g->nums[g->code[k]];
        sum += product;
    }
    return sum;
}

/* The sort a pattern stands for; SORT_NONE when a number is out of range. */
static sort_t guess_sort(guess_t *g) {
    switch (*g->code++) {
    case PAT_SORT:
        return *g->code++;
    case PAT_NUM:
        return SORT_INT;
    case PAT_VAR:
        g->code++;
        return g->sort_of_var;
    case PAT_ANY:
        return SORT_BOOL;
    default: {
        sort_kind_t kind = (sort_kind_t)g->code[0];
        uint32_t indices = g->code[1];
        uint32_t count = indices + g->code[2];
        uint32_t words[8];
        bool ok = true;
        g->code += 3;
        for (uint32_t i = 0; i < count; i++) {
            if (i < indices) {
                int64_t value = guess_index(g);
                int64_t least = kind == SORT_FLOAT ? 2 : kind == SORT_BITVEC ? 1 : 0;
                ok &= value >= least && value < INT32_MAX;
                words[i] = (uint32_t)value;
            } else {
                words[i] = guess_sort(g);
                ok &= words[i] != SORT_NONE;
            }
        }
        return ok ? sort_make(&g->front->bank, kind, words, count) : SORT_NONE;
    }
    }
}

static sort_t guess_at(guess_t *g, uint32_t start) {
    g->code = g->front->bank.sigs.words.data + start;
    return guess_sort(g);
}

static bool guess_conditions(guess_t *g, const sig_row_t *sig) {
    for (uint32_t i = 0; i < sig->conds; i++) {
        g->code = g->front->bank.sigs.words.data + sig->cond[i].left;
        int64_t left = guess_index(g);
        g->code = g->front->bank.sigs.words.data + sig->cond[i].right;
        int64_t right = guess_index(g);
        if (sig->cond[i].relation == COND_LE   ? left > right
            : sig->cond[i].relation == COND_LT ? left >= right
                                               : left != right)
            return false;
    }
    return true;
}

typedef struct use {
    head_t head;
    uint32_t indices[4];
    term_t args[10];
    uint32_t count;
    sort_t result;
} use_t;

/* A right use of the row with these numbers; false when the numbers do not go together. */
static bool make_use(guess_t *g, op_t op, use_t *use) {
    const sig_row_t *sig = sig_get(&g->front->bank, op);
    *use = (use_t){.head = {.kind = HEAD_OP, .op = (opcode_t)op, .as = SORT_NONE}};
    if (!guess_conditions(g, sig))
        return false;
    for (uint32_t i = 0; i < sig->indices; i++)
        if (sig->index_vars[i] != SIG_NO_VAR)
            use->indices[i] = (uint32_t)g->nums[sig->index_vars[i]];
    use->head.indices = use->indices;
    use->head.index_count = sig->indices;
    for (uint32_t i = 0; i < sig->patterns; i++) {
        sort_t sort = guess_at(g, sig->args[i]);
        if (sort == SORT_NONE)
            return false;
        use->args[use->count++] = front_const(g->front, "x", sort);
    }
    use->result = guess_at(g, sig->result);
    if (op_info(op)->attr == OP_ATTR_AS)
        use->head.as = use->result;
    return use->result != SORT_NONE;
}

/* Numbers for e, s, i, j, k, n and the others until the row can be used. */
static bool find_use(front_t *f, op_t op, use_t *use) {
    static const int64_t numbers[] = {2, 0, 1, 3, 5};
    guess_t g = {.front = f, .sort_of_var = SORT_STRING};
    for (uint32_t code = 0; code < 625; code++) {
        for (int v = 0; v < 26; v++)
            g.nums[v] = 5;
        g.nums['i' - 'a'] = numbers[code % 5];
        g.nums['j' - 'a'] = numbers[code / 5 % 5];
        g.nums['e' - 'a'] = 3 + numbers[code / 25 % 5];
        g.nums['s' - 'a'] = 3 + numbers[code / 125];
        if (make_use(&g, op, use))
            return true;
    }
    return false;
}

static bool is_only_row(front_t *f, op_t op) {
    opcode_t first = op_of_symbol(&f->bank, op_symbol(&f->bank, (opcode_t)op));
    return op_next_overload(&f->bank, first) == OP_NONE;
}

static void assert_wrong(front_t *f, const use_t *use, const char *what) {
    strbuf_clear(&f->out);
    term_t term = check_apply(&f->bank, &use->head, use->args, use->count, &f->out);
    const char *name = op_info(op_of_code(use->head.op))->name;
    if (term != TERM_BAD)
        fail_msg("%s was taken with %s", name, what);
    if (f->out.len == 0)
        fail_msg("%s was refused with %s, and no word about it", name, what);
    assert_non_null(strstr(strbuf_text(&f->out), name));
    assert_non_null(strstr(strbuf_text(&f->out), " takes "));
    assert_non_null(strstr(strbuf_text(&f->out), "; got "));
}

static bool is_definite(front_t *f, uint32_t pattern) {
    uint32_t kind = f->bank.sigs.words.data[pattern];
    return kind == PAT_SORT || kind == PAT_NUM || kind == PAT_MAKE;
}

/* Wrong numbers of arguments and indices, and arguments of another sort. */
static void try_wrong_uses(front_t *f, op_t op, const use_t *right) {
    const sig_row_t *sig = sig_get(&f->bank, op);
    sortdecl_t decl = sortdecl_make(&f->bank, front_sym(f, "Other"), SORTDECL_FREE, 0);
    term_t other = front_const(f, "other", sort_make(&f->bank, SORT_USER, &decl, 1));
    use_t use = *right;
    use.head.indices = use.indices;
    if (sig->least > 0) {
        use.count = sig->least - 1u;
        assert_wrong(f, &use, "an argument less");
        use.count = right->count;
    }
    if (!sig->repeats) {
        use.args[use.count++] = other;
        assert_wrong(f, &use, "an argument more");
        use.count--;
    }
    if (!sig->index_any && op_info(op)->attr != OP_ATTR_AS) {
        use.head.index_count++;
        assert_wrong(f, &use, "an index more");
        use.head.index_count--;
    }
    for (uint32_t i = 0; i < use.count; i++) {
        if (!is_definite(f, sig->args[i]))
            continue;
        use.args[i] = other;
        assert_wrong(f, &use, "an argument of another sort");
        use.args[i] = right->args[i];
    }
}

static void test_uses(void **state) {
    front_t f;
    front_init(&f);
    uint32_t tried = 0;
    for (uint32_t row = OP_FIRST_ROW; row < OP_COUNT; row++) {
        op_t op = (op_t)row;
        op_attr_t attr = op_info(op)->attr;
        if (attr == OP_ATTR_BIND || attr == OP_ATTR_TYPED)
            continue;
        use_t use;
        if (!find_use(&f, op, &use))
            fail_msg("no use of %s can be made from its row", op_info(op)->name);
        strbuf_clear(&f.out);
        term_t term = check_apply(&f.bank, &use.head, use.args, use.count, &f.out);
        if (term == TERM_BAD)
            fail_msg("a right use is refused: %s", strbuf_text(&f.out));
        assert_int_equal(term_op(&f.bank, term), op);
        assert_int_equal(term_sort(&f.bank, term), use.result);
        uint32_t count;
        term_children(&f.bank, term, &count);
        assert_int_equal(count, use.count);
        if (is_only_row(&f, op))
            try_wrong_uses(&f, op, &use);
        tried++;
    }
    assert_true(tried > 400);
    front_done(&f);
}

/* --- TYPED rows --- */

enum { CANDIDATES = 14, MOST_ARGS = 3 };

typedef struct typed {
    front_t front;
    term_t candidates[CANDIDATES];
    uint32_t constructor, selector, unary, predicate;
} typed_t;

static sort_t one(typed_t *t, sort_kind_t kind, sort_t arg) {
    return sort_of(&t->front.bank, kind, &arg, 1);
}

static void typed_init(typed_t *t) {
    front_t *f = &t->front;
    front_init(f);
    bank_t *bank = &f->bank;
    sort_t pair = sort_of(bank, SORT_TUPLE, (sort_t[]){SORT_INT, SORT_INT}, 2);
    sortdecl_t box = sortdecl_make(bank, front_sym(f, "Box"), SORTDECL_DATATYPE, 0);
    sort_t boxes = sort_make(bank, SORT_USER, &box, 1);
    sort_t integer = SORT_INT;
    t->constructor = fun_make(bank, FUN_CONSTRUCTOR, front_sym(f, "box"), &integer, 1, boxes);
    t->selector = fun_make(bank, FUN_SELECTOR, front_sym(f, "get"), &boxes, 1, SORT_INT);
    fun_row(bank, t->constructor)->sort = box;
    fun_row(bank, t->selector)->sort = box;
    t->unary = front_fun(f, "f", &integer, 1, SORT_INT);
    t->predicate = front_fun(f, "r", (sort_t[]){SORT_INT, SORT_INT}, 2, SORT_BOOL);
    const sort_t sorts[CANDIDATES - 1] = {
        SORT_INT,
        SORT_BOOL,
        sort_bitvec(bank, 8),
        sort_of(bank, SORT_ARRAY, (sort_t[]){SORT_INT, SORT_INT}, 2),
        one(t, SORT_SET, SORT_INT),
        one(t, SORT_SET, pair),
        one(t, SORT_BAG, pair),
        sort_of(bank, SORT_FUN, (sort_t[]){pair, SORT_INT, SORT_INT}, 3),
        sort_of(bank, SORT_FUN, (sort_t[]){SORT_INT, SORT_INT}, 2),
        pair,
        one(t, SORT_NULLABLE, SORT_INT),
        boxes,
        SORT_STRING,
    };
    for (int i = 0; i + 1 < CANDIDATES; i++)
        t->candidates[i] = front_const(f, "x", sorts[i]);
    t->candidates[CANDIDATES - 1] = term_literal(bank, OP_NUMERAL, front_sym(f, "5"), SORT_INT);
}

/* All ways to give the operator up to three of the candidates; how many were taken. */
static uint32_t try_args(typed_t *t, const head_t *head) {
    uint32_t taken = 0;
    uint32_t ways = 1;
    for (uint32_t count = 0; count <= MOST_ARGS; count++, ways *= CANDIDATES)
        for (uint32_t way = 0; way < ways; way++) {
            term_t args[MOST_ARGS];
            uint32_t rest = way;
            for (uint32_t i = 0; i < count; i++, rest /= CANDIDATES)
                args[i] = t->candidates[rest % CANDIDATES];
            bank_mark_t mark = bank_mark(&t->front.bank);
            taken += check_apply(&t->front.bank, head, args, count, NULL) != TERM_BAD;
            bank_release(&t->front.bank, mark);
        }
    return taken;
}

/* Every TYPED row has its case in check_special.c: none aborts, and each is right for some of the
 * candidates and wrong for most. */
static void test_typed(void **state) {
    typed_t t;
    typed_init(&t);
    const uint32_t indices[][3] = {
        {0, 0, 0}, {1, 1, 1}, {0, 1, 0}, {1, 0, 0}, {5, 1, 1}, {SORT_INT, 3, 0},
    };
    for (uint32_t row = OP_FIRST_ROW; row < OP_COUNT; row++) {
        op_t op = (op_t)row;
        const op_info_t *info = op_info(op);
        if (info->attr != OP_ATTR_TYPED)
            continue;
        uint32_t taken = 0;
        int want = op_index_count(op);
        for (size_t i = 0; i < sizeof indices / sizeof *indices; i++)
            for (uint32_t count = 0; count <= 3; count++) {
                if (want >= 0 ? count != (uint32_t)want : count == 0)
                    continue;
                head_t head = {.kind = HEAD_OP,
                               .op = (opcode_t)op,
                               .indices = indices[i],
                               .index_count = count,
                               .as = SORT_NONE};
                bool names = info->indices[0] == 'C' || info->indices[0] == 'F';
                const uint32_t funs[] = {t.constructor, t.selector, t.unary, t.predicate};
                if (names)
                    head.indices = &funs[i % 4];
                taken += try_args(&t, &head);
                if (count == 0)
                    i = sizeof indices / sizeof *indices; /* no index, so once is enough */
            }
        if (taken == 0)
            fail_msg("no use of %s was taken", info->name);
    }
    front_done(&t.front);
}

/* Who has an operator: its text says so, or else its theory's. */
static void test_solvers(void **state) {
    assert_int_equal(op_solvers(OP_AND), HAS_ALL);
    assert_int_equal(op_solvers(OP_SET_SUBSET), HAS_CVC5 | HAS_OTHER_Z3);
    assert_int_equal(op_solvers(OP_OLD_SUBSET), HAS_OLD_CVC);
    assert_int_equal(op_solvers(OP_ASET_SUBSET), HAS_Z3 | HAS_OTHER_Z3);
    assert_int_equal(op_solvers(OP_ASET_DIFFERENCE), HAS_OTHER_Z3);
    assert_int_equal(op_solvers(OP_HO_APPLY), HAS_CVC5);
    for (uint32_t op = OP_FIRST_ROW; op < OP_COUNT; op++)
        if (op_solvers((op_t)op) == 0)
            fail_msg("no solver has %s", op_info((op_t)op)->name);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows),      cmocka_unit_test(test_theories),
        cmocka_unit_test(test_spellings), cmocka_unit_test(test_signatures),
        cmocka_unit_test(test_kinds),     cmocka_unit_test(test_uses),
        cmocka_unit_test(test_typed),     cmocka_unit_test(test_solvers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
