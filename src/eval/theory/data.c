/* Datatypes, lists, tuples, nullable values. */
#include "eval/theory/data.h"

#include "base/bug.h"
#include "base/hash.h"
#include "eval/engine/named.h"
#include "eval/theory/array.h"
#include "eval/value/num.h"

#include <string.h>

/* --- datatypes --- */

/* The arguments as values of the constructor's fields. */
static bool coerce_fields(eval_t *eval, const call_t *call, fun_t constructor, uint64_t *fields) {
    memcpy(fields, call->args, call->count * sizeof *fields);
    if (!call->children && !call->sorts)
        return true;
    for (uint32_t i = 0; i < call->count; i++) {
        sort_t want = fun_param(eval->bank, constructor, i);
        if (!sort_is_open(eval->bank, want) &&
            !eval_coerce(eval, call, call_sort(eval, call, i), want, &fields[i]))
            return false;
    }
    return true;
}

bool data_construct(eval_t *eval, const call_t *call, fun_t constructor, value_t *out) {
    enum { FEW = 16 };
    uint64_t few[FEW + 1];
    uint64_t *words =
        call->count <= FEW ? few : mem_alloc(eval->mem, (call->count + (size_t)1) * sizeof *words);
    words[0] = constructor;
    bool known = call->count == 0 || coerce_fields(eval, call, constructor, words + 1);
    if (known)
        *out = value_make(eval->values, OBJ_DATA, words, call->count + 1);
    if (words != few)
        mem_free(eval->mem, words);
    return known;
}

/* Which field of its constructor a selector selects. */
static uint32_t selector_place(const bank_t *bank, fun_t selector) {
    fun_t constructor = fun_row(bank, selector)->owner;
    const fun_row_t *row = fun_row(bank, constructor);
    const uint32_t *members = bank->fun_words.data + row->members;
    for (uint32_t i = 0; i < row->arity; i++)
        if (members[i] == selector)
            return i;
    BUG("a selector is not among its constructor's");
}

bool data_select(eval_t *eval, const call_t *call, fun_t selector, value_t *out) {
    value_t value = call->args[0];
    if (value_kind(eval->values, value) != OBJ_DATA)
        return eval_unknown(eval, REASON_UNSUPPORTED, call->term);
    if (data_constructor(eval->values, value) != fun_row(eval->bank, selector)->owner)
        return eval_open_fun(eval, call, selector, call->args, 1, out);
    uint32_t count;
    *out = data_fields(eval->values, value, &count)[selector_place(eval->bank, selector)];
    return true;
}

bool data_test(eval_t *eval, const call_t *call, fun_t constructor, value_t *out) {
    if (value_kind(eval->values, call->args[0]) != OBJ_DATA)
        return eval_unknown(eval, REASON_UNSUPPORTED, call->term);
    *out = data_constructor(eval->values, call->args[0]) == constructor;
    return true;
}

bool eval_is(eval_t *eval, const call_t *call, value_t *out) {
    return data_test(eval, call, call->index[0], out);
}

/* The object with one of its words changed. */
static value_t with_word(eval_t *eval, value_t object, uint32_t place, uint64_t word) {
    uint32_t count;
    const uint64_t *words = value_words(eval->values, object, &count);
    value_vec_t copy = {0};
    value_t *room = vec_extend(eval->mem, &copy, count);
    memcpy(room, words, count * sizeof *words);
    room[place] = word;
    value_t value = value_make(eval->values, value_kind(eval->values, object), room, count);
    vec_free(eval->mem, &copy);
    return value;
}

/* A value of another constructor stays as it is, for cvc5 and z3 alike. */
bool eval_update(eval_t *eval, const call_t *call, value_t *out) {
    fun_t selector = call->index[0];
    *out = call->args[0];
    if (value_kind(eval->values, *out) != OBJ_DATA)
        return eval_unknown(eval, REASON_UNSUPPORTED, call->term);
    if (data_constructor(eval->values, *out) != fun_row(eval->bank, selector)->owner)
        return true;
    value_t field = call->args[1];
    sort_t want = fun_result(eval->bank, selector);
    if (!sort_is_open(eval->bank, want) &&
        !eval_coerce(eval, call, call_sort(eval, call, 1), want, &field))
        return false;
    *out = with_word(eval, *out, 1 + selector_place(eval->bank, selector), field);
    return true;
}

/* --- dt.size --- */

typedef struct sized {
    domain_t domain;
    value_t value;
    uint64_t size;
} sized_t;

