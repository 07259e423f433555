/* ops_config_priv.h - what ops_config.c and ops_config_read.c share. */
#ifndef MUTATE_OPS_CONFIG_PRIV_H
#define MUTATE_OPS_CONFIG_PRIV_H

#include "mutate/generic/ops_config.h"

enum { PATTERN_SORT, PATTERN_NAME, PATTERN_MAKE };
enum { INDEX_NUMBER, INDEX_NAME };
enum { CONFIG_MAX_NAMES = 16, CONFIG_DEPTH = 8 };

/* Whether the row allows these indices and arguments for this result. */
bool config_row_fits(const ops_config_t *config, const config_row_t *row, const fit_t *fit,
                     sort_t result);

/* What a row without names says. */
void config_row_exact(const ops_config_t *config, const config_row_t *row, fit_t *fit);

#endif
