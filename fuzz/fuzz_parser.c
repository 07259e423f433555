/* fuzz_parser - any bytes are a script or have errors with a place in the text; all terms are well
 * formed; what was made after a mark is gone after a release. */
#include "target.h"

static void check_terms(const bank_t *bank) {
    for (term_t t = 1; t < bank_term_count(bank); t++) {
        uint32_t count;
        const term_t *children = term_children(bank, t, &count);
        for (uint32_t i = 0; i < count; i++)
            if (children[i] >= t || children[i] == TERM_BAD)
                BUG("a child that is younger than its parent, or wrong");
        if (sort_canon(bank, term_sort(bank, t)) != term_sort(bank, t))
            BUG("a term with a written sort");
    }
}

static void run(void *arg) {
    const input_t *input = arg;
    reading_t reading;
    bool ok = reading_of(&reading, input->mem, input->text, input->len);
    check_diags(&reading.diags, ok, input->len);
    bank_t *bank = &reading.bank;
    check_terms(bank);
    bank_release(bank, reading.start);
    if (bank->terms.len != reading.start.terms ||
        bank->symbols.rows.len != reading.start.symbols.len)
        BUG("release kept something");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    return input_run(data, size, run);
}
