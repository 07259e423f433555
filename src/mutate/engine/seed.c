#include "mutate/engine/seed.h"

#include "base/bug.h"
#include "base/hash.h"
#include "mutate/engine/seed_priv.h"
#include "smt/print/print.h"
#include "smt/read/parse.h"

#include <string.h>

_Static_assert(THEORY_COUNT <= 32, "seed->theories has a bit for each theory");

void seeds_init(seeds_t *seeds, bank_t *bank, mem_t *mem) {
    *seeds = (seeds_t){.mem = mem, .bank = bank};
    arena_init(&seeds->texts, mem);
    values_init(&seeds->values, bank, mem);
}

static void seed_free(seeds_t *seeds, seed_t *seed) {
    mem_t *mem = seeds->mem;
    seed_drop_model(seeds, seed);
    script_done(&seed->script);
    vec_free(mem, &seed->spots);
    vec_free(mem, &seed->roots);
    vec_free(mem, &seed->core);
    vec_free(mem, &seed->loose);
    vec_free(mem, &seed->funs);
    vec_free(mem, &seed->constants);
    vec_free(mem, &seed->uses);
    vec_free(mem, &seed->terms);
    vec_free(mem, &seed->sorts);
    vec_free(mem, &seed->hidden);
    map_free(mem, &seed->factors);
    map_free(mem, &seed->first_spot);
    mem_free(mem, seed);
}

void seeds_done(seeds_t *seeds) {
    for (uint32_t i = 0; i < seeds->rows.len; i++)
        seed_free(seeds, seeds->rows.data[i]);
    vec_free(seeds->mem, &seeds->rows);
    values_done(&seeds->values);
    arena_done(&seeds->texts);
}

void seeds_drop_last(seeds_t *seeds) {
    assert(seeds->rows.len > 0);
    seed_t *seed = vec_pop(&seeds->rows);
    assert(seed->number == seeds->rows.len);
    struct seed_start start = seed->start;
    seed_free(seeds, seed);
    values_release(&seeds->values, start.values);
    arena_release(&seeds->texts, start.texts);
    bank_release(seeds->bank, start.bank);
}

const seed_t *seeds_find(const seeds_t *seeds, uint64_t hash) {
    for (uint32_t i = 0; i < seeds->rows.len; i++)
        if (seeds->rows.data[i]->hash == hash)
            return seeds->rows.data[i];
    return NULL;
}

/* --- flattening --- */

static void copy_command(script_t *to, const script_t *from, uint32_t i) {
    uint32_t count;
    const uint32_t *words = script_words(from, i, &count);
    script_add(to, script_kind(from, i), words, count, 0, 0);
}

/* set-logic, declarations, assertions in force, check-sat. */
static void flatten(seed_t *seed, const script_t *script, mem_t *mem) {
    uint32_t end = script_last_check(script);
    if (end == UINT32_MAX)
        end = script_count(script);
    for (uint32_t i = 0; i < end; i++)
        if (script_kind(script, i) == CMD_SET_LOGIC) {
            copy_command(&seed->script, script, i);
            break;
        }
    u32_vec_t declarations = {0};
    script_declarations(script, end, mem, &declarations);
    for (uint32_t i = 0; i < declarations.len; i++)
        copy_command(&seed->script, script, declarations.data[i]);
    vec_free(mem, &declarations);
    in_force_vec_t formulas = {0};
    script_in_force(script, end, mem, &formulas);
    for (uint32_t i = 0; i < formulas.len; i++)
        script_add(&seed->script, CMD_ASSERT, (uint32_t[]){formulas.data[i].term, SYM_NONE}, 2, 0,
                   0);
    vec_free(mem, &formulas);
    script_add(&seed->script, CMD_CHECK_SAT, NULL, 0, 0, 0);
}

/* --- text and spots --- */

/* Whether the parent binds variables in this child. */
static bool binds(const bank_t *bank, term_t parent, uint32_t child) {
    op_t op = term_op(bank, parent);
    if (op == OP_LET) {
        uint32_t bound;
        term_bound(bank, parent, &bound);
        return child == bound;
    }
    return op == OP_MATCH ? child > 0 : op_is_binder(op);
}

