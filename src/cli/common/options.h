/* options.h - command lines, from one table for each subcommand: a row is an option, what --help
 * says of it, and what it does.
 *
 *     typedef struct job {
 *         uint64_t width;
 *         bool write;
 *     } job_t;
 *
 *     static const option_row_t rows[] = {
 *         {'w', "write", NULL, "replace the files", TAKE_FLAG(job_t, write)},
 *         {0, "width", "N", "columns (default 100)", TAKE_NUMBER(job_t, width, 20, 10000)},
 *         {0},
 *     };
 *     static const command_line_t command = {.name = "fmt", .rows = rows, ...};
 *
 *     args_t args;
 *     args_init(&args, &command, argc, argv);
 *     int code = args_take(&args, &job);
 *     if (code != ARGS_END) return code;
 *     for (int i = args.next; i < argc; i++) ...               // the arguments
 *
 * Both --width=7 and --width 7 work, short options can be joined (-wq), "--" ends the options, and
 * "-" is an argument. --help prints the help that the table makes and ends the program's work.
 *
 * A subcommand without rows has options, a table without TAKE_..., and asks args_next() for the
 * index of each in turn. */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct option {
    char letter;       /* 0: only the long name */
    const char *name;  /* NULL ends the table */
    const char *value; /* what to call its value in the help, or NULL when it takes none */
    const char *help;
} option_t;

typedef struct args args_t;

typedef struct option_row {
    char letter; /* the first four are those of option_t */
    const char *name;
    const char *value;
    const char *help;
    /* Takes args->value; false when a message was printed. target is offset bytes into what the
     * subcommand keeps. */
    bool (*take)(const args_t *args, void *target);
    size_t offset;
    uint64_t low, high; /* what a number may be; low is also the bits of TAKE_BITS */
    uint32_t marks;     /* what the subcommand itself wants to know of the row */
} option_row_t;

typedef struct command_line {
    const char *name;         /* "check" */
    const char *usage;        /* "[--json] PATH..." */
    const char *summary;      /* one line */
    const char *about;        /* paragraphs for --help */
    const option_row_t *rows; /* NULL: there are options instead */
    const option_t *options;
} command_line_t;

/* args_next's answers besides an index. */
enum {
    ARGS_END = -1,  /* no more options: argv[args.next..argc) are the arguments */
    ARGS_HELP = -2, /* help was printed: exit 0 */
    ARGS_WRONG = -3 /* a message was printed: exit 1 */
};

struct args {
    const command_line_t *command;
    int argc;
    char **argv;
    int next;                /* the next argument */
    int moved;               /* arguments before the option just read, which it was moved over */
    const char *joined;      /* rest of a group of short options */
    const char *value;       /* of the option just returned */
    const option_row_t *row; /* the same option, when the subcommand has rows */
};

void args_init(args_t *args, const command_line_t *command, int argc, char **argv);

/* Reads all options into the structure at job, as the rows say. ARGS_END; else the exit code, and
 * the help or a message was printed. */
int args_take(args_t *args, void *job);

/* The parts of that: the next option, as its index or ARGS_...; and taking it. */
int args_next(args_t *args);
bool args_take_one(const args_t *args, void *job);

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

/* Reads how long something is to take: seconds, or with s, m, h or d after the number. */
bool args_duration(const args_t *args, const char *what, double *value);

/* --- what a row does --- */

/* The offset of a field; does not compile when the field is of another type. */
#define TAKE_FIELD(type, field, field_type)                                                        \
    (offsetof(type, field) + 0 * sizeof(1 ? &((type *)NULL)->field : (field_type *)NULL))

/* Sets a bool. */
#define TAKE_FLAG(type, field) .take = take_flag, .offset = TAKE_FIELD(type, field, bool)

/* Adds bits to a uint32_t. */
#define TAKE_BITS(type, field, bits)                                                               \
    .take = take_bits, .offset = TAKE_FIELD(type, field, uint32_t), .low = (bits)

/* Keeps the text. */
#define TAKE_TEXT(type, field) .take = take_text, .offset = TAKE_FIELD(type, field, const char *)

/* A number from least to most: a uint64_t, or a uint32_t. */
#define TAKE_NUMBER(type, field, least, most)                                                      \
    .take = take_number, .offset = TAKE_FIELD(type, field, uint64_t), .low = (least), .high = (most)
#define TAKE_COUNT(type, field, least, most)                                                       \
    .take = take_count, .offset = TAKE_FIELD(type, field, uint32_t), .low = (least), .high = (most)

/* As args_seconds, args_duration, args_megabytes. */
#define TAKE_SECONDS(type, field) .take = take_seconds, .offset = TAKE_FIELD(type, field, double)
#define TAKE_DURATION(type, field) .take = take_duration, .offset = TAKE_FIELD(type, field, double)
#define TAKE_MEGABYTES(type, field)                                                                \
    .take = take_megabytes, .offset = TAKE_FIELD(type, field, uint64_t)

/* Calls a function of the subcommand's with all that it keeps. */
#define TAKE_WITH(function) .take = (function)

bool take_flag(const args_t *args, void *target);
bool take_bits(const args_t *args, void *target);
bool take_text(const args_t *args, void *target);
bool take_number(const args_t *args, void *target);
bool take_count(const args_t *args, void *target);
bool take_seconds(const args_t *args, void *target);
bool take_duration(const args_t *args, void *target);
bool take_megabytes(const args_t *args, void *target);

#endif
