#include "report/screen.h"

#include "report/html_text.h"

#include <stdarg.h>
#include <stdio.h>

void screen_init(screen_t *screen, mem_t *mem) {
    *screen = (screen_t){.mem = mem};
}

void screen_done(screen_t *screen) {
    mem_free(screen->mem, screen->cells);
    *screen = (screen_t){.mem = screen->mem};
}

void screen_size(screen_t *screen, uint32_t width, uint32_t height) {
    assert(width > 0 && height > 0);
    if (width != screen->width || height != screen->height || !screen->cells) {
        mem_free(screen->mem, screen->cells);
        screen->cells = mem_alloc(screen->mem, sizeof *screen->cells * width * height);
        screen->width = width;
        screen->height = height;
    }
    for (size_t i = 0; i < (size_t)width * height; i++)
        screen->cells[i] = (cell_t){.c = ' '};
}

static void put(screen_t *screen, uint32_t x, uint32_t y, style_t style, const char *text) {
    for (; *text && y < screen->height && x < screen->width; x++, text++)
        screen->cells[(size_t)y * screen->width + x] =
            (cell_t){.c = *text >= ' ' && *text <= '~' ? *text : '?', .style = (uint8_t)style};
}

__attribute__((format(printf, 6, 0))) static uint32_t put_format(screen_t *screen, uint32_t x,
                                                                 uint32_t y, style_t style,
                                                                 bool right, const char *format,
                                                                 va_list args) {
    char text[512];
    assert(screen->cells && style < STYLE_COUNT);
    vsnprintf(text, sizeof text, format, args);
    uint32_t len = (uint32_t)strlen(text);
    if (right)
        x = x > len ? x - len : 0;
    put(screen, x, y, style, text);
    return x + len;
}

uint32_t screen_put(screen_t *screen, uint32_t x, uint32_t y, style_t style, const char *format,
                    ...) {
    va_list args;
    va_start(args, format);
    x = put_format(screen, x, y, style, false, format, args);
    va_end(args);
    return x;
}

void screen_put_right(screen_t *screen, uint32_t end, uint32_t y, style_t style, const char *format,
                      ...) {
    va_list args;
    va_start(args, format);
    put_format(screen, end, y, style, true, format, args);
    va_end(args);
}

static void add_lines(screen_t *screen, uint32_t x, uint32_t y, uint32_t lines) {
    assert((lines & ~(uint32_t)(LINE_UP | LINE_DOWN | LINE_LEFT | LINE_RIGHT)) == 0);
    if (x >= screen->width || y >= screen->height)
        return;
    cell_t *cell = &screen->cells[(size_t)y * screen->width + x];
    *cell = (cell_t){.c = ' ', .style = STYLE_FRAME, .lines = (uint8_t)(cell->lines | lines)};
}

void screen_box(screen_t *screen, uint32_t x, uint32_t y, uint32_t width, uint32_t height,
                const char *title) {
    if (width < 2 || height < 2)
        return;
    assert(width <= UINT32_MAX - x && height <= UINT32_MAX - y);
    uint32_t right = x + width - 1;
    uint32_t bottom = y + height - 1;
    for (uint32_t i = x; i <= right; i++) {
        uint32_t across = (i > x ? LINE_LEFT : 0u) | (i < right ? LINE_RIGHT : 0u);
        add_lines(screen, i, y, across);
        add_lines(screen, i, bottom, across);
    }
    for (uint32_t i = y; i <= bottom; i++) {
        uint32_t along = (i > y ? LINE_UP : 0u) | (i < bottom ? LINE_DOWN : 0u);
        add_lines(screen, x, i, along);
        add_lines(screen, right, i, along);
    }
    if (title)
        screen_put(screen, x + 2, y, STYLE_TITLE, " %s ", title);
}

const char *cell_text(const cell_t *cell, char buffer[2]) {
    /* By the sum of LINE_UP and so on. */
    static const char *const lines[16] = {" ", "╵", "╷", "│", "╴", "┘", "┐", "┤",
                                          "╶", "└", "┌", "├", "─", "┴", "┬", "┼"};
    assert(cell->lines < sizeof lines / sizeof *lines);
    if (cell->lines)
        return lines[cell->lines];
    buffer[0] = cell->c;
    buffer[1] = '\0';
    return buffer;
}

void screen_text(const screen_t *screen, strbuf_t *out) {
    char buffer[2];
    for (uint32_t y = 0; y < screen->height; y++) {
        uint32_t end = screen->width;
        while (end > 0 && screen_cell(screen, end - 1, y)->c == ' ' &&
               !screen_cell(screen, end - 1, y)->lines)
            end--;
        for (uint32_t x = 0; x < end; x++)
            strbuf_str(out, cell_text(screen_cell(screen, x, y), buffer));
        strbuf_char(out, '\n');
    }
}

/* --- picture --- */

enum { CELL_WIDTH = 8, CELL_HEIGHT = 17, MARGIN = 12 };

static const char *const colours[STYLE_COUNT] = {
    [STYLE_PLAIN] = "#d8dee9", [STYLE_TITLE] = "#88c0d0", [STYLE_FAINT] = "#81899b",
    [STYLE_GOOD] = "#a3be8c",  [STYLE_WARN] = "#ebcb8b",  [STYLE_BAD] = "#ff7b86",
    [STYLE_FRAME] = "#4c566a",
};

/* Spaces that stay as many as they are. */
static void svg_char(strbuf_t *out, const cell_t *cell) {
    char buffer[2];
    if (cell->lines)
        strbuf_str(out, cell_text(cell, buffer));
    else if (cell->c == ' ')
        strbuf_str(out, "&#160;");
    else
        html_text(out, (slice_t){&cell->c, 1});
}

/* A row as runs of one style; textLength keeps the columns where they are in any font. */
static void svg_row(const screen_t *screen, uint32_t y, strbuf_t *out) {
    for (uint32_t x = 0; x < screen->width;) {
        uint32_t end = x;
        uint8_t style = screen_cell(screen, x, y)->style;
        while (end < screen->width && screen_cell(screen, end, y)->style == style)
            end++;
        assert(end > x && style < STYLE_COUNT);
        strbuf_format(out, "<text x=\"%u\" y=\"%u\" fill=\"%s\" textLength=\"%u\">",
                      MARGIN + x * CELL_WIDTH, MARGIN + y * CELL_HEIGHT + 13, colours[style],
                      (end - x) * CELL_WIDTH);
        for (; x < end; x++)
            svg_char(out, screen_cell(screen, x, y));
        strbuf_str(out, "</text>\n");
    }
}

void screen_svg(const screen_t *screen, strbuf_t *out) {
    uint32_t width = screen->width * CELL_WIDTH + 2 * MARGIN;
    uint32_t height = screen->height * CELL_HEIGHT + 2 * MARGIN;
    strbuf_format(out,
                  "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %u %u\" width=\"%u\" "
                  "font-family=\"monospace\" font-size=\"13\">\n"
                  "<rect width=\"100%%\" height=\"100%%\" rx=\"8\" fill=\"#242933\"/>\n",
                  width, height, width);
    for (uint32_t y = 0; y < screen->height; y++)
        svg_row(screen, y, out);
    strbuf_str(out, "</svg>\n");
}
