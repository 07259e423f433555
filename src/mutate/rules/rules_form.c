/* A rule for concrete sorts: written out as an SMT-LIB script with the variables of the rule
 * replaced, which is parsed and checked like any other; then cut into text with holes.
 *
 * What the parser says of the script is said of the place in the rules file that the text came
 * from. */
#include "mutate/rules/rules_priv.h"

#include "base/bug.h"
#include "base/hash.h"
#include "smt/edit/subst.h"
#include "smt/print/print.h"
#include "smt/read/parse.h"
#include "smt/term/check.h"

#include <stdio.h>
#include <string.h>

typedef rule_maker_t maker_t;

static const sexpr_t *node_at(const maker_t *m, uint32_t node) {
    return reader_at(m->r, node);
}

/* --- writing --- */

static void mark_place(maker_t *m, uint32_t node) {
    *vec_push(m->rules->mem, &m->places) = (rule_place_t){(uint32_t)m->out.len, node};
}

/* The name of the datatype: D of (datatype D ...) or (datatype (D A) ...). */
static uint32_t datatype_name(const maker_t *m) {
    return m->rule->datatype + (m->rule->parametric ? 3 : 2);
}

/* Whether the datatype of the rule declares the name. */
static bool is_member(const maker_t *m, const sexpr_t *atom) {
    if (m->rule->datatype == RULE_NO_NODE)
        return false;
    if (sexpr_same(node_at(m, datatype_name(m)), atom))
        return true;
    uint32_t end = reader_next(m->r, m->rule->datatype);
    for (uint32_t i = reader_next(m->r, m->rule->datatype + 2); i < end; i++)
        if (sexpr_is_list(node_at(m, i)) && i + 1 < end && sexpr_same(node_at(m, i + 1), atom))
            return true;
    return false;
}

static void write_atom(maker_t *m, uint32_t node) {
    const sexpr_t *atom = node_at(m, node);
    mark_place(m, node);
    uint32_t i = rule_variable_of(m->rule, atom);
    if (i == m->rule->variable_count) {
        strbuf_slice_add(&m->out, sexpr_source(m->r->tree, node));
        if (atom->kind == TOKEN_SYMBOL && is_member(m, atom))
            strbuf_str(&m->out, m->suffix);
    } else if (m->rule->variables[i].width) {
        strbuf_uint(&m->out, m->binding->values[i]);
    } else if (m->declaring) {
        strbuf_slice_add(&m->out, m->rule->variables[i].name);
        strbuf_str(&m->out, m->suffix);
    } else {
        sort_print(m->rules->bank, m->binding->values[i], &m->out);
    }
}

/* (_ op i j): the indices may be expressions. */
static void write_indexed(maker_t *m, uint32_t list) {
    mark_place(m, list);
    strbuf_str(&m->out, "(_");
    for (uint32_t i = list + 2; i < reader_next(m->r, list); i = reader_next(m->r, i)) {
        strbuf_char(&m->out, ' ');
        int64_t value;
        if (rule_index(m->r->tree, m->rule, i, m->binding, &value)) {
            mark_place(m, i);
            if (value < 0)
                reader_fail(m->r, i, "the index is negative: %lld", (long long)value);
            strbuf_uint(&m->out, value < 0 ? 0 : (uint64_t)value);
        } else if (reader_is_list(m->r, i)) {
            reader_fail(m->r, i, "expected a number made of widths with + - * div mod");
            strbuf_char(&m->out, '0');
        } else {
            write_atom(m, i);
        }
    }
    strbuf_char(&m->out, ')');
}

void maker_node(maker_t *m, uint32_t node) {
    u32_vec_t ends = {0};
    uint32_t end = reader_next(m->r, node);
    for (uint32_t i = node; i < end;) {
        const sexpr_t *at = node_at(m, i);
        if (i > node)
            strbuf_char(&m->out, ' ');
        if (!sexpr_is_list(at)) {
            write_atom(m, i);
            i++;
        } else if (at->next > i + 1 && sexpr_is_word(node_at(m, i + 1), "_")) {
            write_indexed(m, i);
            i = at->next;
        } else {
            mark_place(m, i);
            strbuf_char(&m->out, '(');
            *vec_push(m->rules->mem, &ends) = at->next;
            i++;
        }
        while (ends.len > 0 && vec_last(&ends) <= i) {
            ends.len--;
            strbuf_char(&m->out, ')');
        }
    }
    assert(ends.len == 0);
    vec_free(m->rules->mem, &ends);
}

