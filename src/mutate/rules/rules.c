/* Matching rules with sorts, and what is kept of the matches. */
#include "mutate/rules/rules.h"

#include "base/bug.h"
#include "base/embed.h"
#include "mutate/rules/rules_priv.h"
#include "smt/read/parse.h"

#include <string.h>

EMBED(fusion_rules); /* data/rules/fusion.sexp */

enum { LARGEST_INDEX = 1 << 24, DEEPEST = 32 };

void rules_init(rules_t *rules, mem_t *mem) {
    *rules = (rules_t){.mem = mem};
    bank_t *bank = &rules->own;
    bank_init(bank, mem);
    rules->bank = bank;
    arena_init(&rules->texts, mem);
    values_init(&rules->values, bank, mem);
    model_init(&rules->model, &rules->values, mem);
    eval_init(&rules->eval, bank, &rules->values, &rules->model, mem);
    random_term_init(&rules->grow, bank);
    strbuf_init(&rules->scratch, mem);
    static const char *const names[] = {RULE_OPAQUE_FIRST, RULE_OPAQUE_SECOND};
    for (uint32_t i = 0; i < 2; i++) {
        sym_t name = symbol_make(&bank->symbols, names[i], strlen(names[i]));
        uint32_t decl = sortdecl_make(bank, name, SORTDECL_FREE, 0);
        rules->opaque[i] = sort_make(bank, SORT_USER, &decl, 1);
    }
}

void rules_done(rules_t *rules) {
    mem_t *mem = rules->mem;
    for (uint32_t i = 0; i < rules->forms.len; i++)
        form_free(rules, rules->forms.data[i]);
    for (uint32_t i = 0; i < rules->lists.len; i++) {
        vec_free(mem, &rules->lists.data[i]->rows);
        mem_free(mem, rules->lists.data[i]);
    }
    for (uint32_t i = 0; i < rules->places.len; i++)
        vec_free(mem, &rules->places.data[i]);
    for (uint32_t i = 0; i < rules->sources.len; i++)
        sexpr_done(&rules->sources.data[i]);
    vec_free(mem, &rules->forms);
    vec_free(mem, &rules->lists);
    vec_free(mem, &rules->places);
    vec_free(mem, &rules->sources);
    vec_free(mem, &rules->rows);
    map_free(mem, &rules->sort_ids);
    strbuf_done(&rules->scratch);
    random_term_done(&rules->grow);
    eval_done(&rules->eval);
    model_done(&rules->model);
    values_done(&rules->values);
    arena_done(&rules->texts);
    bank_done(&rules->own);
}

void rules_embedded(rules_t *rules) {
    diag_list_t diags;
    diag_init(&diags, rules->mem);
    const char *text = (const char *)embed_fusion_rules;
    if (!rules_read(rules, text, embed_fusion_rules_size, RULES_TRUST, &diags)) {
        strbuf_t why;
        strbuf_init(&why, rules->mem);
        for (uint32_t i = 0; i < diags.rows.len; i++)
            diag_print(&diags.rows.data[i], "data/rules/fusion.sexp", text, embed_fusion_rules_size,
                       &why);
        BUG("the embedded rules have mistakes:\n%s", strbuf_text(&why));
    }
    diag_done(&diags);
}

/* --- variables --- */

uint32_t rule_variable_of(const rule_t *rule, const sexpr_t *node) {
    uint32_t i = 0;
    while (i < rule->variable_count &&
           !(node->kind == TOKEN_SYMBOL &&
             slice_equal(rule->variables[i].name, (slice_t){node->text, node->len})))
        i++;
    return i;
}

static bool bind(rule_binding_t *binding, uint32_t variable, uint32_t value) {
    assert(variable < RULE_VARIABLES);
    if (binding->bound >> variable & 1)
        return binding->values[variable] == value;
    binding->bound |= 1u << variable;
    binding->values[variable] = value;
    return true;
}

/* What a variable of a rule may stand for: sorts whose meaning is fixed, with values that every
 * solver can write. Declared sorts belong to one seed, and never to both. */
