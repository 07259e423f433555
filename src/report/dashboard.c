#include "report/dashboard.h"

#include <assert.h>
#include <locale.h>
#include <ncurses.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct dashboard {
    mem_t *mem;
    SCREEN *terminal;
    screen_t screen;
    bool colour;
    bool quit;
};

/* Colours of the terminal's own palette, so that any theme is readable. */
static void start_colours(dashboard_t *dashboard) {
    static const short foreground[STYLE_COUNT] = {
        [STYLE_PLAIN] = -1,         [STYLE_TITLE] = COLOR_CYAN,  [STYLE_FAINT] = -1,
        [STYLE_GOOD] = COLOR_GREEN, [STYLE_WARN] = COLOR_YELLOW, [STYLE_BAD] = COLOR_RED,
        [STYLE_FRAME] = COLOR_BLUE,
    };
    const char *no_color = getenv("NO_COLOR");
    dashboard->colour = !(no_color && *no_color) && has_colors() && start_color() == OK &&
                        use_default_colors() == OK;
    for (short i = 0; dashboard->colour && i < STYLE_COUNT; i++)
        init_pair((short)(i + 1), foreground[i], -1);
}

dashboard_t *dashboard_open(mem_t *mem) {
    const char *name = getenv("TERM");
    if (!isatty(STDOUT_FILENO) || !name || strcmp(name, "dumb") == 0)
        return NULL;
    setlocale(LC_CTYPE, "");
    SCREEN *terminal = newterm(NULL, stdout, stdin);
    if (!terminal)
        return NULL;
    dashboard_t *dashboard = mem_zalloc(mem, 1, sizeof *dashboard);
    dashboard->mem = mem;
    dashboard->terminal = terminal;
    screen_init(&dashboard->screen, mem);
    set_term(terminal);
    cbreak();
    noecho();
    nodelay(stdscr, TRUE);
    keypad(stdscr, TRUE);
    curs_set(0);
    start_colours(dashboard);
    return dashboard;
}

static attr_t attributes(const dashboard_t *dashboard, uint8_t style) {
    assert(style < STYLE_COUNT);
    attr_t attr = dashboard->colour ? (attr_t)COLOR_PAIR(style + 1) : A_NORMAL;
    if (style == STYLE_FAINT)
        attr |= A_DIM;
    if (style == STYLE_BAD || style == STYLE_TITLE)
        attr |= A_BOLD;
    return attr;
}

static chtype line_character(uint8_t lines) {
    switch (lines) {
    case LINE_UP | LINE_DOWN:
        return ACS_VLINE;
    case LINE_LEFT | LINE_RIGHT:
        return ACS_HLINE;
    case LINE_DOWN | LINE_RIGHT:
        return ACS_ULCORNER;
    case LINE_DOWN | LINE_LEFT:
        return ACS_URCORNER;
    case LINE_UP | LINE_RIGHT:
        return ACS_LLCORNER;
    case LINE_UP | LINE_LEFT:
        return ACS_LRCORNER;
    case LINE_UP | LINE_DOWN | LINE_RIGHT:
        return ACS_LTEE;
    case LINE_UP | LINE_DOWN | LINE_LEFT:
        return ACS_RTEE;
    case LINE_LEFT | LINE_RIGHT | LINE_DOWN:
        return ACS_TTEE;
    case LINE_LEFT | LINE_RIGHT | LINE_UP:
        return ACS_BTEE;
    default:
        assert(lines == (LINE_UP | LINE_DOWN | LINE_LEFT | LINE_RIGHT));
        return ACS_PLUS;
    }
}

void dashboard_show(dashboard_t *dashboard, const stats_view_t *view) {
    set_term(dashboard->terminal);
    int height, width;
    getmaxyx(stdscr, height, width);
    screen_t *screen = &dashboard->screen;
    screen_size(screen, width > 0 ? (uint32_t)width : 1, height > 0 ? (uint32_t)height : 1);
    dashboard_draw(screen, view);
    for (uint32_t y = 0; y < screen->height; y++)
        for (uint32_t x = 0; x < screen->width; x++) {
            const cell_t *cell = screen_cell(screen, x, y);
            chtype c = cell->lines ? line_character(cell->lines) : (chtype)(unsigned char)cell->c;
            mvaddch((int)y, (int)x, c | attributes(dashboard, cell->style));
        }
    refresh();
}

bool dashboard_quit(dashboard_t *dashboard) {
    set_term(dashboard->terminal);
    for (int key; (key = getch()) != ERR;)
        dashboard->quit |= key == 'q' || key == 'Q';
    return dashboard->quit;
}

void dashboard_close(dashboard_t *dashboard) {
    if (!dashboard)
        return;
    set_term(dashboard->terminal);
    endwin();
    delscreen(dashboard->terminal);
    screen_done(&dashboard->screen);
    mem_free(dashboard->mem, dashboard);
}
