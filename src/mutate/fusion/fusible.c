#include "mutate/fusion/fusible.h"

#include "base/bug.h"
#include "eval/engine/eval.h"
#include "mutate/fusion/fusible_priv.h"
#include "smt/print/print.h"
#include "smt/term/check.h"
#include "smt/term/open_ops.h"

#include <string.h>

void fusibles_init(fusibles_t *all, seeds_t *seeds, rules_t *rules, mem_t *mem) {
    *all = (fusibles_t){.mem = mem, .seeds = seeds, .rules = rules};
    rename_init(&all->rename, seeds->bank);
    uses_init(&all->found, seeds->bank);
    strbuf_init(&all->text, mem);
}

static void free_text(mem_t *mem, fused_text_t *text) {
    if (text->owned)
        mem_free(mem, (char *)(uintptr_t)text->view.text);
    mem_free(mem, text);
}

static void free_row(mem_t *mem, fusible_t *row) {
    if (!row)
        return;
    for (uint32_t i = 0; i < row->texts.len; i++)
        free_text(mem, row->texts.data[i]);
    vec_free(mem, &row->texts);
    vec_free(mem, &row->targets);
    vec_free(mem, &row->groups);
    vec_free(mem, &row->uses);
    vec_free(mem, &row->names);
    vec_free(mem, &row->name_ends);
    vec_free(mem, &row->numeral_ends);
    mem_free(mem, row);
}

void fusibles_forget(fusibles_t *all) {
    for (uint32_t i = 0; i < all->rows.len; i++)
        free_row(all->mem, all->rows.data[i]);
    all->rows.len = 0;
}

void fusibles_done(fusibles_t *all) {
    fusibles_forget(all);
    vec_free(all->mem, &all->rows);
    vec_free(all->mem, &all->marks);
    strbuf_done(&all->text);
    uses_done(&all->found);
    rename_done(&all->rename);
}

/* --- names --- */

/* Above every k of !a, !b and !c, or !ak, !bk and !ck, in the text. */
static void find_level(fusible_t *row) {
    enum { HIGHEST = 1000000 };
    const char *end = row->seed->text + row->seed->len;
    for (const char *at = row->seed->text; (at = memchr(at, '!', (size_t)(end - at))) != NULL;) {
        at++;
        row->has_form_names |= at < end && *at == 'h';
        if (at == end || *at < 'a' || *at > 'c')
            continue;
        uint32_t number = 0;
        for (at++; at < end && *at >= '0' && *at <= '9' && number < HIGHEST; at++)
            number = 10 * number + (uint32_t)(*at - '0');
        if (row->level <= number)
            row->level = number + 1;
    }
    if (row->level >= HIGHEST)
        row->refusal = "a name in it ends as names of fused formulas do, in a large number";
}

/* --- operators with open values --- */

/* Operators with values that the standard leaves open are functions shared by both seeds, which
 * cannot be renamed: each model fixes them in its own way. Those of extensions may all be of that
 * kind; only of sequences it is known which are. */
static uint32_t open_bits(const bank_t *bank, term_t term) {
    op_t op = term_op(bank, term);
    if (op < OP_FIRST_ROW)
        return 0;
    open_choice_t choice = open_op_choice(op);
    if (choice != CHOICE_NONE && open_term(bank, term) != OPEN_NOT)
        return 1u << choice;
    theory_t theory = op_info(op)->theory;
    return theory_is_standard(theory) || theory == THEORY_SEQ ? 0 : 1u << CHOICE_OTHER;
}

/* Whether all assertions are true under the model, whatever the open operators are: the model
 * without what it says of them decides. */
static bool model_closes(fusibles_t *all, const seed_t *seed) {
    if (!seed->model)
        return false;
    model_t bare = *seed->model;
    bare.ops = (map_t){0};
    eval_t eval;
    eval_init(&eval, all->seeds->bank, bare.values, &bare, all->mem);
    bool closed = true;
    for (uint32_t i = 0; closed && i < seed->roots.len; i++) {
        result_t result = eval_term(&eval, seed->spots.data[seed->roots.data[i]].term);
        closed = result.known && !result.chosen && result.value == 1;
    }
    eval_done(&eval);
    return closed;
}

/* --- what a seed is like --- */

bool fusible_is_real_numeral(const bank_t *bank, term_t term) {
    return term_op(bank, term) == OP_NUMERAL && term_sort(bank, term) == SORT_REAL;
}

static bool is_sort_name(const char *name) {
    static const char *const names[] = {
#define SORT(id, name, indices, arguments, doc) name,
#define SORT_ALIAS(name, kind, first, second, doc) name,
#include "smt/term/sorts.def"
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i][0] == name[0] && strcmp(names[i], name) == 0)
            return true;
    return false;
}

