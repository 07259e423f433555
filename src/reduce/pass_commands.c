/* Commands: fewer of them. */
#include "reduce/work_priv.h"

/* --- checks: one check-sat, no levels --- */

static bool is_check(cmd_t kind) {
    return kind == CMD_CHECK_SAT || kind == CMD_CHECK_SAT_ASSUMING;
}

/* The last check first: it has seen everything. */
bool pass_checks_list(work_t *work, uint32_t level, site_vec_t *sites) {
    if (level > 0)
        return false;
    for (uint32_t i = script_count(&work->script); i-- > 0;)
        if (is_check(script_kind(&work->script, i)))
            *vec_push(work->mem, sites) = (site_t){.first = i};
    return true;
}

bool pass_checks_make(work_t *work, const site_t *site, script_t *out) {
    assert(is_check(script_kind(&work->script, site->first)));
    for (uint32_t i = 0; i < site->first; i++) {
        cmd_t kind = script_kind(&work->script, i);
        if (cmd_declares(kind) || kind == CMD_SET_LOGIC || kind == CMD_SET_OPTION)
            work_copy(work, i, out);
    }
    in_force_vec_t formulas = {0};
    script_in_force(&work->script, site->first, work->mem, &formulas);
    for (uint32_t i = 0; i < formulas.len; i++)
        script_add(out, CMD_ASSERT, (uint32_t[]){formulas.data[i].term, SYM_NONE}, 2, 0, 0);
    vec_free(work->mem, &formulas);
    script_add(out, CMD_CHECK_SAT, NULL, 0, 0, 0);
    /* What is asked about this check stays. */
    uint32_t count = script_count(&work->script);
    for (uint32_t i = site->first + 1; i < count && !is_check(script_kind(&work->script, i)); i++) {
        cmd_t kind = script_kind(&work->script, i);
        if (kind == CMD_GET_MODEL || kind == CMD_GET_VALUE || kind == CMD_GET_UNSAT_CORE ||
            kind == CMD_GET_PROOF || kind == CMD_GET_ASSIGNMENT)
            work_copy(work, i, out);
    }
    return true;
}

/* --- commands: chunks --- */

/* The logic stays: a report is read by people. Declarations go when nothing needs them any more,
 * which pruning sees to. */
static bool may_go(cmd_t kind) {
    return (!cmd_declares(kind) && kind != CMD_SET_LOGIC) || kind == CMD_DEFINE_FUN_REC ||
           kind == CMD_DEFINE_FUNS_REC;
}

static void list_droppable(const work_t *work, u32_vec_t *out) {
    for (uint32_t i = 0; i < script_count(&work->script); i++)
        if (may_go(script_kind(&work->script, i)))
            *vec_push(work->mem, out) = i;
}

bool pass_commands_list(work_t *work, uint32_t level, site_vec_t *sites) {
    u32_vec_t commands = {0};
    list_droppable(work, &commands);
    uint32_t chunk = level < 31 ? commands.len >> (level + 1) : 0;
    bool any = chunk > 0 || (level == 0 && commands.len > 0);
    chunk = chunk > 0 ? chunk : 1;
    for (uint32_t i = 0; any && i < commands.len; i += chunk)
        *vec_push(work->mem, sites) = (site_t){.first = i, .how = chunk};
    vec_free(work->mem, &commands);
    return any;
}

bool pass_commands_make(work_t *work, const site_t *site, script_t *out) {
    uint32_t seen = 0;
    assert(site->how > 0);
    for (uint32_t i = 0; i < script_count(&work->script); i++) {
        bool counts = may_go(script_kind(&work->script, i));
        if (!counts || seen < site->first || seen - site->first >= site->how)
            work_copy(work, i, out);
        seen += counts;
    }
    assert(script_count(out) < script_count(&work->script));
    return true;
}
