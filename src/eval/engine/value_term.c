/* Values as terms. Nothing recurses: a value may be a list of a million elements. */
#include "eval/value/value.h"

#include "base/bug.h"
#include "base/hash.h"
#include "eval/engine/term_priv.h"
#include "eval/value/num.h"
#include "smt/edit/subst.h"
#include "smt/term/check.h"

#include <string.h>

typedef struct task {
    sort_t sort;
    value_t value;
    term_t term;
    bool build;    /* the terms of its parts are the last results */
    uint32_t base; /* where the results of its parts start */
} task_t;

typedef struct builder {
    values_t *values;
    bank_t *bank;
    mem_t *mem;
    VEC(task_t) todo;
    u32_vec_t results;
    VEC(task_t) done;
    index_t index; /* of done, by sort and value */
} builder_t;

static const task_t *find_done(const builder_t *b, sort_t sort, value_t value, index_cursor_t *at) {
    uint64_t hash =
        hash_word(hash_word(hash_start(sort), (uint32_t)value), (uint32_t)(value >> 32));
    *at = index_find(&b->index, hash_finish(hash));
    uint32_t id;
    while ((id = index_next(&b->index, at)) != INDEX_NONE)
        if (b->done.data[id].sort == sort && b->done.data[id].value == value)
            return &b->done.data[id];
    return NULL;
}

static void finish(builder_t *b, sort_t sort, value_t value, term_t term) {
    index_cursor_t at;
    if (!find_done(b, sort, value, &at)) {
        index_add(b->mem, &b->index, at, b->done.len);
        *vec_push(b->mem, &b->done) = (task_t){.sort = sort, .value = value, .term = term};
    }
    *vec_push(b->mem, &b->results) = term;
}

/* --- the parts of a value, in the order of the results --- */

static void visit(builder_t *b, sort_t sort, value_t value) {
    *vec_push(b->mem, &b->todo) = (task_t){.sort = sort, .value = value};
}

static sort_t arg_sort(const builder_t *b, sort_t sort, uint32_t i) {
    uint32_t count;
    return sort_args(b->bank, sort, &count)[i];
}

static value_t word(const builder_t *b, value_t object, uint32_t i) {
    return value_words(b->values, object, &(uint32_t){0})[i];
}

/* The default, then of each entry the keys and the value. */
static void visit_table(builder_t *b, sort_t sort, value_t array) {
    uint32_t parts;
    uint32_t count;
    sort_args(b->bank, sort, &parts);
    sort_t element = arg_sort(b, sort, parts - 1);
    value_words(b->values, array, &count);
    visit(b, element, word(b, array, 0));
    for (uint32_t i = 1; i < count; i += 2) {
        value_t key = word(b, array, i);
        for (uint32_t k = 0; k + 1 < parts; k++)
            visit(b, arg_sort(b, sort, k), parts > 2 ? word(b, key, k) : key);
        visit(b, element, word(b, array, i + 1));
    }
}

static sort_t field_sort(builder_t *b, sort_t sort, fun_t constructor, uint32_t i) {
    const fun_row_t *row = fun_row(b->bank, constructor);
    sort_t field = fun_param(b->bank, constructor, i);
    if (row->sort_param_count == 0)
        return field;
    uint32_t count;
    const sort_t *args = sort_args(b->bank, sort, &count);
    u32_vec_t copy = {0}; /* making sorts moves the words */
    uint32_t *place = vec_extend(b->mem, &copy, count);
    memcpy(place, args, count * sizeof *args);
    sort_t made = sort_instantiate(b->bank, field, row->sort_params, copy.data, count);
    vec_free(b->mem, &copy);
    return sort_canon(b->bank, made);
}

static void visit_data(builder_t *b, sort_t sort, value_t value) {
    uint32_t count;
    value_words(b->values, value, &count);
    uint64_t constructor = word(b, value, 0);
    bool user = sort_kind(b->bank, sort) == SORT_USER;
    for (uint32_t i = 1; i < count; i++)
        visit(b,
              user     ? field_sort(b, sort, (fun_t)constructor, i - 1)
              : i == 1 ? arg_sort(b, sort, 0)
                       : sort,
              word(b, value, i));
}

