#include "oracle/ask.h"

#include "smt/print.h"

#include <string.h>

static bool is_remark(const script_t *script, uint32_t i) {
    uint32_t count;
    if (script_kind(script, i) != CMD_SET_INFO)
        return script_kind(script, i) == CMD_COMMENT;
    sym_t keyword = script_words(script, i, &count)[0];
    return strcmp(symbol_text(&script->bank->symbols, keyword), ":smt-lib-version") != 0;
}

/* Whether many scripts start with a command like this one. */
static bool is_prologue(cmd_t kind) {
    return kind == CMD_SET_INFO || kind == CMD_SET_OPTION;
}

void ask_script(const script_t *script, bool models, strbuf_t *out, size_t *prologue) {
    uint32_t asked = models ? script_last_check(script) : UINT32_MAX;
    size_t start = out->len;
    bool opening = true;
    *prologue = 0;
    if (models)
        strbuf_str(out, "(set-option :produce-models true)\n");
    for (uint32_t i = 0; i < script_count(script); i++) {
        cmd_t kind = script_kind(script, i);
        if (kind == CMD_EXIT)
            break;
        if (is_remark(script, i))
            continue;
        print_command(script, i, out);
        strbuf_char(out, '\n');
        if (opening && kind == CMD_SET_LOGIC)
            *prologue = out->len - start;
        opening = opening && is_prologue(kind);
        if (i == asked)
            strbuf_str(out, "(get-model)\n");
    }
}
