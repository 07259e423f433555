/* screen.h - a grid of characters with styles, that what is shown is drawn on.
 *
 *     screen_t screen;
 *     screen_init(&screen, mem);
 *     screen_size(&screen, 80, 24);                       // and empties it
 *     uint32_t x = screen_put(&screen, 2, 0, STYLE_TITLE, "assay %s", version);
 *     screen_box(&screen, 0, 1, 80, 5, "solvers");
 *     screen_text(&screen, &out);                         // for tests and documents
 *
 * What does not fit is cut off at the edge: nothing is ever drawn outside. Texts are ASCII; what is
 * not printable becomes a question mark, so a solver's output cannot steer the terminal. */
#ifndef REPORT_SCREEN_H
#define REPORT_SCREEN_H

#include "base/strbuf.h"

#include <assert.h>

typedef enum {
    STYLE_PLAIN,
    STYLE_TITLE, /* headings */
    STYLE_FAINT, /* labels */
    STYLE_GOOD,
    STYLE_WARN,
    STYLE_BAD,   /* findings */
    STYLE_FRAME, /* lines around */
    STYLE_COUNT
} style_t;

/* Where lines of boxes go from a cell: drawn when the screen is shown. */
enum { LINE_UP = 1, LINE_DOWN = 2, LINE_LEFT = 4, LINE_RIGHT = 8 };

typedef struct cell {
    char c;
    uint8_t style;
    uint8_t lines; /* when not 0, a piece of a box and no character */
} cell_t;

typedef struct screen {
    mem_t *mem;
    uint32_t width, height;
    cell_t *cells; /* by row */
} screen_t;

void screen_init(screen_t *screen, mem_t *mem);
void screen_done(screen_t *screen);

/* At least one cell, and empty. */
void screen_size(screen_t *screen, uint32_t width, uint32_t height);

/* Writes from a cell on; returns the column after it. */
uint32_t screen_put(screen_t *screen, uint32_t x, uint32_t y, style_t style, const char *format,
                    ...) __attribute__((format(printf, 5, 6)));

/* The same, so that it ends before column end. */
void screen_put_right(screen_t *screen, uint32_t end, uint32_t y, style_t style, const char *format,
                      ...) __attribute__((format(printf, 5, 6)));

/* A frame; lines of frames that touch are joined. title may be NULL. */
void screen_box(screen_t *screen, uint32_t x, uint32_t y, uint32_t width, uint32_t height,
                const char *title);

static inline const cell_t *screen_cell(const screen_t *screen, uint32_t x, uint32_t y) {
    assert(x < screen->width && y < screen->height);
    return &screen->cells[(size_t)y * screen->width + x];
}

/* The character of a cell, as UTF-8. */
const char *cell_text(const cell_t *cell, char buffer[2]);

/* All rows, without blanks at their ends. */
void screen_text(const screen_t *screen, strbuf_t *out);

/* A picture for documents: SVG with its own colours. */
void screen_svg(const screen_t *screen, strbuf_t *out);

#endif
