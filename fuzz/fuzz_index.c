/* fuzz_index - the index of a directory of seeds: any text is read or refused, and what was read is
 * written and read again as the same. */
#include "seeds/seed_index.h"
#include "target.h"

#include <string.h>

static void write_index(mem_t *mem, const char *text, size_t len, strbuf_t *out, bool must) {
    seed_index_t index;
    diag_list_t diags;
    diag_init(&diags, mem);
    seed_index_init(&index, mem);
    bool ok = seed_index_read(&index, text, len, &diags);
    if (!ok && (must || diags.rows.len == 0))
        BUG("refused without a reason");
    strbuf_init(out, mem);
    seed_index_write(&index, out);
    seed_index_done(&index);
    diag_done(&diags);
}

static void run(void *arg) {
    const input_t *input = arg;
    strbuf_t once, twice;
    write_index(input->mem, input->text, input->len, &once, false);
    write_index(input->mem, once.data, once.len, &twice, true);
    if (once.len != twice.len || (once.len > 0 && memcmp(once.data, twice.data, once.len) != 0))
        BUG("written and read again, the index is another");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    return input_run(data, size, run);
}
