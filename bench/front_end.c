/* front_end - how fast assay reads and prints, and how much memory that takes.
 *
 * Writes three files of 20 MB, each of another kind, and for each of them parses and sort-checks
 * it, prints it, and lets `cvc5 --parse-only` read it too. Speeds are bytes of the file per second
 * of CPU, the best of several runs, since other work on the machine only makes them worse. */
#include "base/clock.h"
#include "base/rng.h"
#include "smt/print/print.h"
#include "smt/read/parse.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

enum { FILE_SIZE = 20 * 1000 * 1000, RUNS = 7, CONSTANTS = 2000, FUNCTIONS = 50 };

typedef struct gen {
    strbuf_t *out;
    rng_t rng;
} gen_t;

static uint64_t pick(gen_t *gen, uint64_t n) {
    return rng_below(&gen->rng, n);
}

static void add(gen_t *gen, const char *text) {
    strbuf_str(gen->out, text);
}

static void declare(gen_t *gen, const char *prefix, const char *sort, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        strbuf_format(gen->out, "(declare-fun %s%u %s)\n", prefix, i, sort);
}

/* Random terms; the depth is small and fixed, so recursion is fine. */
static void gen_bool(gen_t *gen, int depth);

static void gen_int(gen_t *gen, int depth) {
    uint64_t choice = depth == 0 ? 0 : pick(gen, 10);
    if (choice < 2) {
        strbuf_format(gen->out, "x_%u", (unsigned)pick(gen, CONSTANTS));
    } else if (choice < 3) {
        strbuf_format(gen->out, "%u", (unsigned)pick(gen, 10000));
    } else if (choice < 7) {
        add(gen, choice < 6 ? "(+ " : "(- ");
        gen_int(gen, depth - 1);
        add(gen, " ");
        gen_int(gen, depth - 1);
        add(gen, ")");
    } else if (choice < 9) {
        strbuf_format(gen->out, "(f_%u ", (unsigned)pick(gen, FUNCTIONS));
        gen_int(gen, depth - 1);
        add(gen, " ");
        gen_int(gen, depth - 1);
        add(gen, ")");
    } else {
        add(gen, "(ite ");
        gen_bool(gen, depth - 1);
        add(gen, " ");
        gen_int(gen, depth - 1);
        add(gen, " ");
        gen_int(gen, depth - 1);
        add(gen, ")");
    }
}

static void gen_bool(gen_t *gen, int depth) {
    static const char *const relations[] = {"(<= ", "(< ", "(= ", "(>= "};
    uint64_t choice = depth == 0 ? 0 : pick(gen, 10);
    if (choice < 2) {
        strbuf_format(gen->out, "p_%u", (unsigned)pick(gen, CONSTANTS));
    } else if (choice < 6) {
        add(gen, relations[pick(gen, 4)]);
        gen_int(gen, depth - 1);
        add(gen, " ");
        gen_int(gen, depth - 1);
        add(gen, ")");
    } else if (choice < 9) {
        add(gen, choice < 8 ? "(and " : "(or ");
        gen_bool(gen, depth - 1);
        add(gen, " ");
        gen_bool(gen, depth - 1);
        add(gen, ")");
    } else {
        add(gen, "(not ");
        gen_bool(gen, depth - 1);
        add(gen, ")");
    }
}

/* Many assertions over many constants, no spare white space. */
static void gen_terms(gen_t *gen) {
    add(gen, "(set-logic QF_UFLIA)\n");
    declare(gen, "x_", "() Int", CONSTANTS);
    declare(gen, "p_", "() Bool", CONSTANTS);
    declare(gen, "f_", "(Int Int) Int", FUNCTIONS);
    while (gen->out->len < FILE_SIZE) {
        add(gen, "(assert ");
        gen_bool(gen, 8);
        add(gen, ")\n");
    }
}

/* As bit-blasters and model checkers write: long chains of let over bit-vectors. */
static void gen_lets(gen_t *gen) {
    static const char *const operators[] = {"bvadd", "bvmul", "bvand", "bvor", "bvxor", "bvudiv"};
    add(gen, "(set-logic QF_BV)\n");
    declare(gen, "input_", "() (_ BitVec 32)", 200);
    while (gen->out->len < FILE_SIZE) {
        enum { CHAIN = 200 };
        add(gen, "(assert\n");
        for (unsigned i = 0; i < CHAIN; i++) {
            strbuf_format(gen->out, " (let ((?v_%u (%s ", i, operators[pick(gen, 6)]);
            for (int k = 0; k < 2; k++) {
                if (i == 0 || pick(gen, 3) == 0)
                    strbuf_format(gen->out, "input_%u ", (unsigned)pick(gen, 200));
                else if (pick(gen, 4) == 0)
                    strbuf_format(gen->out, "#x%08x ", (unsigned)pick(gen, UINT32_MAX));
                else
                    strbuf_format(gen->out, "?v_%u ", (unsigned)pick(gen, i));
            }
            add(gen, ")))\n");
        }
        strbuf_format(gen->out, "  (bvult ?v_%u ?v_0)", CHAIN - 1);
        strbuf_fill(gen->out, ')', CHAIN + 1);
        add(gen, "\n");
    }
}

