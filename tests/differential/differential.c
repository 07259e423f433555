/* differential - the evaluator against solvers, on random ground terms.
 *
 *     differential [-n TERMS] [-s SEED] [--solver S]... [GROUP...]
 *
 * Draws terms without variables over the operators of a group (groups.def), evaluates each, and
 * asks the solvers whether the term can differ from the value: they must say unsat. First each
 * operator is tried alone, to see which of them the solver has. Prints a line per group and solver,
 * and every disagreement; exit code 1 when there is one, 77 when no solver is here. */
#include "mutate/rules/workbench.h"
#include "smt/print/print.h"
#include "smt/read/parse.h"
#include "smt/term/check.h"
#include "solver/run/pool.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct group {
    const char *only; /* the solver to compare with; NULL: any */
    const char *name;
    const char *declarations;
    const char *sorts;
    uint64_t theories; /* bits */
} group_t;

static const group_t groups[] = {
#define T(id) | (UINT64_C(1) << THEORY_##id)
#define GROUP(name, declarations, sorts, theories) {NULL, name, declarations, sorts, 0 theories},
#define GROUP_ONLY(only, name, declarations, sorts, theories)                                      \
    {only, name, declarations, sorts, 0 theories},
#include "groups.def"
};

enum { GROUPS = sizeof groups / sizeof *groups, BATCH = 400, DEPTH = 4 };

static const struct {
    const char *solver;
    op_t op;
} known[] = {
#define KNOWN(solver, op, why) {solver, OP_##op},
#include "known.def"
    {NULL, OP_NONE},
};

typedef struct counts {
    uint64_t compared, unknown, refused, undecided, wrong;
} counts_t;

typedef struct run {
    mem_t mem;
    pool_t *pool;
    solver_t *solver;
    const char *solver_name;
    const group_t *group;
    workbench_t bench;
    u32_vec_t roots; /* sorts of whole terms */
    rng_t rng;
    counts_t counts;
    term_t terms[BATCH];
    term_t expected[BATCH];
    uint32_t count;
} run_t;

/* --- asking --- */

/* What is known of a term of the batch. */
typedef enum { OPEN, RIGHT, WRONG, UNDECIDED, REFUSED } status_t;

/* The terms that are still open, from one on: first simplified, which is quick and mostly enough,
 * then as a question. */
static void write_batch(const run_t *run, uint32_t from, const status_t *status, bool check,
                        strbuf_t *out) {
    strbuf_str(out, "(set-logic ALL)\n");
    strbuf_str(out, run->group->declarations);
    strbuf_char(out, '\n');
    for (uint32_t i = from; i < run->count; i++) {
        if (status[i] != OPEN)
            continue;
        strbuf_format(out, "(echo \"item %u\")\n%s(= ", i,
                      check ? "(push 1)\n(assert (not " : "(simplify ");
        print_term(&run->bench.bank, run->terms[i], out);
        strbuf_char(out, ' ');
        print_term(&run->bench.bank, run->expected[i], out);
        strbuf_str(out, check ? ")))\n(check-sat)\n(pop 1)\n" : "))\n");
    }
    strbuf_format(out, "(echo \"item %u\")\n", run->count);
}

static void complain(run_t *run, uint32_t i, const char *line, int len) {
    strbuf_t text;
    strbuf_init(&text, &run->mem);
    print_term(&run->bench.bank, run->terms[i], &text);
    strbuf_str(&text, "\n    = ");
    print_term(&run->bench.bank, run->expected[i], &text);
    printf("%s: %s says %.*s: %s\n", run->group->name, run->solver_name, len, line,
           strbuf_text(&text));
    strbuf_done(&text);
}

static bool is_line(const char *line, int len, const char *text) {
    return len == (int)strlen(text) && strncmp(line, text, (size_t)len) == 0;
}

/* What one line says of a term; OPEN when it says nothing. */
static status_t read_line(const char *line, int len, bool error) {
    static const struct {
        const char *text;
        status_t status;
    } lines[] = {{"true", RIGHT}, {"unsat", RIGHT},       {"false", WRONG},
                 {"sat", WRONG},  {"unknown", UNDECIDED}, {NULL, OPEN}};
    for (int i = 0; lines[i].text; i++)
        if (is_line(line, len, lines[i].text))
            return error ? REFUSED : lines[i].status; /* z3 goes on without the assertion */
    return OPEN;
}

