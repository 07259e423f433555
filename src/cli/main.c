#include "cli/commands.h"
#include "cli/common/exit.h"

#include <stdio.h>
#include <string.h>

typedef struct subcommand {
    const char *name;
    const char *summary;
    int (*run)(int argc, char **argv);
} subcommand_t;

static const subcommand_t subcommands[] = {
#define SUBCOMMAND(name, summary) {#name, summary, cmd_##name},
#include "cli/subcommands.def"
};

enum { SUBCOMMANDS = sizeof subcommands / sizeof *subcommands };

static void print_usage(FILE *out) {
    fputs("assay finds bugs in SMT solvers.\n\nUsage: assay COMMAND [ARGUMENT...]\n\nCommands:\n",
          out);
    for (int i = 0; i < SUBCOMMANDS; i++)
        fprintf(out, "  %-8s  %s\n", subcommands[i].name, subcommands[i].summary);
    fputs("\n'assay COMMAND --help' tells more. 'assay --version' prints the version.\n", out);
}

static int run_named(int argc, char **argv) {
    for (int i = 0; i < SUBCOMMANDS; i++)
        if (strcmp(argv[0], subcommands[i].name) == 0)
            return subcommands[i].run(argc, argv);
    fprintf(stderr, "assay: there is no command '%s'\nTry 'assay --help'.\n", argv[0]);
    return EXIT_USAGE;
}

int main(int argc, char **argv) {
    if (argc < 2) {
        print_usage(stderr);
        return EXIT_USAGE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "help") == 0) {
        print_usage(stdout);
        return fflush(stdout) == 0 ? EXIT_NOTHING : EXIT_INPUT;
    }
    if (strcmp(argv[1], "--version") == 0) {
        puts("assay " ASSAY_VERSION);
        return fflush(stdout) == 0 ? EXIT_NOTHING : EXIT_INPUT;
    }
    int code = run_named(argc - 1, argv + 1);
    /* A write that failed earlier left nothing to flush, only the error mark of the stream. */
    if ((fflush(stdout) != 0 || ferror(stdout)) && code == EXIT_NOTHING) {
        fputs("assay: standard output could not be written\n", stderr);
        code = EXIT_INPUT;
    }
    return code;
}