void maker_constant(maker_t *m, const char *name, uint32_t len, uint32_t sort) {
    mark_place(m, sort);
    strbuf_format(&m->out, "(declare-fun %.*s () ", (int)len, name);
    maker_node(m, sort);
    strbuf_str(&m->out, ")\n");
}

void maker_assert(maker_t *m, const char *left, uint32_t node) {
    mark_place(m, node);
    strbuf_format(&m->out, "(assert %s%s", left ? "(= " : "", left ? left : "");
    strbuf_str(&m->out, left ? " " : "");
    maker_node(m, node);
    strbuf_str(&m->out, left ? "))\n" : ")\n");
}

static uint32_t sort_of_coefficient(const maker_t *m, uint32_t i) {
    const rule_coefficient_t *row = &m->rule->coefficients[i];
    if (row->inverse != RULE_NO_NODE) {
        assert(row->inverse < i);
        row = &m->rule->coefficients[row->inverse];
        assert(row->inverse == RULE_NO_NODE); /* it is no inverse itself */
    }
    return row->sort == RULE_NO_NODE ? m->rule->sorts[FORM_X] : row->sort;
}

/* c * d = 1 for an inverse d of c. */
static void write_inverse(maker_t *m, uint32_t i) {
    const rule_coefficient_t *row = &m->rule->coefficients[i];
    const sexpr_t *name = node_at(m, row->name);
    const sexpr_t *base = node_at(m, m->rule->coefficients[row->inverse].name);
    uint32_t sort = sort_of_coefficient(m, i);
    int64_t width;
    if (reader_next(m->r, sort) != sort + 4 || !sexpr_is_word(node_at(m, sort + 2), "BitVec") ||
        !rule_index(m->r->tree, m->rule, sort + 3, m->binding, &width)) {
        reader_fail(m->r, row->name, "only a bit-vector has an inverse here");
        return;
    }
    mark_place(m, row->name);
    strbuf_format(&m->out, "(assert (= (bvmul %.*s %.*s) (_ bv1 %lld)))\n", (int)base->len,
                  base->text, (int)name->len, name->text, (long long)width);
}

/* Different for different datatypes; see fusion.c for how it stays apart from names of seeds. */
static void make_suffix(maker_t *m) {
    m->suffix[0] = '\0';
    if (m->rule->datatype == RULE_NO_NODE)
        return;
    strbuf_t *text = &m->rules->scratch;
    strbuf_clear(text);
    strbuf_str(text, m->rule->name);
    for (uint32_t i = 0; !m->rule->parametric && i < m->rule->variable_count; i++) {
        strbuf_char(text, ' ');
        if (m->rule->variables[i].width)
            strbuf_uint(text, m->binding->values[i]);
        else
            sort_print(m->rules->bank, m->binding->values[i], text);
    }
    uint32_t hash = (uint32_t)hash_bytes(text->data, text->len);
    snprintf(m->suffix, sizeof m->suffix, "!h%08x", hash);
}

/* (declare-datatypes ((D 1)) ((par (A) ((c (s A)))))) */
static void write_datatype(maker_t *m) {
    uint32_t list = m->rule->datatype;
    uint32_t end = reader_next(m->r, list);
    uint32_t first = reader_next(m->r, list + 2);
    uint32_t arity = 0;
    for (uint32_t i = list + 4; m->rule->parametric && i < first; i++)
        arity++;
    m->declaring = m->rule->parametric;
    strbuf_str(&m->out, "(declare-datatypes ((");
    write_atom(m, datatype_name(m));
    strbuf_format(&m->out, " %u)) (%s", arity, arity > 0 ? "(par (" : "(");
    for (uint32_t i = list + 4; arity > 0 && i < first; i++) {
        strbuf_str(&m->out, i > list + 4 ? " " : "");
        write_atom(m, i);
    }
    strbuf_str(&m->out, arity > 0 ? ") (" : "");
    for (uint32_t i = first; i < end; i = reader_next(m->r, i))
        maker_node(m, i);
    strbuf_str(&m->out, arity > 0 ? "))))\n" : ")))\n");
    m->declaring = false;
}

