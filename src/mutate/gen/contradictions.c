#include "mutate/gen/contradictions.h"

#include "base/bug.h"
#include "base/embed.h"

#include <string.h>

EMBED(contradictions);

void contradictions_init(contradictions_t *all, mem_t *mem) {
    *all = (contradictions_t){.mem = mem};
    sexpr_init(&all->tree, mem);
    arena_init(&all->texts, mem);
}

void contradictions_done(contradictions_t *all) {
    sexpr_done(&all->tree);
    vec_free(all->mem, &all->rows);
    arena_done(&all->texts);
}

void contradictions_embedded(contradictions_t *all) {
    diag_list_t diags;
    diag_init(&diags, all->mem);
    if (!contradictions_read(all, (const char *)embed_contradictions, embed_contradictions_size,
                             &diags)) {
        if (strcmp(diags.rows.data[0].message, "out of memory") == 0)
            mem_fail(all->mem);
        BUG("data/rules/contradictions.sexp:%u: %s", diags.rows.data[0].line,
            diags.rows.data[0].message);
    }
    diag_done(&diags);
}

static const sexpr_t *node_at(const contradictions_t *all, uint32_t node) {
    return sexpr_at(&all->tree, node);
}

static uint32_t after(const contradictions_t *all, uint32_t node) {
    return sexpr_next(&all->tree, node);
}

static bool is_word(const contradictions_t *all, uint32_t node, const char *word) {
    return sexpr_is_word(node_at(all, node), word);
}

/* --- numbers --- */

/* The variable that an atom names; its number, or UINT32_MAX. */
static uint32_t variable_of(const contradictions_t *all, const contradiction_t *row,
                            uint32_t node) {
    if (node_at(all, node)->kind != TOKEN_SYMBOL)
        return UINT32_MAX;
    for (uint32_t i = 0; i < row->variable_count; i++)
        if (sexpr_same(node_at(all, row->variables[i].name), node_at(all, node)))
            return i;
    return UINT32_MAX;
}

enum { DEEPEST_NUMBER = 8 };

#define NUMBER_LIMIT (INT64_C(1) << 31) /* products fit */

/* The value of an expression over numbers; false when it is none, or more than depth deep. */
/* NOLINTNEXTLINE(misc-no-recursion): as deep as depth */
static bool deep_number(const contradictions_t *all, const contradiction_t *row,
                        const contradiction_binding_t *binding, uint32_t node, uint32_t depth,
                        int64_t *value) {
    uint64_t literal;
    if (sexpr_uint(node_at(all, node), INT32_MAX, &literal)) {
        *value = (int64_t)literal;
        return true;
    }
    uint32_t variable = variable_of(all, row, node);
    if (variable != UINT32_MAX && row->variables[variable].kind != BOUND_SORT &&
        row->variables[variable].kind != BOUND_FLOAT) {
        *value = binding->numbers[variable];
        return true;
    }
    if (depth == 0 || !sexpr_is_list(node_at(all, node)) || sexpr_count(&all->tree, node) != 3)
        return false;
    int64_t left, right;
    uint32_t op = node + 1;
    if (!deep_number(all, row, binding, after(all, op), depth - 1, &left) ||
        !deep_number(all, row, binding, after(all, after(all, op)), depth - 1, &right))
        return false;
    if (left < -NUMBER_LIMIT || left > NUMBER_LIMIT || right < -NUMBER_LIMIT ||
        right > NUMBER_LIMIT)
        return false;
    if (is_word(all, op, "+"))
        *value = left + right;
    else if (is_word(all, op, "-"))
        *value = left - right;
    else if (is_word(all, op, "*"))
        *value = left * right;
    else if (is_word(all, op, "mod") && right > 0)
        *value = left % right;
    else if (is_word(all, op, "div") && right > 0)
        *value = left / right;
    else
        return false;
    return true;
}

static bool number_of(const contradictions_t *all, const contradiction_t *row,
                      const contradiction_binding_t *binding, uint32_t node, int64_t *value) {
    return deep_number(all, row, binding, node, DEEPEST_NUMBER, value);
}

static bool condition_holds(const contradictions_t *all, const contradiction_t *row,
                            const contradiction_binding_t *binding, uint32_t node) {
    int64_t left, right;
    uint32_t op = node + 1;
    if (!sexpr_is_list(node_at(all, node)) || sexpr_count(&all->tree, node) != 3)
        return false;
    if (!number_of(all, row, binding, after(all, op), &left) ||
        !number_of(all, row, binding, after(all, after(all, op)), &right))
        return false;
    return is_word(all, op, "<")    ? left < right
           : is_word(all, op, "<=") ? left <= right
           : is_word(all, op, "=")  ? left == right
                                    : left != right;
}

