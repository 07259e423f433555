#include "smt/edit/rename.h"

#include "base/bug.h"
#include "smt/edit/subst.h"
#include "smt/edit/uses.h"
#include "smt/walk/parts.h"

#include <string.h>

/* What a name is a name of. */
typedef enum {
    NAME_CONSTANT,
    NAME_FUNCTION,
    NAME_CONSTRUCTOR,
    NAME_SELECTOR,
    NAME_NAMED,
    NAME_VAR,
    NAME_SORT,
    NAME_SORT_PARAM,
    NAME_CLASSES
} name_class_t;

static bool is_sort_name(name_class_t class) {
    return class >= NAME_SORT;
}

typedef struct rename_work {
    bank_t *bank;
    script_t *out;
    subst_t subst;
    reach_t reach;
    map_t new_terms; /* name to new name */
    map_t new_sorts;
    map_t taken; /* names that a new one must differ from */
    strbuf_t text;
    uses_t uses;
    u32_vec_t words;
    /* rename_suffix; NULL: rename_all */
    const char *suffix;
    /* rename_all */
    const char *prefixes[NAME_CLASSES];
    uint32_t counts[NAME_CLASSES];
    map_t var_numbers; /* variable to number */
    u32_vec_t heights; /* by place in uses.terms: all numbers of variables below are smaller */
    bool ambiguous;    /* a variable should have two numbers */
} renamer_t;

void rename_init(rename_t *rename, bank_t *bank) {
    renamer_t *r = mem_zalloc(bank->mem, 1, sizeof *r);
    *rename = (rename_t){.bank = bank, .work = r};
    r->bank = bank;
    subst_init(&r->subst, bank);
    reach_init(&r->reach, bank);
    uses_init(&r->uses, bank);
    strbuf_init(&r->text, bank->mem);
}

static void each_map(renamer_t *r, void (*visit)(mem_t *mem, map_t *map)) {
    mem_t *mem = r->bank->mem;
    visit(mem, &r->new_terms);
    visit(mem, &r->new_sorts);
    visit(mem, &r->taken);
    visit(mem, &r->var_numbers);
}

void rename_done(rename_t *rename) {
    mem_t *mem = rename->bank->mem;
    renamer_t *r = rename->work;
    each_map(r, map_free);
    subst_done(&r->subst);
    reach_done(&r->reach);
    uses_done(&r->uses);
    strbuf_done(&r->text);
    vec_free(mem, &r->words);
    vec_free(mem, &r->heights);
    mem_free(mem, r);
}

/* Clearing costs as much as a map was ever large: one that a huge script left is dropped. */
static void reset_map(mem_t *mem, map_t *map) {
    if (map->mask > 4095)
        map_free(mem, map);
    else if (map->len > 0)
        map_clear(map);
}

static renamer_t *start(rename_t *rename, script_t *out, const char *suffix) {
    renamer_t *r = rename->work;
    assert(out->bank == r->bank);
    each_map(r, reset_map);
    subst_clear(&r->subst);
    r->out = out;
    r->suffix = suffix;
    r->ambiguous = false;
    memset(r->counts, 0, sizeof r->counts);
    return r;
}

/* --- names --- */

static sym_t text_symbol(renamer_t *r) {
    return symbol_make(&r->bank->symbols, r->text.data, r->text.len);
}

static void put_symbol(renamer_t *r, sym_t sym) {
    const symbol_t *row = symbol_row(&r->bank->symbols, sym);
    strbuf_add(&r->text, row->text, row->len);
}

/* is-cons for cons. */
static sym_t tester_name(renamer_t *r, sym_t constructor) {
    strbuf_clear(&r->text);
    strbuf_str(&r->text, "is-");
    put_symbol(r, constructor);
    return text_symbol(r);
}

static bool is_free_name(renamer_t *r, sym_t name) {
    return op_of_symbol(r->bank, name) == OP_NONE && map_get(&r->taken, name) == MAP_NONE;
}

static sym_t suffixed_name(renamer_t *r, sym_t name) {
    strbuf_clear(&r->text);
    put_symbol(r, name);
    strbuf_str(&r->text, r->suffix);
    return text_symbol(r);
}

/* prefix0, prefix1, ...; operators are called such things too. */
static sym_t numbered_name(renamer_t *r, name_class_t class) {
    for (;;) {
        strbuf_clear(&r->text);
        strbuf_format(&r->text, "%s%u", r->prefixes[class], r->counts[class]++);
        sym_t candidate = text_symbol(r);
        if (is_free_name(r, candidate))
            return candidate;
    }
}