static void add_spots(seed_t *seed, const bank_t *bank, const print_span_vec_t *spans,
                      uint32_t offset, mem_t *mem) {
    uint32_t first = seed->spots.len;
    u32_vec_t open = {0};     /* spots around the next one */
    u32_vec_t children = {0}; /* how many children of each were met */
    for (uint32_t i = 0; i < spans->len; i++) {
        print_span_t span = spans->data[i];
        uint32_t start = span.start + offset;
        while (open.len > 0 && seed->spots.data[vec_last(&open)].end <= start) {
            seed->spots.data[vec_pop(&open)].after = first + i;
            children.len--;
        }
        uint32_t parent = open.len > 0 ? vec_last(&open) : SPOT_NONE;
        assert(span.start < span.end);
        assert(parent == SPOT_NONE || (start > seed->spots.data[parent].start &&
                                       span.end + offset <= seed->spots.data[parent].end));
        uint32_t child = open.len > 0 ? vec_last(&children)++ : 0;
        uint32_t scope = SPOT_NONE;
        if (parent != SPOT_NONE)
            scope = binds(bank, seed->spots.data[parent].term, child)
                        ? parent
                        : seed->spots.data[parent].scope;
        *vec_push(mem, &seed->spots) = (spot_t){.term = span.term,
                                                .start = start,
                                                .end = span.end + offset,
                                                .parent = parent,
                                                .child = child,
                                                .scope = scope};
        *vec_push(mem, &open) = first + i;
        *vec_push(mem, &children) = 0;
    }
    assert(spans->len > 0 && open.data[0] == first); /* one root */
    while (open.len > 0)
        seed->spots.data[vec_pop(&open)].after = seed->spots.len;
    vec_free(mem, &open);
    vec_free(mem, &children);
}

static void print_seed(seeds_t *seeds, seed_t *seed) {
    mem_t *mem = seeds->mem;
    strbuf_t text;
    strbuf_init(&text, mem);
    print_span_vec_t spans = {0};
    for (uint32_t i = 0; i < script_count(&seed->script); i++) {
        cmd_t kind = script_kind(&seed->script, i);
        uint32_t count;
        const uint32_t *words = script_words(&seed->script, i, &count);
        if (kind == CMD_ASSERT) {
            strbuf_str(&text, "(assert ");
            spans.len = 0;
            uint32_t offset = (uint32_t)text.len;
            print_term_spans(seeds->bank, words[0], &text, mem, &spans);
            *vec_push(mem, &seed->roots) = seed->spots.len;
            add_spots(seed, seeds->bank, &spans, offset, mem);
            strbuf_char(&text, ')');
        } else {
            if (kind == CMD_CHECK_SAT)
                seed->assertions_end = (uint32_t)text.len;
            print_command(&seed->script, i, &text);
        }
        strbuf_char(&text, '\n');
        if (kind == CMD_SET_LOGIC) {
            seed->logic = words[0];
            seed->logic_end = (uint32_t)text.len;
        }
        if (kind == CMD_SET_LOGIC || cmd_declares(kind))
            seed->declarations_end = (uint32_t)text.len;
    }
    vec_free(mem, &spans);
    seed->text = arena_copy(&seeds->texts, text.data, text.len);
    seed->len = (uint32_t)text.len;
    assert(seed->logic_end <= seed->declarations_end);
    assert(seed->declarations_end <= seed->assertions_end && seed->assertions_end < seed->len);
    seed->hash = hash_bytes(text.data, text.len);
    strbuf_done(&text);
}

/* --- what occurs in it --- */

static void add_once(mem_t *mem, u32_vec_t *list, uint32_t word) {
    for (uint32_t i = 0; i < list->len; i++)
        if (list->data[i] == word)
            return;
    *vec_push(mem, list) = word;
}

/* An operator whose name means something else here. */
static void hide_name(seeds_t *seeds, seed_t *seed, sym_t name) {
    for (opcode_t code = op_of_symbol(seeds->bank, name); code != OP_NONE;
         code = op_next_overload(seeds->bank, code))
        add_once(seeds->mem, &seed->hidden, op_of_code(code));
}

static void list_functions(seeds_t *seeds, seed_t *seed) {
    for (uint32_t i = 0; i < script_count(&seed->script); i++) {
        shape_t shape = cmd_info(script_kind(&seed->script, i))->shape;
        uint32_t count;
        const uint32_t *words = script_words(&seed->script, i, &count);
        for (uint32_t k = 0; (shape == SHAPE_FUN || shape == SHAPE_FUNS) && k < count; k++) {
            *vec_push(seeds->mem, &seed->funs) = words[k];
            hide_name(seeds, seed, fun_row(seeds->bank, words[k])->name);
        }
    }
}

static void index_terms(seeds_t *seeds, seed_t *seed) {
    const bank_t *bank = seeds->bank;
    list_functions(seeds, seed);
    for (uint32_t i = 0; i < seed->spots.len; i++) {
        term_t term = seed->spots.data[i].term;
        uint32_t *place = map_put(seeds->mem, &seed->first_spot, term);
        if (*place != MAP_NONE)
            continue;
        *place = i;
        *vec_push(seeds->mem, &seed->terms) = term;
        add_once(seeds->mem, &seed->sorts, term_sort(bank, term));
        op_t op = term_op(bank, term);
        uint32_t count;
        if (op >= OP_FIRST_ROW)
            seed->theories |= 1u << op_info(op)->theory;
        else if (op == OP_VAR)
            hide_name(seeds, seed, term_head(bank, term, &count)[0]);
        else if (op == OP_NUMERAL)
            seed->real_numerals |= term_sort(bank, term) == SORT_REAL;
        seed->quantified |= op == OP_FORALL || op == OP_EXISTS;
    }
}

