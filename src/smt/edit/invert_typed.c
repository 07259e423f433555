/* Rows whose result does not follow from their patterns (TYPED): see check_special.c for what they
 * want. */
#include "smt/edit/invert_priv.h"

static const sort_t *parts_of(bank_t *bank, sort_t sort, uint32_t *count) {
    return sort_args(bank, sort, count);
}

static sort_t draw_sort(const u32_vec_t *sorts, rng_t *rng) {
    return sorts->len == 0 ? SORT_BOOL : sorts->data[rng_below(rng, sorts->len)];
}

/* concat: the widths must sum to the result's. */
static bool draw_concat(bank_t *bank, sort_t result, rng_t *rng, fit_t *fit) {
    uint32_t width = sort_words(bank, result, &(uint32_t){0})[0];
    if (width < 2)
        return false;
    uint32_t high = 1 + (uint32_t)rng_below(rng, width - 1);
    fit->args[0] = sort_bitvec(bank, high);
    fit->args[1] = sort_bitvec(bank, width - high);
    fit->count = 2;
    return true;
}

static bool take_parts(bank_t *bank, sort_t sort, uint32_t from, uint32_t to, fit_t *fit) {
    uint32_t count;
    const sort_t *parts = parts_of(bank, sort, &count);
    if (to - from > FIT_MAX_ARGS - fit->count)
        return false;
    for (uint32_t i = from; i < to; i++)
        fit->args[fit->count++] = parts[i];
    return true;
}

/* A mapping (Array or function) among the sorts whose last part is this; then the mapping and its
 * other parts are the arguments. */
static bool draw_mapping(bank_t *bank, sort_kind_t kind, uint32_t least, sort_t last,
                         const u32_vec_t *sorts, rng_t *rng, fit_t *fit) {
    for (int tries = 0; tries < 24; tries++) {
        sort_t sort = draw_sort(sorts, rng);
        uint32_t count;
        if (sort_kind(bank, sort) != kind)
            continue;
        const sort_t *parts = parts_of(bank, sort, &count);
        if (count < least || parts[count - 1] != last)
            continue;
        fit->args[0] = sort;
        fit->count = 1;
        return take_parts(bank, sort, 0, count - 1, fit);
    }
    return false;
}

/* Indices that pick the components wanted out of a tuple. */
static bool draw_projection(bank_t *bank, sort_t wanted, sort_t tuple, rng_t *rng, fit_t *fit) {
    uint32_t want, have;
    parts_of(bank, wanted, &want);
    const sort_t *components = parts_of(bank, tuple, &have);
    if (want > FIT_MAX_INDICES || have == 0)
        return false;
    for (uint32_t i = 0; i < want; i++) {
        uint32_t start = (uint32_t)rng_below(rng, have);
        uint32_t k = 0;
        while (k < have && components[(start + k) % have] != parts_of(bank, wanted, &want)[i])
            k++;
        if (k == have)
            return false;
        fit->indices[i] = (start + k) % have;
    }
    fit->index_count = want;
    return true;
}

/* The tuple inside a sort of the kind: of (Set (Tuple ...)), or of a Tuple itself. */
static sort_t tuple_in(bank_t *bank, sort_kind_t kind, sort_t sort) {
    if (sort_kind(bank, sort) != kind)
        return SORT_NONE;
    if (kind == SORT_TUPLE)
        return sort;
    uint32_t count;
    sort_t inner = parts_of(bank, sort, &count)[0];
    return sort_kind(bank, inner) == SORT_TUPLE ? inner : SORT_NONE;
}

/* A tuple with a component of this sort. */
static bool draw_component(bank_t *bank, sort_t result, const u32_vec_t *sorts, rng_t *rng,
                           fit_t *fit) {
    sort_t wanted = sort_of(bank, SORT_TUPLE, &result, 1);
    for (int tries = 0; tries < 24; tries++) {
        sort_t sort = draw_sort(sorts, rng);
        if (sort_kind(bank, sort) != SORT_TUPLE || !draw_projection(bank, wanted, sort, rng, fit))
            continue;
        fit->args[0] = sort;
        fit->count = 1;
        return true;
    }
    return false;
}

static bool draw_project(bank_t *bank, sort_kind_t kind, sort_t result, const u32_vec_t *sorts,
                         rng_t *rng, fit_t *fit) {
    sort_t wanted = tuple_in(bank, kind, result);
    if (wanted == SORT_NONE)
        return false;
    for (int tries = 0; tries < 24; tries++) {
        sort_t sort = draw_sort(sorts, rng);
        sort_t tuple = tuple_in(bank, kind, sort);
        if (tuple == SORT_NONE || !draw_projection(bank, wanted, tuple, rng, fit))
            continue;
        fit->args[0] = sort;
        fit->count = 1;
        return true;
    }
    return false;
}

/* The two factors of a product of relations or tables. */
static bool draw_product(bank_t *bank, sort_kind_t kind, sort_t result, bool join, rng_t *rng,
                         fit_t *fit) {
    sort_t tuple = tuple_in(bank, kind, result);
    uint32_t count;
    if (tuple == SORT_NONE)
        return false;
    parts_of(bank, tuple, &count);
    if (count < 2)
        return false;
    uint32_t cut = 1 + (uint32_t)rng_below(rng, count - 1);
    fit->count = 2;
    for (uint32_t side = 0; side < 2; side++) {
        enum { MOST = 16 };
        sort_t parts[MOST];
        uint32_t from = side == 0 ? 0 : cut;
        uint32_t to = side == 0 ? cut : count;
        if (to - from > MOST)
            return false;
        for (uint32_t i = from; i < to; i++)
            parts[i - from] = parts_of(bank, tuple, &count)[i];
        sort_t inner = sort_of(bank, SORT_TUPLE, parts, to - from);
        fit->args[side] = sort_of(bank, kind, &inner, 1);
    }
    if (!join)
        return true;
    const sort_t *parts = parts_of(bank, tuple, &count);
    for (uint32_t i = 0; i < cut; i++)
        for (uint32_t k = cut; k < count; k++)
            if (parts[i] == parts[k]) {
                fit->indices[0] = i;
                fit->indices[1] = k - cut;
                fit->index_count = 2;
                return true;
            }
    return false;
}

