#include "cli/commands.h"
#include "cli/common/exit.h"
#include "cli/common/input.h"
#include "cli/common/json.h"
#include "cli/common/options.h"

#include <stdio.h>

typedef struct check {
    bool json;
    bool quiet;
} check_t;

static const option_row_t rows[] = {
    {0, "json", NULL, "one JSON object per file on standard output; the counts on standard error",
     TAKE_FLAG(check_t, json)},
    {'q', "quiet", NULL, "do not list the files that are right", TAKE_FLAG(check_t, quiet)},
    {0},
};

static const command_line_t command = {
    .name = "check",
    .usage = "[--json] [--quiet] PATH...",
    .summary = "Reads SMT-LIB files and reports what is wrong with them.",
    .about =
        "A PATH is a file, a directory (all *.smt2 below it), or - for standard input. Files\n"
        "are parsed and every term is sort-checked. Errors go to standard error as\n"
        "file:line:column: error: message; the last line counts the files.\n\n"
        "assay accepts what z3 or cvc5 accepts, extensions included, and rejects what both\n"
        "reject. Exit code: 0 when all files are right, 2 when not, 1 for a wrong command line.",
    .rows = rows,
};

static void print_json(const input_t *input) {
    json_t *errors = json_array();
    for (uint32_t i = 0; i < input->diags.rows.len; i++) {
        const diag_t *diag = &input->diags.rows.data[i];
        json_array_append_new(errors,
                              json_pack("{s:i, s:i, s:o}", "line", (int)diag->line, "column",
                                        (int)diag->column, "message", json_text(diag->message)));
    }
    json_t *object = json_pack("{s:o, s:b, s:o}", "file", json_text(input->name), "ok", input->ok,
                               "errors", errors);
    json_line(object);
}

static bool check_file(const char *path, const check_t *check) {
    input_t input;
    input_open(&input, path);
    if (check->json)
        print_json(&input);
    else if (input.ok && !check->quiet)
        printf("%s: ok\n", input.name);
    if (!check->json && !input.ok) {
        fflush(stdout);
        input_report(&input);
    }
    bool ok = input.ok;
    input_close(&input);
    return ok;
}

int cmd_check(int argc, char **argv) {
    args_t args;
    args_init(&args, &command, argc, argv);
    check_t check = {0};
    int code = args_take(&args, &check);
    if (code != ARGS_END)
        return code;
    if (args.next == argc)
        return args_complain(&args, "no file given");
    mem_t mem;
    mem_init(&mem);
    name_vec_t files = {0};
    bool readable = input_list(&mem, argv + args.next, argc - args.next, &files);
    if (readable && files.len == 0)
        fputs("assay check: no *.smt2 file in there\n", stderr);
    uint32_t good = 0;
    for (uint32_t i = 0; i < files.len; i++)
        good += check_file(files.data[i], &check);
    fflush(stdout);
    fprintf(check.json ? stderr : stdout, "%u ok, %u rejected\n", good, files.len - good);
    bool all = readable && good == files.len;
    mem_done(&mem);
    return all ? EXIT_NOTHING : EXIT_INPUT;
}