/* Opaque sorts are sorts of this script. */
static void write_opaque(maker_t *m) {
    static const char *const names[] = {RULE_OPAQUE_FIRST, RULE_OPAQUE_SECOND};
    for (uint32_t k = 0; k < 2; k++)
        for (uint32_t i = 0; i < m->rule->variable_count; i++)
            if (!m->rule->variables[i].width && m->binding->values[i] == m->rules->opaque[k]) {
                strbuf_format(&m->out, "(declare-sort %s 0)\n", names[k]);
                break;
            }
}

static void write_terms(maker_t *m) {
    static const char *const names[3] = {"x", "y", "z"};
    for (uint32_t i = 0; i < 3; i++)
        maker_assert(m, names[i], m->rule->terms[i]);
    for (uint32_t i = 0; i < 2; i++)
        if (m->rule->needs[i] != RULE_NO_NODE)
            maker_assert(m, NULL, m->rule->needs[i]);
    for (uint32_t i = 0; i < m->rule->coefficient_count; i++) {
        if (m->rule->coefficients[i].inverse != RULE_NO_NODE)
            write_inverse(m, i);
        else if (m->rule->coefficients[i].holds != RULE_NO_NODE)
            maker_assert(m, NULL, m->rule->coefficients[i].holds);
    }
}

/* --- reading it back --- */

/* The values of the variables, for messages. */
void maker_describe(const maker_t *m, strbuf_t *out) {
    for (uint32_t i = 0; i < m->rule->variable_count; i++) {
        slice_t name = m->rule->variables[i].name;
        strbuf_format(out, "%s%.*s = ", i == 0 ? " (for " : ", ", (int)name.len, name.data);
        if (m->rule->variables[i].width)
            strbuf_uint(out, m->binding->values[i]);
        else
            sort_print(m->rules->bank, m->binding->values[i], out);
    }
    strbuf_str(out, m->rule->variable_count > 0 ? ")" : "");
}

static void report_all(maker_t *m, const diag_list_t *diags) {
    strbuf_t text;
    strbuf_init(&text, m->rules->mem);
    for (uint32_t i = 0; i < diags->rows.len; i++) {
        const diag_t *diag = &diags->rows.data[i];
        uint32_t node = m->rule->node;
        for (uint32_t k = 0; k < m->places.len && m->places.data[k].out <= diag->offset; k++)
            node = m->places.data[k].node;
        strbuf_clear(&text);
        strbuf_str(&text, diag->message);
        maker_describe(m, &text);
        reader_fail(m->r, node, "%s", strbuf_text(&text));
    }
    strbuf_done(&text);
}

bool maker_parse(maker_t *m, script_t *script) {
    diag_list_t diags;
    diag_init(&diags, m->rules->mem);
    bool ok = parse_script(script, m->out.data, m->out.len, &diags);
    if (!ok)
        report_all(m, &diags);
    diag_done(&diags);
    return ok;
}

/* --- the form --- */

static term_t assertion(const script_t *script, uint32_t *at) {
    for (;; ++*at) {
        assert(*at < script_count(script)); /* all were written before it was parsed */
        if (script_kind(script, *at) == CMD_ASSERT)
            break;
    }
    uint32_t count;
    return script_words(script, (*at)++, &count)[0];
}

static bool mentions(bank_t *bank, term_t term, fun_t fun) {
    reach_t reach;
    reach_init(&reach, bank);
    reach_add(&reach, term);
    bool found = false;
    for (uint32_t i = 0; i < reach.order.len && !found; i++) {
        uint32_t count;
        term_t at = reach.order.data[i];
        found = term_op(bank, at) == OP_APP && term_words(bank, at, &count)[0] == fun;
    }
    reach_done(&reach);
    return found;
}

