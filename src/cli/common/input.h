/* input.h - the files a subcommand works on. */
#ifndef CLI_INPUT_H
#define CLI_INPUT_H

#include "base/file.h"
#include "smt/read/parse.h"

/* The files that paths name: files as they are, directories as all *.smt2 below them. Reports what
 * cannot be read, and returns false if that happened. */
bool input_list(mem_t *mem, char **paths, int count, name_vec_t *files);

/* One file, read and parsed. All memory is its own, so that one file leaves nothing behind. */
typedef struct input {
    const char *name; /* for messages: "-" is shown as <stdin> */
    mem_t mem;
    file_text_t text;
    bank_t bank;
    script_t script;
    diag_list_t diags;
    bool readable; /* text is there */
    bool ok;       /* and has no errors */
} input_t;

void input_open(input_t *input, const char *path);
void input_close(input_t *input);

/* The errors on stderr, with their source lines. */
void input_report(input_t *input);

#endif
