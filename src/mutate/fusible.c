#include "mutate/fusible.h"

#include "smt/check.h"
#include "smt/print.h"
#include "smt/uses.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void fusibles_init(fusibles_t *all, seeds_t *seeds, rules_t *rules, mem_t *mem) {
    *all = (fusibles_t){.mem = mem, .seeds = seeds, .rules = rules};
    seeds_init(&all->texts, seeds->bank, mem);
    rename_init(&all->rename, seeds->bank);
    arena_init(&all->names, mem);
}

void fusibles_done(fusibles_t *all) {
    for (uint32_t i = 0; i < all->rows.len; i++) {
        fusible_t *row = all->rows.data[i];
        for (uint32_t k = 0; row && k < row->texts.len; k++) {
            vec_free(all->mem, &row->texts.data[k]->targets);
            vec_free(all->mem, &row->texts.data[k]->groups);
            mem_free(all->mem, row->texts.data[k]);
        }
        if (row)
            vec_free(all->mem, &row->texts);
        mem_free(all->mem, row);
    }
    vec_free(all->mem, &all->rows);
    arena_done(&all->names);
    rename_done(&all->rename);
    seeds_done(&all->texts);
}

/* --- what a seed is like --- */

/* Above every k of "!k" in the text. */
static void find_level(fusible_t *row) {
    enum { HIGHEST = 100000 };
    const char *end = row->seed->text + row->seed->len;
    for (const char *at = row->seed->text; (at = memchr(at, '!', (size_t)(end - at))) != NULL;) {
        at++;
        row->form_names |= at < end && *at == 'h';
        uint32_t number = 0;
        bool digits = at < end && *at >= '0' && *at <= '9';
        for (; at < end && *at >= '0' && *at <= '9' && number < HIGHEST; at++)
            number = 10 * number + (uint32_t)(*at - '0');
        if (digits && row->level <= number)
            row->level = number + 1;
    }
    if (row->level >= HIGHEST)
        row->refusal = "a name in it ends in ! and a large number";
    /* Few levels, since there are texts for each: 0, 10, 100, ... */
    uint32_t rounded = 10;
    while (rounded < row->level)
        rounded *= 10;
    row->level = row->level == 0 ? 0 : rounded;
}

static bool is_nonzero_literal(const bank_t *bank, term_t term) {
    uint32_t count;
    while (term_op(bank, term) == OP_NEG)
        term = term_children(bank, term, &count)[0];
    op_t op = term_op(bank, term);
    if (op != OP_NUMERAL && op != OP_DECIMAL)
        return false;
    const char *text = symbol_text(&bank->symbols, term_head(bank, term, &count)[0]);
    return strpbrk(text, "123456789") != NULL;
}

static bool divides_safely(const bank_t *bank, term_t term) {
    uint32_t count;
    const term_t *children = term_children(bank, term, &count);
    for (uint32_t i = 1; i < count; i++)
        if (!is_nonzero_literal(bank, children[i]))
            return false;
    return true;
}

enum { OPEN_DIVIDE = 1, OPEN_DIV = 2, OPEN_FP = 4, OPEN_SEQ = 8, OPEN_OTHER = 16 };

/* Operators with values that the standard leaves open are functions shared by both seeds, which
 * cannot be renamed: each model fixes them in its own way. */
static uint32_t open_bits(const bank_t *bank, term_t term) {
    op_t op = term_op(bank, term);
    switch (op) {
    case OP_DIVIDE:
        return divides_safely(bank, term) ? 0 : OPEN_DIVIDE;
    case OP_DIV:
    case OP_MOD:
        return divides_safely(bank, term) ? 0 : OPEN_DIV;
    case OP_FP_TO_UBV:
    case OP_FP_TO_SBV:
    case OP_FP_TO_REAL:
    case OP_FP_TO_IEEE_BV:
    case OP_FP_MIN:
    case OP_FP_MAX:
        return OPEN_FP;
    case OP_SEQ_NTH:
    case OP_SEQ_NTH_STRING:
        return OPEN_SEQ;
    default:
        break;
    }
    if (op < OP_FIRST_ROW)
        return 0;
    theory_t theory = op_info(op)->theory;
    return theory_is_standard(theory) || theory == THEORY_SEQ ? 0 : OPEN_OTHER;
}

static void look_at_term(fusible_t *row, const bank_t *bank, term_t term) {
    row->open |= open_bits(bank, term);
    uint32_t count;
    if (term_op(bank, term) == OP_VAR &&
        op_of_symbol(bank, term_head(bank, term, &count)[0]) != OP_NONE)
        row->op_names = true;
}

static bool is_real_numeral(const bank_t *bank, term_t term) {
    return term_op(bank, term) == OP_NUMERAL && term_sort(bank, term) == SORT_REAL;
}