static bool where_holds(const contradictions_t *all, const contradiction_t *row,
                        const contradiction_binding_t *binding) {
    if (row->where == UINT32_MAX)
        return true;
    for (uint32_t i = after(all, row->where + 1); i < after(all, row->where); i = after(all, i))
        if (!condition_holds(all, row, binding, i))
            return false;
    return true;
}

/* --- drawing --- */

static uint32_t draw_width(const sort_texts_t *sorts, rng_t *rng) {
    static const uint32_t widths[] = {1, 2, 3, 4, 8, 8, 16, 32};
    uint32_t count = 0;
    while (sorts->widths && sorts->widths[count] > 0)
        count++;
    if (count > 0 && !rng_one_in(rng, 4))
        return sorts->widths[rng_below(rng, count)];
    return widths[rng_below(rng, sizeof widths / sizeof *widths)];
}

static bool draw_sort(const contradictions_t *all, const bound_t *variable,
                      const sort_texts_t *sorts, rng_t *rng, contradiction_binding_t *binding,
                      uint32_t i) {
    if (variable->choices != UINT32_MAX) {
        binding->sorts[i] = sexpr_source(&all->tree, variable->choices);
        return true;
    }
    uint32_t count = 0;
    while (sorts->any[count])
        count++;
    if (count == 0)
        return false;
    binding->sorts[i] = slice_of(sorts->any[rng_below(rng, count)]);
    return true;
}

bool contradiction_draw(const contradictions_t *all, uint32_t row_number, const sort_texts_t *sorts,
                        rng_t *rng, contradiction_binding_t *binding) {
    enum { TRIES = 30 };
    assert(row_number < all->rows.len);
    const contradiction_t *row = &all->rows.data[row_number];
    *binding = (contradiction_binding_t){{0}, {{NULL, 0}}};
    for (int tries = 0; tries < TRIES; tries++) {
        for (uint32_t i = 0; i < row->variable_count; i++) {
            const bound_t *variable = &row->variables[i];
            switch (variable->kind) {
            case BOUND_WIDTH:
                binding->numbers[i] = draw_width(sorts, rng);
                break;
            case BOUND_NUMBER:
                binding->numbers[i] = rng_range(rng, variable->low, variable->high);
                break;
            case BOUND_SORT:
                if (!draw_sort(all, variable, sorts, rng, binding, i))
                    return false;
                break;
            case BOUND_FLOAT:
                assert(i + 2 < row->variable_count);
                binding->numbers[i + 1] = sorts->exponent;
                binding->numbers[i + 2] = sorts->significand;
                break;
            case BOUND_SIZE:
                break;
            }
        }
        if (where_holds(all, row, binding))
            return true;
    }
    return false;
}

/* --- writing --- */

typedef struct writer {
    const contradictions_t *all;
    const contradiction_t *row;
    const contradiction_binding_t *binding;
    const char *prefix;
    u32_vec_t names; /* nodes: what it declares */
    u32_vec_t open;  /* lists that are not closed yet */
    strbuf_t *out;
} writer_t;

static bool is_command(const contradictions_t *all, uint32_t node, const char *name) {
    return is_word(all, node + 1, name);
}

static bool is_smtlib(const contradictions_t *all, uint32_t node) {
    return is_command(all, node, "declare-const") || is_command(all, node, "declare-fun") ||
           is_command(all, node, "declare-sort") || is_command(all, node, "declare-datatypes") ||
           is_command(all, node, "assert");
}

static void add_name(writer_t *w, uint32_t node) {
    *vec_push(w->all->mem, &w->names) = node;
}

/* (declare-datatypes ((D 0) ...) (((c (s S) ...) ...) ...)) */
static void add_datatype_names(writer_t *w, uint32_t node) {
    const contradictions_t *all = w->all;
    uint32_t sorts = after(all, node + 1);
    for (uint32_t i = sorts + 1; i < after(all, sorts); i = after(all, i))
        add_name(w, i + 1);
    uint32_t bodies = after(all, sorts);
    for (uint32_t d = bodies + 1; d < after(all, bodies); d = after(all, d))
        for (uint32_t c = d + 1; c < after(all, d); c = after(all, c)) {
            add_name(w, c + 1);
            for (uint32_t s = after(all, c + 1); s < after(all, c); s = after(all, s))
                add_name(w, s + 1);
        }
}

