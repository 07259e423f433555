/* eval_regex - how fast the evaluator decides whether a string is in a regular language.
 *
 * For each of some ordinary patterns, strings of 1,000, 10,000 and 100,000 characters, each with an
 * evaluator that knows nothing of the pattern yet; then once more, with all derivatives known. The
 * time for a character must not grow with the length. */
#include "base/clock.h"
#include "base/rng.h"
#include "eval/engine/eval.h"
#include "smt/read/parse.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct pattern {
    const char *name;
    const char *regex;
    const char *letters; /* of the string */
} pattern_t;

#define LOWER "(re.range \"a\" \"z\")"
#define DIGIT "(re.range \"0\" \"9\")"
#define HAS(word) "(re.++ re.all (str.to_re \"" word "\") re.all)"

static const pattern_t patterns[] = {
    {"letters", "(re.* " LOWER ")", "abcxyz"},
    {"words",
     "(re.* (re.union (str.to_re \"ab\") (str.to_re \"ba\") (str.to_re \"a\")"
     " (str.to_re \"b\")))",
     "ab"},
    {"e-mail",
     "(re.++ (re.+ (re.union " LOWER " " DIGIT " (str.to_re \".\"))) (re.opt (re.++"
     " (str.to_re \"@\") (re.+ " LOWER ") (str.to_re \".\") (re.+ " LOWER "))))",
     "abc.09"},
    {"contains", HAS("needle"), "nedx"},
    {"not one after another",
     "(re.inter (re.* " LOWER ") (re.comp (re.++ re.all (str.to_re \"zzzz\")"
     " re.all (str.to_re \"yyyy\") re.all)))",
     "xyx"},
    {"three words", "(re.inter " HAS("abba") " " HAS("baab") " " HAS("abca") ")", "ab"},
    {"counted", "((_ re.loop 10 1000000) (re.union " DIGIT " (str.to_re \"ab\")))", "0123456789"},
    {"9th from the end", "(re.++ re.all (str.to_re \"a\") ((_ re.^ 8) re.allchar))", "ab"},
};

typedef struct bench {
    mem_t mem;
    bank_t bank;
    script_t script;
    values_t values;
    eval_t eval;
    term_t formula;
} bench_t;

static void bench_init(bench_t *bench, const pattern_t *pattern, unsigned len) {
    mem_init(&bench->mem);
    bank_init(&bench->bank, &bench->mem);
    script_init(&bench->script, &bench->bank);
    strbuf_t text;
    strbuf_init(&text, &bench->mem);
    rng_t rng = rng_make(1);
    strbuf_str(&text, "(assert (str.in_re \"");
    for (unsigned i = 0; i < len; i++)
        strbuf_char(&text, pattern->letters[rng_below(&rng, strlen(pattern->letters))]);
    strbuf_format(&text, "\" %s))", pattern->regex);
    diag_list_t diags;
    diag_init(&diags, &bench->mem);
    if (!parse_script(&bench->script, text.data, text.len, &diags)) {
        fprintf(stderr, "%s: %s\n", pattern->name, diags.rows.data[0].message);
        exit(1);
    }
    uint32_t count;
    bench->formula = script_words(&bench->script, 0, &count)[0];
    values_init(&bench->values, &bench->bank, &bench->mem);
    eval_init(&bench->eval, &bench->bank, &bench->values, NULL, &bench->mem);
    /* The string and the pattern are values already. */
    const term_t *children = term_children(&bench->bank, bench->formula, &count);
    for (uint32_t i = 0; i < count; i++)
        eval_term(&bench->eval, children[i]);
}

/* Nanoseconds for a character; negative when the answer is unknown. */
static double measure(bench_t *bench, unsigned len, result_t *result) {
    double start = clock_cpu();
    *result = eval_term(&bench->eval, bench->formula);
    return (clock_cpu() - start) * 1e9 / len;
}

int main(void) {
    printf("%-22s %10s %12s %12s %8s\n", "pattern", "characters", "ns/char", "known", "in it");
    for (unsigned i = 0; i < sizeof patterns / sizeof *patterns; i++)
        for (unsigned len = 1000; len <= 100000; len *= 10) {
            bench_t bench;
            result_t result;
            bench_init(&bench, &patterns[i], len);
            double first = measure(&bench, len, &result);
            eval_set_model(&bench.eval, NULL);
            uint32_t count;
            const term_t *children = term_children(&bench.bank, bench.formula, &count);
            for (uint32_t k = 0; k < count; k++)
                eval_term(&bench.eval, children[k]);
            double again = measure(&bench, len, &result);
            printf("%-22s %10u %12.1f %12.1f %8s\n", patterns[i].name, len, first, again,
                   !result.known  ? "unknown"
                   : result.value ? "yes"
                                  : "no");
            mem_done(&bench.mem);
        }
    return 0;
}
