#include "mutate/generic/ops_config.h"

#include "base/bug.h"
#include "mutate/generic/ops_config_priv.h"
#include "smt/term/check.h"

#include <string.h>

/* Patterns, as words:
 *
 *   PATTERN_SORT s              exactly this sort
 *   PATTERN_NAME k              what the k-th name of the row stands for
 *   PATTERN_MAKE kind i a ...   a sort of the kind, of i indices and a arguments, which follow
 *
 * An index is INDEX_NUMBER n or INDEX_NAME k. */

void ops_config_init(ops_config_t *config, bank_t *bank, mem_t *mem) {
    *config = (ops_config_t){.bank = bank, .mem = mem};
}

void ops_config_done(ops_config_t *config) {
    vec_free(config->mem, &config->rows);
    vec_free(config->mem, &config->words);
}

/* --- what names stand for --- */

/* A name is of a sort or of a number, by where it stands; what it stands for is one word. */
typedef struct bindings {
    uint32_t bound; /* bits */
    uint32_t values[CONFIG_MAX_NAMES];
} bindings_t;

static bool bind(bindings_t *bindings, uint32_t name, uint32_t value) {
    assert(name < CONFIG_MAX_NAMES);
    if (bindings->bound >> name & 1)
        return bindings->values[name] == value;
    bindings->bound |= 1u << name;
    bindings->values[name] = value;
    return true;
}

static uint32_t word(const ops_config_t *config, uint32_t at) {
    assert(at < config->words.len);
    return config->words.data[at];
}

static bool match_index(const ops_config_t *config, uint32_t at, uint32_t value, bindings_t *to) {
    if (word(config, at) == INDEX_NUMBER)
        return word(config, at + 1) == value;
    assert(word(config, at) == INDEX_NAME);
    return bind(to, word(config, at + 1), value);
}

/* The pattern is at most CONFIG_DEPTH deep. Returns where the next one begins; 0: it does not
 * fit. */
/* NOLINTNEXTLINE(misc-no-recursion) */
static uint32_t match(const ops_config_t *config, uint32_t at, sort_t sort, bindings_t *to) {
    uint32_t what = word(config, at + 1);
    switch (word(config, at)) {
    case PATTERN_SORT:
        return what == sort ? at + 2 : 0;
    case PATTERN_NAME:
        return bind(to, what, sort) ? at + 2 : 0;
    default:
        assert(word(config, at) == PATTERN_MAKE);
        break;
    }
    uint32_t indices = word(config, at + 2);
    uint32_t args = word(config, at + 3);
    uint32_t count;
    const uint32_t *words = sort_words(config->bank, sort, &count);
    if (sort_kind(config->bank, sort) != what || count != indices + args)
        return 0;
    at += 4;
    for (uint32_t i = 0; i < indices; i++, at += 2)
        if (!match_index(config, at, words[i], to))
            return 0;
    for (uint32_t i = 0; i < args && at != 0; i++)
        at = match(config, at, words[indices + i], to);
    return at;
}

bool ops_config_has(const ops_config_t *config, op_t op) {
    for (uint32_t i = 0; i < config->rows.len; i++)
        if (config->rows.data[i].op == op)
            return true;
    return false;
}

bool ops_config_gives(const ops_config_t *config, uint32_t row, sort_t result) {
    bindings_t names = {0};
    return match(config, config->rows.data[row].result, result, &names) != 0;
}

bool config_row_fits(const ops_config_t *config, const config_row_t *row, const fit_t *fit,
                     sort_t result) {
    bindings_t names = {0};
    if (row->repeats ? fit->count < row->count : fit->count != row->count)
        return false;
    if (row->index_count != fit->index_count || !match(config, row->result, result, &names))
        return false;
    for (uint32_t i = 0; i < row->index_count; i++)
        if (!match_index(config, row->indices[i], fit->indices[i], &names))
            return false;
    for (uint32_t i = 0; i < fit->count; i++)
        if (!match(config, row->args[i < row->count ? i : row->count - 1], fit->args[i], &names))
            return false;
    return true;
}

/* --- drawing --- */

/* A row without names says all. */
void config_row_exact(const ops_config_t *config, const config_row_t *row, fit_t *fit) {
    assert(!row->open && row->count <= FIT_MAX_ARGS && row->index_count <= FIT_MAX_INDICES);
    *fit = (fit_t){.count = row->count, .index_count = row->index_count, .as = SORT_NONE};
    for (uint32_t i = 0; i < row->count; i++)
        fit->args[i] = word(config, row->args[i] + 1);
    for (uint32_t i = 0; i < row->index_count; i++)
        fit->indices[i] = word(config, row->indices[i] + 1);
}

bool ops_config_draw(const ops_config_t *config, uint32_t number, sort_t result,
                     const u32_vec_t *sorts, rng_t *rng, fit_t *fit) {
    enum { TRIES = 16 };
    assert(number < config->rows.len);
    const config_row_t *row = &config->rows.data[number];
    if (!row->open) {
        config_row_exact(config, row, fit);
        while (row->repeats && row->count > 0 && fit->count < FIT_MAX_ARGS && rng_one_in(rng, 4)) {
            fit->args[fit->count] = fit->args[row->count - 1];
            fit->count++;
        }
        return true;
    }
    for (int i = 0; i < TRIES; i++)
        if (invert_row(config->bank, row->op, result, sorts, rng, fit) &&
            config_row_fits(config, row, fit, result))
            return true;
    return false;
}
