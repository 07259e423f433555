#include "cli/campaign_dir.h"

#include "base/file.h"
#include "oracle/substitute.h"

#include <stdio.h>
#include <stdlib.h>

static char *copy_part(mem_t *mem, const char *text, size_t len) {
    char *copy = mem_alloc(mem, len + 1);
    memcpy(copy, text, len);
    copy[len] = '\0';
    return copy;
}

/* DIR, or DIR/findings/ID. */
static bool split_path(campaign_dir_t *dir, const char *path) {
    size_t len = strlen(path);
    while (len > 1 && path[len - 1] == '/')
        len--;
    char *whole = copy_part(dir->mem, path, len);
    char *id = strrchr(whole, '/');
    static const char folder[] = "/findings";
    size_t parent = id ? (size_t)(id - whole) : 0;
    dir->root = whole;
    if (id && parent >= sizeof folder - 1 &&
        memcmp(whole + parent - (sizeof folder - 1), folder, sizeof folder - 1) == 0) {
        char *end;
        dir->only = strtoll(id + 1, &end, 10);
        if (*end != '\0' || dir->only <= 0) {
            fprintf(stderr, "assay: %s: a finding has a number\n", path);
            return false;
        }
        whole[parent - (sizeof folder - 1)] = '\0';
        if (*whole == '\0')
            dir->root = copy_part(dir->mem, ".", 1);
    }
    const char *last = strrchr(dir->root, '/');
    dir->name = last ? last + 1 : dir->root;
    return true;
}

store_t *campaign_dir_store(campaign_dir_t *dir, store_access_t access) {
    strbuf_t path, why;
    strbuf_init(&path, dir->mem);
    strbuf_init(&why, dir->mem);
    strbuf_format(&path, "%s/campaign.db", dir->root);
    store_t *store = store_open(dir->mem, strbuf_text(&path), access, &why);
    if (!store)
        fprintf(stderr, "assay: %s\n", strbuf_text(&why));
    strbuf_done(&path);
    strbuf_done(&why);
    return store;
}

bool campaign_dir_open(campaign_dir_t *dir, const char *path, mem_t *mem) {
    *dir = (campaign_dir_t){.mem = mem};
    if (!split_path(dir, path))
        return false;
    if (!file_is_dir(dir->root)) {
        fprintf(stderr, "assay: %s: no such directory\n", dir->root);
        return false;
    }
    store_t *store = campaign_dir_store(dir, STORE_READ);
    if (!store)
        return false;
    bool ok = report_load(&dir->report, store, mem);
    if (!ok)
        fprintf(stderr, "assay: %s\n", store_why(store));
    else if (dir->only && !report_find(&dir->report, dir->only)) {
        fprintf(stderr, "assay: %s: there is no finding %lld\n", dir->root, (long long)dir->only);
        ok = false;
    }
    store_close(store);
    return ok;
}

void campaign_dir_done(campaign_dir_t *dir) {
    if (dir->report.mem)
        report_done(&dir->report);
}

void campaign_dir_replay_key(int64_t cluster, strbuf_t *out) {
    strbuf_format(out, "replay/%lld", (long long)cluster);
}

/* The culprit's own model, when it is what speaks against it. */
static store_text_t own_model(const report_finding_t *finding) {
    for (uint32_t i = 0; i < finding->answers.len; i++)
        if (report_text_is(finding->answers.data[i].role, "culprit"))
            return finding->answers.data[i].model;
    return (store_text_t){0};
}

/* The formula as it was found with the model put in: the witness satisfies it, the culprit's own
 * model does not. */
static void add_check(campaign_dir_t *dir, const report_finding_t *finding,
                      report_extras_t *extras) {
    bool witness = report_text_is(finding->best.certificate, "witness");
    bool own = report_text_is(finding->best.certificate, "own-model");
    store_text_t model = witness ? finding->best.witness
                         : own   ? own_model(finding)
                                 : (store_text_t){0};
    if (model.len == 0)
        return;
    witness_t work;
    strbuf_t text;
    witness_init(&work, dir->mem);
    strbuf_init(&text, dir->mem);
    store_text_t trigger = finding->best.trigger;
    if (witness_read(&work, trigger.data, trigger.len)) {
        tested_t tested = witness_test(&work, model.data, model.len);
        if (tested.holds == (witness ? HOLDS_YES : HOLDS_NO) && substitute_model(&work, &text)) {
            extras->check = (store_text_t){text.data, text.len};
            extras->check_answer = store_text(witness ? "sat" : "unsat");
        }
    }
    witness_done(&work);
}

static void add_versions(campaign_dir_t *dir, const report_finding_t *finding,
                         report_extras_t *extras) {
    store_t *store = campaign_dir_store(dir, STORE_READ);
    if (!store)
        return;
    strbuf_t key;
    strbuf_init(&key, dir->mem);
    campaign_dir_replay_key(finding->cluster.id, &key);
    extras->versions = store_text(store_fact(store, strbuf_text(&key), &dir->report.texts));
    strbuf_done(&key);
    store_close(store);
}

void campaign_dir_extras(campaign_dir_t *dir, const report_finding_t *finding,
                         report_extras_t *extras) {
    *extras = (report_extras_t){0};
    add_check(dir, finding, extras);
    add_versions(dir, finding, extras);
}