/* Reads what was said of the terms; returns the last one that was begun, or count. */
static uint32_t read_answers(run_t *run, const answer_t *answer, status_t *status) {
    const char *at = answer->out.data;
    const char *end = at + answer->out.len;
    uint32_t item = UINT32_MAX;
    bool error = false;
    while (at && at < end) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        int len = (int)((newline ? newline : end) - at);
        const char *start = *at == '"' ? at + 1 : at;
        if (len > 5 && strncmp(start, "item ", 5) == 0) {
            if (item < run->count && error && status[item] == OPEN)
                status[item] = REFUSED;
            item = (uint32_t)strtoul(start + 5, NULL, 10);
            error = false;
        } else if (len >= 6 && strncmp(at, "(error", 6) == 0) {
            error = true;
        } else if (item < run->count && status[item] == OPEN) {
            status[item] = read_line(at, len, error);
            if (status[item] == WRONG)
                complain(run, item, at, len);
        }
        at = newline ? newline + 1 : end;
    }
    return item;
}

/* Asks about all terms that are open; one that the solver dies of is passed over. */
static void ask_round(run_t *run, bool check, status_t *status) {
    uint32_t from = 0;
    while (from < run->count) {
        strbuf_t text;
        strbuf_init(&text, &run->mem);
        write_batch(run, from, status, check, &text);
        query_t query = {.text = text.data,
                         .len = text.len,
                         .limits = {.wall = check ? 5 : 60, .memory = UINT64_C(4) << 30}};
        pool_submit(run->pool, run->solver, &query);
        solver_t *solver;
        uint64_t tag;
        answer_t answer;
        if (!pool_next(run->pool, -1, &solver, &tag, &answer))
            exit(2);
        uint32_t last = read_answers(run, &answer, status);
        if (last == UINT32_MAX) /* not even the first */
            last = from;
        bool stopped = answer.stop != STOP_NONE;
        if (last < run->count && status[last] == OPEN)
            status[last] = stopped ? UNDECIDED : REFUSED;
        if (check && stopped)
            last = run->count; /* enough time for this batch */
        if (last < run->count && getenv("DIFFERENTIAL_VERBOSE"))
            printf("%s: %s refuses: %.*s\n", run->group->name, run->solver_name,
                   (int)answer.message.len, answer.message.data);
        from = last + 1;
        answer_done(&answer);
        strbuf_done(&text);
    }
}

static void ask_batch(run_t *run) {
    status_t status[BATCH] = {OPEN};
    ask_round(run, false, status);
    bool open = false;
    for (uint32_t i = 0; i < run->count; i++)
        open |= status[i] == OPEN;
    if (open)
        ask_round(run, true, status);
    for (uint32_t i = 0; i < run->count; i++) {
        run->counts.compared += status[i] == RIGHT || status[i] == WRONG;
        run->counts.wrong += status[i] == WRONG;
        run->counts.undecided += status[i] == UNDECIDED || status[i] == OPEN;
        run->counts.refused += status[i] == REFUSED;
    }
    run->count = 0;
}

/* --- making --- */