bool seed_is_factor(const bank_t *bank, const seed_t *seed, uint32_t spot) {
    assert(spot < seed->spots.len);
    for (;;) {
        uint32_t child = seed->spots.data[spot].child;
        spot = seed->spots.data[spot].parent;
        if (spot == SPOT_NONE)
            return false;
        term_t parent = seed->spots.data[spot].term;
        op_t op = term_op(bank, parent);
        if (op == OP_LET) {
            uint32_t count;
            const term_t *bound = term_bound(bank, parent, &count);
            if (child < count)
                return map_get(&seed->factors, bound[child]) != MAP_NONE;
            continue; /* the let is what its body is */
        }
        if (op != OP_NEG) /* (- 5) is a number, too */
            return op == OP_MUL || op == OP_DIVIDE || op == OP_DIV || op == OP_MOD;
    }
}

/* Until no more are found: the value of one may be another. */
static void index_factors(seeds_t *seeds, seed_t *seed) {
    for (bool more = true; more;) {
        more = false;
        for (uint32_t i = 0; i < seed->spots.len; i++) {
            term_t term = seed->spots.data[i].term;
            if (term_op(seeds->bank, term) != OP_VAR || map_get(&seed->factors, term) != MAP_NONE ||
                !seed_is_factor(seeds->bank, seed, i))
                continue;
            *map_put(seeds->mem, &seed->factors, term) = 0;
            more = true;
        }
    }
}

/* The spots of each declared constant, in one list. */
static void index_constants(seeds_t *seeds, seed_t *seed) {
    const bank_t *bank = seeds->bank;
    map_t places = {0};
    for (uint32_t pass = 0; pass < 2; pass++) {
        for (uint32_t i = 0; i < seed->spots.len; i++) {
            term_t term = seed->spots.data[i].term;
            uint32_t count;
            const uint32_t *words = term_words(bank, term, &count);
            if (term_op(bank, term) != OP_APP || count != 1 ||
                fun_row(bank, words[0])->kind != FUN_DECLARED)
                continue;
            uint32_t *place = map_put(seeds->mem, &places, words[0]);
            if (*place == MAP_NONE) {
                *place = seed->constants.len;
                *vec_push(seeds->mem, &seed->constants) = (constant_t){.fun = words[0]};
            }
            constant_t *constant = &seed->constants.data[*place];
            assert(constant->fun == words[0]);
            if (pass == 1)
                seed->uses.data[constant->first + constant->count] = i;
            constant->count++;
        }
        uint32_t total = 0;
        for (uint32_t i = 0; pass == 0 && i < seed->constants.len; i++) {
            seed->constants.data[i].first = total;
            total += seed->constants.data[i].count;
            seed->constants.data[i].count = 0;
        }
        if (pass == 0)
            (void)vec_extend(seeds->mem, &seed->uses, total);
    }
    const constant_t *last = seed->constants.len > 0 ? &vec_last(&seed->constants) : NULL;
    assert(!last || last->first + last->count == seed->uses.len); /* both passes met the same */
    map_free(seeds->mem, &places);
}

/* --- status --- */

void seed_set_status(seed_t *seed, status_t status, status_source_t source) {
    if (status == STATUS_UNKNOWN || source < seed->source)
        return;
    seed->status = status;
    seed->source = source;
}

static const char *const status_names[] = {
    [STATUS_UNKNOWN] = "unknown", [STATUS_SAT] = "sat", [STATUS_UNSAT] = "unsat"};

const char *status_name(status_t status) {
    return status_names[status];
}

bool status_of_name(const char *name, size_t len, status_t *status) {
    for (uint32_t i = 0; i < sizeof status_names / sizeof *status_names; i++)
        if (strlen(status_names[i]) == len && memcmp(status_names[i], name, len) == 0) {
            *status = (status_t)i;
            return true;
        }
    return false;
}

static status_t status_of_text(const char *text, size_t len) {
    status_t status;
    return status_of_name(text, len, &status) ? status : STATUS_UNKNOWN;
}

