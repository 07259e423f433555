/* eval - how fast terms are evaluated.
 *
 *   nodes        formulas over Bool, Int and BitVec 64, 20,000 terms in all, from nothing: node
 *                evaluations a second
 *   many nodes   the same with a million terms: most of it is waiting for memory
 *   replacement  one position of a formula of about 2 kB replaced by another term, and evaluated
 *                again: microseconds, and how much of it is making the term
 *   let          the same in a formula whose parts are bound with let */
#include "eval/engine/eval.h"
#include "base/clock.h"
#include "base/rng.h"
#include "mutate/engine/random_term.h"
#include "smt/print/print.h"
#include "smt/read/parse.h"
#include "smt/walk/position.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct world {
    mem_t mem;
    bank_t bank;
    script_t script;
    values_t values;
    model_t model;
    eval_t eval;
} world_t;

static const char literals[] =
    "(assert (= 0 1 7 (- 20) 1000))(assert (= #x0000000000000001 #xffffffffffffffff "
    "#x00000000deadbeef))";

static const char declarations[] =
    "(declare-const a Int)(declare-const b Int)(declare-const c Int)(declare-const p Bool)"
    "(declare-const q Bool)(declare-const x (_ BitVec 64))(declare-const y (_ BitVec 64))"
    "(declare-const z (_ BitVec 64))";

static const char model[] = "((a 3) (b (- 17)) (c 1000) (p true) (q false) (x #x0000000000001234)"
                            "(y #xfedcba9876543210) (z #x000000000000000f))";

static void world_init(world_t *w, const char *text) {
    mem_init(&w->mem);
    bank_init(&w->bank, &w->mem);
    script_init(&w->script, &w->bank);
    diag_list_t diags;
    diag_init(&diags, &w->mem);
    if (!parse_script(&w->script, text, strlen(text), &diags)) {
        fprintf(stderr, "%s\n", diags.rows.data[0].message);
        exit(1);
    }
    values_init(&w->values, &w->bank, &w->mem);
    model_init(&w->model, &w->values, &w->mem);
    model_read(&w->model, &w->script, model, strlen(model), &diags);
    eval_init(&w->eval, &w->bank, &w->values, &w->model, &w->mem);
    w->eval.limits.steps = UINT64_MAX;
}

static void world_done(world_t *w) {
    eval_done(&w->eval);
    model_done(&w->model);
    values_done(&w->values);
    mem_done(&w->mem);
}

static void fill(world_t *w, random_term_t *grow) {
    static const op_t ops[] = {OP_AND,   OP_OR,    OP_NOT,   OP_XOR,   OP_ITE,    OP_EQ,
                               OP_ADD,   OP_SUB,   OP_LE,    OP_LT,    OP_GE,     OP_MOD,
                               OP_BVADD, OP_BVSUB, OP_BVMUL, OP_BVAND, OP_BVOR,   OP_BVXOR,
                               OP_BVULT, OP_BVSLE, OP_BVSHL, OP_BVNOT, OP_BVLSHR, OP_BVNEG};
    random_term_init(grow, &w->bank);
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
        random_term_allow(grow, ops[i]);
    for (uint32_t i = 0; i < script_count(&w->script); i++) {
        uint32_t count;
        const uint32_t *words = script_words(&w->script, i, &count);
        sort_t sort = fun_result(&w->bank, words[0]);
        random_term_sort(grow, sort);
        random_term_leaf(grow, term_make(&w->bank, OP_APP, words, 1, sort));
    }
    /* Small literals: large ones are objects. */
    script_t script;
    script_init(&script, &w->bank);
    diag_list_t diags;
    diag_init(&diags, &w->mem);
    parse_script(&script, literals, strlen(literals), &diags);
    for (uint32_t i = 0; i < script_count(&script); i++) {
        uint32_t count;
        term_t equation = script_words(&script, i, &count)[0];
        for (uint32_t k = 0; k < 3; k++)
            random_term_leaf(grow, term_children(&w->bank, equation, &count)[k]);
    }
    script_done(&script);
    diag_done(&diags);
    grow->literals = 0;
}