/* False for what has no parts: its term can be made at once. */
static bool visit_parts(builder_t *b, sort_t sort, value_t value) {
    uint32_t count;
    value_words(b->values, value, &count);
    obj_kind_t kind = value_kind(b->values, value);
    switch (kind) {
    case OBJ_ARRAY:
        visit_table(b, sort, value);
        return true;
    case OBJ_DATA:
        visit_data(b, sort, value);
        return true;
    case OBJ_SEQ:
    case OBJ_SET:
    case OBJ_COSET:
    case OBJ_TUPLE:
        for (uint32_t i = 0; i < count; i++)
            visit(b, arg_sort(b, sort, kind == OBJ_TUPLE ? i : 0), word(b, value, i));
        return true;
    case OBJ_BAG:
        for (uint32_t i = 0; i < count; i++)
            visit(b, i % 2 == 0 ? arg_sort(b, sort, 0) : (sort_t)SORT_INT, word(b, value, i));
        return true;
    case OBJ_FUN:
        for (uint32_t i = 1; i < count; i++)
            visit(b, fun_param(b->bank, (fun_t)word(b, value, 0), i - 1), word(b, value, i));
        return true;
    case OBJ_LAMBDA:
        for (uint32_t i = 1; i + 1 < count; i += 2)
            visit(b, term_sort(b->bank, (term_t)word(b, value, i)), word(b, value, i + 1));
        return true;
    default:
        return false;
    }
}

/* --- putting them together --- */

static term_t qualified(bank_t *bank, op_t op, sort_t sort, const term_t *args, uint32_t count) {
    head_t head = {.kind = HEAD_OP, .op = (opcode_t)op, .as = sort};
    return check_apply(bank, &head, args, count, NULL);
}

/* The variables of a lambda for the index sorts. */
static void make_vars(bank_t *bank, sort_t sort, u32_vec_t *words) {
    uint32_t parts;
    sort_args(bank, sort, &parts);
    *vec_push(bank->mem, words) = parts - 1;
    for (uint32_t i = 0; i + 1 < parts; i++) {
        char name[16] = "x";
        if (parts > 2)
            snprintf(name, sizeof name, "x%u", i);
        sym_t sym = symbol_make(&bank->symbols, name, strlen(name));
        term_t var = term_fresh_var(bank, sym, sort_args(bank, sort, &parts)[i]);
        *vec_push(bank->mem, words) = var;
    }
}

/* (lambda ((x0 S) ...) body); words are the head. */
static term_t make_lambda(bank_t *bank, sort_t sort, u32_vec_t *words, term_t body) {
    uint32_t parts;
    const sort_t *args = sort_args(bank, sort, &parts);
    u32_vec_t sorts = {0};
    uint32_t *place = vec_extend(bank->mem, &sorts, parts);
    memcpy(place, args, parts * sizeof *args);
    sort_t function = sort_function(bank, sorts.data, parts - 1, sorts.data[parts - 1]);
    vec_free(bank->mem, &sorts);
    *vec_push(bank->mem, words) = body;
    return term_make(bank, OP_LAMBDA, words->data, words->len, function);
}

/* (lambda (...) (ite (= x key) value ...)) */
static term_t table_lambda(bank_t *bank, sort_t sort, const term_t *parts, uint32_t count) {
    uint32_t n;
    sort_args(bank, sort, &n);
    u32_vec_t words = {0};
    make_vars(bank, sort, &words);
    term_t body = parts[0];
    u32_vec_t tests = {0};
    for (uint32_t at = count; at > 1; at -= n) {
        const term_t *entry = parts + at - n;
        tests.len = 0;
        for (uint32_t k = 0; k + 1 < n; k++) {
            term_t test = check_op(bank, OP_EQ, (term_t[]){words.data[1 + k], entry[k]}, 2);
            *vec_push(bank->mem, &tests) = test;
        }
        term_t test =
            tests.len == 1 ? tests.data[0] : check_op(bank, OP_AND, tests.data, tests.len);
        body = check_op(bank, OP_ITE, (term_t[]){test, entry[n - 1], body}, 3);
    }
    vec_free(bank->mem, &tests);
    term_t lambda = make_lambda(bank, sort, &words, body);
    vec_free(bank->mem, &words);
    return lambda;
}

/* (store ... ((as const S) default) key value) */
static term_t table_term(bank_t *bank, sort_t sort, const term_t *parts, uint32_t count) {
    uint32_t n;
    sort_args(bank, sort, &n);
    if (sort_kind(bank, sort) != SORT_ARRAY || n > 4)
        return table_lambda(bank, sort, parts, count);
    op_t make = n == 2 ? OP_CONST_ARRAY : n == 3 ? OP_CONST_ARRAY_2 : OP_CONST_ARRAY_3;
    term_t array = qualified(bank, make, sort, parts, 1);
    for (uint32_t at = 1; at < count; at += n) {
        term_t args[5] = {array};
        memcpy(args + 1, parts + at, n * sizeof *args);
        array = check_op(bank, OP_STORE, args, n + 1);
    }
    return array;
}