static void take_funs(maker_t *m, form_t *form) {
    uint32_t next = 0;
    for (uint32_t i = 0; i < script_count(&form->script); i++) {
        if (script_kind(&form->script, i) != CMD_DECLARE_FUN)
            continue;
        uint32_t count;
        fun_t fun = script_words(&form->script, i, &count)[0];
        if (next < 3)
            form->funs[next] = fun;
        else
            form->coefficients[next - 3] = fun;
        next++;
    }
    assert(next == 3 + m->rule->coefficient_count);
    form->coefficient_count = m->rule->coefficient_count;
    for (uint32_t i = 0; i < 3; i++)
        form->sorts[i] = fun_result(m->rules->bank, form->funs[i]);
}

static void take_terms(maker_t *m, form_t *form) {
    bank_t *bank = m->rules->bank;
    uint32_t at = 0;
    uint32_t count;
    for (uint32_t i = 0; i < 3; i++) {
        form->equations[i] = assertion(&form->script, &at);
        form->terms[i] = term_children(bank, form->equations[i], &count)[1];
        assert(count == 2 && term_op(bank, form->equations[i]) == OP_EQ);
    }
    for (uint32_t i = 0; i < 2; i++)
        form->needs[i] =
            m->rule->needs[i] == RULE_NO_NODE ? TERM_NONE : assertion(&form->script, &at);
    for (uint32_t i = 0; i < m->rule->coefficient_count; i++)
        if (m->rule->coefficients[i].inverse != RULE_NO_NODE ||
            m->rule->coefficients[i].holds != RULE_NO_NODE)
            *vec_push(m->rules->mem, &form->holds) = assertion(&form->script, &at);
}

/* What the parser accepts but a rule must not have. */
static void check_terms(maker_t *m, const form_t *form) {
    bank_t *bank = m->rules->bank;
    static const char *const names[3] = {"x", "y", "z"};
    for (uint32_t i = 0; i < 3; i++) {
        sort_t sort = term_sort(bank, form->terms[i]);
        if (sort == form->sorts[i])
            continue;
        strbuf_t *text = &m->rules->scratch;
        strbuf_clear(text);
        strbuf_str(text, "its sort is ");
        sort_describe(bank, sort, text);
        strbuf_format(text, ", but that of %s is ", names[i]);
        sort_describe(bank, form->sorts[i], text);
        reader_fail(m->r, m->rule->terms[i], "%s", strbuf_text(text));
    }
    if (mentions(bank, form->terms[FORM_Z], form->funs[FORM_Z]))
        reader_fail(m->r, m->rule->terms[FORM_Z],
                    "a fusion function is one of x and y: it cannot have z in it");
    for (uint32_t i = 0; i < 2; i++)
        if (form->needs[i] != TERM_NONE && mentions(bank, form->needs[i], form->funs[FORM_Z]))
            reader_fail(m->r, m->rule->needs[i],
                        "what an inversion needs is a condition on x and y, without z");
}

/* --- draws --- */

/* Newton's iteration: each step doubles the number of right bits. */
static term_t invert_odd(rules_t *rules, term_t odd) {
    bank_t *bank = rules->bank;
    sort_t sort = term_sort(bank, odd);
    uint32_t width = sort_words(bank, sort, &(uint32_t){0})[0];
    assert(sort_kind(bank, sort) == SORT_BITVEC && width > 0);
    sym_t two_text = symbol_make(&bank->symbols, width > 1 ? "2" : "0", 1);
    term_t two = term_literal(bank, OP_BVNUM, two_text, sort);
    term_t inverse = odd; /* right in 3 bits */
    for (uint32_t bits = 3; bits < width; bits *= 2) {
        term_t product = check_op(bank, OP_BVMUL, (term_t[]){odd, inverse}, 2);
        term_t rest = check_op(bank, OP_BVSUB, (term_t[]){two, product}, 2);
        inverse = check_op(bank, OP_BVMUL, (term_t[]){inverse, rest}, 2);
        result_t result = eval_term(&rules->eval, inverse);
        inverse = result.known ? value_term(&rules->values, bank, sort, result.value) : TERM_NONE;
        if (inverse == TERM_NONE)
            break;
    }
    return inverse;
}

