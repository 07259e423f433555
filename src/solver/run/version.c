#include "solver/run/version.h"

#include <string.h>

/* (:version "4.8.12"), wherever it stands in the output. */
static void find_version(strbuf_t *text, strbuf_t *out) {
    const char *at = strstr(strbuf_text(text), ":version");
    at = at ? strchr(at, '"') : NULL;
    const char *end = at ? strchr(at + 1, '"') : NULL;
    enum { MOST = 60 };
    for (at = at ? at + 1 : NULL; end && at < end && end - at < MOST; at++)
        strbuf_char(out, *at >= ' ' && *at <= '~' ? *at : '?');
}

void version_ask(pool_t *pool, solver_t *solver, strbuf_t *out) {
    static const char text[] = "(get-info :version)\n";
    query_t query = {.text = text, .len = sizeof text - 1, .limits = {.wall = 10}, .fresh = true};
    pool_submit(pool, solver, &query);
    uint64_t tag;
    answer_t answer;
    while (!pool_next(pool, -1, &solver, &tag, &answer))
        continue; /* a signal */
    find_version(&answer.out, out);
    answer_done(&answer);
}

void version_name(pool_t *pool, solver_t *solver, strbuf_t *out) {
    const tier_t *tier = solver_tier(solver);
    strbuf_str(out, solver_profile(solver)->name);
    size_t before = out->len;
    strbuf_char(out, ' ');
    version_ask(pool, solver, out);
    if (out->len == before + 1)
        out->len = before;
    for (uint32_t i = 0; tier && i < tier->options.len; i++)
        strbuf_format(out, " %s", tier->options.data[i]);
}