/* As program verifiers write: quantified axioms over long names, indented. */
static void gen_axioms(gen_t *gen) {
    add(gen, "(set-logic UFLIA)\n(declare-sort Value 0)\n");
    declare(gen, "heap_select_field_", "(Value Int) Value", 300);
    declare(gen, "is_allocated_object_", "(Value) Bool", 300);
    while (gen->out->len < FILE_SIZE) {
        unsigned f = (unsigned)pick(gen, 300);
        unsigned g = (unsigned)pick(gen, 300);
        strbuf_format(gen->out,
                      "(assert\n  (forall ((?object Value) (?index Int))\n    (!\n      (=>\n"
                      "        (and (is_allocated_object_%u ?object) (<= %u ?index))\n"
                      "        (not (= (heap_select_field_%u ?object (+ ?index %u)) ?object)))\n"
                      "      :pattern ((heap_select_field_%u ?object ?index))\n"
                      "      :qid |axiom.%u:%u|)))\n",
                      g, (unsigned)pick(gen, 1000), f, (unsigned)pick(gen, 100), f, f, g);
    }
}

typedef struct result {
    double parse;
    double print;
    size_t memory;
    size_t printed;
} result_t;

static void run_once(const strbuf_t *text, result_t *best) {
    mem_t mem;
    mem_init(&mem);
    bank_t bank;
    bank_init(&bank, &mem);
    script_t script;
    script_init(&script, &bank);
    diag_list_t diags;
    diag_init(&diags, &mem);
    double start = clock_cpu();
    if (!parse_script(&script, text->data, text->len, &diags)) {
        fprintf(stderr, "the generated file has an error: %s\n", diags.rows.data[0].message);
        exit(1);
    }
    double parse = clock_cpu() - start;
    size_t memory = mem.peak + text->len;
    strbuf_t out;
    strbuf_init(&out, &mem);
    strbuf_reserve(&out, text->len + text->len / 4);
    start = clock_cpu();
    print_script(&script, NULL, &out);
    double print = clock_cpu() - start;
    if (best->parse == 0 || parse < best->parse)
        best->parse = parse;
    if (best->print == 0 || print < best->print)
        best->print = print;
    best->memory = memory;
    best->printed = out.len;
    mem_done(&mem);
}

/* CPU seconds and peak memory of a command; negative when it did not run. */
static double run_command(const char *command, double *peak) {
    struct rusage before;
    struct rusage after;
    getrusage(RUSAGE_CHILDREN, &before);
    int status = system(command); /* NOLINT: a benchmark runs a command */
    getrusage(RUSAGE_CHILDREN, &after);
    *peak = (double)after.ru_maxrss * 1024;
    double used = (double)(after.ru_utime.tv_sec - before.ru_utime.tv_sec) +
                  (double)(after.ru_utime.tv_usec - before.ru_utime.tv_usec) * 1e-6 +
                  (double)(after.ru_stime.tv_sec - before.ru_stime.tv_sec) +
                  (double)(after.ru_stime.tv_usec - before.ru_stime.tv_usec) * 1e-6;
    return status == 0 ? used : -1;
}

static void bench(const char *name, void (*generate)(gen_t *gen)) {
    mem_t mem;
    mem_init(&mem);
    strbuf_t text;
    strbuf_init(&text, &mem);
    generate(&(gen_t){&text, rng_make(1)});
    result_t best = {0};
    for (int i = 0; i < RUNS; i++)
        run_once(&text, &best);
    double mb = (double)text.len * 1e-6;
    printf("%-8s  %5.1f MB  parse+check %6.1f MB/s  print %6.1f MB/s  memory %4.1f B/B", name, mb,
           mb / best.parse, (double)best.printed * 1e-6 / best.print,
           (double)best.memory / (double)text.len);
    char path[] = "/tmp/assay-bench-XXXXXX";
    int fd = mkstemp(path);
    FILE *file = fd < 0 ? NULL : fdopen(fd, "w");
    if (file && fwrite(text.data, 1, text.len, file) == text.len && fclose(file) == 0) {
        char command[128];
        double peak;
        snprintf(command, sizeof command, "exec cvc5 --lang=smt2 --parse-only %s >/dev/null 2>&1",
                 path);
        double cvc5 = run_command(command, &peak);
        if (cvc5 > 0)
            printf("  |  cvc5 --parse-only %4.1f MB/s  %4.1f B/B  (%.0f times slower)", mb / cvc5,
                   peak / (double)text.len, cvc5 / best.parse);
        else
            printf("  |  cvc5 is not here");
    }
    unlink(path);
    putchar('\n');
    fflush(stdout);
    mem_done(&mem);
}

int main(void) {
    bench("terms", gen_terms);
    bench("lets", gen_lets);
    bench("axioms", gen_axioms);
    return 0;
}
