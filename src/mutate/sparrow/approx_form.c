/* A rule of approximation for sample sorts: a script with a constant for each of its terms and
 * literals, which is parsed and checked like any other. */
#include "mutate/sparrow/approx_priv.h"

#include "base/bug.h"
#include "base/hash.h"
#include "mutate/rules/obligation.h"
#include "smt/edit/subst.h"
#include "smt/print/print.h"
#include "smt/term/check.h"

#include <string.h>

/* --- samples --- */

/* One width: small ones can be tried out. Two: the small floats and the common ones are among them.
 */
static const uint32_t lone_widths[] = {1, 2, 3, 8, 32};
static const uint32_t width_pairs[][2] = {{1, 1}, {1, 2}, {2, 2},  {2, 3}, {3, 2},
                                          {3, 3}, {8, 8}, {5, 11}, {8, 24}};
static const uint32_t more_widths[][3] = {{1, 1, 1}, {2, 1, 1}, {2, 2, 1}, {3, 2, 2}};

enum {
    LONE = sizeof lone_widths / sizeof *lone_widths,
    PAIRS = sizeof width_pairs / sizeof *width_pairs,
    MORE = sizeof more_widths / sizeof *more_widths,
    TYPES = 4
};

static uint32_t count_variables(const approx_rule_t *row, bool width) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < row->rule.variable_count; i++)
        count += row->rule.variables[i].width == width && (width || row->among[i] == RULE_NO_NODE);
    return count;
}

/* The sort for the n-th free type of a rule: all finite; mixed; and of no theory, which stands for
 * all sorts whose meaning a rule does not use. */
static sort_t sample_type(approxes_t *all, uint32_t digit, uint32_t n) {
    bank_t *bank = all->base.bank;
    switch (digit) {
    case 0:
        return sort_bitvec(bank, n == 0 ? 2 : 1);
    case 1:
        return n % 2 == 0 ? (sort_t)SORT_INT : sort_bitvec(bank, 2);
    case 2:
        return n % 2 == 0 ? all->free_sort : (sort_t)SORT_INT;
    default:
        return all->free_sort;
    }
}

static uint32_t sample_width(uint32_t digit, uint32_t n, uint32_t widths) {
    assert(n < widths && digit < (widths == 1 ? LONE : widths == 2 ? PAIRS : MORE));
    return widths == 1   ? lone_widths[digit]
           : widths == 2 ? width_pairs[digit][n]
                         : more_widths[digit][n < 3 ? n : 2];
}

/* The sort of the k-th member of (among A S ...). */
static sort_t sample_among(const sexpr_tree_t *tree, uint32_t list, uint32_t k) {
    uint32_t at = list + 3;
    for (; k > 0; k--)
        at = sexpr_next(tree, at);
    for (uint32_t kind = SORT_BAD + 1; kind <= SORT_LAST_PLAIN; kind++)
        if (sexpr_is_word(sexpr_at(tree, at), sort_info((sort_kind_t)kind)->name))
            return kind;
    return SORT_NONE;
}

/* The k-th combination, k as a number with a digit for the widths, one for the types, and one for
 * each type that is among some. */
static bool sample_binding(approxes_t *all, const approx_rule_t *row, uint32_t k,
                           rule_binding_t *binding, reader_t *r) {
    uint32_t widths = count_variables(row, true);
    uint32_t types = count_variables(row, false);
    uint32_t width_count = widths == 0 ? 1 : widths == 1 ? LONE : widths == 2 ? PAIRS : MORE;
    uint32_t width = k % width_count;
    k /= width_count;
    uint32_t type_count = types > 0 ? TYPES : 1;
    uint32_t type = k % type_count;
    k /= type_count;
    *binding = (rule_binding_t){.bound = (1u << row->rule.variable_count) - 1};
    uint32_t seen[2] = {0, 0};
    for (uint32_t i = 0; i < row->rule.variable_count; i++) {
        if (row->rule.variables[i].width) {
            binding->values[i] = sample_width(width, seen[0]++, widths);
        } else if (row->among[i] == RULE_NO_NODE) {
            binding->values[i] = sample_type(all, type, seen[1]++);
        } else {
            uint32_t count = sexpr_count(r->tree, row->among[i]) - 2;
            binding->values[i] = sample_among(r->tree, row->among[i], k % count);
            k /= count;
            if (binding->values[i] == SORT_NONE)
                return reader_fail(r, row->among[i], "expected sorts such as Int, Real, String");
        }
    }
    return k == 0;
}

