/* snippet_priv.h - what snippet_lexicon.c and snippet.c share. */
#ifndef MUTATE_SNIPPET_PRIV_H
#define MUTATE_SNIPPET_PRIV_H

#include "mutate/sparrow/snippet.h"

/* Literals of one sort. */
typedef struct literals {
    slice_t key; /* the sort, when the literals are shared */
    slice_t *rows;
    uint32_t count;
    char *block; /* their texts, when they are of one seed */
} literals_t;

#endif
