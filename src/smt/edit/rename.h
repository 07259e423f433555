/* rename.h - copies of scripts under other names.
 *
 *     rename_t rename;                                // work space, for any number of scripts
 *     rename_init(&rename, bank);
 *
 *     script_t apart;
 *     script_init(&apart, bank);
 *     rename_suffix(&rename, &apart, &script, "!b");  // x becomes x!b
 *
 *     script_t canonical;
 *     script_init(&canonical, bank);
 *     rename_all(&rename, &canonical, &script, NULL); // x0, x1, ...: equal for scripts that differ
 *                                                     // in nothing but names
 *
 * The copy has declarations of its own for whatever is renamed, or mentions something that is;
 * everything else it shares with the original, which does not change. Renamed are constants,
 * functions, definitions and their parameters, sorts and their parameters, datatypes with
 * constructors and selectors, terms with :named, bound variables. What a script holds as text
 * (unknown commands, values of attributes) is copied unchanged.
 *
 * New names depend on the scripts alone, not on what else is in the bank. */
#ifndef SMT_RENAME_H
#define SMT_RENAME_H

#include "smt/term/script.h"

typedef struct rename {
    bank_t *bank;
    struct rename_work *work;
} rename_t;

void rename_init(rename_t *rename, bank_t *bank);
void rename_done(rename_t *rename);

/* Appends the commands of script to out, with suffix at the end of every name. The result goes
 * together with any script that has no name ending so. */
void rename_suffix(rename_t *rename, script_t *out, const script_t *script, const char *suffix);

/* Prefixes of names: no two the same, none another one followed by digits. */
typedef struct rename_scheme {
    const char *constant;
    const char *function;
    const char *constructor;
    const char *selector;
    const char *named; /* terms with :named */
    const char *var;   /* bound variables and parameters of definitions */
    const char *sort;
    const char *sort_param;
} rename_scheme_t;

/* Appends the commands of script to out, with all names changed to a prefix and a number. Numbers
 * follow the order of declaration; bound variables are numbered from the inside out. scheme may be
 * NULL: x, f, c, s, n, v, S, T. */
void rename_all(rename_t *rename, script_t *out, const script_t *script,
                const rename_scheme_t *scheme);

#endif
