/* bool_fixture.h - random formulas over Bools and their truth tables: for tests that a change of a
 * formula keeps its meaning.
 *
 * Binders take their names from the same few as the constants, so that there is always something to
 * be captured. The truth of a term is found by its ids; the truth of its text by reading the text
 * again. When both agree, no name means something else than its id. */
#ifndef BOOL_FIXTURE_H
#define BOOL_FIXTURE_H

#include "script_fixture.h"

#include "base/map.h"
#include "base/rng.h"
#include "smt/walk/parts.h"

static const char *const bool_names[] = {"p", "q", "r", "x", "y"};

enum { BOOL_CONSTANTS = 3, BOOL_NAMES = 5, BOOL_MODELS = 1 << BOOL_CONSTANTS };

static const char bool_declarations[] =
    "(declare-const p Bool)(declare-const q Bool)(declare-const r Bool)";

/* Appends a formula; names[i] says whether bool_names[i] may be used. */
static inline void bool_generate(strbuf_t *out, rng_t *rng, uint32_t depth, uint32_t names) {
    static const char *const ops[] = {"and", "or", "=>", "xor", "="};
    uint64_t choice = depth == 0 ? 0 : rng_below(rng, 10);
    uint32_t a = (uint32_t)rng_below(rng, BOOL_NAMES);
    uint32_t b = (a + 1 + (uint32_t)rng_below(rng, BOOL_NAMES - 1)) % BOOL_NAMES;
    if (choice < 2) {
        while (!(names >> a & 1))
            a = (uint32_t)rng_below(rng, BOOL_NAMES);
        strbuf_str(out, bool_names[a]);
    } else if (choice < 5) {
        strbuf_format(out, "(%s ", ops[rng_below(rng, 5)]);
        bool_generate(out, rng, depth - 1, names);
        strbuf_char(out, ' ');
        bool_generate(out, rng, depth - 1, names);
        strbuf_char(out, ')');
    } else if (choice < 6) {
        strbuf_str(out, "(not ");
        bool_generate(out, rng, depth - 1, names);
        strbuf_char(out, ')');
    } else if (choice < 8) {
        strbuf_format(out, "(%s ((%s Bool)) ", rng_below(rng, 2) ? "forall" : "exists",
                      bool_names[a]);
        bool_generate(out, rng, depth - 1, names | 1u << a);
        strbuf_char(out, ')');
    } else {
        strbuf_format(out, "(let ((%s ", bool_names[a]);
        bool_generate(out, rng, depth - 1, names);
        strbuf_format(out, ") (%s ", bool_names[b]);
        bool_generate(out, rng, depth - 1, names);
        strbuf_str(out, ")) ");
        bool_generate(out, rng, depth - 1, names | 1u << a | 1u << b);
        strbuf_char(out, ')');
    }
}

/* --- truth --- */

typedef struct bool_model {
    uint32_t constants; /* bit i: the value of bool_names[i] */
    map_t vars;
} bool_model_t;

static inline bool bool_truth(fixture_t *f, bool_model_t *model, term_t term);

static inline bool bool_truth_with(fixture_t *f, bool_model_t *model, term_t body, term_t var,
                                   bool value) {
    uint32_t *place = map_put(&f->mem, &model->vars, var);
    uint32_t before = *place;
    *place = value;
    bool truth = bool_truth(f, model, body);
    *map_put(&f->mem, &model->vars, var) = before;
    return truth;
}

static inline bool bool_truth_let(fixture_t *f, bool_model_t *model, term_t let) {
    uint32_t count;
    const term_t *vars = term_bound(&f->bank, let, &count);
    uint32_t before[4];
    bool values[4];
    assert_true(count <= 4);
    for (uint32_t i = 0; i < count; i++)
        values[i] = bool_truth(f, model, vars[count + i]);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t *place = map_put(&f->mem, &model->vars, vars[i]);
        before[i] = *place;
        *place = values[i];
    }
    bool truth = bool_truth(f, model, vars[2 * count]);
    for (uint32_t i = 0; i < count; i++)
        *map_put(&f->mem, &model->vars, vars[i]) = before[i];
    return truth;
}

