/* profile.h - what assay knows of a solver, as data.
 *
 * A profile is an s-expression; the embedded ones are in data/profiles/, a user's file can add
 * solvers or replace embedded ones of the same name:
 *
 *     (profile z3
 *       (family z3)                               ; solvers of one family share mistakes
 *       (command "z3" "-smt2" "-in")              ; reads the query from standard input
 *       (version "--version")                     ; how to ask, and it answers on one line
 *       (modes spawn snapshot session)            ; how it can be run, the fastest last
 *       (models ":produce-models")                ; option to set before asking (get-model)
 *       (cores ":produce-unsat-cores")            ; the same for (get-unsat-core)
 *       (incremental "--incremental")             ; what push and a second check-sat need
 *       (lacks "push" "get-model")                ; commands it does not know
 *       (tier common "smt.arith.solver=2")        ; one row per option set worth testing
 *       (tier validate "model_validate=true")
 *       (environment "GLIBC_TUNABLES" "...")      ; a variable that it is run with, in every mode
 *       (memory rss)                              ; limit by address space, or by resident size
 *       (logics "QF_BV" "QF_ABV")                 ; nothing: all
 *       (exit 101 memout) (exit 110 crash)
 *       (line "ASSERTION VIOLATION" crash)        ; a line that contains this text
 *       (line "canceled" timeout)
 *       (line "model is not available" nothing))  ; says nothing: no error, no bug
 *
 * Only command and modes must be there. Rows of (line ...) are tried in the order of the file, and
 * those that do not say crash come first: what is not a bug wins.
 *
 * A solver sees little of our environment (process.c says what of it), and the variables of its
 * profile, which come first. Not all can be set: those that a snapshot is made with are assay's. */
#ifndef SOLVER_PROFILE_H
#define SOLVER_PROFILE_H

#include "base/arena.h"
#include "solver/outcome.h"

typedef struct line_rule {
    const char *text;
    outcome_t outcome;
    bool nothing; /* the line counts as not there, and outcome is not used */
} line_rule_t;

typedef struct exit_rule {
    int status;
    outcome_t outcome;
} exit_rule_t;

/* One set of options. Rows may share a name: the name stands for all of them, each a configuration
 * of its own. */
typedef struct tier {
    const char *name;
    text_vec_t options;
} tier_t;

enum { PROFILE_ENVIRONMENT = 16 };

typedef struct profile {
    const char *name;
    const char *family;
    text_vec_t command;
    const char *version; /* argument that makes it print its version, or NULL */
    bool modes[MODE_COUNT];
    run_mode_t fastest; /* of them, the last one that is named */
    const char *models; /* option that must be true for get-model, or NULL: it has no models */
    const char *cores;  /* the same for get-unsat-core */
    /* What push, pop and a second check-sat need: an option to set in the script (":incremental")
     * or on the command line ("--incremental"); NULL: nothing. */
    const char *incremental;
    bool limit_rss;         /* RLIMIT_AS upsets it: watch the resident size instead */
    text_vec_t logics;      /* empty: all */
    text_vec_t lacks;       /* commands that it does not know */
    text_vec_t environment; /* rows NAME=VALUE, at most PROFILE_ENVIRONMENT, no name twice */
    VEC(tier_t) tiers;
    VEC(exit_rule_t) exits;
    VEC(line_rule_t) lines;
} profile_t;

/* All profiles known: the embedded ones, those of files, those of commands. A profile stays where
 * it is; one that is replaced changes in place, so read all files before handing profiles out. */
typedef struct profiles {
    mem_t *mem;
    arena_t texts; /* and the profiles themselves */
    VEC(profile_t *) rows;
} profiles_t;

void profiles_init(profiles_t *profiles, mem_t *mem);
void profiles_done(profiles_t *profiles);

/* Reads the embedded profiles. They are right, or it is a bug. */
void profiles_embedded(profiles_t *profiles);

/* Reads profiles from a text; on a mistake returns false with "name:line:col: error: ..." lines in
 * *why, and keeps what was right. */
bool profiles_read(profiles_t *profiles, const char *name, const char *text, size_t len,
                   strbuf_t *why);

/* The row of this name after a given one (NULL: the first of the name); NULL when there is no
 * more.
 *
 *     for (const tier_t *t = NULL; (t = profile_next_tier(profile, "common", t));) ... */
const tier_t *profile_next_tier(const profile_t *profile, const char *name, const tier_t *after);

/* NULL when there is none of this name. */
const profile_t *profiles_find(const profiles_t *profiles, const char *name);

/* A profile for a command line without one: reads standard input, spawn only, generic rules; or, if
 * the program has the name of a known solver's ("/opt/z3/bin/z3 -in"), that one's family and rules.
 * The words are split as a shell does, with quotes and backslashes; NULL with a message when they
 * cannot be. The same words give the same profile. */
const profile_t *profiles_command(profiles_t *profiles, const char *words, strbuf_t *why);

#endif