static void find_names(writer_t *w) {
    const contradictions_t *all = w->all;
    uint32_t node = w->row->node;
    for (uint32_t i = after(all, node + 1); i < after(all, node); i = after(all, i)) {
        if (!sexpr_is_list(node_at(all, i)) || !is_smtlib(all, i))
            continue;
        if (is_command(all, i, "declare-datatypes"))
            add_datatype_names(w, i);
        else if (!is_command(all, i, "assert"))
            add_name(w, after(all, i + 1));
    }
}

static void write_float(writer_t *w, uint32_t variable) {
    assert(w->row->variables[variable + 1].kind == BOUND_SIZE);
    strbuf_format(w->out, "(_ FloatingPoint %lld %lld)",
                  (long long)w->binding->numbers[variable + 1],
                  (long long)w->binding->numbers[variable + 2]);
}

static void write_atom(writer_t *w, uint32_t node) {
    const sexpr_t *atom = node_at(w->all, node);
    uint32_t variable = variable_of(w->all, w->row, node);
    if (variable != UINT32_MAX && w->row->variables[variable].kind == BOUND_FLOAT) {
        write_float(w, variable);
        return;
    }
    if (variable != UINT32_MAX && w->row->variables[variable].kind == BOUND_SORT) {
        assert(w->binding->sorts[variable].len > 0); /* one was drawn */
        strbuf_slice_add(w->out, w->binding->sorts[variable]);
        return;
    }
    if (variable != UINT32_MAX) {
        strbuf_format(w->out, "%lld", (long long)w->binding->numbers[variable]);
        return;
    }
    for (uint32_t i = 0; atom->kind == TOKEN_SYMBOL && i < w->names.len; i++)
        if (sexpr_same(node_at(w->all, w->names.data[i]), node_at(w->all, node))) {
            strbuf_str(w->out, w->prefix);
            break;
        }
    strbuf_slice_add(w->out, sexpr_source(&w->all->tree, node));
}

/* (% E), or (% A E) for a number of the sort A: Int or Real. */
static void write_number(writer_t *w, uint32_t node) {
    uint32_t at = after(w->all, node + 1);
    uint32_t count = sexpr_count(&w->all->tree, node);
    bool real = false;
    uint32_t variable = count == 3 ? variable_of(w->all, w->row, at) : UINT32_MAX;
    if (variable != UINT32_MAX && w->row->variables[variable].kind == BOUND_SORT) {
        real = w->binding->sorts[variable].data[0] == 'R';
        at = after(w->all, at);
        count--;
    }
    int64_t value;
    if (count != 2 || !number_of(w->all, w->row, w->binding, at, &value)) {
        strbuf_str(w->out, "no-number"); /* which is not declared: find_needs reports it */
        return;
    }
    const char *fraction = real ? ".0" : "";
    if (value < 0)
        strbuf_format(w->out, "(- %lld%s)", (long long)-value, fraction);
    else
        strbuf_format(w->out, "%lld%s", (long long)value, fraction);
}

static void write_tree(writer_t *w, uint32_t root) {
    const contradictions_t *all = w->all;
    assert(w->open.len == 0);
    bool space = false;
    uint32_t i = root;
    while (i < after(all, root) || w->open.len > 0) {
        if (w->open.len > 0 && i == after(all, vec_last(&w->open))) {
            w->open.len--;
            strbuf_char(w->out, ')');
            space = true;
            continue;
        }
        if (space)
            strbuf_char(w->out, ' ');
        space = true;
        if (!sexpr_is_list(node_at(all, i))) {
            write_atom(w, i);
            i = after(all, i);
        } else if (i + 1 < after(all, i) && is_word(all, i + 1, "%")) {
            write_number(w, i);
            i = after(all, i);
        } else {
            strbuf_char(w->out, '(');
            *vec_push(all->mem, &w->open) = i++;
            space = false;
        }
    }
}

uint32_t contradiction_write(const contradictions_t *all, uint32_t row_number,
                             const contradiction_binding_t *binding, const char *prefix,
                             strbuf_t *out) {
    assert(row_number < all->rows.len);
    const contradiction_t *row = &all->rows.data[row_number];
    writer_t w = {.all = all, .row = row, .binding = binding, .prefix = prefix, .out = out};
    uint32_t assertions = 0;
    find_names(&w);
    for (uint32_t i = after(all, row->node + 1); i < after(all, row->node); i = after(all, i)) {
        if (!sexpr_is_list(node_at(all, i)) || !is_smtlib(all, i))
            continue;
        assertions += is_command(all, i, "assert");
        write_tree(&w, i);
        strbuf_char(out, '\n');
    }
    vec_free(all->mem, &w.names);
    vec_free(all->mem, &w.open);
    return assertions;
}
