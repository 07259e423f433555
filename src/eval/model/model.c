#include "eval/model/model.h"

#include "smt/read/parse.h"
#include "smt/term/check.h"

#include <stdlib.h>
#include <string.h>

void model_init(model_t *model, values_t *values, mem_t *mem) {
    *model = (model_t){.mem = mem, .values = values};
}

void model_done(model_t *model) {
    mem_t *mem = model->mem;
    vec_free(mem, &model->meanings);
    vec_free(mem, &model->elements);
    map_free(mem, &model->funs);
    map_free(mem, &model->ops);
    map_free(mem, &model->element_of);
    map_free(mem, &model->universe);
    map_free(mem, &model->closed);
}

void model_clear(model_t *model) {
    model->meanings.len = 0;
    model->elements.len = 0;
    map_clear(&model->funs);
    map_clear(&model->ops);
    map_clear(&model->element_of);
    map_clear(&model->universe);
    map_clear(&model->closed);
}

/* --- saying --- */

static void put(model_t *model, fun_t fun, meant_t meant) {
    uint32_t *place = map_put(model->mem, &model->funs, fun);
    if (*place != MAP_NONE) {
        model->meanings.data[*place] = meant;
        return;
    }
    *place = model->meanings.len;
    *vec_push(model->mem, &model->meanings) = meant;
}

void model_set(model_t *model, fun_t constant, value_t value) {
    put(model, constant, (meant_t){.body = FUN_NONE, .value = value});
}

void model_define(model_t *model, fun_t fun, fun_t body) {
    put(model, fun, (meant_t){.body = body});
}

static void define_op(model_t *model, op_t op, fun_t body) {
    uint32_t *place = map_put(model->mem, &model->ops, op);
    *vec_push(model->mem, &model->meanings) = (meant_t){.body = body, .next = *place};
    *place = model->meanings.len - 1;
}

const meant_t *model_get(const model_t *model, fun_t fun) {
    uint32_t place = map_get(&model->funs, fun);
    return place == MAP_NONE ? NULL : &model->meanings.data[place];
}

const meant_t *model_get_op(const model_t *model, op_t op, sort_t result) {
    for (uint32_t place = map_get(&model->ops, op); place != MAP_NONE;
         place = model->meanings.data[place].next) {
        const meant_t *meant = &model->meanings.data[place];
        if (fun_result(model->values->bank, meant->body) == result)
            return meant;
    }
    return NULL;
}

/* --- reading --- */

typedef struct reader {
    model_t *model;
    const bank_t *bank;
    map_t names; /* the script's functions: name to fun */
    map_t older; /* fun to an older one of the same name */
    map_t sizes; /* sort to the number of its elements so far */
    diag_list_t *diags;
    const char *text;
    size_t len;
} reader_t;

static void add_name(reader_t *reader, fun_t fun) {
    uint32_t *place = map_put(reader->model->mem, &reader->names, fun_row(reader->bank, fun)->name);
    if (*place != MAP_NONE)
        *map_put(reader->model->mem, &reader->older, fun) = *place;
    *place = fun;
}

static void add_selectors(reader_t *reader, sortdecl_t decl) {
    const bank_t *bank = reader->bank;
    const sortdecl_row_t *row = sortdecl_row(bank, decl);
    for (uint32_t i = 0; i < row->count; i++) {
        const fun_row_t *constructor = fun_row(bank, bank->fun_words.data[row->members + i]);
        for (uint32_t k = 0; k < constructor->arity; k++)
            add_name(reader, bank->fun_words.data[constructor->members + k]);
    }
}

static void add_names(reader_t *reader, const script_t *script) {
    for (uint32_t i = 0; i < script_count(script); i++) {
        uint32_t count;
        const uint32_t *words = script_words(script, i, &count);
        shape_t shape = cmd_info(script_kind(script, i))->shape;
        for (uint32_t k = 0; k < count; k++)
            if (shape == SHAPE_FUN && fun_row(reader->bank, words[k])->kind == FUN_DECLARED)
                add_name(reader, words[k]);
            else if (shape == SHAPE_DATATYPES)
                add_selectors(reader, words[k]);
    }
}

/* Whether a definition has the sorts of the function, or of the function that the constant is. */
static bool same_sorts(const bank_t *bank, fun_t fun, fun_t definition) {
    uint32_t arity = fun_row(bank, definition)->arity;
    uint32_t parts = 0;
    const sort_t *sorts = NULL;
    sort_t result = fun_result(bank, fun);
    if (fun_row(bank, fun)->arity == 0 && sort_kind(bank, result) == SORT_FUN)
        sorts = sort_args(bank, result, &parts);
    bool whole = fun_row(bank, fun)->arity == arity;
    if (!whole && (!sorts || arity + 1 != parts))
        return false;
    for (uint32_t i = 0; i < arity; i++)
        if (fun_param(bank, definition, i) != (whole ? fun_param(bank, fun, i) : sorts[i]))
            return false;
    return check_fits(bank, fun_result(bank, definition), whole ? result : sorts[arity]);
}