static term_t set_term(bank_t *bank, sort_t sort, const term_t *parts, uint32_t count) {
    if (count == 0)
        return qualified(bank, OP_SET_EMPTY, sort, NULL, 0);
    term_t last = check_op(bank, OP_SET_SINGLETON, parts + count - 1, 1);
    if (count == 1)
        return last;
    u32_vec_t args = {0};
    for (uint32_t i = 0; i + 1 < count; i++)
        *vec_push(bank->mem, &args) = parts[i];
    *vec_push(bank->mem, &args) = last;
    term_t set = check_op(bank, OP_SET_INSERT, args.data, args.len);
    vec_free(bank->mem, &args);
    return set;
}

/* As z3 has it, where a Set is an array to Bool: the universe of cvc5 is not all values. */
static term_t coset_term(bank_t *bank, sort_t sort, const term_t *parts, uint32_t count) {
    term_t yes = check_op(bank, OP_TRUE, NULL, 0);
    term_t no = check_op(bank, OP_FALSE, NULL, 0);
    term_t set = qualified(bank, OP_CONST_SET, sort, &yes, 1);
    for (uint32_t i = 0; i < count; i++)
        set = check_op(bank, OP_STORE, (term_t[]){set, parts[i], no}, 3);
    return set;
}

static term_t bag_term(bank_t *bank, sort_t sort, const term_t *parts, uint32_t count) {
    if (count == 0)
        return qualified(bank, OP_BAG_EMPTY, sort, NULL, 0);
    u32_vec_t args = {0};
    for (uint32_t i = 0; i < count; i += 2) {
        term_t item = check_op(bank, OP_BAG_MAKE, parts + i, 2);
        *vec_push(bank->mem, &args) = item;
    }
    term_t bag =
        args.len == 1 ? args.data[0] : check_op(bank, OP_BAG_UNION_DISJOINT, args.data, args.len);
    vec_free(bank->mem, &args);
    return bag;
}

static term_t seq_term(bank_t *bank, sort_t sort, const term_t *parts, uint32_t count) {
    if (count == 0)
        return qualified(bank, OP_SEQ_EMPTY, sort, NULL, 0);
    u32_vec_t args = {0};
    for (uint32_t i = 0; i < count; i++) {
        term_t unit = check_op(bank, OP_SEQ_UNIT, parts + i, 1);
        *vec_push(bank->mem, &args) = unit;
    }
    term_t seq = count == 1 ? args.data[0] : check_op(bank, OP_SEQ_CONCAT, args.data, args.len);
    vec_free(bank->mem, &args);
    return seq;
}

/* Whether the sort of a function's application follows from the arguments. */
static bool says_sort(bank_t *bank, fun_t fun, sort_t sort, const term_t *parts, uint32_t count) {
    if (fun_row(bank, fun)->sort_param_count == 0)
        return true;
    term_t term = count == 0 ? TERM_BAD : check_fun(bank, fun, parts, count);
    return term_sort(bank, term) == sort && term_words(bank, term, &count)[0] == fun;
}

/* A function applied to parts, with its sort where it must be said. */
static term_t call_term(bank_t *bank, fun_t fun, sort_t sort, const term_t *parts, uint32_t count) {
    bool as = !says_sort(bank, fun, sort, parts, count);
    u32_vec_t words = {0};
    *vec_push(bank->mem, &words) = fun;
    if (as)
        *vec_push(bank->mem, &words) = sort;
    for (uint32_t i = 0; i < count; i++)
        *vec_push(bank->mem, &words) = parts[i];
    term_t term = term_make(bank, as ? OP_APP_AS : OP_APP, words.data, words.len, sort);
    vec_free(bank->mem, &words);
    return term;
}

static term_t data_term(bank_t *bank, sort_t sort, uint64_t constructor, const term_t *parts,
                        uint32_t count) {
    if (sort_kind(bank, sort) == SORT_USER)
        return call_term(bank, (fun_t)constructor, sort, parts, count);
    if (count == 0)
        return qualified(bank, (op_t)constructor, sort, NULL, 0);
    return check_op(bank, (op_t)constructor, parts, count);
}

/* The lambda with the values in place of the variables it captured. */
static term_t lambda_term(builder_t *b, value_t value, const term_t *parts, uint32_t count) {
    term_t lambda = (term_t)word(b, value, 0);
    if (count == 0)
        return lambda;
    subst_t subst;
    subst_init(&subst, b->bank);
    for (uint32_t i = 0; i < count; i++)
        subst_var(&subst, (term_t)word(b, value, 1 + 2 * i), parts[i]);
    term_t term = subst_apply(&subst, lambda);
    subst_done(&subst);
    return term;
}

