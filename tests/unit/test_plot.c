/* Pictures of numbers: what they say is text, and stays inside. */
#include "unit.h"

#include "report/plot.h"

#include <string.h>

static void shows(strbuf_t *out, const char *text) {
    if (!strstr(strbuf_text(out), text))
        fail_msg("no '%s' in\n%s", text, strbuf_text(out));
}

static void names_are_text(void **state) {
    mem_t mem;
    mem_init(&mem);
    strbuf_t out;
    strbuf_init(&out, &mem);
    static const char *const parts[] = {"<sat>", "it's"};
    static const double numbers[] = {3, 1};
    const plot_bar_t bar = {slice_of("z3 \"&\" \x01"), numbers};
    plot_bars("a < b", parts, 2, &bar, 1, &out);
    shows(&out, "aria-label=\"a &lt; b\"");
    shows(&out, ">z3 &quot;&amp;&quot; &#xFFFD;</text>");
    shows(&out, "<title>&lt;sat&gt;: 3</title>");
    shows(&out, "y=\"16\">it&#39;s</text>");
    assert_null(strstr(strbuf_text(&out), "<sat>"));
    strbuf_done(&out);
    mem_done(&mem);
}

/* The largest bar takes all the room there is, and its parts follow each other. */
static void bars_are_to_scale(void **state) {
    mem_t mem;
    mem_init(&mem);
    strbuf_t out;
    strbuf_init(&out, &mem);
    static const char *const parts[] = {"a", "b"};
    static const double large[] = {30, 10}, small[] = {0, 10};
    const plot_bar_t bars[] = {{slice_of("large"), large}, {slice_of("small"), small}};
    plot_bars("t", parts, 2, bars, 2, &out);
    shows(&out, "class=\"s0\" x=\"110.0\" y=\"32\" width=\"345.0\"");
    shows(&out, "class=\"s1\" x=\"455.0\" y=\"32\" width=\"115.0\"");
    shows(&out, "class=\"s1\" x=\"110.0\" y=\"58\" width=\"115.0\"");
    strbuf_done(&out);
    mem_done(&mem);
}

static void lines_follow_time(void **state) {
    mem_t mem;
    mem_init(&mem);
    strbuf_t out;
    strbuf_init(&out, &mem);
    plot_series_t series = {.name = "findings", .steps = true};
    for (uint32_t i = 0; i < 3; i++)
        *vec_push(&mem, &series.points) = (plot_point_t){60 * i, i};
    plot_lines("t", &series, 1, &out);
    shows(&out, "d=\"M56.0 206.0H342.0L342.0 ");
    shows(&out, "H628\"/>");
    shows(&out, ">2 min</text>");
    strbuf_clear(&out);
    series.points.len = 0;
    plot_lines("nothing", &series, 1, &out);
    shows(&out, "d=\"\"/>");
    vec_free(&mem, &series.points);
    strbuf_done(&out);
    mem_done(&mem);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_text),
        cmocka_unit_test(bars_are_to_scale),
        cmocka_unit_test(lines_follow_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
