/* seeds_report.h - what assay seeds says at its end: a table by logic, or JSON lines. */
#ifndef CLI_SEEDS_REPORT_H
#define CLI_SEEDS_REPORT_H

#include "seeds/seed_index.h"

#include <stdio.h>

/* Rows that are gone are not counted; duplicate_of must be found. */
void seeds_report_table(const seed_index_t *index, mem_t *mem, FILE *out);
void seeds_report_json(const seed_index_t *index);

#endif
