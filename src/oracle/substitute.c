#include "oracle/substitute.h"

#include "base/bug.h"
#include "smt/edit/uses.h"
#include "smt/print/print.h"
#include "smt/term/check.h"

/* One function that the result defines: of the script, or a helper of the model; or a constant that
 * it declares for an element. */
typedef struct item {
    fun_t fun;        /* of the script; of a helper or an element, itself */
    fun_t definition; /* what is printed; FUN_NONE: an element */
    bool wanted;      /* its place has come */
    bool printed;
} item_t;

typedef struct work {
    witness_t *witness;
    bank_t *bank;
    script_t result;
    uses_t uses;
    map_t places; /* fun to its item */
    VEC(item_t) items;
    uint32_t defined; /* of the script */
} work_t;

static uint32_t add_item(work_t *work, fun_t fun, fun_t definition) {
    const bank_t *bank = work->bank;
    assert(definition == FUN_NONE || fun_row(bank, definition)->arity == fun_row(bank, fun)->arity);
    uint32_t *place = map_put(work->witness->mem, &work->places, fun);
    if (*place == MAP_NONE) {
        *place = work->items.len;
        *vec_push(work->witness->mem, &work->items) = (item_t){fun, definition, false, false};
    }
    assert(work->items.data[*place].fun == fun);
    return *place;
}

/* --- what is to be defined --- */

/* Was it made by reading the model? */
static bool is_of_model(const work_t *work, fun_t fun) {
    return fun >= work->witness->mark.funs;
}

/* Whether all functions in a term are the script's. */
static bool is_plain(work_t *work, term_t term) {
    uses_clear(&work->uses);
    uses_term(&work->uses, term);
    for (uint32_t i = 0; i < work->uses.funs.len; i++)
        if (is_of_model(work, work->uses.funs.data[i]))
            return false;
    return true;
}

/* A constant's value as a definition; FUN_NONE when there are no plain words for it. */
static fun_t define_value(work_t *work, fun_t constant) {
    witness_t *witness = work->witness;
    bank_t *bank = work->bank;
    term_t term = check_fun(bank, constant, NULL, 0);
    sort_t sort = term_sort(bank, term);
    result_t result = eval_term(&witness->eval, term);
    if (!result.known || result.chosen)
        return FUN_NONE;
    term_t value = value_term(&witness->values, bank, sort, result.value);
    if (value == TERM_NONE || term_op(bank, value) == OP_ROOT_OBJ || !is_plain(work, value))
        return FUN_NONE;
    fun_row_t row = *fun_row(bank, constant);
    fun_t definition = fun_make(bank, FUN_DEFINED, row.name, NULL, 0, row.result);
    fun_row(bank, definition)->body = value;
    return definition;
}

/* The functions of the model that a definition uses become items, too. */
static void add_helpers(work_t *work, fun_t definition) {
    uses_clear(&work->uses);
    uses_term(&work->uses, fun_row(work->bank, definition)->body);
    for (uint32_t i = 0; i < work->uses.funs.len; i++) {
        fun_t fun = work->uses.funs.data[i];
        fun_kind_t kind = fun_row(work->bank, fun)->kind;
        if (is_of_model(work, fun) && (kind == FUN_DEFINED || kind == FUN_RECURSIVE))
            add_item(work, fun, fun);
        else if (is_of_model(work, fun) && kind == FUN_DECLARED)
            add_item(work, fun, FUN_NONE);
    }
}

static bool is_declaration(cmd_t kind) {
    return kind == CMD_DECLARE_FUN || kind == CMD_DECLARE_CONST;
}

