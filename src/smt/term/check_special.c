/* The rows of ops.def whose result sort no pattern can express (TYPED). */
#include "smt/term/check_priv.h"

#include "base/bug.h"

#include <stdlib.h>
#include <string.h>

bool check_sort_index(sort_kind_t kind, int64_t value) {
    switch (kind) {
    case SORT_BITVEC:
        return value >= 1 && value < (int64_t)CHECK_TEXT_INDEX;
    case SORT_FLOAT:
        return value >= 2 && value < (int64_t)CHECK_TEXT_INDEX;
    case SORT_FIELD: /* a text, too: the order of a field is only ever copied */
        return value >= 0 && value <= (int64_t)UINT32_MAX;
    default:
        return value >= 0 && value < (int64_t)CHECK_TEXT_INDEX;
    }
}

typedef struct special {
    bank_t *bank;
    op_t op;
    uint32_t *indices;
    uint32_t index_count;
    const term_t *args;
    uint32_t count;
    u32_vec_t sorts; /* a list under construction */
} special_t;

static sort_t arg_sort(const special_t *s, uint32_t i) {
    return term_sort(s->bank, s->args[i]);
}

static void append(special_t *s, const sort_t *sorts, uint32_t count) {
    uint32_t *place = vec_extend(s->bank->mem, &s->sorts, count);
    if (count > 0)
        memcpy(place, sorts, count * sizeof *sorts);
}

/* A sort of the kind from the list. */
static sort_t gather(special_t *s, sort_kind_t kind) {
    return sort_canon(s->bank, sort_make(s->bank, kind, s->sorts.data, s->sorts.len));
}

static sort_t wrap(special_t *s, sort_kind_t kind, sort_t inner) {
    return inner == SORT_NONE ? SORT_NONE : sort_make(s->bank, kind, &inner, 1);
}

/* --- arrays --- */

static sort_t last_of_array(const special_t *s, uint32_t *count) {
    sort_t array = arg_sort(s, 0);
    if (sort_kind(s->bank, array) != SORT_ARRAY && sort_kind(s->bank, array) != SORT_FUN)
        return SORT_NONE;
    const sort_t *sorts = sort_args(s->bank, array, count);
    return sorts[*count - 1];
}

/* The arguments after the array fit its first sorts. */
static bool fit_array(const special_t *s) {
    uint32_t count;
    const sort_t *sorts = sort_args(s->bank, arg_sort(s, 0), &count);
    for (uint32_t i = 1; i < s->count; i++)
        if (i > count || !check_fits(s->bank, arg_sort(s, i), sorts[i - 1]))
            return false;
    return true;
}

static sort_t select_n(const special_t *s) {
    uint32_t count;
    sort_t last = last_of_array(s, &count);
    return last != SORT_NONE && s->count == count && fit_array(s) ? last : SORT_NONE;
}

static sort_t store_n(const special_t *s) {
    uint32_t count;
    sort_t last = last_of_array(s, &count);
    return last != SORT_NONE && s->count == count + 1 && fit_array(s) ? arg_sort(s, 0) : SORT_NONE;
}

/* What the function that an index of kind F names gives for arguments of these sorts; SORT_NONE
 * when it does not take them. */
static sort_t named_function(bank_t *bank, uint32_t *index, const sort_t *args, uint32_t count) {
    u32_vec_t terms = {0};
    sym_t name = symbol_make(&bank->symbols, "_", 1);
    for (uint32_t i = 0; i < count; i++) {
        term_t var = term_fresh_var(bank, name, args[i]);
        *vec_push(bank->mem, &terms) = var;
    }
    sort_t sort = SORT_NONE;
    if (*index & CHECK_TEXT_INDEX) {
        opcode_t op = op_of_symbol(bank, *index & ~CHECK_TEXT_INDEX);
        for (; op != OP_NONE && sort == SORT_NONE; op = op_next_overload(bank, op))
            sort = check_row(bank, op_of_code(op), NULL, 0, SORT_NONE, terms.data, count);
    } else {
        fun_t fun = *index;
        for (; fun != FUN_NONE && sort == SORT_NONE; fun = fun_row(bank, fun)->overload) {
            sort = check_fun_sort(bank, fun, SORT_NONE, terms.data, count, false);
            if (sort != SORT_NONE)
                *index = fun;
        }
    }
    vec_free(bank->mem, &terms);
    return sort;
}

