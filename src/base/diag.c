#include "base/diag.h"

#include <string.h>

void diag_init(diag_list_t *list, mem_t *mem) {
    *list = (diag_list_t){.mem = mem};
    arena_init(&list->texts, mem);
}

void diag_done(diag_list_t *list) {
    arena_done(&list->texts);
    vec_free(list->mem, &list->rows);
    list->total = 0;
}

void diag_add(diag_list_t *list, const char *text, size_t len, size_t offset, const char *message) {
    list->total++;
    if (list->rows.len >= DIAG_MAX)
        return;
    /* Errors come nearly in order of place: count lines from the last one. */
    diag_t from = {.offset = 0, .line = 1, .column = 1};
    if (list->rows.len > 0 && vec_last(&list->rows).offset <= offset)
        from = vec_last(&list->rows);
    if (offset > len)
        offset = len;
    diag_t diag = {.offset = (uint32_t)offset, .line = from.line};
    const char *start = text + from.offset - (from.column - 1);
    const char *newline;
    while (start < text + offset &&
           (newline = memchr(start, '\n', (size_t)(text + offset - start)))) {
        diag.line++;
        start = newline + 1;
    }
    diag.column = (uint32_t)(text + offset - start) + 1;
    diag.message = arena_copy(&list->texts, message, strlen(message));
    *vec_push(list->mem, &list->rows) = diag;
}

/* The line of the error with a caret below, cut to a window so that a file of one line stays
 * readable. Tabs and control bytes become spaces to keep the caret in place. */
static void print_source(const diag_t *diag, const char *text, size_t len, strbuf_t *out) {
    enum { WINDOW = 100 };
    size_t begin = diag->offset - (diag->column - 1);
    size_t end = begin;
    while (end < len && text[end] != '\n')
        end++;
    if (end > begin && text[end - 1] == '\r')
        end--;
    if (end == begin)
        return;
    if (diag->column > WINDOW * 3 / 4)
        begin = diag->offset - WINDOW / 2;
    if (end - begin > WINDOW)
        end = begin + WINDOW;
    while (begin < diag->offset && ((unsigned char)text[begin] & 0xC0) == 0x80)
        begin++;
    strbuf_str(out, "    ");
    size_t caret = 0;
    for (size_t i = begin; i < end; i++) {
        unsigned char c = (unsigned char)text[i];
        strbuf_char(out, c < ' ' || c == 0x7F ? ' ' : (char)c);
        if (i < diag->offset && (c & 0xC0) != 0x80)
            caret++;
    }
    strbuf_str(out, "\n    ");
    strbuf_fill(out, ' ', caret);
    strbuf_str(out, "^\n");
}

void diag_print(const diag_t *diag, const char *name, const char *text, size_t len, strbuf_t *out) {
    strbuf_format(out, "%s:%u:%u: error: %s\n", name, diag->line, diag->column, diag->message);
    if (text)
        print_source(diag, text, len, out);
}