static inline bool bool_truth(fixture_t *f, bool_model_t *model, term_t term) {
    uint32_t count;
    const term_t *args = term_children(&f->bank, term, &count);
    uint32_t len;
    switch (term_op(&f->bank, term)) {
    case OP_AND:
        return bool_truth(f, model, args[0]) && bool_truth(f, model, args[1]);
    case OP_OR:
        return bool_truth(f, model, args[0]) || bool_truth(f, model, args[1]);
    case OP_XOR:
        return bool_truth(f, model, args[0]) != bool_truth(f, model, args[1]);
    case OP_EQ:
        return bool_truth(f, model, args[0]) == bool_truth(f, model, args[1]);
    case OP_IMPLIES:
        return !bool_truth(f, model, args[0]) || bool_truth(f, model, args[1]);
    case OP_NOT:
        return !bool_truth(f, model, args[0]);
    case OP_LET:
        return bool_truth_let(f, model, term);
    case OP_FORALL:
    case OP_EXISTS: {
        term_t var = term_bound(&f->bank, term, &count)[0];
        bool no = bool_truth_with(f, model, args[0], var, false);
        bool yes = bool_truth_with(f, model, args[0], var, true);
        return term_op(&f->bank, term) == OP_FORALL ? no && yes : no || yes;
    }
    case OP_VAR: {
        uint32_t value = map_get(&model->vars, term);
        assert_int_not_equal(value, MAP_NONE);
        return value;
    }
    case OP_APP: {
        sym_t name = fun_row(&f->bank, term_head(&f->bank, term, &len)[0])->name;
        const char *text = symbol_text(&f->bank.symbols, name);
        for (uint32_t i = 0; i < BOOL_CONSTANTS; i++)
            if (strcmp(text, bool_names[i]) == 0)
                return model->constants >> i & 1;
        break;
    }
    default:
        break;
    }
    fail_msg("%s", term_text(f, term));
    return false;
}

/* How many steps bool_truth takes: a quantifier doubles them. */
static inline uint64_t bool_cost(const fixture_t *f, term_t term) {
    enum { MOST = 1000000 };
    op_t op = term_op(&f->bank, term);
    uint64_t cost = 1;
    uint32_t count;
    const term_t *args = term_children(&f->bank, term, &count);
    for (uint32_t i = 0; i < count && cost < MOST; i++)
        cost += bool_cost(f, args[i]) << (op == OP_FORALL || op == OP_EXISTS);
    return cost < MOST ? cost : MOST;
}

/* Bit m: the truth under the model whose constants are the bits of m. */
static inline uint32_t bool_table(fixture_t *f, term_t term) {
    uint32_t table = 0;
    for (uint32_t m = 0; m < BOOL_MODELS; m++) {
        bool_model_t model = {.constants = m};
        table |= (uint32_t)bool_truth(f, &model, term) << m;
        map_free(&f->mem, &model.vars);
    }
    return table;
}

/* The term that the text of another one is. */
static inline term_t bool_read_again(fixture_t *f, term_t term) {
    strbuf_t text;
    strbuf_init(&text, &f->mem);
    strbuf_format(&text, "%s(assert ", bool_declarations);
    print_term(&f->bank, term, &text);
    strbuf_str(&text, ")");
    parse(f, strbuf_text(&text));
    strbuf_done(&text);
    return assertion(f, 0);
}

/* The table of the text: what a solver would make of it. */
static inline uint32_t bool_text_table(fixture_t *f, term_t term) {
    return bool_table(f, bool_read_again(f, term));
}

static inline term_t bool_random(fixture_t *f, rng_t *rng, uint32_t depth) {
    strbuf_t text;
    strbuf_init(&text, &f->mem);
    strbuf_format(&text, "%s(assert ", bool_declarations);
    bool_generate(&text, rng, depth, (1 << BOOL_CONSTANTS) - 1);
    strbuf_str(&text, ")");
    parse(f, strbuf_text(&text));
    strbuf_done(&text);
    return assertion(f, 0);
}

#endif
