#include "cli/seeds_report.h"

#include "cli/common/json.h"
#include "seeds/seed_counts.h"

static void print_counts(const seed_counts_t *counts, FILE *out) {
    fprintf(out, "%-16s %7u %7u %7u %7u %7u %7u %7u %7u %7u %7u\n", counts->logic, counts->seeds,
            counts->status[STATUS_SAT], counts->status[STATUS_UNSAT],
            counts->status[STATUS_UNKNOWN], counts->by_model, counts->by_solvers, counts->by_label,
            counts->cores, counts->duplicates, counts->conflicts);
}

void seeds_report_table(const seed_index_t *index, mem_t *mem, FILE *out) {
    seed_counts_vec_t all = {0};
    seed_counts_t sum;
    seed_counts(index, mem, &all, &sum);
    fprintf(out, "%-16s %7s %7s %7s %7s %7s %7s %7s %7s %7s %7s\n", "logic", "seeds", "sat",
            "unsat", "unknown", "model", "solvers", "label", "core", "double", "against");
    for (uint32_t i = 0; i < all.len; i++)
        print_counts(&all.data[i], out);
    if (all.len != 1)
        print_counts(&sum, out);
    vec_free(mem, &all);
}

/* --- JSON --- */

static json_t *json_hash(uint64_t hash) {
    char text[17];
    snprintf(text, sizeof text, "%016llx", (unsigned long long)hash);
    return json_string(text);
}

static json_t *json_names(const text_vec_t *names) {
    json_t *list = json_array();
    for (uint32_t i = 0; i < names->len; i++)
        json_array_append_new(list, json_text(names->data[i]));
    return list;
}

static json_t *json_numbers(const u32_vec_t *numbers) {
    json_t *list = json_array();
    for (uint32_t i = 0; i < numbers->len; i++)
        json_array_append_new(list, json_integer(numbers->data[i]));
    return list;
}

static json_t *row_object(const seed_row_t *row) {
    json_t *theories = json_array();
    for (uint32_t i = 0; i < THEORY_COUNT; i++)
        if (row->theories >> i & 1)
            json_array_append_new(theories, json_string(theory_name((theory_t)i)));
    json_t *features = json_array();
    for (uint32_t i = 0; i < FEATURE_COUNT; i++)
        if (row->features.bits >> i & 1)
            json_array_append_new(features, json_string(feature_name((feature_t)i)));
    return json_pack("{s:o, s:o, s:I, s:o, s:o, s:o, s:I, s:I, s:I, s:I, s:I, s:s, s:s}", "file",
                     json_text(row->path), "hash", json_hash(row->hash), "bytes",
                     (json_int_t)row->bytes, "logic", json_text(row->logic ? row->logic : "none"),
                     "theories", theories, "features", features, "assertions",
                     (json_int_t)row->features.assertions, "spots", (json_int_t)row->features.spots,
                     "terms", (json_int_t)row->features.terms, "operators",
                     (json_int_t)row->features.operators, "depth", (json_int_t)row->features.depth,
                     "label", status_name(row->label), "status", status_name(row->status));
}

static void print_row(const seed_row_t *row) {
    json_t *object = row_object(row);
    if (row->status != STATUS_UNKNOWN)
        json_object_set_new(object, "source", json_string(status_source_name(row->source)));
    if (row->by.len > 0)
        json_object_set_new(object, "by", json_names(&row->by));
    if (row->duplicate_of != 0)
        json_object_set_new(object, "duplicate_of", json_hash(row->duplicate_of));
    if (row->model)
        json_object_set_new(object, "model", json_bytes(row->model, row->model_len));
    if (row->core.len > 0) {
        json_object_set_new(object, "core", json_numbers(&row->core));
        json_object_set_new(object, "loose", json_numbers(&row->loose));
        json_object_set_new(object, "core_by", json_names(&row->core_by));
    }
    if (row->conflict)
        json_object_set_new(object, "conflict", json_text(row->conflict));
    json_line(object);
}

void seeds_report_json(const seed_index_t *index) {
    for (uint32_t i = 0; i < index->rows.len; i++)
        if (!index->rows.data[i].gone)
            print_row(&index->rows.data[i]);
}