/* --- the script --- */

static void write_data(rule_maker_t *m, const approx_rule_t *row) {
    const sexpr_t *name = reader_at(m->r, row->rule.datatype + 2);
    strbuf_format(&m->out, "(declare-datatypes ((%.*s 0)) ((", (int)name->len, name->text);
    for (uint32_t i = 0; i < row->constructor_count; i++) {
        const approx_constructor_t *made = &row->constructors[i];
        const sexpr_t *its = reader_at(m->r, made->name);
        if (made->any)
            strbuf_format(&m->out, "(%.*s (%.*s!0 Int))", (int)its->len, its->text, (int)its->len,
                          its->text);
        else
            maker_node(m, made->name - 1);
    }
    strbuf_str(&m->out, ")))\n");
}

static bool uses_free_sort(const approxes_t *all, const approx_rule_t *row,
                           const rule_binding_t *binding) {
    for (uint32_t i = 0; i < row->rule.variable_count; i++)
        if (!row->rule.variables[i].width && binding->values[i] == all->free_sort)
            return true;
    return false;
}

static void write_declarations(rule_maker_t *m, const approxes_t *all, const approx_rule_t *row) {
    if (uses_free_sort(all, row, m->binding))
        strbuf_str(&m->out, "(declare-sort U 0)\n");
    if (row->rule.datatype != RULE_NO_NODE)
        write_data(m, row);
    for (uint32_t i = 0; i < row->term_count; i++) {
        const sexpr_t *name = reader_at(m->r, row->terms[i].name);
        maker_constant(m, name->text, name->len, row->terms[i].sort);
    }
    for (uint32_t i = 0; i < row->rule.coefficient_count; i++) {
        const sexpr_t *name = reader_at(m->r, row->rule.coefficients[i].name);
        maker_constant(m, name->text, name->len, row->rule.coefficients[i].sort);
    }
    if (row->predicate == RULE_NO_NODE)
        return;
    const sexpr_t *name = reader_at(m->r, row->predicate);
    strbuf_format(&m->out, "(declare-fun %.*s (", (int)name->len, name->text);
    maker_node(m, row->predicate_sort);
    strbuf_str(&m->out, ") Bool)\n");
}

static void write_formulas(rule_maker_t *m, const approx_rule_t *row) {
    maker_assert(m, NULL, row->sides[0]);
    maker_assert(m, NULL, row->sides[1]);
    for (uint32_t i = 0; i < row->rule.coefficient_count; i++)
        if (row->rule.coefficients[i].holds != RULE_NO_NODE)
            maker_assert(m, NULL, row->rule.coefficients[i].holds);
}

static void take_script(approxes_t *all, const approx_rule_t *row, approx_form_t *form) {
    bank_t *bank = all->base.bank;
    uint32_t formulas = 0;
    for (uint32_t i = 0; i < script_count(&form->script); i++) {
        uint32_t count;
        uint32_t word = script_kind(&form->script, i) == CMD_DECLARE_FUN ||
                                script_kind(&form->script, i) == CMD_ASSERT
                            ? script_words(&form->script, i, &count)[0]
                            : 0;
        if (script_kind(&form->script, i) == CMD_ASSERT) {
            if (formulas < 2)
                form->sides[formulas] = word;
            else
                *vec_push(all->mem, &form->holds) = word;
            formulas++;
        } else if (script_kind(&form->script, i) == CMD_DECLARE_FUN &&
                   fun_row(bank, word)->arity == 0) {
            *vec_push(all->mem, &form->constants) = word;
            form->languages |= fun_result(bank, word) == SORT_REGLAN;
        } else if (script_kind(&form->script, i) == CMD_DECLARE_FUN) {
            form->predicate = word;
        }
    }
    assert(formulas >= 2 && form->constants.len == row->term_count + row->rule.coefficient_count);
    form->literals = row->rule.coefficient_count;
    form->goal = check_op(bank, row->same ? OP_EQ : OP_IMPLIES, form->sides, 2);
}

/* --- making it --- */

