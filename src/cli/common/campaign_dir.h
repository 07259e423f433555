/* campaign_dir.h - a campaign's directory, or one finding in it, as a command names it.
 *
 *     campaign_dir_t dir;
 *     if (!campaign_dir_open(&dir, "assay-out-2026-01-02/findings/3", &mem)) return EXIT_INPUT;
 *     for each finding of dir.report that campaign_dir_has(&dir, finding) ...
 *
 * Those that do not happen every time are in flaky/ID. */
#ifndef CLI_CAMPAIGN_DIR_H
#define CLI_CAMPAIGN_DIR_H

#include "report/load.h"

typedef struct campaign_dir {
    mem_t *mem;
    char *root;       /* the directory of the campaign */
    const char *name; /* its last part */
    int64_t only;     /* the one finding that was named, by its cluster; 0: all */
    report_t report;
} campaign_dir_t;

/* Whether a path that could also name a file names one of these: it is a directory, or it looks
 * like a finding and is not there. */
bool campaign_dir_is_meant(const char *path);

/* False with a message on stderr. Nothing is written there, and a campaign may be under way. */
bool campaign_dir_open(campaign_dir_t *dir, const char *path, mem_t *mem);
void campaign_dir_done(campaign_dir_t *dir);

/* Opens it for the one finding that the path names; NULL with a message on stderr. */
const report_finding_t *campaign_dir_finding(campaign_dir_t *dir, const char *path, mem_t *mem);

static inline bool campaign_dir_has(const campaign_dir_t *dir, const report_finding_t *finding) {
    return dir->only == 0 || finding->cluster.id == dir->only;
}

/* Opens the database; NULL with a message. */
store_t *campaign_dir_store(campaign_dir_t *dir, store_access_t access);

/* The key of the fact that keeps what the last replay saw of a finding. */
void campaign_dir_replay_key(int64_t cluster, strbuf_t *out);

#endif
