#include "cli/commands.h"
#include "cli/common/exit.h"
#include "cli/common/input.h"
#include "cli/common/options.h"
#include "smt/print/print.h"

#include <stdio.h>
#include <string.h>

typedef struct fmt_job {
    print_style_t style;
    bool write;
    bool flat;
    bool check;
    input_t input;
    strbuf_t out;
    bool printed; /* the whole output is in out, or went to stdout */
} fmt_job_t;

static const option_row_t rows[] = {
    {'w', "write", NULL, "replace the files instead of printing them", TAKE_FLAG(fmt_job_t, write)},
    {0, "check", NULL, "do not print the files, only name those that would change",
     TAKE_FLAG(fmt_job_t, check)},
    {0, "width", "N", "columns to stay within, 20 to 10000 (default 100)",
     TAKE_COUNT(fmt_job_t, style.width, 20, 10000)},
    {0, "flat", NULL, "one line per command", TAKE_FLAG(fmt_job_t, flat)},
    {0, "share", NULL, "bind subterms that occur more than once with let",
     TAKE_FLAG(fmt_job_t, style.share)},
    {0},
};

static const command_line_t command = {
    .name = "fmt",
    .usage = "[--write | --check] [--width N] [--flat] [--share] FILE...",
    .summary = "Prints SMT-LIB files in a readable layout.",
    .about = "A FILE may be a directory (all *.smt2 below it), or - for standard input. Meaning\n"
             "and comments are kept; a file with errors is left alone.\n"
             "Exit code: 0, or 2 when a file has errors or, with --check, would change.",
    .rows = rows,
};

/* Prints piece by piece to stdout, or collects when the text is needed as a whole. */
static void print_job(void *arg) {
    fmt_job_t *job = arg;
    enum { PIECE = 1 << 20 };
    script_t *script = &job->input.script;
    bool collect = job->write || job->check;
    printer_t printer;
    strbuf_init(&job->out, &job->input.mem);
    printer_init(&printer, &job->input.bank, &job->style);
    for (uint32_t i = 0; i < script_count(script); i++) {
        printer_command(&printer, script, i, &job->out);
        bool open =
            i + 1 < script_count(script) && (script->commands.data[i + 1].flags & COMMAND_TRAILING);
        if (!collect && !open && job->out.len > PIECE) {
            strbuf_write(&job->out, stdout);
            strbuf_clear(&job->out);
        }
    }
    printer_done(&printer);
    if (!collect && job->out.len > 0)
        strbuf_write(&job->out, stdout);
    job->printed = true;
}

static bool finish_file(fmt_job_t *job, const char *path) {
    const input_t *input = &job->input;
    bool same = input->text.len == job->out.len &&
                (job->out.len == 0 || memcmp(input->text.data, job->out.data, job->out.len) == 0);
    if (same)
        return true;
    if (job->check) {
        printf("%s would change\n", input->name);
        return false;
    }
    const char *error = NULL;
    if (strcmp(path, "-") == 0)
        return strbuf_write(&job->out, stdout);
    if (file_write(&job->input.mem, path, job->out.data, job->out.len, &error))
        return true;
    fprintf(stderr, "assay: %s: %s\n", path, error);
    return false;
}

static bool format_file(fmt_job_t *job, const char *path) {
    input_open(&job->input, path);
    job->printed = false;
    bool ok = job->input.ok;
    if (!ok) {
        input_report(&job->input);
    } else if (!mem_try(&job->input.mem, print_job, job)) {
        fprintf(stderr, "%s: error: out of memory\n", job->input.name);
        ok = false;
    } else if (job->write || job->check) {
        ok = finish_file(job, path);
    }
    input_close(&job->input);
    return ok;
}

int cmd_fmt(int argc, char **argv) {
    args_t args;
    fmt_job_t job = {.write = false};
    args_init(&args, &command, argc, argv);
    int code = args_take(&args, &job);
    if (code != ARGS_END)
        return code;
    job.style.indent = !job.flat;
    if (job.write && job.check)
        return args_complain(&args, "--write and --check exclude each other");
    if (args.next == argc)
        return args_complain(&args, "no file given");
    mem_t mem;
    mem_init(&mem);
    name_vec_t files = {0};
    bool ok = input_list(&mem, argv + args.next, argc - args.next, &files);
    for (uint32_t i = 0; i < files.len; i++)
        ok &= format_file(&job, files.data[i]);
    mem_done(&mem);
    return ok ? EXIT_NOTHING : EXIT_INPUT;
}
