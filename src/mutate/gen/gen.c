#include "mutate/gen/gen.h"

#include "base/bug.h"
#include "mutate/gen/gen_priv.h"
#include "smt/edit/invert.h"
#include "smt/edit/prune.h"
#include "smt/print/print.h"

#include <string.h>

const gen_options_t gen_defaults = {
    .any_theory = true,
    .mode = GEN_ANY,
#define GEN_NUMBER(field, name, low, high, doc) .field = GEN_DRAWN,
#include "mutate/gen/gen_options.def"
};

/* --- names --- */

static const char *const logics[] = {
#define LOGIC(name, quantifiers, arrays, free, bits, floats, data, text, arithmetic) name,
#include "smt/edit/logics.def"
    "ALL",
};

const char *gen_logic(uint32_t i) {
    return i < sizeof logics / sizeof *logics ? logics[i] : NULL;
}

typedef struct theory_row {
    const char *name;
    logic_t features;
} theory_row_t;

static const theory_row_t theories[] = {
#define GEN_THEORY(name, features, doc) {name, features},
#include "mutate/gen/gen_theories.def"
};

enum { THEORIES = sizeof theories / sizeof *theories };

bool gen_theory(const char *name, logic_t *features) {
    for (uint32_t i = 0; i < THEORIES; i++)
        if (strcmp(theories[i].name, name) == 0) {
            *features |= theories[i].features;
            return true;
        }
    return false;
}

const char *gen_theory_name(uint32_t i) {
    return i < THEORIES ? theories[i].name : NULL;
}

static const char *const modes[] = {
    [GEN_NONE] = "none", [GEN_SAT] = "sat", [GEN_UNSAT] = "unsat", [GEN_ANY] = "any"};

const char *gen_mode_name(gen_mode_t mode) {
    assert(mode <= GEN_ANY);
    return modes[mode];
}

bool gen_mode_of_name(const char *name, gen_mode_t *mode) {
    for (uint32_t i = 0; i <= GEN_ANY; i++)
        if (strcmp(modes[i], name) == 0) {
            *mode = (gen_mode_t)i;
            return true;
        }
    return false;
}

bool gen_options_fit(const gen_options_t *options, const char **why) {
    logic_t logic = logic_parse(options->logic);
    *why = "the logic has functions as values, finite fields or others that are not generated";
    if (logic & LOGIC_HO || (options->logic && logic != LOGIC_ALL &&
                             (logic & (LOGIC_SEP | LOGIC_FF | LOGIC_CARD | LOGIC_TRANS))))
        return false;
    *why = "the logic does not have these theories";
    logic_t wanted = options->theories;
    if (options->logic && !(logic & LOGIC_LINEAR)) /* strings bring lengths along */
        wanted &= ~(logic_t)(LOGIC_INT | LOGIC_LINEAR);
    return options->any_theory || !options->logic || logic_contains(logic, wanted);
}

/* --- opening --- */

gen_t *gen_open(mem_t *mem) {
    gen_t *gen = mem_zalloc(mem, 1, sizeof *gen);
    gen->mem = mem;
    bank_init(&gen->bank, mem);
    arena_init(&gen->texts, mem);
    strbuf_init(&gen->prologue, mem);
    strbuf_init(&gen->scratch, mem);
    strbuf_init(&gen->model_text, mem);
    random_term_init(&gen->grow, &gen->bank);
    contradictions_init(&gen->contradictions, mem);
    contradictions_embedded(&gen->contradictions);
    for (uint32_t i = 0; i < gen_op_count; i++) {
        uint32_t kinds = 0;
        for (uint32_t kind = SORT_BAD + 1; kind < SORT_KINDS; kind++)
            if (gen_ops[i].weight > 0 &&
                invert_may_give(&gen->bank, gen_ops[i].op, (sort_kind_t)kind))
                kinds |= 1u << kind;
        *vec_push(mem, &gen->kinds) = kinds;
    }
    return gen;
}

void gen_close(gen_t *gen) {
    if (!gen)
        return;
    mem_t *mem = gen->mem;
    contradictions_done(&gen->contradictions);
    random_term_done(&gen->grow);
    vec_free(mem, &gen->kinds);
    vec_free(mem, &gen->sorts);
    vec_free(mem, &gen->drawn);
    vec_free(mem, &gen->widths);
    vec_free(mem, &gen->funs);
    vec_free(mem, &gen->constants);
    vec_free(mem, &gen->scope);
    vec_free(mem, &gen->assertions);
    vec_free(mem, &gen->core);
    vec_free(mem, &gen->model_lines);
    vec_free(mem, &gen->connectives.ops);
    vec_free(mem, &gen->connectives.sums);
    for (uint32_t i = 0; i < SORT_KINDS; i++) {
        vec_free(mem, &gen->menus[i].ops);
        vec_free(mem, &gen->menus[i].sums);
    }
    strbuf_done(&gen->prologue);
    strbuf_done(&gen->scratch);
    strbuf_done(&gen->model_text);
    arena_done(&gen->texts);
    bank_done(&gen->bank);
    mem_free(mem, gen);
}

void gen_set_layout(gen_t *gen, bool indent) {
    gen->indent = indent;
}

