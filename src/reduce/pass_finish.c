/* What makes the result pleasant: one constant instead of two, the right logic, a fixed order,
 * short names. */
#include "reduce/work_priv.h"

#include "smt/edit/logic.h"
#include "smt/edit/rename.h"
#include "smt/edit/subst.h"
#include "smt/print/print.h"
#include "smt/term/check.h"

#include <stdlib.h>
#include <string.h>

/* --- merge --- */

enum { MOST_PAIRS = 400 };

static void list_constants(const work_t *work, u32_vec_t *out) {
    for (uint32_t i = 0; i < script_count(&work->script); i++) {
        uint32_t count;
        cmd_t kind = script_kind(&work->script, i);
        if (kind != CMD_DECLARE_FUN && kind != CMD_DECLARE_CONST)
            continue;
        fun_t fun = script_words(&work->script, i, &count)[0];
        if (fun_row(&work->bank, fun)->arity == 0)
            *vec_push(work->mem, out) = fun;
    }
}

bool pass_merge_list(work_t *work, uint32_t level, site_vec_t *sites) {
    if (level > 0)
        return false;
    u32_vec_t constants = {0};
    list_constants(work, &constants);
    for (uint32_t later = 1; later < constants.len; later++)
        for (uint32_t first = 0; first < later && sites->len < MOST_PAIRS; first++)
            if (fun_result(&work->bank, constants.data[later]) ==
                fun_result(&work->bank, constants.data[first]))
                *vec_push(work->mem, sites) =
                    (site_t){.first = constants.data[first], .how = constants.data[later]};
    vec_free(work->mem, &constants);
    return true;
}

static term_t apply_subst(work_t *work, void *context, term_t term) {
    (void)work;
    return subst_apply(context, term);
}

bool pass_merge_make(work_t *work, const site_t *site, script_t *out) {
    const bank_t *bank = &work->bank;
    assert(site->first != site->how);
    assert(fun_result(bank, site->first) == fun_result(bank, site->how));
    subst_t subst;
    subst_init(&subst, &work->bank);
    subst_const(&subst, site->how, check_fun(&work->bank, site->first, NULL, 0));
    bool made = work_map(work, apply_subst, &subst, out);
    subst_done(&subst);
    return made;
}

/* --- logic --- */

bool pass_logic_list(work_t *work, uint32_t level, site_vec_t *sites) {
    if (level == 0)
        *vec_push(work->mem, sites) = (site_t){0};
    return level == 0;
}

bool pass_logic_make(work_t *work, const site_t *site, script_t *out) {
    (void)site;
    const char *name = logic_name(logic_infer(&work->script));
    sym_t sym = symbol_make(&work->bank.symbols, name, strlen(name));
    bool any = false;
    for (uint32_t i = 0; i < script_count(&work->script); i++) {
        if (script_kind(&work->script, i) != CMD_SET_LOGIC) {
            work_copy(work, i, out);
            continue;
        }
        script_add(out, CMD_SET_LOGIC, &sym, 1, 0, 0);
        any = true;
    }
    return any;
}

/* --- order --- */

bool pass_order_list(work_t *work, uint32_t level, site_vec_t *sites) {
    if (level == 0)
        *vec_push(work->mem, sites) = (site_t){0};
    return level == 0;
}

typedef struct line {
    uint32_t command;
    const char *text;
    size_t len;
} value_order_t;

static int by_text(const void *a, const void *b) {
    const value_order_t *left = a;
    const value_order_t *right = b;
    size_t len = left->len < right->len ? left->len : right->len;
    int sign = memcmp(left->text, right->text, len);
    if (sign != 0)
        return sign;
    return left->len != right->len
               ? (left->len < right->len ? -1 : 1)
               : (left->command > right->command) - (left->command < right->command);
}

static bool same_block(cmd_t a, cmd_t b) {
    return a == b && (a == CMD_ASSERT || a == CMD_DECLARE_FUN || a == CMD_DECLARE_CONST);
}

/* Neighbours of one kind, sorted by what they print as. */
static void add_block(const work_t *work, uint32_t first, uint32_t end, script_t *out) {
    VEC(value_order_t) lines = {0};
    VEC(strbuf_t) texts = {0};
    for (uint32_t i = first; i < end; i++) {
        strbuf_t *text = vec_push(work->mem, &texts);
        strbuf_init(text, work->mem);
        print_command(&work->script, i, text);
        *vec_push(work->mem, &lines) = (value_order_t){i, text->data, text->len};
    }
    qsort(lines.data, lines.len, sizeof *lines.data, by_text);
    for (uint32_t i = 0; i < lines.len; i++)
        work_copy(work, lines.data[i].command, out);
    for (uint32_t i = 0; i < texts.len; i++)
        strbuf_done(&texts.data[i]);
    vec_free(work->mem, &texts);
    vec_free(work->mem, &lines);
}

bool pass_order_make(work_t *work, const site_t *site, script_t *out) {
    (void)site;
    uint32_t count = script_count(&work->script);
    for (uint32_t i = 0; i < count;) {
        uint32_t end = i + 1;
        while (end < count &&
               same_block(script_kind(&work->script, i), script_kind(&work->script, end)))
            end++;
        add_block(work, i, end, out);
        i = end;
    }
    assert(script_count(out) == count); /* the same commands */
    return true;
}

/* --- names --- */

bool pass_names_list(work_t *work, uint32_t level, site_vec_t *sites) {
    if (level == 0 && !work->options->keep_names)
        *vec_push(work->mem, sites) = (site_t){0};
    return level == 0;
}

bool pass_names_make(work_t *work, const site_t *site, script_t *out) {
    (void)site;
    rename_t rename;
    rename_init(&rename, &work->bank);
    rename_all(&rename, out, &work->script, NULL);
    rename_done(&rename);
    return true;
}
