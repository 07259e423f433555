/* options.h - command lines, from one table per subcommand.
 *
 *     static const option_t options[] = {
 *         {'w', "write", NULL, "replace the files"},
 *         {0, "width", "N", "columns to stay within (default 100)"},
 *         {0},
 *     };
 *     args_t args;
 *     int option;
 *     args_init(&args, &command, argc, argv);
 *     while ((option = args_next(&args)) >= 0) switch (option) ...   // index into the table
 *
 * Both --width=7 and --width 7 work, short options can be joined (-wq), "--" ends the options, and
 * "-" is an argument. --help prints the help that the table makes and ends the program's work. */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct option {
    char letter;       /* 0: only the long name */
    const char *name;  /* NULL ends the table */
    const char *value; /* what to call its value in the help, or NULL when it takes none */
    const char *help;
} option_t;

typedef struct command_line {
    const char *name;    /* "check" */
    const char *usage;   /* "[--json] PATH..." */
    const char *summary; /* one line */
    const char *about;   /* paragraphs for --help */
    const option_t *options;
} command_line_t;

/* args_next's answers besides an index. */
enum {
    ARGS_END = -1,  /* no more options: argv[args.next..argc) are the arguments */
    ARGS_HELP = -2, /* help was printed: exit 0 */
    ARGS_WRONG = -3 /* a message was printed: exit 1 */
};

typedef struct args {
    const command_line_t *command;
    int argc;
    char **argv;
    int next;           /* the next argument */
    int moved;          /* arguments that the option just read stood behind */
    const char *joined; /* rest of a group of short options */
    const char *value;  /* of the option just returned */
} args_t;

void args_init(args_t *args, const command_line_t *command, int argc, char **argv);
int args_next(args_t *args);

/* "assay check: message", and how to get help. Returns the exit code for wrong usage. */
int args_complain(const args_t *args, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Reads a whole decimal number in [low, high]. */
bool args_number(const args_t *args, const char *what, uint64_t low, uint64_t high,
                 uint64_t *value);

/* Reads a number of megabytes, as bytes. */
bool args_megabytes(const args_t *args, const char *what, uint64_t *bytes);

/* Reads a positive number of seconds. */
bool args_seconds(const args_t *args, const char *what, double *value);

/* Reads how long something is to take: seconds, or with s, m, h or d behind the number. */
bool args_duration(const args_t *args, const char *what, double *value);

#endif