/* A name that is also something else: an operator's, a sort's of SMT-LIB, a word of its syntax. */
static void add_name(fusibles_t *all, fusible_t *row, sym_t name) {
    const bank_t *bank = all->seeds->bank;
    const symbol_t *symbol = symbol_row(&bank->symbols, name);
    *vec_push(all->mem, &row->names) = name;
    row->has_op_names |= op_of_symbol(bank, name) != OP_NONE;
    row->ambiguous_names |= row->has_op_names || symbol_reserved(symbol->text, symbol->len) ||
                            is_sort_name(symbol->text);
}

static void look_at_terms(fusibles_t *all, fusible_t *row, const uses_t *found) {
    const bank_t *bank = found->bank;
    for (uint32_t i = 0; i < found->terms.order.len; i++) {
        term_t term = found->terms.order.data[i];
        row->open |= open_bits(bank, term);
        row->real_numerals |= fusible_is_real_numeral(bank, term);
        uint32_t count;
        op_t op = term_op(bank, term);
        if (op == OP_VAR)
            add_name(all, row, term_head(bank, term, &count)[0]);
        row->hidden_terms |= op == OP_ANNOT;
    }
    for (uint32_t i = 0; i < found->funs.len; i++) {
        const fun_row_t *fun = fun_row(bank, found->funs.data[i]);
        add_name(all, row, fun->name);
        bool defined = fun->kind == FUN_DEFINED || fun->kind == FUN_RECURSIVE;
        row->hidden_terms |= defined;
        uint32_t count;
        for (uint32_t k = 0; defined && fun->body != TERM_NONE && k < fun->arity; k++)
            add_name(all, row, term_head(bank, bank->fun_words.data[fun->vars + k], &count)[0]);
    }
    for (uint32_t i = 0; i < found->sortdecls.len; i++) {
        const sortdecl_row_t *decl = sortdecl_row(bank, found->sortdecls.data[i]);
        add_name(all, row, decl->name);
        bool has_params = decl->kind != SORTDECL_FREE && decl->kind != SORTDECL_PARAM;
        for (uint32_t k = 0; has_params && k < decl->arity; k++)
            add_name(all, row, sortdecl_row(bank, decl->params + k)->name);
    }
}

static void look_at(fusibles_t *all, fusible_t *row) {
    const bank_t *bank = all->seeds->bank;
    uses_t *found = &all->found;
    uses_clear(found);
    for (uint32_t i = 0; i < script_count(&row->seed->script); i++) {
        shape_t shape = cmd_info(script_kind(&row->seed->script, i))->shape;
        if (shape == SHAPE_HEAP || shape == SHAPE_POOL)
            row->refusal = "it declares a heap or a pool, of which there is one";
        uses_command(found, &row->seed->script, i);
    }
    uses_close(found);
    look_at_terms(all, row, found);
    if (row->open != 0 && model_closes(all, row->seed))
        row->open = 0;
    row->logic = row->seed->logic == SYM_NONE
                     ? LOGIC_ALL
                     : logic_parse(symbol_text(&bank->symbols, row->seed->logic));
}

/* --- targets --- */

/* Whether a field of a datatype can have the sort; languages and functions cannot. */
/* NOLINTNEXTLINE(misc-no-recursion) */
static bool is_field_sort(const bank_t *bank, sort_t sort, uint32_t depth) {
    sort_kind_t kind = sort_kind(bank, sort);
    if (kind == SORT_REGLAN || kind == SORT_REGEX || kind == SORT_FUN || kind == SORT_FIELD ||
        kind == SORT_CHAR || depth == 0)
        return false;
    uint32_t count;
    const sort_t *args = sort_args(bank, sort, &count);
    for (uint32_t i = 0; i < count; i++)
        if (!is_field_sort(bank, args[i], depth - 1))
            return false;
    return true;
}

static uint32_t root_of(const seed_t *seed, uint32_t spot) {
    uint32_t low = 0;
    uint32_t high = seed->roots.len;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (seed->roots.data[middle] <= spot)
            low = middle;
        else
            high = middle;
    }
    assert(seed->roots.data[low] <= spot);
    assert(spot < seed->spots.data[seed->roots.data[low]].after);
    return low;
}

static void add_target(fusibles_t *all, fusible_t *row, uint32_t constant, sort_t sort) {
    const seed_t *seed = row->seed;
    const constant_t *from = &seed->constants.data[constant];
    assert(from->count > 0 && from->first + from->count <= seed->uses.len);
    const spot_t *first = &seed->spots.data[seed->uses.data[from->first]];
    *vec_push(all->mem, &row->targets) = (fuse_target_t){.constant = constant,
                                                         .len = first->end - first->start,
                                                         .first = row->uses.len,
                                                         .count = from->count,
                                                         .sort = sort};
    for (uint32_t i = 0; i < from->count; i++) {
        uint32_t spot = seed->uses.data[from->first + i];
        *vec_push(all->mem, &row->uses) =
            (fuse_use_t){.start = seed->spots.data[spot].start, .root = root_of(seed, spot)};
    }
}

