/* Relations: sets of tuples. */
#include "eval/theory/data.h"
#include "eval/theory/sets.h"
#include "eval/value/num.h"

#include <stdlib.h>

static sort_t result_element(const eval_t *eval, const call_t *call) {
    return sort_args(eval->bank, call->sort, &(uint32_t){0})[0];
}

/* A component of a tuple. */
static value_t part(const eval_t *eval, value_t tuple, uint32_t i) {
    return value_words(eval->values, tuple, &(uint32_t){0})[i];
}

static void add_parts(eval_t *eval, value_t tuple, uint32_t from, uint32_t to, value_vec_t *out) {
    for (uint32_t i = from; i < to; i++)
        *vec_push(eval->mem, out) = part(eval, tuple, i);
}

static uint32_t part_count(const eval_t *eval, value_t tuple) {
    uint32_t count;
    value_words(eval->values, tuple, &count);
    return count;
}

/* Whether component i of the left tuple equals component j of the right one, and so on. */
static bool tuples_match(const eval_t *eval, value_t left, value_t right, const uint32_t *indices,
                         uint32_t count) {
    for (uint32_t i = 0; i + 1 < count; i += 2)
        if (part(eval, left, indices[i]) != part(eval, right, indices[i + 1]))
            return false;
    return true;
}

/* All pairs of tuples: whole for products, without what they are joined on for rel.join. */
static bool pair_tuples(eval_t *eval, const call_t *call, const value_vec_t *left,
                        const value_vec_t *right, value_vec_t *out) {
    uint32_t count = 0;
    const uint32_t *indices = call->index;
    bool join = call->op == OP_REL_JOIN;
    if (call->op == OP_REL_TABLE_JOIN)
        indices = call_indices(call, &count);
    if (!eval_charge(eval, call, (uint64_t)left->len * right->len))
        return false;
    value_vec_t words = {0};
    for (uint32_t i = 0; i < left->len; i++)
        for (uint32_t k = 0; k < right->len; k++) {
            value_t a = left->data[i];
            value_t b = right->data[k];
            uint32_t n = part_count(eval, a);
            if (join ? part(eval, a, n - 1) != part(eval, b, 0)
                     : !tuples_match(eval, a, b, indices, count))
                continue;
            words.len = 0;
            add_parts(eval, a, 0, n - join, &words);
            add_parts(eval, b, join, part_count(eval, b), &words);
            value_t made = value_make(eval->values, OBJ_TUPLE, words.data, words.len);
            *vec_push(eval->mem, out) = made;
        }
    vec_free(eval->mem, &words);
    return true;
}

bool eval_rel_pair(eval_t *eval, const call_t *call, value_t *out) {
    value_vec_t left = {0};
    value_vec_t right = {0};
    value_vec_t all = {0};
    bool known = set_elements(eval, call, 0, &left) && set_elements(eval, call, 1, &right) &&
                 pair_tuples(eval, call, &left, &right, &all) &&
                 set_from(eval, call, result_element(eval, call), &all, out);
    vec_free(eval->mem, &left);
    vec_free(eval->mem, &right);
    vec_free(eval->mem, &all);
    return known;
}

/* --- tuple by tuple --- */

static value_t transposed(eval_t *eval, value_t tuple) {
    value_vec_t words = {0};
    for (uint32_t i = part_count(eval, tuple); i-- > 0;)
        *vec_push(eval->mem, &words) = part(eval, tuple, i);
    value_t made = value_make(eval->values, OBJ_TUPLE, words.data, words.len);
    vec_free(eval->mem, &words);
    return made;
}

/* rel.transpose, rel.iden, rel.project */
bool eval_rel_image(eval_t *eval, const call_t *call, value_t *out) {
    value_vec_t all = {0};
    bool known = set_elements(eval, call, 0, &all);
    uint32_t count;
    const uint32_t *indices = call_indices(call, &count);
    for (uint32_t i = 0; i < all.len; i++) {
        value_t tuple = all.data[i];
        if (call->op == OP_REL_TRANSPOSE)
            all.data[i] = transposed(eval, tuple);
        else if (call->op == OP_REL_IDEN)
            all.data[i] = data_project(eval, tuple, (uint32_t[]){0, 0}, 2);
        else
            all.data[i] = data_project(eval, tuple, indices, count);
    }
    known = known && set_from(eval, call, result_element(eval, call), &all, out);
    vec_free(eval->mem, &all);
    return known;
}

/* --- pairs --- */

typedef struct edge {
    value_t from, to;
} edge_t;

typedef VEC(edge_t) edges_t;

static int edge_order(const void *a, const void *b) {
    const edge_t *x = a;
    const edge_t *y = b;
    int from = value_order(&x->from, &y->from);
    return from != 0 ? from : value_order(&x->to, &y->to);
}

static bool open_edges(eval_t *eval, const call_t *call, edges_t *out) {
    value_vec_t all = {0};
    bool known = set_elements(eval, call, 0, &all);
    for (uint32_t i = 0; i < all.len; i++)
        *vec_push(eval->mem, out) =
            (edge_t){part(eval, all.data[i], 0), part(eval, all.data[i], 1)};
    if (out->len > 1)
        qsort(out->data, out->len, sizeof *out->data, edge_order);
    vec_free(eval->mem, &all);
    return known;
}

