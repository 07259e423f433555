/* fuzz_rules - files of rules and of operators: any text is read or refused, with a position in it
 * for each mistake. */
#include "mutate/gen/contradictions.h"
#include "mutate/generic/ops_config.h"
#include "mutate/rules/rules.h"
#include "mutate/sparrow/approx.h"
#include "target.h"

enum { MOST_BYTES = 1 << 14 };

static void run_fusion(void *arg) {
    const input_t *input = arg;
    rules_t rules;
    diag_list_t diags;
    diag_init(&diags, input->mem);
    rules_init(&rules, input->mem);
    bool ok = rules_read(&rules, input->text, input->len, false, &diags);
    check_diags(&diags, ok, input->len);
    rules_done(&rules);
    diag_done(&diags);
}

static void run_approx(void *arg) {
    const input_t *input = arg;
    approxes_t all;
    diag_list_t diags;
    diag_init(&diags, input->mem);
    approx_init(&all, input->mem);
    bool ok = approx_read(&all, input->text, input->len, false, &diags);
    check_diags(&diags, ok, input->len);
    approx_done(&all);
    diag_done(&diags);
}

static void run_ops(void *arg) {
    const input_t *input = arg;
    bank_t bank;
    ops_config_t config;
    diag_list_t diags;
    diag_init(&diags, input->mem);
    bank_init(&bank, input->mem);
    ops_config_init(&config, &bank, input->mem);
    bool ok = ops_config_read(&config, input->text, input->len, &diags);
    check_diags(&diags, ok, input->len);
    ops_config_done(&config);
    bank_done(&bank);
    diag_done(&diags);
}

static void run_contradictions(void *arg) {
    const input_t *input = arg;
    contradictions_t all;
    diag_list_t diags;
    diag_init(&diags, input->mem);
    contradictions_init(&all, input->mem);
    bool ok = contradictions_read(&all, input->text, input->len, &diags);
    check_diags(&diags, ok, input->len);
    contradictions_done(&all);
    diag_done(&diags);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size > MOST_BYTES)
        return 0;
    input_run(data, size, run_fusion);
    input_run(data, size, run_approx);
    input_run(data, size, run_ops);
    return input_run(data, size, run_contradictions);
}