/* (_ map f) and (_ nullable.lift f): f on the sorts inside the arguments. */
static sort_t map_arrays(special_t *s) {
    bank_t *bank = s->bank;
    u32_vec_t inner = {0};
    uint32_t indices = 0;
    bool ok = true;
    for (uint32_t i = 0; i < s->count && ok; i++) {
        uint32_t count;
        const sort_t *sorts = sort_args(bank, arg_sort(s, i), &count);
        ok = sort_kind(bank, arg_sort(s, i)) == SORT_ARRAY;
        if (ok && i == 0) {
            append(s, sorts, count - 1);
            indices = count - 1;
        }
        ok = ok && count - 1 == indices &&
             (indices == 0 || memcmp(sorts, s->sorts.data, indices * sizeof *sorts) == 0);
        if (ok)
            *vec_push(bank->mem, &inner) = sorts[count - 1];
    }
    sort_t result = ok ? named_function(bank, &s->indices[0], inner.data, inner.len) : SORT_NONE;
    vec_free(bank->mem, &inner);
    if (result == SORT_NONE)
        return SORT_NONE;
    append(s, &result, 1);
    return gather(s, SORT_ARRAY);
}

static sort_t as_array(special_t *s) {
    bank_t *bank = s->bank;
    if (s->indices[0] & CHECK_TEXT_INDEX)
        return SORT_NONE;
    fun_t fun = s->indices[0];
    for (uint32_t i = 0; i < fun_row(bank, fun)->arity; i++) {
        sort_t param = fun_param(bank, fun, i);
        append(s, &param, 1);
    }
    sort_t result = fun_result(bank, fun);
    append(s, &result, 1);
    return s->sorts.len < 2 ? SORT_NONE : gather(s, SORT_ARRAY);
}

static sort_t lift_nullable(special_t *s) {
    bank_t *bank = s->bank;
    for (uint32_t i = 0; i < s->count; i++) {
        uint32_t count;
        const sort_t *inner = sort_args(bank, arg_sort(s, i), &count);
        if (sort_kind(bank, arg_sort(s, i)) != SORT_NULLABLE)
            return SORT_NONE;
        append(s, inner, 1);
    }
    sort_t result = named_function(bank, &s->indices[0], s->sorts.data, s->sorts.len);
    return wrap(s, SORT_NULLABLE, result);
}

static sort_t lift_nullable_function(special_t *s) {
    bank_t *bank = s->bank;
    uint32_t total;
    const sort_t *sorts = sort_args(bank, arg_sort(s, 0), &total);
    if (sort_kind(bank, arg_sort(s, 0)) != SORT_FUN || total != s->count)
        return SORT_NONE;
    for (uint32_t i = 1; i < s->count; i++) {
        uint32_t count;
        const sort_t *inner = sort_args(bank, arg_sort(s, i), &count);
        if (sort_kind(bank, arg_sort(s, i)) != SORT_NULLABLE || inner[0] != sorts[i - 1])
            return SORT_NONE;
    }
    return wrap(s, SORT_NULLABLE, sorts[total - 1]);
}

/* --- bit-vectors --- */

static sort_t concat(const special_t *s) {
    uint64_t width = 0;
    for (uint32_t i = 0; i < s->count; i++) {
        uint32_t count;
        width += sort_words(s->bank, arg_sort(s, i), &count)[0];
    }
    return width < CHECK_TEXT_INDEX ? sort_bitvec(s->bank, (uint32_t)width) : SORT_NONE;
}

static sort_t numeral_width(const special_t *s) {
    if (term_op(s->bank, s->args[1]) != OP_NUMERAL)
        return SORT_NONE;
    uint32_t count;
    sym_t text = term_head(s->bank, s->args[1], &count)[0];
    unsigned long long width = strtoull(symbol_text(&s->bank->symbols, text), NULL, 10);
    return width >= 1 && width < CHECK_TEXT_INDEX ? sort_bitvec(s->bank, (uint32_t)width)
                                                  : SORT_NONE;
}

/* --- datatypes --- */

/* The first of the overloads from *fun on that is of this kind and belongs to the datatype of
 * sort. */
static bool pick_member(const bank_t *bank, uint32_t *fun, fun_kind_t kind, sort_t sort) {
    if (*fun & CHECK_TEXT_INDEX || sort_kind(bank, sort) != SORT_USER)
        return false;
    sortdecl_t decl = sort_decl(bank, sort);
    for (fun_t f = *fun; f != FUN_NONE; f = fun_row(bank, f)->overload)
        if (fun_row(bank, f)->kind == kind && fun_row(bank, f)->sort == decl) {
            *fun = f;
            return true;
        }
    return false;
}

static sort_t update_field(const special_t *s) {
    bank_t *bank = s->bank;
    sort_t sort = arg_sort(s, 0);
    if (!pick_member(bank, s->indices, FUN_SELECTOR, sort))
        return SORT_NONE;
    sort_t field = check_fun_sort(bank, s->indices[0], SORT_NONE, s->args, 1, false);
    return field != SORT_NONE && check_fits(bank, arg_sort(s, 1), field) ? sort : SORT_NONE;
}