typedef struct sizes {
    eval_t *eval;
    VEC(sized_t) todo;
    VEC(sized_t) done;
    index_t index; /* of done: one object may be a value of several sorts, (as nil (List a)) */
} sizes_t;

static bool has_constructors(const values_t *values, domain_t domain) {
    switch (domain_kind(values, domain)) {
    case SORT_TUPLE:
        return true;
    case SORT_USER: {
        sortdecl_kind_t kind = sortdecl_row(values->bank, domain_index(values, domain, 0))->kind;
        return kind == SORTDECL_DATATYPE || kind == SORTDECL_CODATATYPE;
    }
    default:
        return false;
    }
}

static const sized_t *find_size(const sizes_t *sizes, domain_t domain, value_t value,
                                index_cursor_t *at) {
    *at = index_find(&sizes->index, hash_finish(hash_word(hash_start(domain), (uint32_t)value)));
    uint32_t id;
    while ((id = index_next(&sizes->index, at)) != INDEX_NONE)
        if (sizes->done.data[id].domain == domain && sizes->done.data[id].value == value)
            return &sizes->done.data[id];
    return NULL;
}

/* The size of the value on top, once those of its fields are known; else they are put on top. */
static bool size_step(sizes_t *sizes) {
    enum { MOST = 1 << 30 };
    eval_t *eval = sizes->eval;
    values_t *values = eval->values;
    sized_t top = vec_last(&sizes->todo);
    bool tuple = domain_kind(values, top.domain) == SORT_TUPLE;
    uint32_t count;
    value_words(values, top.value, &count);
    uint32_t first = !tuple;
    top.size = count > first;
    bool waits = false;
    index_cursor_t at;
    for (uint32_t i = first; i < count; i++) {
        const uint64_t *words = value_words(values, top.value, &count);
        domain_t part = tuple ? domain_part(values, top.domain, i)
                              : domain_field(values, top.domain, words[0], i - 1);
        if (!has_constructors(values, part))
            continue;
        const sized_t *known = find_size(sizes, part, words[i], &at);
        if (known) {
            top.size += known->size;
            continue;
        }
        *vec_push(eval->mem, &sizes->todo) = (sized_t){part, words[i], 0};
        waits = true;
    }
    if (waits)
        return sizes->todo.len < eval->limits.length;
    sizes->todo.len--;
    if (!find_size(sizes, top.domain, top.value, &at)) {
        index_add(eval->mem, &sizes->index, at, sizes->done.len);
        *vec_push(eval->mem, &sizes->done) = top;
    }
    return top.size < MOST;
}

bool eval_dt_size(eval_t *eval, const call_t *call, value_t *out) {
    sizes_t sizes = {.eval = eval};
    index_init(eval->mem, &sizes.index);
    domain_t domain = domain_of(eval->values, call_sort(eval, call, 0));
    *vec_push(eval->mem, &sizes.todo) = (sized_t){domain, call->args[0], 0};
    bool known = true;
    while (known && sizes.todo.len > 0)
        known = eval_charge(eval, call, 1) &&
                (size_step(&sizes) || eval_unknown(eval, REASON_TOO_LARGE, call->term));
    if (known)
        *out = num_of_small((int64_t)vec_last(&sizes.done).size);
    vec_free(eval->mem, &sizes.todo);
    vec_free(eval->mem, &sizes.done);
    index_done(eval->mem, &sizes.index);
    return known;
}

/* --- lists --- */

/* A list or a nullable value: OBJ_DATA with the operator as its constructor. */
bool eval_list_make(eval_t *eval, const call_t *call, value_t *out) {
    uint64_t words[3] = {call->op};
    for (uint32_t i = 0; i < call->count; i++)
        words[1 + i] = call->args[i];
    *out = value_make(eval->values, OBJ_DATA, words, 1 + call->count);
    return true;
}

bool eval_list_part(eval_t *eval, const call_t *call, value_t *out) {
    uint32_t count;
    const uint64_t *words = value_words(eval->values, call->args[0], &count);
    if (words[0] == OP_LIST_NIL)
        return eval_open(eval, call, call->op, call->args, 1, NULL, out);
    *out = words[call->op == OP_LIST_HEAD ? 1 : 2];
    return true;
}

bool eval_list_test(eval_t *eval, const call_t *call, value_t *out) {
    bool nil = data_constructor(eval->values, call->args[0]) == OP_LIST_NIL;
    *out = nil == (call->op == OP_LIST_IS_NIL);
    return true;
}

/* --- tuples --- */