static bool is_plain_sort(const bank_t *bank, sort_t sort, uint32_t depth) { /* NOLINT */
    switch (sort_kind(bank, sort)) {
    case SORT_BOOL:
    case SORT_INT:
    case SORT_REAL:
    case SORT_STRING:
    case SORT_ROUNDING:
    case SORT_BITVEC:
    case SORT_FLOAT:
        return true;
    case SORT_ARRAY:
    case SORT_SEQ:
    case SORT_SET: {
        uint32_t count;
        const sort_t *args = sort_args(bank, sort, &count);
        for (uint32_t i = 0; i < count; i++)
            if (depth == 0 || !is_plain_sort(bank, args[i], depth - 1))
                return false;
        return true;
    }
    default:
        return false;
    }
}

/* A datatype without parameters would have to be another one for each sort of a seed's own. */
static bool may_stand_for(const rules_t *rules, const rule_t *rule, sort_t sort) {
    bool opaque = sort == rules->opaque[0] || sort == rules->opaque[1];
    return opaque ? rule->datatype == RULE_NO_NODE || rule->parametric
                  : is_plain_sort(rules->bank, sort, DEEPEST);
}

static bool is_kind(const bank_t *bank, const sexpr_t *node, sort_t sort) {
    const char *name = sort_info(sort_kind(bank, sort))->name;
    return node->kind == TOKEN_SYMBOL && strlen(name) == node->len &&
           memcmp(name, node->text, node->len) == 0;
}

static bool match(const rules_t *rules, const rule_t *rule, uint32_t at, sort_t sort, /* NOLINT */
                  rule_binding_t *binding, uint32_t depth) {
    const bank_t *bank = rules->bank;
    const sexpr_tree_t *tree = rule_tree(rules, rule);
    const sexpr_t *node = sexpr_at(tree, at);
    uint32_t count;
    if (depth == 0)
        return false;
    if (!sexpr_is_list(node)) {
        uint32_t variable = rule_variable_of(rule, node);
        if (variable == rule->variable_count)
            return sort <= SORT_LAST_PLAIN && is_kind(bank, node, sort);
        return !rule->variables[variable].width && may_stand_for(rules, rule, sort) &&
               bind(binding, variable, sort);
    }
    uint32_t end = node->next;
    uint32_t member = at + 1;
    assert(end <= tree->nodes.len);
    bool indexed = member < end && sexpr_is_word(sexpr_at(tree, member), "_");
    member += indexed;
    if (member >= end || !is_kind(bank, sexpr_at(tree, member), sort))
        return false;
    member++;
    const uint32_t *words =
        indexed ? sort_words(bank, sort, &count) : sort_args(bank, sort, &count);
    for (uint32_t i = 0; i < count; i++, member = sexpr_next(tree, member)) {
        if (member >= end)
            return false;
        const sexpr_t *part = sexpr_at(tree, member);
        uint32_t variable = rule_variable_of(rule, part);
        uint64_t number;
        if (!indexed) {
            if (!match(rules, rule, member, words[i], binding, depth - 1))
                return false;
        } else if (variable < rule->variable_count && rule->variables[variable].width) {
            if (!bind(binding, variable, words[i]))
                return false;
        } else if (!sexpr_uint(part, LARGEST_INDEX, &number) || number != words[i]) {
            return false;
        }
    }
    return member >= end;
}

bool rule_match(const rules_t *rules, const rule_t *rule, uint32_t node, sort_t sort,
                rule_binding_t *binding) {
    return match(rules, rule, node, sort, binding, DEEPEST);
}

/* --- numbers --- */

static bool combine(const sexpr_t *op, int64_t *left, int64_t right) {
    if (sexpr_is_word(op, "+"))
        *left += right;
    else if (sexpr_is_word(op, "-"))
        *left -= right;
    else if (sexpr_is_word(op, "*"))
        *left *= right;
    else if (right > 0 && *left >= 0 && sexpr_is_word(op, "div"))
        *left /= right;
    else if (right > 0 && *left >= 0 && sexpr_is_word(op, "mod"))
        *left %= right;
    else
        return false;
    return *left >= -LARGEST_INDEX && *left <= LARGEST_INDEX;
}