/* (lambda ((x S) (y T)) (op x y)) */
static term_t operator_term(builder_t *b, sort_t sort, value_t value) {
    uint32_t indices[8];
    uint32_t count = (uint32_t)word(b, value, 1);
    if (sort_kind(b->bank, sort) != SORT_FUN || count > sizeof indices / sizeof *indices)
        return TERM_NONE;
    for (uint32_t i = 0; i < count; i++)
        indices[i] = (uint32_t)word(b, value, 2 + i);
    u32_vec_t words = {0};
    make_vars(b->bank, sort, &words);
    head_t head = {.kind = HEAD_OP,
                   .op = (opcode_t)word(b, value, 0),
                   .indices = indices,
                   .index_count = count,
                   .as = SORT_NONE};
    term_t body = check_apply(b->bank, &head, words.data + 1, words.len - 1, NULL);
    term_t lambda = body == TERM_BAD ? TERM_NONE : make_lambda(b->bank, sort, &words, body);
    vec_free(b->mem, &words);
    return lambda;
}

static term_t function_term(builder_t *b, sort_t sort, value_t value, const term_t *parts,
                            uint32_t count) {
    fun_t fun = (fun_t)word(b, value, 0);
    if (sort_kind(b->bank, sort) != SORT_ARRAY)
        return call_term(b->bank, fun, sort, parts, count);
    return count == 0 ? term_make(b->bank, OP_AS_ARRAY, &fun, 1, sort) : TERM_NONE;
}

static term_t build(builder_t *b, sort_t sort, value_t value, const term_t *parts, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        if (parts[i] == TERM_NONE)
            return TERM_NONE;
    switch (value_kind(b->values, value)) {
    case OBJ_ARRAY:
        return table_term(b->bank, sort, parts, count);
    case OBJ_DATA:
        return data_term(b->bank, sort, word(b, value, 0), parts, count);
    case OBJ_SEQ:
        return seq_term(b->bank, sort, parts, count);
    case OBJ_SET:
        return set_term(b->bank, sort, parts, count);
    case OBJ_COSET:
        return coset_term(b->bank, sort, parts, count);
    case OBJ_TUPLE:
        return check_op(b->bank, count == 0 ? OP_TUPLE_UNIT : OP_TUPLE, parts, count);
    case OBJ_BAG:
        return bag_term(b->bank, sort, parts, count);
    case OBJ_FUN:
        return function_term(b, sort, value, parts, count);
    case OBJ_LAMBDA:
        return lambda_term(b, value, parts, count);
    case OBJ_OP:
        return operator_term(b, sort, value);
    case OBJ_ELEMENT:
        return element_term(b->bank, sort, word(b, value, 1));
    default:
        return TERM_NONE;
    }
}

/* --- the walk --- */

/* Values of these sorts are no objects, or are leaves. */
static bool is_leaf(sort_kind_t kind) {
    return kind <= (sort_kind_t)SORT_LAST_PLAIN || kind == SORT_BITVEC || kind == SORT_FLOAT ||
           kind == SORT_FIELD || kind == SORT_REGEX;
}

/* Puts the parts on the stack in reverse, so that they come in order. */
static void open_task(builder_t *b, task_t task) {
    index_cursor_t at;
    const task_t *known = find_done(b, task.sort, task.value, &at);
    if (known) {
        *vec_push(b->mem, &b->results) = known->term;
        return;
    }
    if (is_leaf(sort_kind(b->bank, task.sort))) {
        finish(b, task.sort, task.value, leaf_term(b->values, b->bank, task.sort, task.value));
        return;
    }
    task.build = true;
    task.base = b->results.len;
    *vec_push(b->mem, &b->todo) = task;
    uint32_t first = b->todo.len;
    if (!visit_parts(b, task.sort, task.value))
        return;
    for (uint32_t i = first, k = b->todo.len; i + 1 < k;) {
        task_t swap = b->todo.data[i];
        b->todo.data[i++] = b->todo.data[--k];
        b->todo.data[k] = swap;
    }
}

term_t value_term(values_t *values, bank_t *bank, sort_t sort, value_t value) {
    assert(values->bank == bank);
    builder_t b = {.values = values, .bank = bank, .mem = values->mem};
    index_init(b.mem, &b.index);
    vec_reserve(b.mem, &b.results, 1); /* what has no parts points there, too */
    visit(&b, sort, value);
    while (b.todo.len > 0) {
        task_t task = vec_pop(&b.todo);
        if (!task.build) {
            open_task(&b, task);
            continue;
        }
        term_t term =
            build(&b, task.sort, task.value, b.results.data + task.base, b.results.len - task.base);
        b.results.len = task.base;
        finish(&b, task.sort, task.value, term == TERM_BAD ? TERM_NONE : term);
    }
    term_t term = b.results.data[0];
    vec_free(b.mem, &b.todo);
    vec_free(b.mem, &b.results);
    vec_free(b.mem, &b.done);
    index_done(b.mem, &b.index);
    return term;
}
