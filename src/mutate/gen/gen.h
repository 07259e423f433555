/* gen.h - formulas from nothing: random scripts of a logic, with a claim where one is asked for.
 *
 *     gen_t *gen = gen_open(mem);
 *     gen_options_t options = gen_defaults;              // everything is drawn
 *     options.logic = "QF_LIA";
 *     options.mode = GEN_SAT;
 *     gen_formula_t formula;
 *     gen_formula_init(&formula, mem);
 *     rng_t rng = rng_split(&base, k);
 *     if (gen_make(gen, &options, &rng, &formula)) ...   // formula.text, .model, .recipe
 *
 * The modes:
 *   none   any formula: solvers have to agree.
 *   sat    values for all symbols are drawn first, then formulas that are true under them: each is
 *          evaluated, and one that is not true is changed until it is. The model comes with it, and
 *          nothing in the formula depends on a value that the standard leaves open.
 *   unsat  a contradiction (contradictions.h) in disguise: its variables become terms, parts of it
 *          get names, quantifiers and cases are put around it, and other formulas beside it.
 *
 * A formula is a script of one check-sat, sort-checked while it is made, of operators that z3 and cvc5
 * have. Everything random comes from the RNG: the same RNG and options give the same bytes. The
 * recipe says both,
 *
 *     gen rng=HEX64,HEX64,HEX64,HEX64 [logic=L] [theories=T+T] [mode=M] [NAME=N ...]
 *
 * with the names of gen_options.def. A gen_t has a bank of its own, which is as large as the
 * largest formula. */
#ifndef MUTATE_GEN_H
#define MUTATE_GEN_H

#include "base/rng.h"
#include "base/strbuf.h"
#include "mutate/engine/mutant.h"
#include "smt/edit/logic.h"

typedef enum { GEN_NONE, GEN_SAT, GEN_UNSAT, GEN_ANY } gen_mode_t;

/* A number that is to be drawn. */
#define GEN_DRAWN UINT32_MAX

typedef struct gen_options {
    const char *logic; /* a name; NULL: the one that the theories need, or any of logics.def */
    logic_t theories;  /* features (gen_theories.def), used when any_theory is not set */
    bool any_theory;   /* those of the logic */
    gen_mode_t mode;   /* GEN_ANY: drawn */
#define GEN_NUMBER(field, name, low, high, doc) uint32_t field;
#include "mutate/gen/gen_options.def"
} gen_options_t;

extern const gen_options_t gen_defaults;

typedef struct gen_formula {
    strbuf_t text;
    strbuf_t model; /* of a sat claim: define-funs for all symbols, one a line */
    strbuf_t recipe;
    strbuf_t reason; /* why the claim holds */
    claim_t claim;
} gen_formula_t;

void gen_formula_init(gen_formula_t *formula, mem_t *mem);
void gen_formula_done(gen_formula_t *formula);

typedef struct gen gen_t;

gen_t *gen_open(mem_t *mem);
void gen_close(gen_t *gen);

/* False when this draw led nowhere: rare for most logics. The RNG as it came in is in the recipe.
 */
bool gen_make(gen_t *gen, const gen_options_t *options, rng_t *rng, gen_formula_t *formula);

/* The text broken over lines as assay fmt does; set before gen_make. Not part of the recipe. */
void gen_set_layout(gen_t *gen, bool indent);

/* The features of a theory's name; false when there is none. Adds to *theories. */
bool gen_theory(const char *name, logic_t *theories);

/* The names of theories, NULL after the last. */
const char *gen_theory_name(uint32_t i);

/* The names of logics that are drawn from: those of logics.def, then ALL. NULL after the last. */
const char *gen_logic(uint32_t i);

/* Whether formulas can be made with these: the theories are in the logic, and so on. *why says why
 * not. */
bool gen_options_fit(const gen_options_t *options, const char **why);

const char *gen_mode_name(gen_mode_t mode);
bool gen_mode_of_name(const char *name, gen_mode_t *mode);

/* --- recipes --- */

typedef struct gen_recipe {
    rng_t rng;
    gen_options_t options;
    char logic[32]; /* what options.logic points to */
} gen_recipe_t;

/* Appends the recipe of what gen_make makes of these. */
void gen_recipe_write(const gen_options_t *options, const rng_t *rng, strbuf_t *out);

/* False when the text is none; *why says what is wrong. The recipe must not be moved. */
bool gen_recipe_read(const char *text, gen_recipe_t *recipe, const char **why);

#endif
