/* One text, made by cmake/seeds.cmake: for each seed a line
 *
 *     NAME STATUS BYTES-OF-TEXT BYTES-OF-MODEL EVIDENCE...
 *
 * then its text, then its model. */
#include "mutate/engine/embedded_seeds.h"

#include "base/bug.h"
#include "base/embed.h"

#include <string.h>

EMBED(seeds);

static size_t take_number(const char **at) {
    size_t number = 0;
    assert(**at >= '0' && **at <= '9');
    for (; **at >= '0' && **at <= '9'; ++*at)
        number = 10 * number + (size_t)(**at - '0');
    ++*at;
    return number;
}

bool embedded_seed_next(embedded_seed_t *seed) {
    size_t at = seed->next;
    if (at >= embed_seeds_size)
        return false;
    const char *text = (const char *)embed_seeds + at;
    *seed = (embedded_seed_t){.name = text, .name_len = strcspn(text, " ")};
    text += seed->name_len + 1;
    assert(*text == 's' || *text == 'u');
    seed->status = *text == 's' ? STATUS_SAT : STATUS_UNSAT;
    text += strcspn(text, " ") + 1;
    seed->len = take_number(&text);
    seed->model_len = take_number(&text);
    seed->evidence = text;
    seed->evidence_len = strcspn(text, "\n");
    seed->text = text + seed->evidence_len + 1;
    seed->model = seed->model_len > 0 ? seed->text + seed->len : NULL;
    seed->next = (size_t)(seed->text - (const char *)embed_seeds) + seed->len + seed->model_len;
    assert(seed->next <= embed_seeds_size);
    return true;
}

uint32_t embedded_seeds_add(seeds_t *seeds) {
    embedded_seed_t embedded = {0};
    uint32_t count = 0;
    strbuf_t name;
    diag_list_t diags;
    strbuf_init(&name, seeds->mem);
    diag_init(&diags, seeds->mem);
    for (; embedded_seed_next(&embedded); count++) {
        strbuf_clear(&name);
        strbuf_format(&name, "embedded/%.*s", (int)embedded.name_len, embedded.name);
        seed_t *seed = seed_add(seeds, strbuf_text(&name), embedded.text, embedded.len, &diags);
        if (!seed)
            BUG("%s: %s", strbuf_text(&name), diags.rows.data[0].message);
        seed_set_status(seed, embedded.status, SEED_SOLVERS);
        if (embedded.model)
            seed_set_model(seeds, seed, embedded.model, embedded.model_len, &diags);
    }
    diag_done(&diags);
    strbuf_done(&name);
    return count;
}
