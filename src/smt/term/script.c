#include "smt/term/script.h"

#include "base/bug.h"

#include <string.h>

const cmd_info_t *cmd_info(cmd_t kind) {
    static const cmd_info_t infos[] = {
#define CMD(id, name, shape, doc) {name, SHAPE_##shape, doc},
#include "smt/term/commands.def"
    };
    assert(kind < CMD_COUNT);
    return &infos[kind];
}

void script_init(script_t *script, bank_t *bank) {
    *script = (script_t){.bank = bank};
    vec_reserve(bank->mem, &script->words, 1); /* never NULL, see script_words */
    *vec_push(bank->mem, &script->commands) = (command_t){0};
}

void script_done(script_t *script) {
    vec_free(script->bank->mem, &script->commands);
    vec_free(script->bank->mem, &script->words);
}

void script_add(script_t *script, cmd_t kind, const uint32_t *words, uint32_t count, uint32_t flags,
                uint32_t offset) {
    mem_t *mem = script->bank->mem;
    vec_reserve(mem, &script->commands, (uint64_t)script->commands.len + 1); /* all or nothing */
    uint32_t start = script->words.len;
    uint32_t *place = vec_extend(mem, &script->words, count);
    if (count != 0)
        memcpy(place, words, count * sizeof *words);
    vec_last(&script->commands) = (command_t){
        .kind = (uint16_t)kind, .flags = (uint16_t)flags, .offset = offset, .words = start};
    *vec_push(mem, &script->commands) = (command_t){.words = script->words.len};
}

cmd_t script_kind(const script_t *script, uint32_t i) {
    assert(i < script_count(script));
    return (cmd_t)script->commands.data[i].kind;
}

uint32_t *script_words(const script_t *script, uint32_t i, uint32_t *count) {
    assert(i < script_count(script));
    const command_t *command = &script->commands.data[i];
    *count = command[1].words - command->words;
    return script->words.data + command->words;
}

sym_t script_logic(const script_t *script) {
    for (uint32_t i = script_count(script); i-- > 0;) {
        uint32_t count;
        if (script_kind(script, i) == CMD_SET_LOGIC)
            return script_words(script, i, &count)[0];
    }
    return SYM_NONE;
}

void script_terms(const script_t *script, uint32_t i, uint32_t *first, uint32_t *count) {
    uint32_t words;
    script_words(script, i, &words);
    switch (cmd_info(script_kind(script, i))->shape) {
    case SHAPE_TERM:
        *first = 0;
        *count = 1;
        return;
    case SHAPE_TERMS:
        *first = 0;
        *count = words;
        return;
    case SHAPE_POOL:
        *first = 1;
        *count = words - 1;
        return;
    case SHAPE_GOAL:
        *first = 1;
        *count = 1;
        return;
    default:
        *first = 0;
        *count = 0;
        return;
    }
}

uint32_t script_last_check(const script_t *script) {
    for (uint32_t i = script_count(script); i-- > 0;)
        if (script_kind(script, i) == CMD_CHECK_SAT ||
            script_kind(script, i) == CMD_CHECK_SAT_ASSUMING)
            return i;
    return UINT32_MAX;
}

void script_in_force(const script_t *script, uint32_t i, mem_t *mem, in_force_vec_t *out) {
    uint32_t base = out->len;
    u32_vec_t levels = {0};
    uint32_t count;
    for (uint32_t k = 0; k < i && k < script_count(script); k++) {
        const uint32_t *words = script_words(script, k, &count);
        uint32_t number = count > 0 ? words[0] : 1;
        switch (script_kind(script, k)) {
        case CMD_ASSERT:
            *vec_push(mem, out) = (in_force_t){k, 0, words[0]};
            break;
        case CMD_PUSH:
            while (number-- > 0)
                *vec_push(mem, &levels) = out->len;
            break;
        case CMD_POP:
            while (number-- > 0 && levels.len > 0)
                out->len = vec_pop(&levels);
            break;
        case CMD_RESET:
        case CMD_RESET_ASSERTIONS:
            out->len = base;
            levels.len = 0;
            break;
        default:
            break;
        }
    }
    vec_free(mem, &levels);
    if (i >= script_count(script) || script_kind(script, i) != CMD_CHECK_SAT_ASSUMING)
        return;
    const uint32_t *words = script_words(script, i, &count);
    for (uint32_t k = 0; k < count; k++)
        *vec_push(mem, out) = (in_force_t){i, k, words[k]};
}

bool cmd_declares(cmd_t kind) {
    shape_t shape = cmd_info(kind)->shape;
    return shape == SHAPE_FUN || shape == SHAPE_FUNS || shape == SHAPE_SORTDECL ||
           shape == SHAPE_DATATYPES || shape == SHAPE_HEAP || shape == SHAPE_POOL;
}

/* What (set-option :global-declarations ...) says of it; other commands change nothing. */
static bool is_global(const script_t *script, const uint32_t *words, bool before) {
    const symbols_t *symbols = &script->bank->symbols;
    const char *name = symbol_text(symbols, words[0]);
    if (strcmp(name, ":global-declarations") != 0 && strcmp(name, ":global-decls") != 0)
        return before;
    return words[1] != SYM_NONE && strcmp(symbol_text(symbols, words[1]), "true") == 0;
}

void script_declarations(const script_t *script, uint32_t i, mem_t *mem, u32_vec_t *out) {
    uint32_t base = out->len;
    bool global = false;
    u32_vec_t levels = {0};
    for (uint32_t k = 0; k < i; k++) {
        uint32_t count;
        const uint32_t *words = script_words(script, k, &count);
        uint32_t number = count > 0 ? words[0] : 1;
        cmd_t kind = script_kind(script, k);
        if (cmd_declares(kind)) {
            *vec_push(mem, out) = k;
        } else if (kind == CMD_PUSH) {
            while (number-- > 0)
                *vec_push(mem, &levels) = out->len;
        } else if (kind == CMD_POP) {
            for (; number-- > 0 && levels.len > 0; levels.len--)
                out->len = global ? out->len : vec_last(&levels);
        } else if (kind == CMD_RESET) {
            out->len = base;
            levels.len = 0;
            global = false;
        } else if (kind == CMD_SET_OPTION) {
            global = is_global(script, words, global);
        }
    }
    vec_free(mem, &levels);
}