/* (Set (Tuple S... M)) and (Set (Tuple M T...)), M in neither end of the result. */
static bool draw_join(bank_t *bank, sort_t result, const u32_vec_t *sorts, rng_t *rng, fit_t *fit) {
    enum { MOST = 16 };
    sort_t tuple = tuple_in(bank, SORT_SET, result);
    uint32_t count;
    if (tuple == SORT_NONE)
        return false;
    parts_of(bank, tuple, &count);
    if (count == 0 || count > MOST)
        return false;
    uint32_t cut = (uint32_t)rng_below(rng, count + 1);
    sort_t middle = draw_sort(sorts, rng);
    sort_t parts[MOST + 1];
    for (uint32_t i = 0; i < cut; i++)
        parts[i] = parts_of(bank, tuple, &count)[i];
    parts[cut] = middle;
    sort_t inner = sort_of(bank, SORT_TUPLE, parts, cut + 1);
    fit->args[0] = sort_of(bank, SORT_SET, &inner, 1);
    parts[0] = middle;
    for (uint32_t i = cut; i < count; i++)
        parts[1 + i - cut] = parts_of(bank, tuple, &count)[i];
    inner = sort_of(bank, SORT_TUPLE, parts, 1 + count - cut);
    fit->args[1] = sort_of(bank, SORT_SET, &inner, 1);
    fit->count = 2;
    return true;
}

static bool draw_lift(bank_t *bank, sort_t result, const u32_vec_t *sorts, rng_t *rng, fit_t *fit) {
    uint32_t count;
    if (sort_kind(bank, result) != SORT_NULLABLE ||
        !draw_mapping(bank, SORT_FUN, 2, parts_of(bank, result, &count)[0], sorts, rng, fit))
        return false;
    for (uint32_t i = 1; i < fit->count; i++)
        fit->args[i] = sort_of(bank, SORT_NULLABLE, &fit->args[i], 1);
    return true;
}

static bool draw_insert(bank_t *bank, sort_t result, fit_t *fit) {
    uint32_t count;
    if (sort_kind(bank, result) != SORT_SET)
        return false;
    fit->args[0] = parts_of(bank, result, &count)[0];
    fit->args[1] = result;
    fit->count = 2;
    return true;
}

bool invert_typed(bank_t *bank, op_t op, sort_t result, const u32_vec_t *sorts, rng_t *rng,
                  fit_t *fit, bool *found) {
    uint32_t count;
    sort_kind_t kind = sort_kind(bank, result);
    parts_of(bank, result, &count);
    switch (op) {
    case OP_CONCAT:
        *found = draw_concat(bank, result, rng, fit);
        return true;
    case OP_TUPLE:
        *found = kind == SORT_TUPLE && take_parts(bank, result, 0, count, fit);
        return true;
    case OP_SELECT_N:
        *found = draw_mapping(bank, SORT_ARRAY, 3, result, sorts, rng, fit);
        return true;
    case OP_STORE_N:
        fit->args[0] = result;
        fit->count = 1;
        *found = kind == SORT_ARRAY && count > 2 && take_parts(bank, result, 0, count, fit);
        return true;
    case OP_HO_APPLY:
        *found = draw_mapping(bank, SORT_FUN, 2, result, sorts, rng, fit);
        return true;
    case OP_NULLABLE_LIFT_FUN:
        *found = draw_lift(bank, result, sorts, rng, fit);
        return true;
    case OP_TUPLE_SELECT:
        *found = draw_component(bank, result, sorts, rng, fit);
        return true;
    case OP_TUPLE_UPDATE:
        *found = kind == SORT_TUPLE && count > 0;
        if (*found) {
            fit->indices[0] = (uint32_t)rng_below(rng, count);
            fit->index_count = 1;
            fit->args[0] = result;
            fit->args[1] = parts_of(bank, result, &count)[fit->indices[0]];
            fit->count = 2;
        }
        return true;
    case OP_TUPLE_PROJECT:
        *found = count > 0 && draw_project(bank, SORT_TUPLE, result, sorts, rng, fit);
        return true;
    case OP_REL_PROJECT:
        *found = draw_project(bank, SORT_SET, result, sorts, rng, fit) && fit->index_count > 0;
        return true;
    case OP_TABLE_PROJECT:
        *found = draw_project(bank, SORT_BAG, result, sorts, rng, fit) && fit->index_count > 0;
        return true;
    case OP_SET_INSERT:
    case OP_OLD_INSERT:
        *found = draw_insert(bank, result, fit);
        return true;
    case OP_REL_JOIN:
        *found = draw_join(bank, result, sorts, rng, fit);
        return true;
    case OP_REL_PRODUCT:
    case OP_REL_TABLE_JOIN:
    case OP_REL_TABLE_JOIN_0:
        *found = draw_product(bank, SORT_SET, result, op == OP_REL_TABLE_JOIN, rng, fit);
        return true;
    case OP_TABLE_PRODUCT:
    case OP_TABLE_JOIN:
    case OP_TABLE_JOIN_0:
        *found = draw_product(bank, SORT_BAG, result, op == OP_TABLE_JOIN, rng, fit);
        return true;
    default:
        return false;
    }
}
