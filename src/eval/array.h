/* array.h - arrays as tables: a default and entries. */
#ifndef EVAL_ARRAY_H
#define EVAL_ARRAY_H

#include "eval/eval_priv.h"

/* The value at a key of an OBJ_ARRAY. */
value_t array_get(const values_t *values, value_t array, value_t key);

#endif