/* Where the edges from this value start. */
static uint32_t first_edge(const edges_t *edges, value_t from) {
    uint32_t low = 0;
    uint32_t high = edges->len;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (edges->data[middle].from < from)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* All that can be reached from a value in one step or more. */
static bool reach_from(eval_t *eval, const call_t *call, const edges_t *edges, value_t from,
                       value_vec_t *out) {
    out->len = 0;
    value_t at = from;
    for (uint32_t done = 0;; at = out->data[done++]) {
        uint32_t before = out->len;
        uint32_t i = first_edge(edges, at);
        for (; i < edges->len && edges->data[i].from == at; i++) {
            bool there = false;
            for (uint32_t k = 0; k < before && !there; k++)
                there = out->data[k] == edges->data[i].to;
            if (!there)
                *vec_push(eval->mem, out) = edges->data[i].to;
            if (!eval_charge(eval, call, 1 + before / 8))
                return false;
        }
        if (done == out->len)
            return true;
    }
}

static bool close_edges(eval_t *eval, const call_t *call, const edges_t *edges, value_vec_t *out) {
    value_vec_t reached = {0};
    bool known = true;
    for (uint32_t i = 0; i < edges->len && known; i++) {
        value_t from = edges->data[i].from;
        if (i > 0 && edges->data[i - 1].from == from)
            continue;
        known = reach_from(eval, call, edges, from, &reached);
        for (uint32_t k = 0; k < reached.len && known; k++) {
            value_t pair =
                value_make(eval->values, OBJ_TUPLE, (uint64_t[]){from, reached.data[k]}, 2);
            *vec_push(eval->mem, out) = pair;
        }
    }
    vec_free(eval->mem, &reached);
    return known;
}

bool eval_rel_tclosure(eval_t *eval, const call_t *call, value_t *out) {
    edges_t edges = {0};
    value_vec_t all = {0};
    bool known = open_edges(eval, call, &edges) && close_edges(eval, call, &edges, &all) &&
                 set_from(eval, call, result_element(eval, call), &all, out);
    vec_free(eval->mem, &edges);
    vec_free(eval->mem, &all);
    return known;
}

/* All that are related to at least as many as argument 1 says: the universe when that is 0. cvc5
 * takes no negative number. */
bool eval_rel_join_image(eval_t *eval, const call_t *call, value_t *out) {
    int sign = num_sign(eval->values, call->args[1]);
    if (sign < 0)
        return eval_unknown(eval, REASON_UNSUPPORTED, call->term);
    if (sign == 0)
        return set_universe(eval, call, result_element(eval, call), out);
    edges_t edges = {0};
    value_vec_t all = {0};
    bool known = open_edges(eval, call, &edges);
    for (uint32_t i = 0; i < edges.len && known;) {
        uint32_t start = i;
        while (i < edges.len && edges.data[i].from == edges.data[start].from)
            i++;
        if (num_compare(eval->values, num_of_small(i - start), call->args[1]) < 0)
            continue;
        value_t single = value_make(eval->values, OBJ_TUPLE, &edges.data[start].from, 1);
        *vec_push(eval->mem, &all) = single;
    }
    known = known && set_from(eval, call, result_element(eval, call), &all, out);
    vec_free(eval->mem, &edges);
    vec_free(eval->mem, &all);
    return known;
}

/* --- groups --- */

/* The set of the tuples of one group, or their fold. */
static bool one_group(eval_t *eval, const call_t *call, const value_vec_t *all,
                      const u32_vec_t *group_of, uint32_t group, value_t *out) {
    bool fold = call->op == OP_REL_AGGR || call->op == OP_REL_AGGR_0;
    value_vec_t members = {0};
    bag_items_t items = {0};
    for (uint32_t i = 0; i < all->len; i++) {
        if (group_of->data[i] != group)
            continue;
        *vec_push(eval->mem, &members) = all->data[i];
        *vec_push(eval->mem, &items) = (bag_item_t){all->data[i], num_of_small(1)};
    }
    bool known =
        eval_charge(eval, call, all->len) &&
        (fold ? fold_items(eval, call, &items, out)
              : set_from(eval, call, set_element_sort(eval, call, call->count - 1), &members, out));
    vec_free(eval->mem, &members);
    vec_free(eval->mem, &items);
    return known;
}

/* rel.group, rel.aggr. The empty relation is one group, which is empty. */
bool eval_rel_group(eval_t *eval, const call_t *call, value_t *out) {
    value_vec_t all = {0};
    value_vec_t results = {0};
    u32_vec_t group_of = {0};
    bool known = set_elements(eval, call, call->count - 1, &all);
    uint32_t groups = known ? group_tuples(eval, call, all.data, 1, all.len, &group_of) : 0;
    if (all.len == 0)
        groups = 1;
    for (uint32_t g = 0; g < groups && known; g++) {
        value_t result = 0;
        known = one_group(eval, call, &all, &group_of, g, &result);
        *vec_push(eval->mem, &results) = result;
    }
    known = known && set_from(eval, call, result_element(eval, call), &results, out);
    vec_free(eval->mem, &all);
    vec_free(eval->mem, &results);
    vec_free(eval->mem, &group_of);
    return known;
}
