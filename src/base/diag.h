/* diag.h - what is wrong with an input, and where.
 *
 * A diag_list_t collects errors of one file in the order they were found. After DIAG_MAX errors the
 * rest is only counted. */
#ifndef BASE_DIAG_H
#define BASE_DIAG_H

#include "base/arena.h"
#include "base/strbuf.h"
#include "base/vec.h"

enum { DIAG_MAX = 100 };

typedef struct diag {
    uint32_t offset; /* in bytes from the start of the file */
    uint32_t line;   /* from 1 */
    uint32_t column; /* from 1, in bytes */
    const char *message;
} diag_t;

typedef struct diag_list {
    mem_t *mem;
    arena_t texts;
    VEC(diag_t) rows;
    uint32_t total; /* errors found, also those not kept */
} diag_list_t;

void diag_init(diag_list_t *list, mem_t *mem);
void diag_done(diag_list_t *list);

/* text is the file, for finding the line of offset. */
void diag_add(diag_list_t *list, const char *text, size_t len, size_t offset, const char *message);

/* Appends "name:line:col: error: message" and, when text is not NULL, the source line with a caret
 * under the column. */
void diag_print(const diag_t *diag, const char *name, const char *text, size_t len, strbuf_t *out);

#endif