/* The name for something that is called name; the same name gives the same. */
static sym_t new_name(renamer_t *r, name_class_t class, sym_t name) {
    mem_t *mem = r->bank->mem;
    map_t *names = is_sort_name(class) ? &r->new_sorts : &r->new_terms;
    sym_t known = map_get(names, name);
    if (known != MAP_NONE)
        return known;
    sym_t made = r->suffix ? suffixed_name(r, name) : numbered_name(r, class);
    *map_put(mem, names, name) = made;
    *map_put(mem, &r->taken, made) = 1;
    return made;
}

/* The name for a bound variable or a parameter. */
static sym_t new_var_name(renamer_t *r, term_t var) {
    if (r->suffix)
        return new_name(r, NAME_VAR, term_var_name(r->bank, var));
    uint32_t number = map_get(&r->var_numbers, var);
    for (uint32_t dashes = 0;; dashes++) {
        strbuf_clear(&r->text);
        strbuf_format(&r->text, "%s%u", r->prefixes[NAME_VAR], number == MAP_NONE ? 0 : number);
        strbuf_fill(&r->text, '_', dashes);
        sym_t candidate = text_symbol(r);
        if (op_of_symbol(r->bank, candidate) == OP_NONE)
            return candidate;
    }
}

static sym_t bound_name(void *context, term_t var) {
    renamer_t *r = context;
    sym_t name = new_var_name(r, var);
    return name == term_var_name(r->bank, var) ? SYM_NONE : name;
}

/* --- functions --- */

static name_class_t fun_class(const fun_row_t *row) {
    switch (row->kind) {
    case FUN_CONSTRUCTOR:
        return NAME_CONSTRUCTOR;
    case FUN_SELECTOR:
        return NAME_SELECTOR;
    case FUN_NAMED:
        return NAME_NAMED;
    default:
        return row->arity == 0 ? NAME_CONSTANT : NAME_FUNCTION;
    }
}

static sym_t new_fun_name(renamer_t *r, fun_t fun) {
    fun_row_t row = *fun_row(r->bank, fun);
    if (row.kind != FUN_TESTER)
        return new_name(r, fun_class(&row), row.name);
    return tester_name(r, new_name(r, NAME_CONSTRUCTOR, fun_row(r->bank, row.owner)->name));
}

static uint32_t mapped(const map_t *map, uint32_t key) {
    uint32_t value = map_get(map, key);
    return value == MAP_NONE ? key : value;
}

static bool signature_changes(renamer_t *r, fun_t fun) {
    fun_row_t row = *fun_row(r->bank, fun);
    if (new_fun_name(r, fun) != row.name || subst_apply_sort(&r->subst, row.result) != row.result)
        return true;
    for (uint32_t i = 0; i < row.arity; i++) {
        sort_t param = r->bank->fun_words.data[row.params + i];
        if (subst_apply_sort(&r->subst, param) != param)
            return true;
    }
    return false;
}

/* The same fun under its new name, for new sorts, without members and body. */
static fun_t copy_fun(renamer_t *r, fun_t fun) {
    bank_t *bank = r->bank;
    fun_row_t row = *fun_row(bank, fun);
    u32_vec_t params = {0};
    for (uint32_t i = 0; i < row.arity; i++) {
        sort_t param = subst_apply_sort(&r->subst, bank->fun_words.data[row.params + i]);
        *vec_push(bank->mem, &params) = param;
    }
    sort_t result = subst_apply_sort(&r->subst, row.result);
    fun_t copy = fun_make(bank, row.kind, new_fun_name(r, fun), params.data, row.arity, result);
    fun_row_t *made = fun_row(bank, copy);
    made->sort_params = mapped(&r->subst.sortdecls, row.sort_params);
    made->sort_param_count = row.sort_param_count;
    made->sort = mapped(&r->subst.sortdecls, row.sort);
    made->owner = row.owner == FUN_NONE ? FUN_NONE : mapped(&r->subst.funs, row.owner);
    subst_fun(&r->subst, fun, copy);
    vec_free(bank->mem, &params);
    return copy;
}

/* --- terms --- */

