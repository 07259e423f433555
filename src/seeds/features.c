#include "seeds/features.h"

#include "smt/edit/logic.h"

#include <assert.h>
#include <string.h>

static const char *const names[] = {
#define FEATURE(id, name, doc) [FEATURE_##id] = (name),
#include "seeds/features.def"
};

const char *feature_name(feature_t feature) {
    assert(feature < FEATURE_COUNT);
    return names[feature];
}

bool feature_of_name(const char *name, feature_t *feature) {
    for (uint32_t i = 0; i < FEATURE_COUNT; i++)
        if (strcmp(names[i], name) == 0) {
            *feature = (feature_t)i;
            return true;
        }
    return false;
}

static void add(features_t *features, feature_t feature) {
    features->bits |= 1u << feature;
}

static void look_at_commands(const seeds_t *seeds, const seed_t *seed, features_t *features) {
    for (uint32_t i = 0; i < script_count(&seed->script); i++) {
        uint32_t count;
        const uint32_t *words = script_words(&seed->script, i, &count);
        switch (cmd_info(script_kind(&seed->script, i))->shape) {
        case SHAPE_SORTDECL:
            if (sortdecl_row(seeds->bank, words[0])->kind == SORTDECL_FREE)
                add(features, FEATURE_SORTS);
            break;
        case SHAPE_DATATYPES:
            add(features, FEATURE_DATATYPES);
            break;
        case SHAPE_FUNS:
            add(features, FEATURE_RECURSION);
            break;
        case SHAPE_FUN: {
            const fun_row_t *fun = fun_row(seeds->bank, words[0]);
            if (fun->kind == FUN_RECURSIVE)
                add(features, FEATURE_RECURSION);
            else if (fun->kind == FUN_DEFINED)
                add(features, FEATURE_DEFINITIONS);
            else if (fun->arity > 0)
                add(features, FEATURE_FUNCTIONS);
            break;
        }
        default:
            break;
        }
    }
}

static uint32_t deepest(const seeds_t *seeds, const seed_t *seed) {
    uint32_t *depths = mem_zalloc(seeds->mem, seed->spots.len, sizeof *depths);
    uint32_t most = 0;
    for (uint32_t i = 0; i < seed->spots.len; i++) {
        uint32_t parent = seed->spots.data[i].parent;
        assert(parent == SPOT_NONE || parent < i);
        depths[i] = parent == SPOT_NONE ? 1 : depths[parent] + 1;
        most = depths[i] > most ? depths[i] : most;
    }
    mem_free(seeds->mem, depths);
    return most;
}

static uint32_t count_operators(const seeds_t *seeds, const seed_t *seed) {
    uint8_t seen[OP_COUNT] = {0};
    uint32_t count = 0;
    for (uint32_t i = 0; i < seed->terms.len; i++) {
        op_t op = term_op(seeds->bank, seed->terms.data[i]);
        assert(op < OP_COUNT);
        count += op >= OP_FIRST_ROW && !seen[op];
        seen[op] = 1;
    }
    return count;
}

features_t features_of(const seeds_t *seeds, const seed_t *seed) {
    features_t features = {.assertions = seed->roots.len,
                           .spots = seed->spots.len,
                           .terms = seed->terms.len,
                           .operators = count_operators(seeds, seed),
                           .depth = deepest(seeds, seed)};
    assert(features.assertions > 0 && features.depth > 0);
    assert(features.terms <= features.spots && features.assertions <= features.spots);
    look_at_commands(seeds, seed, &features);
    uint32_t flags = 0;
    for (uint32_t i = 0; i < seed->roots.len; i++)
        flags |= term_flags(seeds->bank, seed->spots.data[seed->roots.data[i]].term);
    if (seed->quantified)
        add(&features, FEATURE_QUANTIFIERS);
    if (flags & TERM_HAS_LET)
        add(&features, FEATURE_LET);
    if (flags & TERM_HAS_ANNOT)
        add(&features, FEATURE_ANNOTATIONS);
    if (logic_infer(&seed->script) & LOGIC_NONLINEAR)
        add(&features, FEATURE_NONLINEAR);
    return features;
}