static void bench_nodes(const char *name, uint32_t terms, int rounds) {
    world_t w;
    random_term_t grow;
    world_init(&w, declarations);
    fill(&w, &grow);
    rng_t rng = rng_make(1);
    u32_vec_t formulas = {0};
    while (bank_term_count(&w.bank) < terms) {
        term_t term = random_term(&grow, &rng, SORT_BOOL, 12);
        if (term != TERM_NONE)
            *vec_push(&w.mem, &formulas) = term;
    }
    double best = 1e9;
    uint64_t nodes = 0;
    uint64_t known = 0;
    for (int round = 0; round < rounds; round++) {
        eval_set_model(&w.eval, &w.model);
        uint64_t before = w.eval.nodes;
        double start = clock_cpu();
        known = 0;
        for (uint32_t i = 0; i < formulas.len; i++)
            known += eval_formula(&w.eval, formulas.data[i]) != HOLDS_UNKNOWN;
        double time = clock_cpu() - start;
        nodes = w.eval.nodes - before;
        best = time < best ? time : best;
    }
    printf("%-12s %.1f million a second (%llu nodes of %u terms, %llu of %u formulas known); "
           "target 10\n",
           name, (double)nodes / best / 1e6, (unsigned long long)nodes, bank_term_count(&w.bank),
           (unsigned long long)known, formulas.len);
    vec_free(&w.mem, &formulas);
    random_term_done(&grow);
    world_done(&w);
}

/* A formula of about 2 kB, and terms to put into it. */
static void bench_replacement(const char *name, bool lets) {
    world_t w;
    random_term_t grow;
    world_init(&w, declarations);
    fill(&w, &grow);
    rng_t rng = rng_make(2);
    strbuf_t text;
    strbuf_init(&text, &w.mem);
    strbuf_str(&text, declarations);
    strbuf_str(&text, "(assert ");
    if (lets)
        strbuf_str(&text, "(let ((l0 (+ a b)) (l1 (bvadd x y))) (let ((l2 (< l0 c)) (l3 (bvmul l1 "
                          "z))) (let ((l4 (and p l2 (= l3 x)))) ");
    strbuf_str(&text, "(and");
    size_t start = text.len;
    while (text.len - start < 2000) {
        term_t term = random_term(&grow, &rng, SORT_BOOL, 5);
        if (term == TERM_NONE)
            continue;
        strbuf_char(&text, ' ');
        strbuf_str(&text, lets ? "(or l4 l2 " : "(or p ");
        print_term(&w.bank, term, &text);
        strbuf_char(&text, ')');
    }
    strbuf_str(&text, lets ? "))))) " : "))");
    world_t v;
    world_init(&v, strbuf_text(&text));
    term_t root = TERM_NONE;
    uint32_t count;
    for (uint32_t i = 0; i < script_count(&v.script); i++)
        if (script_kind(&v.script, i) == CMD_ASSERT)
            root = script_words(&v.script, i, &count)[0];
    positions_t all;
    positions_init(&all, &v.bank);
    position_t at;
    position_init(&at, &v.bank);
    uint64_t positions = positions_count(&all, root);
    eval_formula(&v.eval, root);
    enum { ROUNDS = 300000 };
    double times[2];
    uint64_t nodes = 0;
    for (int with = 0; with < 2; with++) {
        rng_t draws = rng_make(3);
        uint64_t before = v.eval.nodes;
        double began = clock_cpu();
        for (int i = 0; i < ROUNDS; i++) {
            positions_pick(&all, root, rng_below(&draws, positions), &at);
            term_t old = position_term(&at);
            /* Another term of the same sort from the formula itself. */
            uint32_t steps = 0;
            term_t by = root;
            while (steps++ < 8) {
                term_t child = 3 + (term_t)rng_below(&draws, root - 3);
                if (term_sort(&v.bank, child) == term_sort(&v.bank, old) &&
                    !(term_flags(&v.bank, child) & TERM_HAS_VAR)) {
                    by = child;
                    break;
                }
            }
            if (by == root)
                continue;
            bank_mark_t mark = bank_mark(&v.bank);
            eval_mark_t known = eval_mark(&v.eval);
            term_t mutant = position_replace(&at, by);
            if (with)
                eval_formula(&v.eval, mutant);
            eval_release(&v.eval, known);
            bank_release(&v.bank, mark);
        }
        times[with] = (clock_cpu() - began) / ROUNDS * 1e6;
        nodes = v.eval.nodes - before;
    }
    printf("%-12s %.2f us to evaluate, %.2f us to pick and make (%.1f nodes; %llu positions, %zu "
           "bytes); target 2\n",
           name, times[1] - times[0], times[0], (double)nodes / ROUNDS,
           (unsigned long long)positions, text.len);
    position_done(&at);
    positions_done(&all);
    world_done(&v);
    strbuf_done(&text);
    random_term_done(&grow);
    world_done(&w);
}

int main(void) {
    bench_nodes("nodes", 20000, 200);
    bench_nodes("many nodes", 1000000, 5);
    bench_replacement("replacement", false);
    bench_replacement("let", true);
    return 0;
}