/* One script declares a constant of each sort. */
static void read_sorts(run_t *run) {
    strbuf_t text;
    strbuf_init(&text, &run->mem);
    strbuf_str(&text, run->group->declarations);
    uint32_t names = 0;
    for (const char *at = run->group->sorts; *at;) {
        size_t len = 0;
        int depth = 0;
        while (at[len] && (depth > 0 || at[len] != ' ')) {
            depth += (at[len] == '(') - (at[len] == ')');
            len++;
        }
        strbuf_format(&text, "(declare-const x!%u %.*s)", names++, (int)len, at);
        at += len + (at[len] == ' ');
    }
    diag_list_t diags;
    diag_init(&diags, &run->mem);
    if (!parse_script(&run->bench.script, text.data, text.len, &diags)) {
        fprintf(stderr, "differential: groups.def: %s: %s\n", run->group->name,
                diags.rows.data[0].message);
        exit(2);
    }
    for (uint32_t i = 0; i < script_count(&run->bench.script); i++) {
        uint32_t count;
        const uint32_t *words = script_words(&run->bench.script, i, &count);
        if (script_kind(&run->bench.script, i) == CMD_DECLARE_CONST) {
            sort_t sort = fun_result(&run->bench.bank, words[0]);
            /* Equality of languages: z3 4.8.12 simplifies (= (re.range "0" "b") re.none) to true.
             */
            if (sort != SORT_REGLAN)
                random_term_sort(&run->bench.random, sort);
            *vec_push(&run->mem, &run->roots) = sort;
        } else if (cmd_info(script_kind(&run->bench.script, i))->shape == SHAPE_DATATYPES) {
            for (uint32_t k = 0; k < count; k++) {
                const sortdecl_row_t *decl = sortdecl_row(&run->bench.bank, words[k]);
                for (uint32_t c = 0; c < decl->count; c++) {
                    fun_t fun = run->bench.bank.fun_words.data[decl->members + c];
                    const fun_row_t *row = fun_row(&run->bench.bank, fun);
                    random_term_fun(&run->bench.random, fun);
                    for (uint32_t s = 0; s < row->arity; s++)
                        random_term_fun(&run->bench.random,
                                        run->bench.bank.fun_words.data[row->members + s]);
                }
            }
        }
    }
    diag_done(&diags);
    strbuf_done(&text);
}

static bool is_known(const run_t *run, op_t op) {
    for (uint32_t i = 0; known[i].solver; i++)
        if (known[i].op == op && strcmp(known[i].solver, run->solver_name) == 0)
            return true;
    return false;
}

/* Evaluates the term, and puts it into the batch when its value is certain. */
static bool add_term(run_t *run, term_t term) {
    result_t result = eval_term(&run->bench.eval, term);
    if (!result.known || result.chosen) {
        run->counts.unknown++;
        return false;
    }
    sort_t sort = term_sort(&run->bench.bank, term);
    term_t value = value_term(&run->bench.values, &run->bench.bank, sort, result.value);
    if (value == TERM_NONE) {
        run->counts.unknown++;
        return false;
    }
    run->terms[run->count] = term;
    run->expected[run->count++] = value;
    return true;
}

static void forget(run_t *run, bank_mark_t mark, eval_mark_t values) {
    eval_release(&run->bench.eval, values);
    bank_release(&run->bench.bank, mark);
}

/* Which operators the solver has: each is tried alone, on literals. */
static void find_operators(run_t *run) {
    for (uint32_t op = OP_FIRST_ROW; op < OP_COUNT; op++) {
        if (!(run->group->theories >> op_info((op_t)op)->theory & 1) || is_known(run, (op_t)op))
            continue;
        if (op_info((op_t)op)->args[0] == '\0')
            continue;
        bank_mark_t mark = bank_mark(&run->bench.bank);
        eval_mark_t values = eval_mark(&run->bench.eval);
        counts_t counts = run->counts;
        for (int tries = 0; tries < 400 && run->count < 4; tries++) {
            sort_t sort = run->roots.data[rng_below(&run->rng, run->roots.len)];
            term_t term = random_term_row(&run->bench.random, &run->rng, (op_t)op, sort, 0);
            if (term != TERM_NONE && sort != SORT_REGLAN) {
                run->terms[run->count] = term;
                run->expected[run->count++] = term;
            } else if (term != TERM_NONE) {
                term_t args[2];
                args[0] = random_literal(&run->bench.random, &run->rng, SORT_STRING);
                args[1] = term;
                term = check_op(&run->bench.bank, OP_STR_IN_RE, args, 2);
                run->terms[run->count] = term;
                run->expected[run->count++] = term;
            }
        }
        uint32_t count = run->count;
        uint64_t before = run->counts.compared;
        ask_batch(run);
        bool has = count > 0 && run->counts.compared - before > 0;
        run->counts = counts;
        forget(run, mark, values);
        if (has)
            random_term_allow(&run->bench.random, (op_t)op);
        else if (getenv("DIFFERENTIAL_VERBOSE"))
            printf("%s: %s has no %s\n", run->group->name, run->solver_name,
                   op_info((op_t)op)->name);
    }
}

