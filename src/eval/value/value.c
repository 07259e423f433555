#include "eval/value/value.h"

#include "base/hash.h"
#include "eval/model/domain_priv.h"
#include "eval/text/regex.h"
#include "eval/value/num.h"

#include <string.h>

static void add_end(values_t *values) {
    *vec_push(values->mem, &values->rows) = (obj_row_t){.words = values->words.len};
}

void values_init(values_t *values, const bank_t *bank, mem_t *mem) {
    *values = (values_t){.mem = mem, .bank = bank};
    index_init(mem, &values->index);
    vec_reserve(mem, &values->words, 1); /* so that an object without words has an address, too */
    add_end(values);
}

void values_done(values_t *values) {
    roots_done(values);
    regexes_done(values);
    domains_done(values);
    vec_free(values->mem, &values->rows);
    vec_free(values->mem, &values->words);
    index_done(values->mem, &values->index);
}

values_mark_t values_mark(const values_t *values) {
    return values->rows.len - 1;
}

void values_release(values_t *values, values_mark_t mark) {
    uint32_t count = values->rows.len - 1;
    if (mark == count)
        return;
    roots_release(values, mark);
    regexes_release(values, mark);
    domains_release(values, mark);
    for (uint32_t id = mark; id < count; id++)
        index_drop(&values->index, values->rows.data[id].hash, id);
    values->words.len = values->rows.data[mark].words;
    values->rows.len = mark;
    add_end(values);
}

static bool is_same(const values_t *values, uint32_t id, obj_kind_t kind, const uint64_t *words,
                    uint32_t count) {
    const obj_row_t *row = &values->rows.data[id];
    return row->kind == kind && row[1].words - row[0].words == count &&
           (count == 0 ||
            memcmp(values->words.data + row->words, words, count * sizeof *words) == 0);
}

value_t value_make(values_t *values, obj_kind_t kind, const uint64_t *words, uint32_t count) {
    uint64_t hash64 =
        hash_bytes(words, count * sizeof *words) + (uint64_t)kind * 0x9E3779B97F4A7C15;
    uint32_t hash = (uint32_t)(hash64 ^ (hash64 >> 32));
    index_cursor_t at = index_find(&values->index, hash);
    uint32_t id;
    while ((id = index_next(&values->index, &at)) != INDEX_NONE)
        if (is_same(values, id, kind, words, count))
            return id;
    id = values->rows.len - 1;
    index_add(values->mem, &values->index, at, id);
    uint64_t *place = vec_extend(values->mem, &values->words, count);
    if (count > 0)
        memcpy(place, words, count * sizeof *words);
    obj_row_t *row = &vec_last(&values->rows);
    *row = (obj_row_t){.words = row->words, .hash = hash, .kind = (uint8_t)kind};
    add_end(values);
    return id;
}