static void collect(work_t *work) {
    const script_t *script = work->witness->script;
    for (uint32_t i = 0; i < script_count(script); i++) {
        uint32_t count;
        if (!is_declaration(script_kind(script, i)))
            continue;
        fun_t fun = script_words(script, i, &count)[0];
        const meant_t *meant = model_get(&work->witness->model, fun);
        if (!meant)
            continue;
        fun_t definition =
            fun_row(work->bank, fun)->arity == 0 ? define_value(work, fun) : FUN_NONE;
        if (definition == FUN_NONE)
            definition = meant->body;
        /* A function that is given for a constant of a function's sort has other parameters. */
        if (definition == FUN_NONE ||
            fun_row(work->bank, definition)->arity != fun_row(work->bank, fun)->arity)
            continue;
        add_item(work, fun, definition);
        work->defined++;
    }
    for (uint32_t i = 0; i < work->items.len; i++) /* grows on the way */
        if (work->items.data[i].definition != FUN_NONE)
            add_helpers(work, work->items.data[i].definition);
    for (uint32_t i = 0; i < work->items.len; i++) /* @a0 is not for scripts */
        if (work->items.data[i].definition == FUN_NONE)
            fun_row(work->bank, work->items.data[i].fun)->name =
                symbol_fresh(&work->bank->symbols, "element");
}

/* --- printing --- */

/* Whether all that the item needs is printed; wants what is not. */
static bool is_ready(work_t *work, const item_t *item) {
    if (item->definition == FUN_NONE)
        return true;
    uses_clear(&work->uses);
    uses_term(&work->uses, fun_row(work->bank, item->definition)->body);
    bool ready = true;
    for (uint32_t i = 0; i < work->uses.funs.len; i++) {
        uint32_t place = map_get(&work->places, work->uses.funs.data[i]);
        if (place == MAP_NONE || work->items.data[place].printed)
            continue;
        ready = false;
        work->items.data[place].wanted |= is_of_model(work, work->items.data[place].fun);
    }
    return ready;
}

static void print_item(work_t *work, item_t *item) {
    assert(item->wanted && !item->printed);
    item->printed = true;
    if (item->definition == FUN_NONE)
        script_add(&work->result, CMD_DECLARE_FUN, &item->fun, 1, 0, 0);
    else
        script_add(&work->result, CMD_DEFINE_FUN, &item->definition, 1, 0, 0);
}

/* Prints what is wanted and ready; false when something is wanted and will not become ready. */
static bool print_wanted(work_t *work) {
    bool moved = true;
    bool left = false;
    while (moved) {
        moved = left = false;
        for (uint32_t i = 0; i < work->items.len; i++) {
            item_t *item = &work->items.data[i];
            if (!item->wanted || item->printed)
                continue;
            if (is_ready(work, item)) {
                print_item(work, item);
                moved = true;
            } else {
                left = true;
            }
        }
    }
    return !left;
}

/* Whether a command needs what was declared before it to be there. */
static bool is_user(cmd_t kind) {
    shape_t shape = cmd_info(kind)->shape;
    return shape == SHAPE_TERM || shape == SHAPE_TERMS || shape == SHAPE_FUN ||
           kind == CMD_CHECK_SAT;
}

static bool rewrite(work_t *work) {
    const script_t *script = work->witness->script;
    for (uint32_t i = 0; i < script_count(script); i++) {
        uint32_t count;
        cmd_t kind = script_kind(script, i);
        const uint32_t *words = script_words(script, i, &count);
        uint32_t place =
            is_declaration(kind) ? map_get(&work->places, words[0]) : (uint32_t)MAP_NONE;
        if (place != MAP_NONE)
            work->items.data[place].wanted = true;
        bool ready = print_wanted(work);
        if (place != MAP_NONE)
            continue;
        if (!ready && is_user(kind) && !is_declaration(kind))
            return false;
        script_add(&work->result, kind, words, count, 0, 0);
    }
    return true;
}

bool substitute_model(witness_t *witness, strbuf_t *out) {
    assert(witness->script && witness->tested);
    work_t work = {.witness = witness, .bank = witness->bank};
    script_init(&work.result, witness->bank);
    uses_init(&work.uses, witness->bank);
    collect(&work);
    bool ok = work.defined > 0 && rewrite(&work);
    if (ok)
        print_script(&work.result, NULL, out);
    uses_done(&work.uses);
    script_done(&work.result);
    map_free(witness->mem, &work.places);
    vec_free(witness->mem, &work.items);
    return ok;
}