static void compare(run_t *run, uint64_t wanted) {
    uint64_t drawn = 0;
    while (drawn < wanted) {
        bank_mark_t mark = bank_mark(&run->bench.bank);
        eval_mark_t values = eval_mark(&run->bench.eval);
        for (uint32_t i = 0; i < 4 * BATCH && run->count < BATCH; i++) {
            sort_t sort = run->roots.data[rng_below(&run->rng, run->roots.len)];
            if (sort == SORT_REGLAN)
                continue;
            term_t term = random_term(&run->bench.random, &run->rng, sort,
                                      1 + (uint32_t)rng_below(&run->rng, DEPTH));
            if (term == TERM_NONE)
                continue;
            drawn++;
            add_term(run, term);
        }
        ask_batch(run);
        forget(run, mark, values);
        fflush(stdout);
    }
}

static bool run_group(pool_t *pool, solver_t *solver, const group_t *group, uint64_t wanted,
                      uint64_t seed) {
    run_t *run = calloc(1, sizeof *run);
    mem_init(&run->mem);
    run->pool = pool;
    run->solver = solver;
    run->solver_name = solver_profile(solver)->name;
    run->group = group;
    run->rng = rng_make(seed);
    workbench_init(&run->bench, &run->mem);
    run->bench.eval.limits.steps = 1000000;
    run->bench.random.literals = 100;
    read_sorts(run);
    find_operators(run);
    compare(run, wanted);
    const counts_t *c = &run->counts;
    printf("%-10s %-5s %8llu compared, %llu wrong; %llu unknown to assay, %llu to the solver, "
           "%llu refused by it\n",
           group->name, run->solver_name, (unsigned long long)c->compared,
           (unsigned long long)c->wrong, (unsigned long long)c->unknown,
           (unsigned long long)c->undecided, (unsigned long long)c->refused);
    fflush(stdout);
    bool right = c->wrong == 0;
    workbench_done(&run->bench);
    mem_done(&run->mem);
    free(run);
    return right;
}

int main(int argc, char **argv) {
    uint64_t wanted = 2000;
    uint64_t seed = 1;
    const char *solvers[8] = {0};
    uint32_t solver_count = 0;
    int at = 1;
    for (; at + 1 < argc && argv[at][0] == '-'; at += 2) {
        if (strcmp(argv[at], "-n") == 0)
            wanted = strtoull(argv[at + 1], NULL, 10);
        else if (strcmp(argv[at], "-s") == 0)
            seed = strtoull(argv[at + 1], NULL, 10);
        else if (strcmp(argv[at], "--solver") == 0 && solver_count < 8)
            solvers[solver_count++] = argv[at + 1];
    }
    if (solver_count == 0) {
        solvers[solver_count++] = "z3";
        solvers[solver_count++] = "cvc5";
    }
    mem_t mem;
    mem_init(&mem);
    profiles_t profiles;
    profiles_init(&profiles, &mem);
    profiles_embedded(&profiles);
    pool_t *pool = pool_make(&mem, 1);
    bool right = true;
    uint32_t present = 0;
    for (uint32_t i = 0; i < solver_count; i++) {
        strbuf_t why;
        strbuf_init(&why, &mem);
        const profile_t *profile = profiles_find(&profiles, solvers[i]);
        solver_spec_t spec = {.profile = profile, .mode = MODE_SPAWN};
        solver_t *solver = profile ? pool_solver(pool, &spec, &why) : NULL;
        if (!solver) {
            printf("%s is not here\n", solvers[i]);
            continue;
        }
        present++;
        for (uint32_t g = 0; g < GROUPS; g++) {
            bool named = at >= argc;
            for (int k = at; k < argc; k++)
                named |= strcmp(argv[k], groups[g].name) == 0;
            if (groups[g].only && strcmp(groups[g].only, solvers[i]) != 0)
                continue;
            if (named)
                right &= run_group(pool, solver, &groups[g], wanted, seed);
        }
    }
    pool_end(pool);
    mem_done(&mem);
    return present == 0 ? 77 : right ? 0 : 1;
}
