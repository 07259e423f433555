#include "seeds/seed_usage.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void seed_usage_init(seed_usage_t *usage, mem_t *mem) {
    *usage = (seed_usage_t){.mem = mem};
}

void seed_usage_done(seed_usage_t *usage) {
    vec_free(usage->mem, &usage->rows);
}

static bool same(const char *a, const char *b) {
    return a == b || (a && b && strcmp(a, b) == 0);
}

void seed_usage_add(seed_usage_t *usage, const char *logic, const char *why) {
    for (uint32_t i = 0; i < usage->rows.len; i++) {
        usage_row_t *row = &usage->rows.data[i];
        if (same(row->logic, logic) && same(row->why, why)) {
            row->seeds++;
            return;
        }
    }
    *vec_push(usage->mem, &usage->rows) = (usage_row_t){logic, why, 1};
}

static int compare(const void *a, const void *b) {
    const usage_row_t *x = a;
    const usage_row_t *y = b;
    int order = strcmp(x->logic, y->logic);
    if (order != 0)
        return order;
    if (!x->why || !y->why)
        return x->why ? 1 : y->why ? -1 : 0;
    if (x->seeds != y->seeds)
        return x->seeds < y->seeds ? 1 : -1;
    return strcmp(x->why, y->why);
}

void seed_usage_sort(seed_usage_t *usage) {
    if (usage->rows.len > 0)
        qsort(usage->rows.data, usage->rows.len, sizeof *usage->rows.data, compare);
}

bool seed_usage_next(const seed_usage_t *usage, usage_logic_t *logic) {
    const usage_row_t *rows = usage->rows.data;
    uint32_t end = logic->end;
    assert(end <= usage->rows.len);
    if (end == usage->rows.len)
        return false;
    *logic = (usage_logic_t){.name = rows[end].logic, .first = end};
    for (; end < usage->rows.len && same(rows[end].logic, logic->name); end++) {
        assert(end == logic->first || compare(&rows[end - 1], &rows[end]) < 0);
        logic->seeds += rows[end].seeds;
        logic->used += rows[end].why ? 0 : rows[end].seeds;
    }
    logic->end = end;
    return true;
}