static bool number_at(const sexpr_tree_t *tree, const rule_t *rule, uint32_t at, /* NOLINT */
                      const rule_binding_t *binding, int64_t *value, uint32_t depth) {
    const sexpr_t *node = sexpr_at(tree, at);
    uint64_t number;
    uint32_t variable = rule_variable_of(rule, node);
    if (variable < rule->variable_count) {
        *value = binding->values[variable];
        return rule->variables[variable].width && (binding->bound >> variable & 1);
    }
    if (sexpr_uint(node, LARGEST_INDEX, &number)) {
        *value = (int64_t)number;
        return true;
    }
    uint32_t end = node->next;
    uint32_t member = at + 2;
    if (!sexpr_is_list(node) || depth == 0 || member >= end ||
        !number_at(tree, rule, member, binding, value, depth - 1))
        return false;
    member = sexpr_next(tree, member);
    for (; member < end; member = sexpr_next(tree, member)) {
        int64_t next;
        if (!number_at(tree, rule, member, binding, &next, depth - 1) ||
            !combine(sexpr_at(tree, at + 1), value, next))
            return false;
    }
    return true;
}

bool rule_index(const sexpr_tree_t *tree, const rule_t *rule, uint32_t node,
                const rule_binding_t *binding, int64_t *value) {
    return number_at(tree, rule, node, binding, value, DEEPEST);
}

static bool compare(const sexpr_t *op, int64_t left, int64_t right, bool *known) {
    *known = true;
    if (sexpr_is_word(op, "<"))
        return left < right;
    if (sexpr_is_word(op, "<="))
        return left <= right;
    if (sexpr_is_word(op, ">"))
        return left > right;
    if (sexpr_is_word(op, ">="))
        return left >= right;
    if (sexpr_is_word(op, "="))
        return left == right;
    if (sexpr_is_word(op, "distinct"))
        return left != right;
    *known = false;
    return false;
}

bool rule_where(reader_t *r, const rule_t *rule, const rule_binding_t *binding) {
    if (rule->where == RULE_NO_NODE)
        return true;
    for (uint32_t at = rule->where + 2; at < reader_next(r, rule->where); at = reader_next(r, at)) {
        int64_t left, right;
        bool known = false;
        bool holds = false;
        if (reader_has_members(r, at, 3, 3) && rule_index(r->tree, rule, at + 2, binding, &left) &&
            rule_index(r->tree, rule, reader_next(r, at + 2), binding, &right))
            holds = compare(reader_at(r, at + 1), left, right, &known);
        if (!known)
            reader_fail(r, at, "expected a comparison of widths, such as (< n 8)");
        if (!holds)
            return false;
    }
    return true;
}

/* --- from another bank --- */

static sort_t carry(rules_t *rules, const bank_t *bank, sort_t sort, uint32_t depth) { /* NOLINT */
    uint32_t count;
    const uint32_t *words = sort_words(bank, sort, &count);
    sort_kind_t kind = sort_kind(bank, sort);
    if (sort <= SORT_LAST_PLAIN)
        return sort;
    if (kind == SORT_BITVEC || kind == SORT_FLOAT)
        return sort_make(rules->bank, kind, words, count);
    sort_t args[4];
    if (count > 4 || depth == 0)
        return SORT_NONE;
    for (uint32_t i = 0; i < count; i++) {
        args[i] = carry(rules, bank, words[i], depth - 1);
        if (args[i] == SORT_NONE)
            return SORT_NONE;
    }
    return sort_of(rules->bank, kind, args, count);
}

slice_t rules_source(const rules_t *rules, const rule_t *rule) {
    return sexpr_source(rule_tree(rules, rule), rule->node);
}

sort_t rules_sort(rules_t *rules, const bank_t *bank, sort_t sort) {
    return is_plain_sort(bank, sort, DEEPEST) ? carry(rules, bank, sort, DEEPEST) : SORT_NONE;
}

bool rules_value(rules_t *rules, sort_t sort, const char *text, size_t len, value_t *value) {
    strbuf_t *out = &rules->scratch;
    strbuf_clear(out);
    strbuf_str(out, "(declare-fun v () ");
    sort_print(rules->bank, sort, out);
    strbuf_str(out, ")(assert (= v ");
    strbuf_add(out, text, len);
    strbuf_str(out, "))");
    script_t script;
    diag_list_t diags;
    script_init(&script, rules->bank);
    diag_init(&diags, rules->mem);
    bool ok = parse_script(&script, out->data, out->len, &diags);
    diag_done(&diags);
    if (ok) {
        uint32_t count;
        term_t equation = script_words(&script, 1, &count)[0];
        result_t result = eval_term(&rules->eval, term_children(rules->bank, equation, &count)[1]);
        ok = result.known && !result.chosen;
        *value = result.value;
    }
    script_done(&script);
    return ok;
}

/* --- forms by sorts --- */