/* Conditions are evaluated with the literals put in, and not under a model: to change that makes
 * the evaluator forget all it knows, which takes time in the size of the bank. */
static bool draw_once(rules_t *rules, const form_t *form, rng_t *rng, subst_t *subst,
                      term_t *values) {
    const rule_t *rule = &rules->rows.data[form->rule];
    subst_clear(subst);
    for (uint32_t i = 0; i < form->coefficient_count; i++) {
        uint32_t base = rule->coefficients[i].inverse;
        assert(base == RULE_NO_NODE || base < i); /* its value is there */
        values[i] =
            base == RULE_NO_NODE
                ? random_literal(&rules->grow, rng, fun_result(rules->bank, form->coefficients[i]))
                : invert_odd(rules, values[base]);
        if (values[i] == TERM_NONE)
            return false;
        subst_const(subst, form->coefficients[i], values[i]);
    }
    for (uint32_t i = 0; i < form->holds.len; i++)
        if (eval_formula(&rules->eval, subst_apply(subst, form->holds.data[i])) != HOLDS_YES)
            return false;
    return true;
}

/* What a draw is depends on nothing but the rule, the sorts, and its number. */
static rng_t draw_rng(rules_t *rules, const form_t *form, uint32_t draw) {
    strbuf_t *text = &rules->scratch;
    strbuf_clear(text);
    strbuf_str(text, rules->rows.data[form->rule].name);
    for (uint32_t i = 0; i < 2; i++) {
        strbuf_char(text, ' ');
        sort_print(rules->bank, form->sorts[i], text);
    }
    rng_t rng = rng_make(hash_bytes(text->data, text->len));
    return rng_split(&rng, draw);
}

static slice_t keep(rules_t *rules, const strbuf_t *text) {
    return (slice_t){arena_copy(&rules->texts, text->data, text->len), (uint32_t)text->len};
}

bool form_draw(rules_t *rules, form_t *form, uint32_t draw) {
    enum { TRIES = 256 };
    uint32_t count = form->coefficient_count;
    if (count == 0)
        return true;
    assert(draw < form->draws);
    slice_t *literals = form->literals + (size_t)draw * count;
    term_t *values = form->values + (size_t)draw * count;
    if (literals[0].data)
        return literals[0].len > 0;
    rng_t rng = draw_rng(rules, form, draw);
    subst_t subst;
    subst_init(&subst, rules->bank);
    bool found = false;
    for (uint32_t tries = 0; tries < TRIES && !found; tries++)
        found = draw_once(rules, form, &rng, &subst, values);
    subst_done(&subst);
    literals[0] = (slice_t){"", 0};
    for (uint32_t i = 0; found && i < count; i++) {
        strbuf_clear(&rules->scratch);
        print_term(rules->bank, values[i], &rules->scratch);
        literals[i] = keep(rules, &rules->scratch);
    }
    return found;
}

const term_t *form_values(rules_t *rules, form_t *form, uint32_t draw) {
    static const term_t none[1] = {TERM_NONE};
    if (form->coefficient_count == 0)
        return none;
    return form_draw(rules, form, draw) ? form->values + (size_t)draw * form->coefficient_count
                                        : NULL;
}

static void prepare_draws(rules_t *rules, form_t *form) {
    form->draws = form->coefficient_count > 0 ? FORM_DRAWS : 1;
    size_t size = (size_t)FORM_DRAWS * form->coefficient_count;
    if (size == 0)
        return;
    assert(!form->literals); /* once for a form */
    form->literals = arena_alloc(&rules->texts, size * sizeof *form->literals);
    form->values = arena_alloc(&rules->texts, size * sizeof *form->values);
    memset(form->literals, 0, size * sizeof *form->literals);
}