bool eval_tuple(eval_t *eval, const call_t *call, value_t *out) {
    *out = value_make(eval->values, OBJ_TUPLE, call->args, call->count);
    return true;
}

bool eval_tuple_select(eval_t *eval, const call_t *call, value_t *out) {
    uint32_t count;
    uint32_t i;
    if (!call_index(eval, call, 0, &i))
        return eval_unknown(eval, REASON_UNSUPPORTED, call->term);
    const uint64_t *words = value_words(eval->values, call->args[0], &count);
    assert(i < count);
    *out = words[i];
    return true;
}

bool eval_tuple_update(eval_t *eval, const call_t *call, value_t *out) {
    uint32_t count;
    uint32_t i;
    if (!call_index(eval, call, 0, &i))
        return eval_unknown(eval, REASON_UNSUPPORTED, call->term);
    value_t part = call->args[1];
    sort_t want = sort_args(eval->bank, call_sort(eval, call, 0), &count)[i];
    if (!eval_coerce(eval, call, call_sort(eval, call, 1), want, &part))
        return false;
    *out = with_word(eval, call->args[0], i, part);
    return true;
}

const uint32_t *call_indices(const call_t *call, uint32_t *count) {
    bool counted = op_index_count(call->op) < 0; /* the head starts with their number */
    *count = call->index_count - counted;
    return call->index + counted;
}

value_t data_project(eval_t *eval, value_t tuple, const uint32_t *indices, uint32_t count) {
    value_vec_t parts = {0};
    for (uint32_t i = 0; i < count; i++) {
        uint32_t words;
        *vec_push(eval->mem, &parts) = value_words(eval->values, tuple, &words)[indices[i]];
    }
    value_t made = value_make(eval->values, OBJ_TUPLE, parts.data, parts.len);
    vec_free(eval->mem, &parts);
    return made;
}

bool eval_tuple_project(eval_t *eval, const call_t *call, value_t *out) {
    uint32_t count;
    const uint32_t *indices = call_indices(call, &count);
    *out = data_project(eval, call->args[0], indices, count);
    return true;
}

/* --- nullable values --- */

bool eval_nullable_val(eval_t *eval, const call_t *call, value_t *out) {
    uint32_t count;
    const uint64_t *words = value_words(eval->values, call->args[0], &count);
    if (words[0] == OP_NULLABLE_NULL)
        return eval_open(eval, call, call->op, call->args, 1, NULL, out);
    *out = words[1];
    return true;
}

bool eval_nullable_test(eval_t *eval, const call_t *call, value_t *out) {
    bool null = data_constructor(eval->values, call->args[0]) == OP_NULLABLE_NULL;
    *out = null == (call->op == OP_NULLABLE_IS_NULL);
    return true;
}

/* The values inside the arguments from the given one on; false when one is null. */
static bool open_nullables(eval_t *eval, const call_t *call, uint32_t from, value_vec_t *out) {
    for (uint32_t i = from; i < call->count; i++) {
        uint32_t count;
        const uint64_t *words = value_words(eval->values, call->args[i], &count);
        if (words[0] == OP_NULLABLE_NULL)
            return false;
        *vec_push(eval->mem, out) = words[1];
    }
    return true;
}

static bool lift(eval_t *eval, const call_t *call, const value_vec_t *args, value_t *out) {
    if (call->op == OP_NULLABLE_LIFT_FUN)
        return eval_apply(eval, call, call_sort(eval, call, 0), call->args[0], args->data,
                          args->len, out);
    u32_vec_t sorts = {0};
    uint32_t count;
    for (uint32_t i = 0; i < call->count; i++)
        *vec_push(eval->mem, &sorts) = sort_args(eval->bank, call_sort(eval, call, i), &count)[0];
    bool known = named_apply(eval, call, call->index[0], sorts.data, args->data, args->len,
                             sort_args(eval->bank, call->sort, &count)[0], out);
    vec_free(eval->mem, &sorts);
    return known;
}

bool eval_nullable_lift(eval_t *eval, const call_t *call, value_t *out) {
    value_vec_t args = {0};
    bool known = true;
    value_t inner;
    if (!open_nullables(eval, call, call->op == OP_NULLABLE_LIFT_FUN, &args))
        *out = value_make(eval->values, OBJ_DATA, (uint64_t[]){OP_NULLABLE_NULL}, 1);
    else if ((known = lift(eval, call, &args, &inner)))
        *out = value_make(eval->values, OBJ_DATA, (uint64_t[]){OP_NULLABLE_SOME, inner}, 2);
    vec_free(eval->mem, &args);
    return known;
}