static bool rule_fits(rules_t *rules, uint32_t number, sort_t x, sort_t y,
                      rule_binding_t *binding) {
    assert(number < rules->rows.len);
    const rule_t *rule = &rules->rows.data[number];
    reader_t quiet = rule_quiet(rules, rule);
    *binding = (rule_binding_t){0};
    return rule_match(rules, rule, rule->sorts[FORM_X], x, binding) &&
           rule_match(rules, rule, rule->sorts[FORM_Y], y, binding) &&
           rule_where(&quiet, rule, binding);
}

form_t *rules_form(rules_t *rules, uint32_t number, sort_t x, sort_t y) {
    rule_binding_t binding;
    reader_t quiet = rule_quiet(rules, &rules->rows.data[number]);
    return rule_fits(rules, number, x, y, &binding)
               ? form_make(rules, number, &binding, true, &quiet, NULL)
               : NULL;
}

form_t *rules_choose(rules_t *rules, form_list_t *list, uint32_t row) {
    assert(row < list->rows.len);
    form_choice_t *choice = &list->rows.data[row];
    if (choice->form || choice->failed)
        return choice->form;
    rule_binding_t binding;
    reader_t quiet = rule_quiet(rules, &rules->rows.data[choice->rule]);
    bool fits = rule_fits(rules, choice->rule, choice->swapped ? list->second : list->first,
                          choice->swapped ? list->first : list->second, &binding);
    assert(fits);
    if (fits)
        choice->form = form_make(rules, choice->rule, &binding, false, &quiet, NULL);
    choice->failed = !choice->form;
    return choice->form;
}

static uint32_t sort_number(rules_t *rules, sort_t sort) {
    uint32_t *place = map_put(rules->mem, &rules->sort_ids, sort);
    if (*place == MAP_NONE) {
        *place = rules->places.len;
        *vec_push(rules->mem, &rules->places) = (u32_vec_t){0};
    }
    return *place;
}

/* Rules with a datatype, or those without. */
static void fill_list(rules_t *rules, form_list_t *list, bool datatypes) {
    rule_binding_t binding;
    for (uint32_t i = 0; i < rules->rows.len; i++) {
        if ((rules->rows.data[i].datatype != RULE_NO_NODE) != datatypes)
            continue;
        if (rule_fits(rules, i, list->first, list->second, &binding))
            *vec_push(rules->mem, &list->rows) = (form_choice_t){.rule = i};
        if (list->first != list->second && rule_fits(rules, i, list->second, list->first, &binding))
            *vec_push(rules->mem, &list->rows) = (form_choice_t){.rule = i, .swapped = true};
    }
}

form_list_t *rules_forms(rules_t *rules, sort_t first, sort_t second) {
    mem_t *mem = rules->mem;
    uint32_t row = sort_number(rules, first);
    uint32_t column = sort_number(rules, second);
    u32_vec_t *places = &rules->places.data[row];
    while (places->len <= column)
        *vec_push(mem, places) = MAP_NONE;
    if (places->data[column] == MAP_NONE) {
        places->data[column] = rules->lists.len;
        form_list_t *list = mem_zalloc(mem, 1, sizeof *list);
        *vec_push(mem, &rules->lists) = list;
        list->first = first;
        list->second = second;
        fill_list(rules, list, false);
        list->plain = list->rows.len;
        fill_list(rules, list, true);
    }
    form_list_t *list = rules->lists.data[rules->places.data[row].data[column]];
    assert(list->first == first && list->second == second && list->plain <= list->rows.len);
    return list;
}

void form_write(const form_t *form, form_part_t part, const slice_t fills[FORM_FILLS],
                uint32_t draw, strbuf_t *out) {
    assert(part < FORM_PARTS && draw < form->draws);
    const form_chunk_vec_t *chunks = &form->chunks[part];
    for (uint32_t i = 0; i < chunks->len; i++) {
        const form_chunk_t *chunk = &chunks->data[i];
        strbuf_add(out, chunk->text.data, chunk->text.len);
        if (chunk->hole == FORM_NO_HOLE)
            continue;
        assert(chunk->hole < FORM_FILLS + form->coefficient_count);
        const slice_t *fill =
            chunk->hole < FORM_FILLS
                ? &fills[chunk->hole]
                : &form->literals[draw * form->coefficient_count + chunk->hole - FORM_FILLS];
        strbuf_add(out, fill->data, fill->len);
    }
}