static bool sorts_fit(rule_maker_t *m, const approxes_t *all, const approx_rule_t *row) {
    reader_t quiet = {.tree = m->r->tree};
    reader_t *r = m->r;
    script_t script;
    script_init(&script, m->rules->bank);
    m->r = &quiet;
    write_declarations(m, all, row);
    bool ok = maker_parse(m, &script) && quiet.mistakes == 0;
    m->r = r;
    script_done(&script);
    strbuf_clear(&m->out);
    m->places.len = 0;
    return ok;
}

static bool make_form(approxes_t *all, const approx_rule_t *row, const rule_binding_t *binding,
                      bool must, approx_form_t *form, reader_t *r) {
    rules_t *rules = &all->base;
    rule_maker_t m = {.rules = rules, .rule = &row->rule, .binding = binding, .r = r};
    strbuf_init(&m.out, all->mem);
    uint32_t before = r->mistakes;
    bool ok = false;
    /* Not all widths make a sort; what is wrong with every one of them is told. */
    if (must || sorts_fit(&m, all, row)) {
        write_declarations(&m, all, row);
        write_formulas(&m, row);
        ok = r->mistakes == before && maker_parse(&m, &form->script);
        if (ok) {
            take_script(all, row, form);
            maker_describe(&m, &form->sorts);
        }
    }
    vec_free(all->mem, &m.places);
    strbuf_done(&m.out);
    return ok;
}

bool approx_make_sample(approxes_t *all, uint32_t rule, uint32_t k, approx_form_t *form, bool *made,
                        reader_t *r) {
    const approx_rule_t *row = &all->rows.data[rule];
    rules_t *rules = &all->base;
    rule_binding_t binding;
    reader_t quiet = {.tree = r->tree};
    *made = false;
    if (!sample_binding(all, row, k, &binding, r))
        return false;
    uint32_t before = r->mistakes;
    if (!rule_where(k == 0 ? r : &quiet, &row->rule, &binding))
        return r->mistakes == before;
    *form = (approx_form_t){.rule = rule, .predicate = FUN_NONE};
    strbuf_init(&form->sorts, all->mem);
    form->eval_mark = eval_mark(&rules->eval);
    form->bank_mark = bank_mark(rules->bank);
    script_init(&form->script, rules->bank);
    /* A rule without widths fits any sorts. */
    bool must = count_variables(row, true) == 0;
    *made = make_form(all, row, &binding, must, form, r);
    if (!*made)
        approx_form_done(all, form);
    return r->mistakes == before;
}

bool approx_sample(approxes_t *all, uint32_t rule, uint32_t k, approx_form_t *form, bool *made) {
    reader_t quiet = rule_quiet(&all->base, &all->rows.data[rule].rule);
    return approx_make_sample(all, rule, k, form, made, &quiet);
}

void approx_form_done(approxes_t *all, approx_form_t *form) {
    rules_t *rules = &all->base;
    model_clear(&rules->model);
    eval_set_model(&rules->eval, &rules->model);
    vec_free(all->mem, &form->constants);
    vec_free(all->mem, &form->holds);
    strbuf_done(&form->sorts);
    script_done(&form->script);
    eval_release(&rules->eval, form->eval_mark);
    bank_release(rules->bank, form->bank_mark);
}

/* --- literals --- */

bool approx_draw(approxes_t *all, const approx_form_t *form, rng_t *rng, term_t *values) {
    enum { TRIES = 64 };
    rules_t *rules = &all->base;
    assert(form->literals <= form->constants.len && form->literals <= RULE_COEFFICIENTS);
    uint32_t first = form->constants.len - form->literals;
    subst_t subst;
    subst_init(&subst, rules->bank);
    bool ok = form->literals == 0;
    for (uint32_t tries = 0; !ok && tries < TRIES; tries++) {
        subst_clear(&subst);
        ok = true;
        for (uint32_t i = 0; ok && i < form->literals; i++) {
            fun_t fun = form->constants.data[first + i];
            values[i] = random_literal(&rules->grow, rng, fun_result(rules->bank, fun));
            ok = values[i] != TERM_NONE;
            if (ok)
                subst_const(&subst, fun, values[i]);
        }
        for (uint32_t i = 0; ok && i < form->holds.len; i++)
            ok = eval_formula(&rules->eval, subst_apply(&subst, form->holds.data[i])) == HOLDS_YES;
    }
    subst_done(&subst);
    return ok;
}