static uint32_t group_of(const fusible_t *row, sort_t sort) {
    uint32_t i = 0;
    while (i < row->groups.len && row->groups.data[i].sort != sort)
        i++;
    return i;
}

/* Puts targets of a sort side by side. Their order is that of the constants, and not of the sorts'
 * ids: a copy of the seed in another bank has the same. */
static void group_targets(fusibles_t *all, fusible_t *row) {
    for (uint32_t i = 0; i < row->targets.len; i++) {
        uint32_t group = group_of(row, row->targets.data[i].sort);
        if (group == row->groups.len)
            *vec_push(all->mem, &row->groups) = (fuse_group_t){.sort = row->targets.data[i].sort};
        row->groups.data[group].count++;
    }
    if (row->groups.len < 2)
        return;
    uint32_t first = 0;
    for (uint32_t i = 0; i < row->groups.len; i++) {
        row->groups.data[i].first = first;
        first += row->groups.data[i].count;
        row->groups.data[i].count = 0;
    }
    assert(first == row->targets.len);
    fuse_target_t *sorted = mem_alloc(all->mem, row->targets.len * sizeof *sorted);
    for (uint32_t i = 0; i < row->targets.len; i++) {
        fuse_group_t *group = &row->groups.data[group_of(row, row->targets.data[i].sort)];
        sorted[group->first + group->count++] = row->targets.data[i];
    }
    memcpy(row->targets.data, sorted, row->targets.len * sizeof *sorted);
    mem_free(all->mem, sorted);
}

static void list_targets(fusibles_t *all, fusible_t *row) {
    const bank_t *bank = all->seeds->bank;
    enum { DEEPEST = 16 };
    bool own = false;
    for (uint32_t i = 0; i < row->seed->constants.len; i++) {
        sort_t from = fun_result(bank, row->seed->constants.data[i].fun);
        sort_t sort = rules_sort(all->rules, bank, from);
        if (sort == SORT_NONE && !is_field_sort(bank, from, DEEPEST))
            continue;
        own |= sort == SORT_NONE;
        add_target(all, row, i, sort);
    }
    group_targets(all, row);
    if (own && !fusible_find_ends(all, row))
        row->refusal = "its text is not as expected";
}

fusible_t *fusible_of(fusibles_t *all, const seed_t *seed) {
    assert(seed->number < all->seeds->rows.len && all->seeds->rows.data[seed->number] == seed);
    while (all->rows.len <= seed->number)
        *vec_push(all->mem, &all->rows) = NULL;
    fusible_t *row = all->rows.data[seed->number];
    if (row && row->seed == seed && row->hash == seed->hash && row->model_hash == seed->model_hash)
        return row;
    free_row(all->mem, row);
    row = mem_zalloc(all->mem, 1, sizeof *row);
    all->rows.data[seed->number] = row;
    row->seed = seed;
    row->hash = seed->hash;
    row->model_hash = seed->model_hash;
    find_level(row);
    look_at(all, row);
    list_targets(all, row);
    return row;
}

/* --- values --- */

static bool take_value(fusibles_t *all, const fusible_t *row, fuse_target_t *target) {
    bank_t *bank = all->seeds->bank;
    const model_t *model = row->seed->model;
    assert(!model || model->values == &all->seeds->values);
    fun_t fun = row->seed->constants.data[target->constant].fun;
    if (!model || target->sort == SORT_NONE || !model_get(model, fun))
        return false;
    eval_t eval;
    eval_init(&eval, bank, model->values, model, all->mem);
    bank_mark_t mark = bank_mark(bank);
    result_t result = eval_term(&eval, check_fun(bank, fun, NULL, 0));
    bool known = result.known && !result.chosen;
    term_t term =
        known ? value_term(model->values, bank, fun_result(bank, fun), result.value) : TERM_NONE;
    strbuf_clear(&all->text);
    if (term != TERM_NONE)
        print_term(bank, term, &all->text);
    eval_done(&eval);
    bank_release(bank, mark);
    return term != TERM_NONE &&
           rules_value(all->rules, target->sort, all->text.data, all->text.len, &target->value);
}

bool fusible_value(fusibles_t *all, const fusible_t *row, fuse_target_t *target, value_t *value) {
    if (target->state == VALUE_UNASKED)
        target->state = take_value(all, row, target) ? VALUE_KNOWN : VALUE_UNKNOWN;
    *value = target->value;
    return target->state == VALUE_KNOWN;
}