/* Funs that no command declares: a :named term, a tester whose constructor was copied. */
static void copy_hidden_fun(renamer_t *r, fun_t fun) {
    fun_row_t row = *fun_row(r->bank, fun);
    if (map_get(&r->subst.funs, fun) != MAP_NONE)
        return;
    if (row.kind == FUN_TESTER && map_get(&r->subst.funs, row.owner) != MAP_NONE)
        copy_fun(r, fun);
    if (row.kind != FUN_NAMED)
        return;
    term_t body = subst_apply(&r->subst, row.body);
    if (body == row.body && !signature_changes(r, fun))
        return;
    fun_t copy = copy_fun(r, fun);
    fun_row(r->bank, copy)->body = body;
}

/* Inner terms come first, so that names inside a named term are known before it. */
static term_t copy_term(renamer_t *r, term_t term) {
    bank_t *bank = r->bank;
    reach_clear(&r->reach);
    reach_add(&r->reach, term);
    for (uint32_t i = 0; i < r->reach.order.len; i++) {
        parts_names_t names = parts_names_start(bank, r->reach.order.data[i]);
        u32_vec_t *funs = &r->reach.stack;
        funs->len = 0;
        while (parts_names_next(&names))
            if (names.fun != FUN_NONE)
                *vec_push(bank->mem, funs) = names.fun;
        for (uint32_t j = 0; j < funs->len; j++)
            copy_hidden_fun(r, funs->data[j]);
    }
    return subst_apply(&r->subst, term);
}

/* --- declarations --- */

/* Gives the parameters of a definition their new names; true when one changed. */
static bool copy_params(renamer_t *r, fun_t fun) {
    bank_t *bank = r->bank;
    fun_row_t row = *fun_row(bank, fun);
    bool changed = false;
    for (uint32_t i = 0; row.body != TERM_NONE && i < row.arity; i++) {
        term_t var = bank->fun_words.data[row.vars + i];
        sort_t written = term_var_sort(bank, var);
        sort_t sort = subst_apply_sort(&r->subst, written);
        sym_t name = new_var_name(r, var);
        if (name == term_var_name(bank, var) && sort == written)
            continue;
        changed = true;
        *map_put(bank->mem, &r->subst.vars, var) = term_fresh_var(bank, name, sort);
    }
    return changed;
}

static void copy_body(renamer_t *r, fun_t fun, fun_t copy) {
    bank_t *bank = r->bank;
    fun_row_t row = *fun_row(bank, fun);
    if (row.body == TERM_NONE)
        return;
    term_t body = copy_term(r, row.body);
    u32_vec_t vars = {0};
    for (uint32_t i = 0; i < row.arity; i++)
        *vec_push(bank->mem, &vars) = mapped(&r->subst.vars, bank->fun_words.data[row.vars + i]);
    uint32_t start = fun_words_add(bank, vars.data, vars.len);
    fun_row(bank, copy)->vars = start;
    fun_row(bank, copy)->body = body;
    vec_free(bank->mem, &vars);
}

/* One command's functions: all are copied or none, since they may call each other. */
static void copy_funs(renamer_t *r, uint32_t *funs, uint32_t count) {
    bool changed = false;
    for (uint32_t i = 0; i < count; i++) {
        changed |= copy_params(r, funs[i]);
        changed |= signature_changes(r, funs[i]);
        term_t body = fun_row(r->bank, funs[i])->body;
        changed |= body != TERM_NONE && copy_term(r, body) != body;
    }
    if (!changed)
        return;
    for (uint32_t i = 0; i < count; i++)
        copy_fun(r, funs[i]);
    for (uint32_t i = 0; i < count; i++) {
        fun_t copy = mapped(&r->subst.funs, funs[i]);
        copy_body(r, funs[i], copy);
        funs[i] = copy;
    }
}

/* New parameters for a declaration that is copied. Datatypes may share theirs. */
static sortdecl_t copy_sort_params(renamer_t *r, sortdecl_t first, uint32_t count) {
    if (count == 0)
        return first;
    sortdecl_t known = map_get(&r->subst.sortdecls, first);
    if (known != MAP_NONE)
        return known;
    sortdecl_t made = r->bank->sortdecls.len;
    for (uint32_t i = 0; i < count; i++) {
        sym_t name = new_name(r, NAME_SORT_PARAM, sortdecl_row(r->bank, first + i)->name);
        sortdecl_make(r->bank, name, SORTDECL_PARAM, 0);
    }
    for (uint32_t i = 0; i < count; i++)
        subst_sortdecl(&r->subst, first + i, made + i);
    return made;
}