static void look_at_definitions(fusible_t *row, bank_t *bank, const uses_t *uses) {
    reach_t reach;
    reach_init(&reach, bank);
    for (uint32_t i = 0; i < uses->funs.len; i++) {
        const fun_row_t *fun = fun_row(bank, uses->funs.data[i]);
        if (op_of_symbol(bank, fun->name) != OP_NONE)
            row->op_names = true;
        if ((fun->kind == FUN_DEFINED || fun->kind == FUN_RECURSIVE) && fun->body != TERM_NONE)
            reach_add(&reach, fun->body);
    }
    for (uint32_t i = 0; i < reach.order.len; i++)
        row->int_real |= is_real_numeral(bank, reach.order.data[i]);
    reach_done(&reach);
}

static void look_at(fusibles_t *all, fusible_t *row) {
    bank_t *bank = all->seeds->bank;
    uses_t uses;
    uses_init(&uses, bank);
    for (uint32_t i = 0; i < script_count(&row->seed->script); i++) {
        shape_t shape = cmd_info(script_kind(&row->seed->script, i))->shape;
        if (shape == SHAPE_HEAP || shape == SHAPE_POOL)
            row->refusal = "it declares a heap or a pool, of which there is one";
        uses_command(&uses, &row->seed->script, i);
    }
    uses_close(&uses);
    for (uint32_t i = 0; i < uses.terms.order.len; i++)
        look_at_term(row, bank, uses.terms.order.data[i]);
    look_at_definitions(row, bank, &uses);
    uses_done(&uses);
    row->logic = row->seed->logic == SYM_NONE
                     ? LOGIC_ALL
                     : logic_parse(symbol_text(&bank->symbols, row->seed->logic));
}

fusible_t *fusible_of(fusibles_t *all, const seed_t *seed) {
    while (all->rows.len <= seed->number)
        *vec_push(all->mem, &all->rows) = NULL;
    fusible_t *row = all->rows.data[seed->number];
    if (row)
        return row;
    row = mem_zalloc(all->mem, 1, sizeof *row);
    all->rows.data[seed->number] = row;
    row->seed = seed;
    find_level(row);
    look_at(all, row);
    return row;
}

/* --- texts --- */

static term_t as_decimal(bank_t *bank, term_t numeral) {
    uint32_t count;
    const symbol_t *row = symbol_row(&bank->symbols, term_head(bank, numeral, &count)[0]);
    strbuf_t text;
    strbuf_init(&text, bank->mem);
    strbuf_add(&text, row->text, row->len);
    strbuf_str(&text, ".0");
    sym_t sym = symbol_make(&bank->symbols, text.data, text.len);
    strbuf_done(&text);
    return term_literal(bank, OP_DECIMAL, sym, SORT_REAL);
}

/* The formula with numerals that are Reals written as decimals. */
static term_t with_decimals(bank_t *bank, term_t formula) {
    reach_t reach;
    u32_vec_t made = {0};
    u32_vec_t children = {0};
    reach_init(&reach, bank);
    reach_add(&reach, formula);
    vec_reserve(bank->mem, &made, 1);
    for (uint32_t i = 0; i < reach.order.len; i++) {
        term_t term = reach.order.data[i];
        uint32_t count;
        const term_t *old = term_children(bank, term, &count);
        bool changed = false;
        children.len = 0;
        for (uint32_t k = 0; k < count; k++) {
            term_t child = made.data[reach_place(&reach, old[k])];
            changed |= child != old[k];
            *vec_push(bank->mem, &children) = child;
        }
        if (changed)
            term = term_with_children(bank, term, children.data);
        else if (is_real_numeral(bank, term))
            term = as_decimal(bank, term);
        *vec_push(bank->mem, &made) = term;
    }
    if (made.len > 0)
        formula = vec_last(&made);
    vec_free(bank->mem, &made);
    vec_free(bank->mem, &children);
    reach_done(&reach);
    return formula;
}

static void copy_script(const seed_t *seed, bool joined, script_t *out) {
    bank_t *bank = out->bank;
    u32_vec_t formulas = {0};
    if (seed->logic == SYM_NONE) {
        sym_t name = symbol_make(&bank->symbols, "ALL", 3);
        script_add(out, CMD_SET_LOGIC, &name, 1, 0, 0);
    }
    for (uint32_t i = 0; i < script_count(&seed->script); i++) {
        uint32_t count;
        const uint32_t *words = script_words(&seed->script, i, &count);
        cmd_t kind = script_kind(&seed->script, i);
        if (kind == CMD_ASSERT) {
            *vec_push(bank->mem, &formulas) = with_decimals(bank, words[0]);
            continue;
        }
        if (kind == CMD_CHECK_SAT) {
            if (joined && formulas.len > 1) {
                formulas.data[0] = check_op(bank, OP_AND, formulas.data, formulas.len);
                formulas.len = 1;
            }
            for (uint32_t k = 0; k < formulas.len; k++)
                script_add(out, CMD_ASSERT, (uint32_t[]){formulas.data[k], SYM_NONE}, 2, 0, 0);
        }
        script_add(out, kind, words, count, 0, 0);
    }
    vec_free(bank->mem, &formulas);
}