void approx_draw_languages(approxes_t *all, const approx_form_t *form, rng_t *rng, term_t *values) {
    enum { DEPTH = 2 };
    static const op_t ops[] = {OP_RE_CONCAT, OP_RE_UNION, OP_RE_STAR, OP_RE_OPT,
                               OP_RE_PLUS,   OP_RE_INTER, OP_RE_COMP, OP_RE_DIFF};
    random_term_t grow;
    random_term_init(&grow, all->base.bank);
    for (uint32_t i = 0; i < sizeof ops / sizeof *ops; i++)
        random_term_allow(&grow, ops[i]);
    for (uint32_t i = 0; i < form->constants.len; i++)
        values[i] = fun_result(all->base.bank, form->constants.data[i]) == SORT_REGLAN
                        ? random_term(&grow, rng, SORT_REGLAN, DEPTH)
                        : TERM_NONE;
    random_term_done(&grow);
}

/* --- obligations --- */

/* What holds of the literals, and that the goal does not. */
void approx_obligation(approxes_t *all, const approx_form_t *form, uint32_t draw,
                       script_t *script) {
    bank_t *bank = all->base.bank;
    term_t values[APPROX_TERMS + RULE_COEFFICIENTS];
    assert(form->constants.len <= sizeof values / sizeof *values);
    rng_t rng = rng_make(draw);
    subst_t subst;
    subst_init(&subst, bank);
    uint32_t first = form->constants.len - form->literals;
    bool drawn = draw > 0 && approx_draw(all, form, &rng, values);
    for (uint32_t i = 0; drawn && i < form->literals; i++)
        subst_const(&subst, form->constants.data[first + i], values[i]);
    approx_draw_languages(all, form, &rng, values);
    for (uint32_t i = 0; i < form->constants.len; i++)
        if (values[i] != TERM_NONE)
            subst_const(&subst, form->constants.data[i], values[i]);
    obligation_begin(script, bank);
    for (uint32_t i = 0; i < script_count(&form->script); i++) {
        uint32_t count;
        const uint32_t *words = script_words(&form->script, i, &count);
        cmd_t kind = script_kind(&form->script, i);
        if (kind != CMD_ASSERT &&
            !(kind == CMD_DECLARE_FUN && fun_result(bank, words[0]) == SORT_REGLAN))
            script_add(script, kind, words, count, 0, 0);
    }
    for (uint32_t i = 0; i < form->holds.len && !drawn; i++)
        obligation_assert(script, subst_apply(&subst, form->holds.data[i]));
    obligation_assert(script, subst_apply(&subst, check_op(bank, OP_NOT, &form->goal, 1)));
    obligation_end(script);
    subst_done(&subst);
}

/* --- literals by sorts --- */

static bool mentions(const approxes_t *all, const approx_rule_t *row, uint32_t node,
                     uint32_t variable) {
    const sexpr_tree_t *tree = approx_tree(all, row);
    for (uint32_t i = node; i < sexpr_next(tree, node); i++)
        if (rule_variable_of(&row->rule, sexpr_at(tree, i)) == variable)
            return true;
    return false;
}

/* The variables that the sorts of literals have in them, in the bank of the rules; and as text.
 * False when one is a sort without literals. */
static bool carry_binding(approxes_t *all, const approx_rule_t *row, const bank_t *bank,
                          const approx_match_t *match, rule_binding_t *binding, strbuf_t *key) {
    *binding = (rule_binding_t){0};
    for (uint32_t i = 0; i < row->rule.variable_count; i++) {
        bool used = false;
        for (uint32_t k = 0; k < row->rule.coefficient_count; k++)
            used |= mentions(all, row, row->rule.coefficients[k].sort, i);
        if (!used)
            continue;
        bool width = row->rule.variables[i].width;
        binding->bound |= 1u << i;
        binding->values[i] =
            width ? match->values[i] : rules_sort(&all->base, bank, match->values[i]);
        if (!(match->bound >> i & 1) || binding->values[i] == SORT_NONE)
            return false;
        strbuf_char(key, ' ');
        if (width)
            strbuf_uint(key, match->values[i]);
        else
            sort_print(bank, match->values[i], key);
    }
    return true;
}