/* --- text with holes --- */

/* The hole that a term is. */
static uint32_t hole_of(const rules_t *rules, const form_t *form, term_t term) {
    uint32_t count;
    if (term_op(rules->bank, term) != OP_APP)
        return FORM_NO_HOLE;
    const uint32_t *words = term_words(rules->bank, term, &count);
    if (count != 1)
        return FORM_NO_HOLE;
    for (uint32_t i = 0; i < 3; i++)
        if (form->funs[i] == words[0])
            return FILL_X + i;
    for (uint32_t i = 0; i < form->coefficient_count; i++)
        if (form->coefficients[i] == words[0])
            return FORM_FILLS + i;
    return FORM_NO_HOLE;
}

/* Adds text that has no other holes than opaque sorts, then a hole. */
static void add_chunk(rules_t *rules, form_chunk_vec_t *chunks, slice_t text, uint32_t hole) {
    enum { LEN = sizeof RULE_OPAQUE_FIRST - 1 };
    for (uint32_t i = 0; i + LEN <= text.len; i++) {
        bool x = memcmp(text.data + i, RULE_OPAQUE_FIRST, LEN) == 0;
        if (!x && memcmp(text.data + i, RULE_OPAQUE_SECOND, LEN) != 0)
            continue;
        *vec_push(rules->mem, chunks) =
            (form_chunk_t){{text.data, i}, x ? FILL_SORT_FIRST : FILL_SORT_SECOND};
        text = (slice_t){text.data + i + LEN, text.len - i - LEN};
        i = UINT32_MAX; /* from the start of the rest */
    }
    *vec_push(rules->mem, chunks) = (form_chunk_t){text, hole};
}

static void cut_text(rules_t *rules, form_t *form, form_part_t part) {
    strbuf_t *out = &rules->scratch;
    print_span_vec_t spans = {0};
    strbuf_clear(out);
    print_term_spans(rules->bank, form->terms[part], out, rules->mem, &spans);
    slice_t all = keep(rules, out);
    uint32_t at = 0;
    for (uint32_t i = 0; i < spans.len; i++) {
        print_span_t span = spans.data[i];
        uint32_t hole = hole_of(rules, form, span.term);
        if (hole == FORM_NO_HOLE)
            continue;
        assert(at <= span.start && span.start < span.end && span.end <= all.len);
        add_chunk(rules, &form->chunks[part], (slice_t){all.data + at, span.start - at}, hole);
        at = span.end;
    }
    add_chunk(rules, &form->chunks[part], (slice_t){all.data + at, all.len - at}, FORM_NO_HOLE);
    vec_free(rules->mem, &spans);
}

static void finish(maker_t *m, form_t *form) {
    rules_t *rules = m->rules;
    subst_t subst;
    assert(form->coefficient_count == m->rule->coefficient_count && form->draws > 0);
    subst_init(&subst, rules->bank);
    for (uint32_t i = 0; i < form->coefficient_count; i++)
        subst_const(&subst, form->coefficients[i], form->values[i]);
    for (uint32_t i = 0; i < 3; i++) {
        cut_text(rules, form, (form_part_t)i);
        term_t drawn = subst_apply(&subst, form->equations[i]);
        form->logic = logic_join(form->logic, logic_infer_term(rules->bank, drawn));
    }
    subst_done(&subst);
    strbuf_clear(&rules->scratch);
    sort_print(rules->bank, form->sorts[FORM_Z], &rules->scratch);
    add_chunk(rules, &form->chunks[FORM_SORT], keep(rules, &rules->scratch), FORM_NO_HOLE);
    if (m->rule->datatype == RULE_NO_NODE)
        return;
    uint32_t command = 0;
    while (cmd_info(script_kind(&form->script, command))->shape != SHAPE_DATATYPES)
        command++;
    strbuf_clear(&rules->scratch);
    print_command(&form->script, command, &rules->scratch);
    strbuf_char(&rules->scratch, '\n');
    add_chunk(rules, &form->chunks[FORM_DATATYPE], keep(rules, &rules->scratch), FORM_NO_HOLE);
}

