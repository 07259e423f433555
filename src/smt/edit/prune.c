#include "smt/edit/prune.h"

#include "base/chars.h"
#include "smt/edit/uses.h"
#include "smt/walk/parts.h"

typedef struct pruner {
    script_t *script;
    prune_t what;
    uses_t uses;
    map_t mentioned; /* names that stand in texts */
} pruner_t;

/* --- texts --- */

/* Notes every symbol of the text that is known at all: simple ones, and quoted ones without their
 * bars. What stands in strings is noted too; that keeps too much, never too little. */
static void scan_text(pruner_t *pruner, sym_t text) {
    bank_t *bank = pruner->script->bank;
    if (text == SYM_NONE)
        return;
    const symbol_t *row = symbol_row(&bank->symbols, text);
    uint32_t at = 0;
    while (at < row->len) {
        bool quoted = row->text[at] == '|';
        uint32_t start = at += quoted;
        while (at < row->len &&
               (quoted ? row->text[at] != '|' : chars_is_symbol((unsigned char)row->text[at])))
            at++;
        sym_t sym = symbol_find(&bank->symbols, row->text + start, at - start);
        if (sym != SYM_NONE)
            *map_put(bank->mem, &pruner->mentioned, sym) = 1;
        if (quoted || at == start)
            at++;
    }
}

static void scan_annotations(pruner_t *pruner, uint32_t from) {
    const bank_t *bank = pruner->script->bank;
    const reach_t *terms = &pruner->uses.terms;
    for (uint32_t i = from; i < terms->order.len; i++) {
        if (term_op(bank, terms->order.data[i]) != OP_ANNOT)
            continue;
        uint32_t len;
        const uint32_t *head = term_head(bank, terms->order.data[i], &len);
        for (uint32_t word = 1; word + 2 < len; word += 3)
            if (head[word + 1] == ATTR_TEXT)
                scan_text(pruner, head[word + 2]);
    }
}

static void scan_command_text(pruner_t *pruner, uint32_t i) {
    uint32_t count;
    const uint32_t *words = script_words(pruner->script, i, &count);
    switch (cmd_info(script_kind(pruner->script, i))->shape) {
    case SHAPE_TEXT:
        scan_text(pruner, words[0]);
        break;
    case SHAPE_TERM:
        scan_text(pruner, words[1]);
        break;
    case SHAPE_GOAL:
        scan_text(pruner, words[2]);
        break;
    default:
        break;
    }
}

/* --- what is needed --- */

static bool is_mentioned(const pruner_t *pruner, sym_t name) {
    return map_get(&pruner->mentioned, name) != MAP_NONE;
}

static bool fun_mentioned(const pruner_t *pruner, fun_t fun) {
    return is_mentioned(pruner, fun_row(pruner->script->bank, fun)->name);
}

static bool datatype_mentioned(const pruner_t *pruner, sortdecl_t decl) {
    const bank_t *bank = pruner->script->bank;
    const sortdecl_row_t *row = sortdecl_row(bank, decl);
    bool mentioned = is_mentioned(pruner, row->name);
    for (uint32_t i = 0; i < row->count && !mentioned; i++) {
        fun_t constructor = bank->fun_words.data[row->members + i];
        const fun_row_t *made = fun_row(bank, constructor);
        mentioned = fun_mentioned(pruner, constructor);
        for (uint32_t j = 0; j < made->arity && !mentioned; j++)
            mentioned = fun_mentioned(pruner, bank->fun_words.data[made->members + j]);
    }
    return mentioned;
}

static bool fun_needed(const pruner_t *pruner, fun_t fun) {
    const fun_row_t *row = fun_row(pruner->script->bank, fun);
    return uses_has_fun(&pruner->uses, fun) || is_mentioned(pruner, row->name) ||
           (row->kind == FUN_RECURSIVE && pruner->what != PRUNE_RECURSIVE);
}

static bool sort_needed(const pruner_t *pruner, sortdecl_t decl) {
    const sortdecl_row_t *row = sortdecl_row(pruner->script->bank, decl);
    return uses_has_sortdecl(&pruner->uses, decl) || is_mentioned(pruner, row->name) ||
           (row->kind == SORTDECL_DEFINED && uses_has_sort_name(&pruner->uses, row->name));
}