/* A form with the literals and their conditions alone. */
static bool make_literals(approxes_t *all, const approx_rule_t *row, const rule_binding_t *binding,
                          approx_form_t *form) {
    reader_t quiet = rule_quiet(&all->base, &row->rule);
    rule_maker_t m = {.rules = &all->base, .rule = &row->rule, .binding = binding, .r = &quiet};
    strbuf_init(&m.out, all->mem);
    for (uint32_t i = 0; i < row->rule.coefficient_count; i++) {
        const sexpr_t *name = reader_at(m.r, row->rule.coefficients[i].name);
        maker_constant(&m, name->text, name->len, row->rule.coefficients[i].sort);
    }
    for (uint32_t i = 0; i < row->rule.coefficient_count; i++)
        if (row->rule.coefficients[i].holds != RULE_NO_NODE)
            maker_assert(&m, NULL, row->rule.coefficients[i].holds);
    bool ok = maker_parse(&m, &form->script) && quiet.mistakes == 0;
    for (uint32_t i = 0; ok && i < script_count(&form->script); i++) {
        uint32_t count;
        uint32_t word = script_words(&form->script, i, &count)[0];
        *vec_push(all->mem, script_kind(&form->script, i) == CMD_ASSERT ? &form->holds
                                                                        : &form->constants) = word;
    }
    assert(!ok || form->constants.len == row->rule.coefficient_count);
    form->literals = row->rule.coefficient_count;
    vec_free(all->mem, &m.places);
    strbuf_done(&m.out);
    return ok;
}

static void fill_pool(approxes_t *all, const approx_rule_t *row, const rule_binding_t *binding,
                      approx_pool_t *pool) {
    rules_t *rules = &all->base;
    approx_form_t form = {.rule = pool->rule, .predicate = FUN_NONE};
    strbuf_init(&form.sorts, all->mem);
    form.eval_mark = eval_mark(&rules->eval);
    form.bank_mark = bank_mark(rules->bank);
    script_init(&form.script, rules->bank);
    rng_t rng = rng_make(hash_bytes(pool->key.data, pool->key.len));
    pool->count = row->rule.coefficient_count;
    assert(pool->count > 0); /* a result has literals of the rule */
    size_t size = (size_t)APPROX_DRAWS * pool->count * sizeof *pool->literals;
    pool->literals = arena_alloc(&rules->texts, size);
    if (make_literals(all, row, binding, &form))
        for (uint32_t i = 0; i < APPROX_DRAWS; i++) {
            term_t values[RULE_COEFFICIENTS];
            if (!approx_draw(all, &form, &rng, values))
                break;
            for (uint32_t k = 0; k < pool->count; k++) {
                strbuf_clear(&rules->scratch);
                print_term(rules->bank, values[k], &rules->scratch);
                pool->literals[pool->draws * pool->count + k] =
                    (slice_t){arena_copy(&rules->texts, rules->scratch.data, rules->scratch.len),
                              (uint32_t)rules->scratch.len};
            }
            pool->draws++;
        }
    approx_form_done(all, &form);
}

const approx_pool_t *approx_pool(approxes_t *all, uint32_t rule, const bank_t *bank,
                                 const approx_match_t *match) {
    const approx_rule_t *row = &all->rows.data[rule];
    rule_binding_t binding;
    strbuf_t key;
    strbuf_init(&key, all->mem);
    strbuf_str(&key, row->rule.name);
    approx_pool_t *pool = NULL;
    bool ok = carry_binding(all, row, bank, match, &binding, &key);
    for (uint32_t i = 0; ok && i < all->pools.len && !pool; i++) {
        approx_pool_t *at = all->pools.data[i];
        if (at->rule == rule && at->key.len == key.len &&
            memcmp(at->key.data, key.data, key.len) == 0)
            pool = at;
    }
    if (ok && !pool) {
        pool = mem_zalloc(all->mem, 1, sizeof *pool);
        *vec_push(all->mem, &all->pools) = pool;
        pool->rule = rule;
        pool->key = (slice_t){arena_copy(&all->base.texts, key.data, key.len), (uint32_t)key.len};
        fill_pool(all, row, &binding, pool);
    }
    strbuf_done(&key);
    return pool && pool->draws > 0 ? pool : NULL;
}