static sortdecl_t copy_sortdecl(renamer_t *r, sortdecl_t decl) {
    bank_t *bank = r->bank;
    sortdecl_row_t row = *sortdecl_row(bank, decl);
    sym_t name = new_name(r, NAME_SORT, row.name);
    bool has_params = row.kind != SORTDECL_FREE && row.kind != SORTDECL_PARAM;
    sortdecl_t params = copy_sort_params(r, row.params, has_params ? row.arity : 0);
    sortdecl_t copy = sortdecl_make(bank, name, row.kind, row.arity);
    sortdecl_row(bank, copy)->params = params;
    if (row.kind == SORTDECL_DEFINED) {
        sort_t body = subst_apply_sort(&r->subst, row.body);
        sortdecl_row(bank, copy)->body = body;
        subst_sort_name(&r->subst, row.name, name);
    } else {
        subst_sortdecl(&r->subst, decl, copy);
    }
    return copy;
}

/* A free sort may have its new name already. */
static sortdecl_t copy_sort(renamer_t *r, sortdecl_t decl) {
    sortdecl_row_t row = *sortdecl_row(r->bank, decl);
    bool same = row.kind != SORTDECL_DEFINED && new_name(r, NAME_SORT, row.name) == row.name;
    return same ? decl : copy_sortdecl(r, decl);
}

static void copy_constructors(renamer_t *r, sortdecl_t decl, sortdecl_t copy) {
    bank_t *bank = r->bank;
    sortdecl_row_t row = *sortdecl_row(bank, decl);
    u32_vec_t constructors = {0};
    u32_vec_t selectors = {0};
    for (uint32_t i = 0; i < row.count; i++) {
        fun_t old = bank->fun_words.data[row.members + i];
        fun_t made = copy_fun(r, old);
        *vec_push(bank->mem, &constructors) = made;
        selectors.len = 0;
        for (uint32_t j = 0; j < fun_row(bank, old)->arity; j++) {
            fun_t selector = copy_fun(r, bank->fun_words.data[fun_row(bank, old)->members + j]);
            *vec_push(bank->mem, &selectors) = selector;
        }
        uint32_t members = fun_words_add(bank, selectors.data, selectors.len);
        fun_row(bank, made)->members = members;
    }
    uint32_t members = fun_words_add(bank, constructors.data, constructors.len);
    sortdecl_row(bank, copy)->members = members;
    sortdecl_row(bank, copy)->count = constructors.len;
    vec_free(bank->mem, &constructors);
    vec_free(bank->mem, &selectors);
}

/* The datatypes of one command. */
static void copy_datatypes(renamer_t *r, uint32_t *decls, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        copy_sortdecl(r, decls[i]);
    for (uint32_t i = 0; i < count; i++) {
        sortdecl_t copy = mapped(&r->subst.sortdecls, decls[i]);
        copy_constructors(r, decls[i], copy);
        decls[i] = copy;
    }
}

/* --- scripts --- */

static void copy_words(renamer_t *r, shape_t shape, uint32_t *words, uint32_t count) {
    switch (shape) {
    case SHAPE_TERM:
        words[0] = copy_term(r, words[0]);
        break;
    case SHAPE_TERMS:
        for (uint32_t i = 0; i < count; i++)
            words[i] = copy_term(r, words[i]);
        break;
    case SHAPE_GOAL:
        words[1] = copy_term(r, words[1]);
        break;
    case SHAPE_POOL:
        copy_funs(r, words, 1);
        for (uint32_t i = 1; i < count; i++)
            words[i] = copy_term(r, words[i]);
        break;
    case SHAPE_FUN:
    case SHAPE_FUNS:
        copy_funs(r, words, count);
        break;
    case SHAPE_SORTDECL:
        words[0] = copy_sort(r, words[0]);
        break;
    case SHAPE_DATATYPES:
        copy_datatypes(r, words, count);
        break;
    case SHAPE_HEAP:
        for (uint32_t i = 0; i < count; i++)
            words[i] = subst_apply_sort(&r->subst, words[i]);
        break;
    default:
        break;
    }
}

