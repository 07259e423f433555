/* input.h - the files a subcommand works on. */
#ifndef CLI_INPUT_H
#define CLI_INPUT_H

#include "base/file.h"
#include "smt/read/parse.h"

/* The files that paths name: a file itself, and all *.smt2 below a directory. False, with messages
 * on stderr, when something cannot be read. */
bool input_list(mem_t *mem, char **paths, int count, name_vec_t *files);

/* One file, read and parsed. All memory is its own: closing it frees all. */
typedef struct input {
    const char *name; /* for messages: "-" is shown as <stdin> */
    mem_t mem;
    file_text_t text;
    bank_t bank;
    script_t script;
    diag_list_t diags;
    bool readable; /* there is a text */
    bool ok;       /* there is a text without errors */
} input_t;

void input_open(input_t *input, const char *path);
void input_close(input_t *input);

/* The errors on stderr, with their source lines. */
void input_report(input_t *input);

#endif
