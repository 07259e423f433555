/* What is known of a seed beyond its text: a model, a core. */
#include "base/bug.h"
#include "base/hash.h"
#include "eval/engine/eval.h"
#include "eval/model/model_text.h"
#include "mutate/engine/seed_priv.h"

void seed_drop_model(seeds_t *seeds, seed_t *seed) {
    assert(!seed->model_text || (seed->model && seed->model_hash != 0));
    /* A model without a text is not the seed's. */
    if (seed->model && seed->model_text) {
        model_t *model = (model_t *)(uintptr_t)seed->model;
        model_done(model);
        mem_free(seeds->mem, model);
    }
    seed->model = NULL;
    seed->model_text = NULL;
    seed->model_len = 0;
    seed->model_hash = 0;
}

/* Whether all assertions are definitely true under the model. */
static model_fit_t evaluate(seeds_t *seeds, const seed_t *seed, const model_t *model) {
    assert(model->values == &seeds->values && seed->script.bank == seeds->bank);
    eval_t eval;
    eval_init(&eval, seeds->bank, &seeds->values, model, seeds->mem);
    model_fit_t fit = MODEL_KEPT;
    for (uint32_t i = 0; i < seed->roots.len && fit != MODEL_FALSE; i++) {
        holds_t holds = eval_formula(&eval, seed->spots.data[seed->roots.data[i]].term);
        if (holds != HOLDS_YES)
            fit = holds == HOLDS_NO ? MODEL_FALSE : MODEL_UNKNOWN;
    }
    eval_done(&eval);
    return fit;
}

/* Reads a model's text and writes the model in the canonical form. */
static bool rewrite(const seed_t *seed, const char *text, size_t len, model_t *model,
                    diag_list_t *diags, strbuf_t *out) {
    return model_read(model, &seed->script, text, len, diags) &&
           model_text(model, &seed->script, out);
}

model_fit_t seed_set_model(seeds_t *seeds, seed_t *seed, const char *text, size_t len,
                           diag_list_t *diags) {
    bank_mark_t bank = bank_mark(seeds->bank);
    values_mark_t values = values_mark(&seeds->values);
    strbuf_t canonical, again;
    strbuf_init(&canonical, seeds->mem);
    strbuf_init(&again, seeds->mem);
    model_t first;
    model_t *model = mem_alloc(seeds->mem, sizeof *model);
    model_init(&first, &seeds->values, seeds->mem);
    model_init(model, &seeds->values, seeds->mem);
    bool fine = rewrite(seed, text, len, &first, diags, &canonical);
    model_done(&first);
    values_release(&seeds->values, values);
    bank_release(seeds->bank, bank);
    fine = fine && rewrite(seed, strbuf_text(&canonical), canonical.len, model, diags, &again);
    fine = fine && canonical.len == again.len &&
           memcmp(strbuf_text(&canonical), strbuf_text(&again), again.len) == 0;
    model_fit_t fit = fine ? evaluate(seeds, seed, model) : MODEL_UNREAD;
    if (fit == MODEL_KEPT) {
        seed_drop_model(seeds, seed);
        seed->model = model;
        seed->model_text = arena_copy(&seeds->texts, canonical.data, canonical.len);
        seed->model_len = (uint32_t)canonical.len;
        seed->model_hash = hash_bytes(canonical.data, canonical.len);
        seed_set_status(seed, STATUS_SAT, SEED_MODEL);
    } else {
        model_done(model);
        mem_free(seeds->mem, model);
        values_release(&seeds->values, values);
        bank_release(seeds->bank, bank);
    }
    strbuf_done(&again);
    strbuf_done(&canonical);
    return fit;
}

bool seed_set_core(seeds_t *seeds, seed_t *seed, const uint32_t *places, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        if (places[i] >= seed->roots.len || (i > 0 && places[i] <= places[i - 1]))
            return false;
    seed->core.len = 0;
    seed->loose.len = 0;
    for (uint32_t i = 0; i < count; i++)
        *vec_push(seeds->mem, &seed->core) = places[i];
    return true;
}

bool seed_can_be_loose(const seeds_t *seeds, const seed_t *seed, const uint32_t *spots,
                       uint32_t count) {
    uint32_t after = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (spots[i] < after || spots[i] >= seed->spots.len ||
            term_sort(seeds->bank, seed->spots.data[spots[i]].term) != SORT_BOOL)
            return false;
        after = seed->spots.data[spots[i]].after;
    }
    return true;
}

bool seed_set_loose(seeds_t *seeds, seed_t *seed, const uint32_t *spots, uint32_t count) {
    if (!seed_can_be_loose(seeds, seed, spots, count))
        return false;
    seed->loose.len = 0;
    for (uint32_t i = 0; i < count; i++)
        *vec_push(seeds->mem, &seed->loose) = spots[i];
    return true;
}
