#include "solver/run/z3wasm.h"

#include "base/embed.h"
#include "base/file.h"
#include "solver/run/process.h"

#include <ctype.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

EMBED(z3wasm_driver);

enum { VERSION_SIZE = 64 };

/* ---- Versions ------------------------------------------------------------------------------ */

/* It becomes part of a path. */
static bool is_version(const char *text) {
    size_t len = strlen(text);
    return isdigit((unsigned char)text[0]) && len < VERSION_SIZE &&
           strspn(text, "0123456789.-abcdefghijklmnopqrstuvwxyz") == len;
}

/* Is a newer than b? Numbers count as numbers, the rest as text. */
static bool is_newer(const char *a, const char *b) {
    while (*a != '\0' && *b != '\0') {
        if (isdigit((unsigned char)*a) && isdigit((unsigned char)*b)) {
            char *end_a;
            char *end_b;
            unsigned long number_a = strtoul(a, &end_a, 10);
            unsigned long number_b = strtoul(b, &end_b, 10);
            if (number_a != number_b)
                return number_a > number_b;
            a = end_a;
            b = end_b;
        } else if (*a != *b) {
            return *a > *b;
        } else {
            a++;
            b++;
        }
    }
    return *a != '\0';
}

/* The first "version": "..." of a package.json, which npm puts near the top. */
static bool read_version(const char *text, size_t len, char version[VERSION_SIZE]) {
    static const char key[] = "\"version\"";
    const char *end = text + len;
    const char *at = memmem(text, len, key, strlen(key));
    if (!at)
        return false;
    at += strlen(key);
    while (at < end && (isspace((unsigned char)*at) || *at == ':'))
        at++;
    if (at == end || *at++ != '"')
        return false;
    const char *quote = memchr(at, '"', (size_t)(end - at));
    if (!quote || quote - at >= VERSION_SIZE)
        return false;
    memcpy(version, at, (size_t)(quote - at));
    version[quote - at] = '\0';
    return true;
}

/* ---- The package --------------------------------------------------------------------------- */

typedef struct search {
    mem_t *mem;
    const char *wanted; /* NULL: any */
    strbuf_t path;      /* being tried; the package when it was found */
    strbuf_t tried;     /* for the message */
} search_t;

/* Is the package in the directory that path names? */
static bool try_path(search_t *search) {
    size_t len = search->path.len;
    file_text_t text;
    const char *error;
    char version[VERSION_SIZE];
    strbuf_str(&search->path, "/package.json");
    bool there = file_read(search->mem, strbuf_text(&search->path), &text, &error);
    search->path.len = len;
    if (!there) {
        strbuf_format(&search->tried, "  %s: not there\n", strbuf_text(&search->path));
        return false;
    }
    bool right = read_version(text.data, text.len, version);
    file_release(search->mem, &text);
    if (!right)
        strbuf_format(&search->tried, "  %s: no version\n", strbuf_text(&search->path));
    else if (search->wanted && strcmp(version, search->wanted) != 0)
        strbuf_format(&search->tried, "  %s: version %s\n", strbuf_text(&search->path), version);
    else
        return true;
    return false;
}

static bool try_below(search_t *search, const char *directory, const char *rest) {
    strbuf_clear(&search->path);
    strbuf_format(&search->path, "%s/%s", directory, rest);
    return try_path(search);
}

/* The directory of the cache; false without a home. */
static bool cache_directory(strbuf_t *path) {
    const char *cache = getenv("XDG_CACHE_HOME");
    const char *home = getenv("HOME");
    if (cache && cache[0] == '/') /* the standard wants others ignored */
        strbuf_format(path, "%s/assay", cache);
    else if (home)
        strbuf_format(path, "%s/.cache/assay", home);
    return path->len != 0;
}

/* The newest version that has a directory in the cache. */
static bool find_newest(const char *cache, char version[VERSION_SIZE]) {
    static const char prefix[] = "z3-solver-";
    DIR *all = opendir(cache);
    if (!all)
        return false;
    version[0] = '\0';
    const struct dirent *row;
    while ((row = readdir(all))) {
        const char *name = row->d_name + strlen(prefix);
        if (strncmp(row->d_name, prefix, strlen(prefix)) == 0 && is_version(name) &&
            is_newer(name, version))
            memcpy(version, name, strlen(name) + 1);
    }
    closedir(all);
    return version[0] != '\0';
}

static bool try_cache(search_t *search) {
    char newest[VERSION_SIZE];
    strbuf_t cache;
    strbuf_init(&cache, search->mem);
    const char *version = search->wanted;
    bool found = false;
    if (cache_directory(&cache)) {
        if (!version && find_newest(strbuf_text(&cache), newest))
            version = newest;
        if (version) {
            strbuf_format(&cache, "/z3-solver-%s", version);
            found = try_below(search, strbuf_text(&cache), "node_modules/z3-solver");
        }
    }
    strbuf_done(&cache);
    return found;
}

static bool find_package(search_t *search) {
    const char *npm = getenv("ASSAY_NPM");
    if (npm && npm[0] != '\0' &&
        (try_below(search, npm, "node_modules/z3-solver") || try_below(search, npm, "z3-solver")))
        return true;
    return try_below(search, ".", "node_modules/z3-solver") || try_cache(search);
}

static void say_missing(search_t *search, strbuf_t *why) {
    const char *at = search->wanted ? "@" : "";
    const char *version = search->wanted ? search->wanted : "";
    strbuf_format(why,
                  "no npm package z3-solver%s%s; npm install z3-solver%s%s here, or in a directory "
                  "that ASSAY_NPM names\n"
                  "looked in:\n%s",
                  at, version, at, version, strbuf_text(&search->tried));
}

/* ---- The command --------------------------------------------------------------------------- */

static bool push_node(arena_t *texts, text_vec_t *argv, strbuf_t *why) {
    char *node = process_find(texts->mem, "node");
    if (!node)
        node = process_find(texts->mem, "nodejs");
    if (!node) {
        strbuf_str(why, "z3-wasm runs in node, and there is no node on PATH: install Node.js 16 or "
                        "newer (Debian: apt-get install nodejs)");
        return false;
    }
    *vec_push(texts->mem, argv) = arena_copy(texts, node, strlen(node));
    mem_free(texts->mem, node);
    return true;
}

bool z3wasm_command(arena_t *texts, const char *version, text_vec_t *argv, strbuf_t *why) {
    if (version && !is_version(version)) {
        strbuf_format(why, "'%s' is not a version of z3-solver, such as 5.2.0", version);
        return false;
    }
    mem_t *mem = texts->mem;
    search_t search = {.mem = mem, .wanted = version};
    strbuf_init(&search.path, mem);
    strbuf_init(&search.tried, mem);
    uint32_t before = argv->len;
    bool found = push_node(texts, argv, why);
    if (found && !find_package(&search)) {
        say_missing(&search, why);
        found = false;
    }
    if (found) {
        *vec_push(mem, argv) = "-e";
        *vec_push(mem, argv) = (const char *)embed_z3wasm_driver;
        *vec_push(mem, argv) = "--";
        *vec_push(mem, argv) = arena_copy(texts, search.path.data, search.path.len);
    } else {
        argv->len = before;
    }
    strbuf_done(&search.tried);
    strbuf_done(&search.path);
    return found;
}