static void complain(const reader_t *reader, fun_t definition, uint32_t offset) {
    strbuf_t message;
    strbuf_init(&message, reader->model->mem);
    strbuf_format(&message, "%s is declared with other sorts",
                  symbol_text(&reader->bank->symbols, fun_row(reader->bank, definition)->name));
    diag_add(reader->diags, reader->text, reader->len, offset, strbuf_text(&message));
    strbuf_done(&message);
}

/* What a definition in the model is about: all functions of that name and signature (the same name
 * may have been declared again), or an operator. Functions that the script itself defines, and
 * functions that nothing uses, are passed over. */
static void read_definition(reader_t *reader, fun_t definition, uint32_t offset) {
    const bank_t *bank = reader->bank;
    sym_t name = fun_row(bank, definition)->name;
    bool found = false;
    for (fun_t fun = map_get(&reader->names, name); fun != MAP_NONE;
         fun = map_get(&reader->older, fun))
        if (same_sorts(bank, fun, definition)) {
            model_define(reader->model, fun, definition);
            found = true;
        }
    if (found)
        return;
    if (map_get(&reader->names, name) != MAP_NONE) {
        complain(reader, definition, offset);
        return;
    }
    for (opcode_t code = op_of_symbol(bank, name); code != OP_NONE;
         code = op_next_overload(bank, code))
        define_op(reader->model, op_of_code(code), definition);
}

static void read_element(reader_t *reader, fun_t fun) {
    model_t *model = reader->model;
    sort_t sort = fun_result(reader->bank, fun);
    uint32_t *size = map_put(model->mem, &reader->sizes, sort);
    uint32_t number = *size == MAP_NONE ? 0 : *size;
    *size = number + 1;
    *vec_push(model->mem, &model->elements) = fun;
    *map_put(model->mem, &model->element_of, fun) = number;
}

/* (forall ((x U)) (or (= x e0) ...)): the elements met so far are all. */
static void read_cardinality(reader_t *reader, term_t term) {
    if (term_op(reader->bank, term) != OP_FORALL)
        return;
    uint32_t count;
    const term_t *vars = term_bound(reader->bank, term, &count);
    sort_t sort = term_sort(reader->bank, vars[0]);
    uint32_t size = map_get(&reader->sizes, sort);
    if (count != 1 || size == MAP_NONE)
        return;
    *map_put(reader->model->mem, &reader->model->universe, sort) = size;
    *map_put(reader->model->mem, &reader->model->closed, sort) = 1;
}

/* "; cardinality of U is 2" */
static void read_comment(reader_t *reader, const script_t *script, sym_t comment) {
    static const char start[] = "cardinality of ";
    const char *text = strstr(symbol_text(&reader->bank->symbols, comment), start);
    if (!text)
        return;
    text += sizeof start - 1;
    const char *end = strstr(text, " is ");
    unsigned long size = end ? strtoul(end + 4, NULL, 10) : 0;
    if (size > 0 && *text == '|' && end > text + 1 && end[-1] == '|') {
        text++;
        end--;
    }
    if (size == 0 || size > INT32_MAX)
        return;
    for (uint32_t i = 0; i < script_count(script); i++) {
        uint32_t count;
        const uint32_t *words = script_words(script, i, &count);
        if (script_kind(script, i) != CMD_DECLARE_SORT || count != 1)
            continue;
        const sortdecl_row_t *row = sortdecl_row(reader->bank, words[0]);
        const symbol_t *name = symbol_row(&reader->bank->symbols, row->name);
        if (row->arity != 0 || name->len != (size_t)(end - text) ||
            memcmp(name->text, text, name->len) != 0)
            continue;
        sort_t sort = sort_make(script->bank, SORT_USER, &words[0], 1);
        uint32_t known = map_get(&reader->sizes, sort);
        if (known == MAP_NONE || known <= size)
            *map_put(reader->model->mem, &reader->model->universe, sort) = (uint32_t)size;
    }
}

bool model_read(model_t *model, const script_t *script, const char *text, size_t len,
                diag_list_t *diags) {
    reader_t reader = {
        .model = model, .bank = script->bank, .diags = diags, .text = text, .len = len};
    uint32_t before = diags->total;
    script_t said;
    script_init(&said, script->bank);
    bool read = parse_model(&said, script, text, len, diags);
    add_names(&reader, script);
    for (uint32_t i = 0; i < script_count(&said); i++) {
        uint32_t count;
        uint32_t word = script_words(&said, i, &count)[0];
        switch (script_kind(&said, i)) {
        case CMD_DEFINE_FUN:
            read_definition(&reader, word, said.commands.data[i].offset);
            break;
        case CMD_DECLARE_FUN:
            read_element(&reader, word);
            break;
        case CMD_ASSERT:
            read_cardinality(&reader, word);
            break;
        case CMD_COMMENT:
            read_comment(&reader, script, word);
            break;
        default:
            break;
        }
    }
    script_done(&said);
    map_free(model->mem, &reader.names);
    map_free(model->mem, &reader.older);
    map_free(model->mem, &reader.sizes);
    return read && diags->total == before;
}
