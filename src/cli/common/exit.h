/* exit.h - what the exit code of assay says. */
#ifndef CLI_EXIT_H
#define CLI_EXIT_H

enum {
    EXIT_NOTHING = 0,  /* done, nothing found */
    EXIT_USAGE = 1,    /* a wrong command line */
    EXIT_INPUT = 2,    /* an input or the environment is wrong */
    EXIT_FAULT = 3,    /* assay itself failed */
    EXIT_UNKNOWN = 4,  /* assay eval: what was asked could not be decided */
    EXIT_FINDINGS = 10 /* findings */
};

#endif