static bool datatypes_needed(const pruner_t *pruner, const sortdecl_t *decls, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        if (uses_has_sortdecl(&pruner->uses, decls[i]) || datatype_mentioned(pruner, decls[i]))
            return true;
    return false;
}

/* Adds declarations that are needed for another reason than being in uses; they bring their own
 * needs. */
static void add_declaration(pruner_t *pruner, uint32_t i) {
    uint32_t count;
    const uint32_t *words = script_words(pruner->script, i, &count);
    switch (cmd_info(script_kind(pruner->script, i))->shape) {
    case SHAPE_FUN:
    case SHAPE_FUNS:
        for (uint32_t k = 0; k < count; k++)
            if (fun_needed(pruner, words[k]))
                uses_fun(&pruner->uses, words[k]);
        break;
    case SHAPE_SORTDECL:
        if (sort_needed(pruner, words[0]))
            uses_sortdecl(&pruner->uses, words[0]);
        break;
    case SHAPE_DATATYPES:
        for (uint32_t k = 0; datatypes_needed(pruner, words, count) && k < count; k++)
            uses_sortdecl(&pruner->uses, words[k]);
        break;
    default:
        uses_command(&pruner->uses, pruner->script, i);
        scan_command_text(pruner, i);
        break;
    }
}

/* Until nothing is added: a definition may mention names in texts of its own. */
static void find_needed(pruner_t *pruner) {
    const uses_t *uses = &pruner->uses;
    uint32_t scanned = 0;
    uint64_t before;
    do {
        before = (uint64_t)uses->funs.len + uses->sortdecls.len + pruner->mentioned.len;
        for (uint32_t i = 0; i < script_count(pruner->script); i++)
            add_declaration(pruner, i);
        uses_close(&pruner->uses);
        scan_annotations(pruner, scanned);
        scanned = uses->terms.order.len;
    } while (before != (uint64_t)uses->funs.len + uses->sortdecls.len + pruner->mentioned.len);
}

/* --- removal --- */

/* Keeps what is needed among a command's words; returns how many stay. */
static uint32_t keep_words(const pruner_t *pruner, uint32_t i) {
    uint32_t count;
    uint32_t *words = script_words(pruner->script, i, &count);
    uint32_t kept = 0;
    switch (cmd_info(script_kind(pruner->script, i))->shape) {
    case SHAPE_FUN:
    case SHAPE_FUNS:
        for (uint32_t k = 0; k < count; k++)
            if (fun_needed(pruner, words[k]))
                words[kept++] = words[k];
        return kept;
    case SHAPE_SORTDECL:
        return sort_needed(pruner, words[0]);
    case SHAPE_DATATYPES:
        return datatypes_needed(pruner, words, count) ? count : 0;
    default:
        return count;
    }
}

static bool is_declaration(shape_t shape) {
    return shape == SHAPE_FUN || shape == SHAPE_FUNS || shape == SHAPE_SORTDECL ||
           shape == SHAPE_DATATYPES;
}

uint32_t prune_script(script_t *script, prune_t what) {
    pruner_t pruner = {.script = script, .what = what};
    uses_init(&pruner.uses, script->bank);
    find_needed(&pruner);
    script_t kept;
    script_init(&kept, script->bank);
    uint32_t gone = 0;
    bool dropped = false;
    for (uint32_t i = 0; i < script_count(script); i++) {
        const command_t *command = &script->commands.data[i];
        shape_t shape = cmd_info(script_kind(script, i))->shape;
        uint32_t count;
        const uint32_t *words = script_words(script, i, &count);
        uint32_t left = keep_words(&pruner, i);
        gone += shape == SHAPE_DATATYPES ? left < count : count - left;
        if (shape == SHAPE_COMMENT && dropped && (command->flags & COMMAND_TRAILING))
            continue;
        dropped = is_declaration(shape) && left == 0;
        if (!dropped)
            script_add(&kept, script_kind(script, i), words, left, command->flags, command->offset);
    }
    uses_done(&pruner.uses);
    map_free(script->bank->mem, &pruner.mentioned);
    script_done(script);
    *script = kept;
    return gone;
}