static const seed_t *write_text(fusibles_t *all, const fusible_t *row, const fused_text_t *want) {
    bank_t *bank = all->seeds->bank;
    script_t script, renamed;
    script_init(&script, bank);
    script_init(&renamed, bank);
    copy_script(row->seed, want->joined, &script);
    if (want->second) {
        char suffix[16];
        snprintf(suffix, sizeof suffix, "!%u", want->level);
        rename_suffix(&all->rename, &renamed, &script, suffix);
    }
    strbuf_t text;
    diag_list_t diags;
    strbuf_init(&text, all->mem);
    diag_init(&diags, all->mem);
    print_script(want->second ? &renamed : &script, NULL, &text);
    seed_t *made = seed_add(&all->texts, row->seed->name, text.data, text.len, &diags);
    if (made) {
        made->status = row->seed->status;
        made->source = row->seed->source;
    }
    diag_done(&diags);
    strbuf_done(&text);
    script_done(&renamed);
    script_done(&script);
    return made;
}

/* --- targets --- */

static int by_sort(const void *a, const void *b) {
    const fuse_target_t *left = a;
    const fuse_target_t *right = b;
    if (left->sort != right->sort)
        return left->sort < right->sort ? -1 : 1;
    return left->constant < right->constant ? -1 : left->constant > right->constant;
}

/* The value that the seed's model gives to a constant of the seed. */
static void take_value(fusibles_t *all, eval_t *eval, fun_t fun, fuse_target_t *target) {
    bank_t *bank = all->seeds->bank;
    if (!model_get(eval->model, fun))
        return;
    sort_t sort = fun_result(bank, fun);
    result_t result = eval_term(eval, check_fun(bank, fun, NULL, 0));
    if (!result.known || result.chosen)
        return;
    term_t term = value_term(eval->values, bank, sort, result.value);
    if (term == TERM_NONE)
        return;
    strbuf_t text;
    strbuf_init(&text, all->mem);
    print_term(bank, term, &text);
    target->has_value = rules_value(all->rules, target->sort, text.data, text.len, &target->value);
    strbuf_done(&text);
}

/* Constants of the text are those of the seed in the same order, since the formulas are. */
static void take_values(fusibles_t *all, const fusible_t *row, fused_text_t *text) {
    const model_t *model = row->seed->model;
    if (!model || row->seed->constants.len != text->seed->constants.len)
        return;
    eval_t eval;
    eval_init(&eval, all->seeds->bank, model->values, model, all->mem);
    for (uint32_t i = 0; i < text->targets.len; i++) {
        fuse_target_t *target = &text->targets.data[i];
        take_value(all, &eval, row->seed->constants.data[target->constant].fun, target);
    }
    eval_done(&eval);
}

static void list_targets(fusibles_t *all, fused_text_t *text) {
    bank_t *bank = all->seeds->bank;
    strbuf_t name;
    strbuf_init(&name, all->mem);
    for (uint32_t i = 0; i < text->seed->constants.len; i++) {
        fun_t fun = text->seed->constants.data[i].fun;
        sort_t sort = rules_sort(all->rules, bank, fun_result(bank, fun));
        if (sort == SORT_NONE)
            continue;
        strbuf_clear(&name);
        print_symbol(bank, fun_row(bank, fun)->name, &name);
        *vec_push(all->mem, &text->targets) = (fuse_target_t){
            .constant = i,
            .sort = sort,
            .name = {arena_copy(&all->names, name.data, name.len), (uint32_t)name.len}};
    }
    strbuf_done(&name);
    if (text->targets.len > 0)
        qsort(text->targets.data, text->targets.len, sizeof *text->targets.data, by_sort);
    for (uint32_t i = 0; i < text->targets.len; i++) {
        sort_t sort = text->targets.data[i].sort;
        if (text->groups.len == 0 || vec_last(&text->groups).sort != sort)
            *vec_push(all->mem, &text->groups) = (fuse_group_t){.sort = sort, .first = i};
        vec_last(&text->groups).count++;
    }
}

static const fused_text_t *text_of(fusibles_t *all, fusible_t *row, const fused_text_t *want) {
    for (uint32_t i = 0; i < row->texts.len; i++) {
        const fused_text_t *text = row->texts.data[i];
        if (text->joined == want->joined && text->second == want->second &&
            text->level == want->level)
            return text->seed ? text : NULL;
    }
    fused_text_t *made = mem_zalloc(all->mem, 1, sizeof *made);
    *made = *want;
    *vec_push(all->mem, &row->texts) = made;
    made->seed = write_text(all, row, want);
    if (!made->seed)
        return NULL;
    list_targets(all, made);
    take_values(all, row, made);
    return made;
}

const fused_text_t *fusible_first(fusibles_t *all, fusible_t *one, bool joined, uint32_t level) {
    if (one->op_names)
        return fusible_second(all, one, joined, level + 2);
    return text_of(all, one, &(fused_text_t){.joined = joined});
}

const fused_text_t *fusible_second(fusibles_t *all, fusible_t *one, bool joined, uint32_t level) {
    return text_of(all, one, &(fused_text_t){.joined = joined, .second = true, .level = level});
}