static bool is_datatype(const bank_t *bank, sort_t sort) {
    if (sort_kind(bank, sort) != SORT_USER)
        return sort_kind(bank, sort) == SORT_TUPLE;
    sortdecl_kind_t kind = sortdecl_row(bank, sort_decl(bank, sort))->kind;
    return kind == SORTDECL_DATATYPE || kind == SORTDECL_CODATATYPE;
}

/* --- tuples, relations, tables --- */

/* The component sorts of a Tuple; false for any other sort. */
static bool tuple_sorts(const bank_t *bank, sort_t sort, const sort_t **sorts, uint32_t *count) {
    *sorts = sort_args(bank, sort, count);
    return sort_kind(bank, sort) == SORT_TUPLE;
}

/* The same for the elements of argument i, a Set or Bag of Tuples. */
static bool row_sorts(const special_t *s, uint32_t i, const sort_t **sorts, uint32_t *count) {
    const sort_t *element = sort_args(s->bank, arg_sort(s, i), count);
    return *count == 1 && tuple_sorts(s->bank, element[0], sorts, count);
}

static bool indices_below(const special_t *s, uint32_t bound) {
    for (uint32_t i = 0; i < s->index_count; i++)
        if (s->indices[i] >= bound)
            return false;
    return true;
}

/* Appends the components that the indices choose. */
static bool project(special_t *s, const sort_t *sorts, uint32_t count) {
    if (!indices_below(s, count))
        return false;
    for (uint32_t i = 0; i < s->index_count; i++) {
        sort_t chosen = sorts[s->indices[i]];
        append(s, &chosen, 1);
        /* making room may not move the sorts: they live in the bank's sort words */
    }
    return true;
}

static sort_t tuple_of_args(special_t *s) {
    for (uint32_t i = 0; i < s->count; i++) {
        sort_t sort = arg_sort(s, i);
        append(s, &sort, 1);
    }
    return gather(s, SORT_TUPLE);
}

static sort_t tuple_op(special_t *s) {
    const sort_t *sorts;
    uint32_t count;
    if (!tuple_sorts(s->bank, arg_sort(s, 0), &sorts, &count) || !indices_below(s, count))
        return SORT_NONE;
    switch (s->op) {
    case OP_TUPLE_SELECT:
        return sorts[s->indices[0]];
    case OP_TUPLE_UPDATE:
        return check_fits(s->bank, arg_sort(s, 1), sorts[s->indices[0]]) ? arg_sort(s, 0)
                                                                         : SORT_NONE;
    default:
        return project(s, sorts, count) ? gather(s, SORT_TUPLE) : SORT_NONE;
    }
}

static sort_kind_t container(const special_t *s) {
    return sort_kind(s->bank, arg_sort(s, s->count - 1));
}

static sort_t rel_join(special_t *s) {
    const sort_t *left;
    const sort_t *right;
    uint32_t n;
    uint32_t m;
    if (!row_sorts(s, 0, &left, &n) || !row_sorts(s, 1, &right, &m) || n == 0 || m == 0 ||
        left[n - 1] != right[0] || n + m == 2)
        return SORT_NONE;
    append(s, left, n - 1);
    append(s, right + 1, m - 1);
    return wrap(s, SORT_SET, gather(s, SORT_TUPLE));
}

/* product, and join on pairs of components */
static sort_t product(special_t *s) {
    const sort_t *left;
    const sort_t *right;
    uint32_t n;
    uint32_t m;
    if (!row_sorts(s, 0, &left, &n) || !row_sorts(s, 1, &right, &m) || s->index_count % 2 != 0)
        return SORT_NONE;
    for (uint32_t i = 0; i < s->index_count; i += 2)
        if (s->indices[i] >= n || s->indices[i + 1] >= m ||
            left[s->indices[i]] != right[s->indices[i + 1]])
            return SORT_NONE;
    append(s, left, n);
    append(s, right, m);
    return wrap(s, container(s), gather(s, SORT_TUPLE));
}

static sort_t transpose(special_t *s) {
    const sort_t *sorts;
    uint32_t count;
    if (!row_sorts(s, 0, &sorts, &count))
        return SORT_NONE;
    for (uint32_t i = count; i-- > 0;)
        append(s, &sorts[i], 1);
    return wrap(s, SORT_SET, gather(s, SORT_TUPLE));
}

static sort_t project_rows(special_t *s) {
    const sort_t *sorts;
    uint32_t count;
    if (!row_sorts(s, 0, &sorts, &count) || !project(s, sorts, count))
        return SORT_NONE;
    return wrap(s, container(s), gather(s, SORT_TUPLE));
}