void gen_formula_init(gen_formula_t *formula, mem_t *mem) {
    *formula = (gen_formula_t){.claim = CLAIM_NONE};
    strbuf_init(&formula->text, mem);
    strbuf_init(&formula->model, mem);
    strbuf_init(&formula->recipe, mem);
    strbuf_init(&formula->reason, mem);
}

void gen_formula_done(gen_formula_t *formula) {
    strbuf_done(&formula->text);
    strbuf_done(&formula->model);
    strbuf_done(&formula->recipe);
    strbuf_done(&formula->reason);
}

/* --- making --- */

static bool gen_plain(gen_t *gen) {
    enum { BUDGET = 60, TRIES = 4 };
    for (uint32_t i = 0;
         i < TRIES * gen->plan.assertions && gen->assertions.len < gen->plan.assertions; i++) {
        gen->budget = BUDGET;
        term_t term = gen_bool(gen, gen->plan.depth);
        if (gen_is_assertion(gen, term))
            *vec_push(gen->mem, &gen->assertions) = term;
    }
    return gen->assertions.len > 0;
}

/* set-logic, the declarations that are needed, the assertions, check-sat. */
static void assemble(gen_t *gen, script_t *script) {
    for (uint32_t i = 0; i < script_count(&gen->script); i++) {
        uint32_t count;
        const uint32_t *words = script_words(&gen->script, i, &count);
        if (script_kind(&gen->script, i) != CMD_ASSERT)
            script_add(script, script_kind(&gen->script, i), words, count, 0, 0);
    }
    for (uint32_t i = 0; i < gen->assertions.len; i++) {
        assert(term_sort(&gen->bank, gen->assertions.data[i]) == SORT_BOOL);
        script_add(script, CMD_ASSERT, (uint32_t[]){gen->assertions.data[i], SYM_NONE}, 2, 0, 0);
    }
    script_add(script, CMD_CHECK_SAT, NULL, 0, 0, 0);
    prune_script(script, PRUNE_DECLARATIONS);
}

static bool write_formula(gen_t *gen, gen_formula_t *formula) {
    script_t script;
    script_init(&script, &gen->bank);
    assemble(gen, &script);
    assert(gen->scope.len == 0); /* no bound variable is left */
    /* By the letter of the logic: what is not would be refused by one solver or the other. */
    bool fits = logic_contains(gen->logic, logic_infer(&script));
    if (fits && formula->claim == CLAIM_SAT) {
        gen_write_model(gen, &script, &formula->model);
        fits = gen_model_satisfies(gen, &script, &formula->model);
    }
    if (fits) {
        print_style_t style = {.indent = true};
        print_script(&script, gen->indent ? &style : NULL, &formula->text);
    }
    script_done(&script);
    return fits;
}

static bool make_mode(gen_t *gen, gen_formula_t *formula) {
    switch (gen->plan.mode) {
    case GEN_SAT:
        formula->claim = CLAIM_SAT;
        strbuf_str(&formula->reason, "true under the model that it was made with");
        return gen_sat(gen);
    case GEN_UNSAT:
        formula->claim = CLAIM_UNSAT;
        assert(gen->core_names[0]);
        strbuf_format(&formula->reason, "made of %s", gen->core_names[0]);
        if (gen->core_names[1])
            strbuf_format(&formula->reason, " and %s", gen->core_names[1]);
        return gen_unsat(gen);
    default:
        formula->claim = CLAIM_NONE;
        strbuf_str(&formula->reason, "solvers must agree");
        return gen_plain(gen);
    }
}

static bool make_once(gen_t *gen, const gen_options_t *options, gen_formula_t *formula) {
    strbuf_clear(&formula->text);
    strbuf_clear(&formula->model);
    strbuf_clear(&formula->reason);
    gen_plan(gen, options);
    if (gen->plan.mode == GEN_UNSAT && !gen_add_contradictions(gen))
        return false;
    return gen_declare(gen) && make_mode(gen, formula) && write_formula(gen, formula);
}

static gen_mode_t draw_mode(rng_t *rng) {
    uint64_t draw = rng_below(rng, 10);
    return draw < 4 ? GEN_SAT : draw < 8 ? GEN_UNSAT : GEN_NONE;
}

bool gen_make(gen_t *gen, const gen_options_t *options, rng_t *rng, gen_formula_t *formula) {
    enum { TRIES = 8 };
    gen_options_t drawn = *options;
    strbuf_clear(&formula->recipe);
    gen_recipe_write(options, rng, &formula->recipe);
    gen->rng = rng;
    assert(options->mode <= GEN_ANY);
    if (drawn.mode == GEN_ANY)
        drawn.mode = draw_mode(rng);
    bool made = false;
    for (int tries = 0; tries < TRIES && !made; tries++) {
        bank_mark_t mark = bank_mark(&gen->bank);
        arena_mark_t texts = arena_mark(&gen->texts);
        values_init(&gen->values, &gen->bank, gen->mem);
        model_init(&gen->model, &gen->values, gen->mem);
        eval_init(&gen->eval, &gen->bank, &gen->values, &gen->model, gen->mem);
        script_init(&gen->script, &gen->bank);
        made = make_once(gen, &drawn, formula);
        script_done(&gen->script);
        eval_done(&gen->eval);
        model_done(&gen->model);
        values_done(&gen->values);
        arena_release(&gen->texts, texts);
        bank_release(&gen->bank, mark);
    }
    assert(!made || formula->text.len > 0);
    return made;
}