static void find_status(const seeds_t *seeds, seed_t *seed, const script_t *script) {
    const symbols_t *symbols = &seeds->bank->symbols;
    for (uint32_t i = 0; i < script_count(script); i++) {
        uint32_t count;
        const uint32_t *words = script_words(script, i, &count);
        if (script_kind(script, i) != CMD_SET_INFO || words[1] == SYM_NONE ||
            strcmp(symbol_text(symbols, words[0]), ":status") != 0)
            continue;
        const symbol_t *value = symbol_row(symbols, words[1]);
        seed_set_status(seed, status_of_text(value->text, value->len), SEED_LABEL);
    }
    for (const char *at = seed->name; (at = strchr(at, '/')) != NULL; at++) {
        const char *start = at;
        while (start > seed->name && start[-1] != '/')
            start--;
        seed_set_status(seed, status_of_text(start, (size_t)(at - start)), SEED_DIRECTORY);
    }
}

seed_t *seed_add(seeds_t *seeds, const char *name, const char *text, size_t len,
                 diag_list_t *diags) {
    struct seed_start start = {bank_mark(seeds->bank), arena_mark(&seeds->texts),
                               values_mark(&seeds->values)};
    script_t script;
    script_init(&script, seeds->bank);
    if (!parse_script(&script, text, len, diags)) {
        script_done(&script);
        return NULL;
    }
    seed_t *seed = mem_zalloc(seeds->mem, 1, sizeof *seed);
    seed->start = start;
    seed->name = arena_copy(&seeds->texts, name, strlen(name));
    seed->logic = SYM_NONE;
    script_init(&seed->script, seeds->bank);
    flatten(seed, &script, seeds->mem);
    find_status(seeds, seed, &script);
    script_done(&script);
    print_seed(seeds, seed);
    if (seed->spots.len == 0) {
        diag_add(diags, text, len, 0, "there is no assertion");
        seed_free(seeds, seed);
        return NULL;
    }
    index_terms(seeds, seed);
    index_constants(seeds, seed);
    if ((seed->theories >> THEORY_ARITH & 1) || (seed->theories >> THEORY_INTS & 1) ||
        (seed->theories >> THEORY_REALS & 1))
        index_factors(seeds, seed);
    seed->number = seeds->rows.len;
    *vec_push(seeds->mem, &seeds->rows) = seed;
    return seed;
}

void seed_scope(const seeds_t *seeds, const seed_t *seed, uint32_t spot, u32_vec_t *vars) {
    const bank_t *bank = seeds->bank;
    assert(spot < seed->spots.len);
    vars->len = 0;
    /* Innermost first, then turned round; the variables of one binder keep their order. */
    uint32_t child = spot;
    for (uint32_t at = seed->spots.data[spot].scope; at != SPOT_NONE;
         at = seed->spots.data[at].scope) {
        while (seed->spots.data[child].parent != at)
            child = seed->spots.data[child].parent;
        term_t term = seed->spots.data[at].term;
        uint32_t count;
        if (term_op(bank, term) != OP_MATCH) {
            const term_t *bound = term_bound(bank, term, &count);
            for (uint32_t i = count; i-- > 0;)
                *vec_push(seeds->mem, vars) = bound[i];
            continue;
        }
        const uint32_t *head = term_head(bank, term, &count);
        uint32_t place = 1;
        for (uint32_t k = 1; k < seed->spots.data[child].child; k++)
            place += 2 + head[place + 1];
        for (uint32_t i = head[place + 1]; i-- > 0;)
            *vec_push(seeds->mem, vars) = head[place + 2 + i];
    }
    for (uint32_t i = 0; i < vars->len / 2; i++) {
        uint32_t swap = vars->data[i];
        vars->data[i] = vars->data[vars->len - 1 - i];
        vars->data[vars->len - 1 - i] = swap;
    }
}

/* --- names of terms --- */

bool seed_gives_name(const bank_t *bank, term_t term) {
    uint32_t count;
    if (term_op(bank, term) != OP_ANNOT)
        return false;
    const uint32_t *head = term_head(bank, term, &count);
    for (uint32_t i = 1; i + 1 < count; i += 3)
        if (head[i + 1] == ATTR_NAMED)
            return true;
    return false;
}

static bool uses_name(const bank_t *bank, term_t term) {
    uint32_t count;
    return term_op(bank, term) == OP_APP &&
           fun_row(bank, term_head(bank, term, &count)[0])->kind == FUN_NAMED;
}

bool seed_uses_names(const bank_t *bank, const seed_t *seed) {
    for (uint32_t i = 0; i < seed->terms.len; i++)
        if (uses_name(bank, seed->terms.data[i]))
            return true;
    /* A definition may use one, too: its body is not looked into. */
    for (uint32_t i = 0; i < seed->funs.len; i++)
        if (fun_row(bank, seed->funs.data[i])->kind != FUN_DECLARED)
            return true;
    return false;
}