/* group and aggregate: the rows are tuples that have the components */
static sort_t grouped(special_t *s, bool aggregate) {
    const sort_t *sorts;
    uint32_t count;
    if (!row_sorts(s, s->count - 1, &sorts, &count) || !indices_below(s, count))
        return SORT_NONE;
    return wrap(s, container(s), aggregate ? arg_sort(s, 1) : arg_sort(s, 0));
}

static sort_t set_insert(special_t *s) {
    sort_t set = arg_sort(s, s->count - 1);
    if (sort_kind(s->bank, set) != SORT_SET)
        return SORT_NONE;
    uint32_t count;
    sort_t element = sort_args(s->bank, set, &count)[0];
    for (uint32_t i = 0; i + 1 < s->count; i++)
        if (!check_fits(s->bank, arg_sort(s, i), element))
            return SORT_NONE;
    return set;
}

/* Operators of relations and tables. */
static sort_t relation_sort(special_t *s) {
    switch (s->op) {
    case OP_REL_JOIN:
        return rel_join(s);
    case OP_REL_PRODUCT:
    case OP_REL_TABLE_JOIN:
    case OP_REL_TABLE_JOIN_0:
    case OP_TABLE_PRODUCT:
    case OP_TABLE_JOIN:
    case OP_TABLE_JOIN_0:
        return product(s);
    case OP_REL_TRANSPOSE:
        return transpose(s);
    case OP_REL_PROJECT:
    case OP_REL_PROJECT_0:
    case OP_TABLE_PROJECT:
    case OP_TABLE_PROJECT_0:
        return project_rows(s);
    case OP_REL_GROUP:
    case OP_REL_GROUP_0:
    case OP_TABLE_GROUP:
    case OP_TABLE_GROUP_0:
        return grouped(s, false);
    case OP_REL_AGGR:
    case OP_REL_AGGR_0:
    case OP_TABLE_AGGR:
    case OP_TABLE_AGGR_0:
        return grouped(s, true);
    default:
        BUG("ops.def: %s is TYPED and has no case here", op_info(s->op)->name);
    }
}

static sort_t special_sort(special_t *s) {
    bank_t *bank = s->bank;
    uint32_t count;
    switch (s->op) {
    case OP_FMF_CARD:
        return SORT_BOOL;
    case OP_SELECT_N:
        return select_n(s);
    case OP_STORE_N:
        return store_n(s);
    case OP_MAP:
        return map_arrays(s);
    case OP_ARRAY_DEFAULT_N:
        return last_of_array(s, &count);
    case OP_AS_ARRAY:
        return as_array(s);
    case OP_CONCAT:
        return concat(s);
    case OP_MKBV:
    case OP_FROM_BOOLS:
        return sort_bitvec(bank, s->count);
    case OP_AT_BV:
        return numeral_width(s);
    case OP_IS:
        return pick_member(bank, s->indices, FUN_CONSTRUCTOR, arg_sort(s, 0)) ? SORT_BOOL
                                                                              : SORT_NONE;
    case OP_UPDATE:
    case OP_UPDATE_FIELD:
        return update_field(s);
    case OP_DT_SIZE:
        return is_datatype(bank, arg_sort(s, 0)) ? SORT_INT : SORT_NONE;
    case OP_TUPLE:
        return tuple_of_args(s);
    case OP_TUPLE_SELECT:
    case OP_TUPLE_UPDATE:
    case OP_TUPLE_PROJECT:
    case OP_TUPLE_PROJECT_0:
        return tuple_op(s);
    case OP_NULLABLE_LIFT:
        return lift_nullable(s);
    case OP_NULLABLE_LIFT_FUN:
        return lift_nullable_function(s);
    case OP_SET_INSERT:
    case OP_OLD_INSERT:
        return set_insert(s);
    case OP_HO_APPLY:
        return check_function_sort(bank, arg_sort(s, 0), s->args + 1, s->count - 1);
    case OP_PBEQ:
    case OP_PBLE:
    case OP_PBGE:
        return s->index_count == s->count + 1 ? SORT_BOOL : SORT_NONE;
    case OP_TRANSITIVE_CLOSURE: {
        sort_t pair[] = {arg_sort(s, 0), arg_sort(s, 1)};
        return named_function(bank, s->indices, pair, 2) == SORT_BOOL ? SORT_BOOL : SORT_NONE;
    }
    default:
        return relation_sort(s);
    }
}

/* indices are written through special.indices, which the linter does not see. */
sort_t check_special(bank_t *bank, op_t op, uint32_t *indices, /* NOLINT(readability-non-const-*) */
                     uint32_t index_count, const term_t *args, uint32_t count) {
    special_t special = {bank, op, indices, index_count, args, count, {0}};
    sort_t sort = special_sort(&special);
    vec_free(bank->mem, &special.sorts);
    return sort;
}
