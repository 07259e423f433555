/* rule_kind.h - one kind of rules for `assay rules`: a row of mutate/rules/rule_kinds.def and these
 * functions, in a file of its own (prove_fusion.c). */
#ifndef PROOF_RULE_KIND_H
#define PROOF_RULE_KIND_H

#include "base/diag.h"
#include "proof/prover.h"

typedef struct rule_kind {
    void *(*open)(mem_t *mem);
    void (*close)(void *state);
    void (*embedded)(void *state); /* adds the rules of this tree */
    /* Adds the rules of this kind in a text, untried; false with diags when there are mistakes. */
    bool (*read)(void *state, const char *text, size_t len, diag_list_t *diags);
    uint32_t (*count)(const void *state);
    const char *(*name)(const void *state, uint32_t rule);
    void (*print)(const void *state, uint32_t rule, strbuf_t *out); /* as it was read */
    void (*prove)(void *state, uint32_t rule, prover_t *prover);    /* between begin and end */
} rule_kind_t;

#define RULE_KIND(id, word) extern const rule_kind_t rule_kind_##id;
#include "mutate/rules/rule_kinds.def"

#endif
