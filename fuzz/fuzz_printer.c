/* fuzz_printer - what is printed, in every style, parses back, and printing that again gives the
 * same text. */
#include "smt/print/print.h"
#include "target.h"

#include <stdio.h>

enum { MOST = 1 << 22 }; /* a longer text says nothing new */

/* Parses text and prints it in the style; false when it has errors. */
static bool reprint(mem_t *mem, const char *text, size_t len, const print_style_t *style,
                    strbuf_t *out) {
    reading_t reading;
    bool ok = reading_of(&reading, mem, text, len);
    if (ok)
        print_script(&reading.script, style, out);
    return ok;
}

static void compare(const input_t *input, const print_style_t *style, bool same) {
    strbuf_t once;
    strbuf_t twice;
    strbuf_init(&once, input->mem);
    strbuf_init(&twice, input->mem);
    if (!reprint(input->mem, input->text, input->len, style, &once) || once.len == 0 ||
        once.len > MOST)
        return;
    if (!reprint(input->mem, once.data, once.len, style, &twice)) {
        fwrite(once.data, 1, once.len, stderr);
        BUG("what was printed does not parse");
    }
    if (same && (once.len != twice.len || memcmp(once.data, twice.data, once.len) != 0)) {
        fwrite(once.data, 1, once.len, stderr);
        fwrite(twice.data, 1, twice.len, stderr);
        BUG("printing twice gives another text");
    }
}

static void run(void *arg) {
    const input_t *input = arg;
    compare(input, NULL, true);
    compare(input, &(print_style_t){.indent = true}, true);
    compare(input, &(print_style_t){.indent = true, .width = 30}, true);
    compare(input, &(print_style_t){.share = true}, false);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    return input_run(data, size, run);
}
