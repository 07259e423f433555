/* fuzz_answer - whatever a solver prints is read: an outcome with a printable message, verdicts,
 * and a signature exactly for crashes; the same every time.
 *
 * The first bytes choose the profile and how the run ended; then standard output, and after a NUL
 * standard error. */
#include "solver/read.h"
#include "target.h"

#include <string.h>

enum { HEAD = 5 };

static void fill(answer_t *answer, const input_t *input) {
    static const int signals[] = {0, 0, 0, 6, 9, 11, 15, 24};
    const uint8_t *head = (const uint8_t *)input->text;
    answer->signal = signals[head[1] % 8];
    answer->exit_status = answer->signal || head[2] > 200 ? -1 : head[2];
    answer->stop = (stop_t)(head[3] % (STOP_CANCEL + 1));
    answer->cut = head[3] & 0x80;
    answer->asked = head[4] % 4;
    const char *text = input->text + HEAD;
    size_t size = input->len - HEAD;
    const char *middle = size > 0 ? memchr(text, '\0', size) : NULL;
    size_t out = middle ? (size_t)(middle - text) : size;
    strbuf_add(&answer->out, text, out);
    if (middle)
        strbuf_add(&answer->err, middle + 1, size - out - 1);
}

static void check(const answer_t *answer) {
    for (size_t i = 0; i < answer->message.len; i++)
        if (answer->message.data[i] < ' ' || answer->message.data[i] >= 0x7F)
            BUG("a message that cannot be printed");
    if ((answer->outcome == OUTCOME_CRASH) != (answer->signature.len > 0))
        BUG("a signature and no crash, or the other way round");
    if (answer->outcome <= OUTCOME_UNKNOWN && answer->verdicts.len == 0 && answer->message.len == 0)
        BUG("a verdict from nowhere");
    for (uint32_t i = 0; i < answer->verdicts.len; i++)
        if (answer->verdicts.data[i] > OUTCOME_UNKNOWN && answer->verdicts.data[i] != OUTCOME_ERROR)
            BUG("a verdict that is none");
}

/* Read once: they cost more than an answer does. */
static const profiles_t *known_profiles(void) {
    static mem_t mem;
    static profiles_t profiles;
    if (profiles.rows.len == 0) {
        mem_init(&mem);
        profiles_init(&profiles, &mem);
        profiles_embedded(&profiles);
    }
    return &profiles;
}

static void run(void *arg) {
    const input_t *input = arg;
    const profiles_t *profiles = known_profiles();
    const profile_t *profile = profiles->rows.data[(uint8_t)input->text[0] % profiles->rows.len];
    answer_t answer;
    answer_init(&answer, input->mem);
    fill(&answer, input);
    read_answer(profile, &answer);
    check(&answer);
    outcome_t before = answer.outcome;
    read_answer(profile, &answer);
    if (answer.outcome != before)
        BUG("reading twice gives another outcome");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    return size < HEAD ? 0 : input_run(data, size, run);
}
