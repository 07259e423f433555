/* domain_priv.h - what domain.c remembers about sorts: their sizes, and values that stand for them.
 * Called by value.c. */
#ifndef EVAL_DOMAIN_PRIV_H
#define EVAL_DOMAIN_PRIV_H

#include "eval/value.h"

/* Forgets what refers to objects from this one on. */
void domains_release(values_t *values, values_mark_t mark);
void domains_done(values_t *values);

#endif