static void copy_script(renamer_t *r, const script_t *script) {
    u32_vec_t *copy = &r->words;
    subst_bound_names(&r->subst, bound_name, r);
    for (uint32_t i = 0; i < script_count(script); i++) {
        uint32_t count;
        const uint32_t *words = script_words(script, i, &count);
        copy->len = 0;
        uint32_t *place = vec_extend(r->bank->mem, copy, count);
        if (count > 0)
            memcpy(place, words, count * sizeof *words);
        cmd_t kind = script_kind(script, i);
        copy_words(r, cmd_info(kind)->shape, place, count);
        script_add(r->out, kind, place, count, script->commands.data[i].flags,
                   script->commands.data[i].offset);
    }
}

void rename_suffix(rename_t *rename, script_t *out, const script_t *script, const char *suffix) {
    assert(script->bank == out->bank);
    copy_script(start(rename, out, suffix), script);
}

/* --- canonical names --- */

/* A bound variable's number says how many are bound below it: that depends on the formula below the
 * binder only, so equal formulas have equal numbers, and no binder hides another. */
static void number_var(renamer_t *r, term_t var, uint32_t number) {
    uint32_t *place = map_put(r->bank->mem, &r->var_numbers, var);
    r->ambiguous |= *place != MAP_NONE && *place != number;
    *place = number;
}

static void number_term(renamer_t *r, term_t term) {
    bank_t *bank = r->bank;
    uint32_t height = 0;
    uint32_t count;
    const term_t *children = term_children(bank, term, &count);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t below = r->heights.data[reach_place(&r->uses.terms, children[i])];
        height = below > height ? below : height;
    }
    parts_t parts = parts_vars(bank, term);
    term_t var;
    while ((var = parts_next_var(&parts)) != TERM_NONE)
        number_var(r, var, height++);
    r->heights.data[reach_place(&r->uses.terms, term)] = height;
}

static void number_params(renamer_t *r, fun_t fun) {
    const fun_row_t *row = fun_row(r->bank, fun);
    if (row->body == TERM_NONE)
        return;
    uint32_t height = r->heights.data[reach_place(&r->uses.terms, row->body)];
    for (uint32_t i = 0; i < row->arity; i++)
        number_var(r, r->bank->fun_words.data[row->vars + i], height + i);
}

/* Two versions of a binder may want different numbers for the same variable. Then every variable
 * gets a number of its own. */
static void number_each(renamer_t *r) {
    uint32_t next = 0;
    map_clear(&r->var_numbers);
    for (uint32_t i = 0; i < r->uses.terms.order.len; i++)
        if (term_op(r->bank, r->uses.terms.order.data[i]) == OP_VAR)
            *map_put(r->bank->mem, &r->var_numbers, r->uses.terms.order.data[i]) = next++;
}

/* The places of a uses_t are bottom-up but for the variables of binders, which are leaves: their
 * height is 0 from the start. */
static void number_vars(renamer_t *r, const script_t *script) {
    uses_t *uses = &r->uses;
    uses_clear(uses);
    for (uint32_t i = 0; i < script_count(script); i++)
        uses_command(uses, script, i);
    uses_close(uses);
    r->heights.len = 0;
    for (uint32_t i = 0; i < uses->terms.order.len; i++)
        *vec_push(r->bank->mem, &r->heights) = 0;
    for (uint32_t i = 0; i < uses->terms.order.len; i++)
        number_term(r, uses->terms.order.data[i]);
    for (uint32_t i = 0; i < uses->funs.len; i++)
        number_params(r, uses->funs.data[i]);
    if (r->ambiguous)
        number_each(r);
}

void rename_all(rename_t *rename, script_t *out, const script_t *script,
                const rename_scheme_t *scheme) {
    static const rename_scheme_t plain = {"x", "f", "c", "s", "n", "v", "S", "T"};
    if (scheme == NULL)
        scheme = &plain;
    renamer_t *r = start(rename, out, NULL);
    r->prefixes[NAME_CONSTANT] = scheme->constant;
    r->prefixes[NAME_FUNCTION] = scheme->function;
    r->prefixes[NAME_CONSTRUCTOR] = scheme->constructor;
    r->prefixes[NAME_SELECTOR] = scheme->selector;
    r->prefixes[NAME_NAMED] = scheme->named;
    r->prefixes[NAME_VAR] = scheme->var;
    r->prefixes[NAME_SORT] = scheme->sort;
    r->prefixes[NAME_SORT_PARAM] = scheme->sort_param;
    number_vars(r, script);
    copy_script(r, script);
}