/* --- all of it --- */

/* x and y alone, to see whether their sorts exist. */
static bool sorts_exist(maker_t *m) {
    write_opaque(m);
    maker_constant(m, "x", 1, m->rule->sorts[FORM_X]);
    maker_constant(m, "y", 1, m->rule->sorts[FORM_Y]);
    script_t script;
    script_init(&script, m->rules->bank);
    bool fit = maker_parse(m, &script);
    script_done(&script);
    strbuf_clear(&m->out);
    m->places.len = 0;
    return fit;
}

static void write_script(maker_t *m) {
    const rule_t *rule = m->rule;
    write_opaque(m);
    if (rule->datatype != RULE_NO_NODE)
        write_datatype(m);
    maker_constant(m, "x", 1, rule->sorts[FORM_X]);
    maker_constant(m, "y", 1, rule->sorts[FORM_Y]);
    maker_constant(m, "z", 1, rule->sorts[FORM_Z]);
    for (uint32_t i = 0; i < rule->coefficient_count; i++) {
        const sexpr_t *name = node_at(m, rule->coefficients[i].name);
        maker_constant(m, name->text, name->len, sort_of_coefficient(m, i));
    }
    write_terms(m);
}

static bool build(maker_t *m, form_t *form) {
    uint32_t before = m->r->mistakes;
    if (!maker_parse(m, &form->script))
        return false;
    take_funs(m, form);
    take_terms(m, form);
    check_terms(m, form);
    if (m->r->mistakes > before)
        return false;
    prepare_draws(m->rules, form);
    if (!form_draw(m->rules, form, 0)) {
        strbuf_t text;
        strbuf_init(&text, m->rules->mem);
        maker_describe(m, &text);
        reader_fail(m->r, m->rule->node, "no literals were found for the coefficients of %s%s",
                    m->rule->name, strbuf_text(&text));
        strbuf_done(&text);
        return false;
    }
    finish(m, form);
    return true;
}

/* Forgets what is in the bank since the mark, when nothing needs it again: conditions and
 * coefficients are evaluated later. */
static void let_go(rules_t *rules, form_t *form, bank_mark_t mark) {
    form->kept = form->coefficient_count > 0 || form->needs[FORM_X] != TERM_NONE ||
                 form->needs[FORM_Y] != TERM_NONE;
    if (form->kept)
        return;
    script_done(&form->script);
    script_init(&form->script, rules->bank);
    bank_release(rules->bank, mark);
}

form_t *form_make(rules_t *rules, uint32_t rule, const rule_binding_t *binding, bool keep_terms,
                  reader_t *r, bool *sorts_fit) {
    maker_t m = {.rules = rules, .rule = &rules->rows.data[rule], .binding = binding, .r = r};
    strbuf_init(&m.out, rules->mem);
    bank_mark_t mark = bank_mark(rules->bank);
    form_t *form = NULL;
    uint32_t before = r->mistakes;
    make_suffix(&m);
    bool fit = !sorts_fit || sorts_exist(&m);
    if (sorts_fit)
        *sorts_fit = fit;
    if (fit)
        write_script(&m);
    if (fit && r->mistakes == before) {
        form = mem_zalloc(rules->mem, 1, sizeof *form);
        form->rule = rule;
        form->kept = true;
        script_init(&form->script, rules->bank);
        *vec_push(rules->mem, &rules->forms) = form;
        bool built = build(&m, form);
        if (built && !keep_terms)
            let_go(rules, form, mark);
        if (!built)
            form = NULL; /* it stays among the forms, and is freed with them */
    }
    vec_free(rules->mem, &m.places);
    strbuf_done(&m.out);
    return form;
}

void form_free(rules_t *rules, form_t *form) {
    for (uint32_t i = 0; i < FORM_PARTS; i++)
        vec_free(rules->mem, &form->chunks[i]);
    vec_free(rules->mem, &form->holds);
    script_done(&form->script);
    mem_free(rules->mem, form);
}
