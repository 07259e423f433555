#include "cli/common/campaign_dir.h"

#include "base/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char *copy_part(mem_t *mem, const char *text, size_t len) {
    char *copy = mem_alloc(mem, len + 1);
    memcpy(copy, text, len);
    copy[len] = '\0';
    return copy;
}

/* The length of the folder that findings are in, when the path ends with one; else 0. */
static size_t folder_length(const char *path, size_t len) {
    static const char *const folders[] = {"/findings", "/flaky"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        size_t folder = strlen(folders[i]);
        if (len >= folder && memcmp(path + len - folder, folders[i], folder) == 0)
            return folder;
        if (len == folder - 1 && memcmp(path, folders[i] + 1, len) == 0)
            return len; /* of the directory that we are in */
    }
    return 0;
}

bool campaign_dir_is_meant(const char *path) {
    size_t len = strlen(path);
    while (len > 0 && path[len - 1] == '/')
        len--;
    while (len > 0 && path[len - 1] != '/')
        len--;
    bool below = len > 1 && folder_length(path, len - 1) > 0;
    return file_is_dir(path) || (below && access(path, F_OK) != 0);
}

/* DIR, or DIR/findings/ID, or DIR/flaky/ID. */
static bool split_path(campaign_dir_t *dir, const char *path) {
    size_t len = strlen(path);
    while (len > 1 && path[len - 1] == '/')
        len--;
    char *whole = copy_part(dir->mem, path, len);
    char *id = strrchr(whole, '/');
    size_t parent = id ? (size_t)(id - whole) : 0;
    size_t folder = folder_length(whole, parent);
    dir->root = whole;
    if (folder > 0) {
        char *end;
        dir->only = strtoll(id + 1, &end, 10);
        if (*end != '\0' || dir->only <= 0) {
            fprintf(stderr, "assay: %s: a finding has a number\n", path);
            return false;
        }
        whole[parent - folder] = '\0';
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

const report_finding_t *campaign_dir_finding(campaign_dir_t *dir, const char *path, mem_t *mem) {
    if (campaign_dir_open(dir, path, mem) && dir->only != 0)
        return report_find(&dir->report, dir->only);
    if (dir->only == 0)
        fprintf(stderr, "assay: %s is no finding: DIR/findings/ID is one of a campaign\n", path);
    return NULL;
}

void campaign_dir_done(campaign_dir_t *dir) {
    if (dir->report.mem)
        report_done(&dir->report);
}

void campaign_dir_replay_key(int64_t cluster, strbuf_t *out) {
    strbuf_format(out, "replay/%lld", (long long)cluster);
}
