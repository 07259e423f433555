/* What can be said in a seed: sorts, terms of them, and operators, once for each seed. */
#include "mutate/sparrow/snippet.h"

#include "base/bug.h"
#include "base/hash.h"
#include "mutate/engine/compat.h"
#include "mutate/sparrow/snippet_priv.h"
#include "smt/edit/invert.h"
#include "smt/print/print.h"
#include "smt/term/check.h"
#include "smt/walk/parts.h"

#include <string.h>

enum { MOST_LEAVES = 24, LONGEST_LEAF = 48, MOST_ROWS = 28, LITERALS = 64, OWN_LITERALS = 8 };

typedef struct builder {
    snippets_t *s;
    const seed_t *seed;
    logic_t logic;
    lexicon_t *lexicon;
    term_t samples[LEXICON_SORTS]; /* a term of each sort */
    rng_t rng;
} builder_t;

/* Whether the operator is a predicate of terms of the kind, by its row in ops.def. */
static bool takes_kind(op_t op, sort_kind_t kind) {
    static const char *const words[SORT_KINDS] = {
        [SORT_INT] = "Int",       [SORT_REAL] = "Real",          [SORT_STRING] = "String",
        [SORT_REGLAN] = "RegLan", [SORT_CHAR] = "Char",          [SORT_BITVEC] = "(BitVec",
        [SORT_FLOAT] = "(Float",  [SORT_FIELD] = "(FiniteField", [SORT_ARRAY] = "(Array",
        [SORT_SEQ] = "(Seq",      [SORT_SET] = "(Set",           [SORT_BAG] = "(Bag",
        [SORT_LIST] = "(List",    [SORT_NULLABLE] = "(Nullable"};
    const char *args = op_info(op)->args;
    if (op == OP_EQ || op == OP_DISTINCT)
        return true;
    return (words[kind] && strstr(args, words[kind])) ||
           ((kind == SORT_INT || kind == SORT_REAL) && strstr(args, "Num"));
}

void snippets_init(snippets_t *s, bank_t *bank, mem_t *mem) {
    *s = (snippets_t){.mem = mem, .bank = bank};
    random_term_init(&s->grow, bank);
    arena_init(&s->texts, mem);
    strbuf_init(&s->scratch, mem);
    for (uint32_t op = OP_FIRST_ROW; op < OP_COUNT; op++) {
        const op_info_t *info = op_info((op_t)op);
        if (info->args[0] == '\0' || info->attr == OP_ATTR_AS || info->attr == OP_ATTR_BIND)
            continue;
        for (uint32_t kind = SORT_BAD + 1; kind < SORT_KINDS; kind++)
            if (kind != SORT_BOOL && invert_may_give(bank, (op_t)op, (sort_kind_t)kind))
                *vec_push(mem, &s->rows[kind]) = op;
            else if (invert_may_give(bank, (op_t)op, SORT_BOOL) &&
                     takes_kind((op_t)op, (sort_kind_t)kind))
                *vec_push(mem, &s->predicates[kind]) = op;
    }
}

static void free_literals(snippets_t *s, literals_t *literals) {
    mem_free(s->mem, literals->rows);
    mem_free(s->mem, literals);
}

void snippets_done(snippets_t *s) {
    for (uint32_t i = 0; i < s->shared.len; i++)
        free_literals(s, s->shared.data[i]);
    vec_free(s->mem, &s->shared);
    for (uint32_t i = 0; i < SORT_KINDS; i++)
        vec_free(s->mem, &s->rows[i]), vec_free(s->mem, &s->predicates[i]);
    strbuf_done(&s->scratch);
    arena_done(&s->texts);
    random_term_done(&s->grow);
}

void lexicon_free(snippets_t *s, lexicon_t *lexicon) {
    for (uint32_t i = 0; i < lexicon->own.len; i++) {
        mem_free(s->mem, lexicon->own.data[i]->block);
        free_literals(s, lexicon->own.data[i]);
    }
    vec_free(s->mem, &lexicon->own);
    vec_free(s->mem, &lexicon->leaves);
    vec_free(s->mem, &lexicon->entries);
    strbuf_done(&lexicon->text);
}

uint32_t lexicon_sort(const lexicon_t *lexicon, sort_t sort) {
    for (uint32_t i = 0; i < lexicon->sort_count; i++)
        if (lexicon->sorts[i].sort == sort)
            return i;
    return LEXICON_NONE;
}

/* --- literals --- */

static bool is_number(sort_t sort) {
    return sort == SORT_INT || sort == SORT_REAL;
}

/* Sorts whose literals every solver takes. Constant arrays are not among them. */
static bool has_literals(const bank_t *bank, sort_t sort) {
    sort_kind_t kind = sort_kind(bank, sort);
    return kind != SORT_ARRAY && kind != SORT_FUN && kind != SORT_REGEX && kind != SORT_LIST;
}

static bool is_declared(const bank_t *bank, sort_t sort) {
    if (sort_kind(bank, sort) == SORT_USER)
        return true;
    uint32_t count;
    const sort_t *args = sort_args(bank, sort, &count);
    for (uint32_t i = 0; i < count; i++) /* one level is enough: what is below is rare */
        if (sort_kind(bank, args[i]) > SORT_FIELD)
            return true;
    return false;
}

/* Draws literals; terms are made in the bank, and released with all that the lexicon makes there.
 */
static literals_t *draw_literals(snippets_t *s, sort_t sort, bool plain, uint32_t most,
                                 rng_t *rng) {
    literals_t *literals = mem_zalloc(s->mem, 1, sizeof *literals);
    literals->rows = mem_zalloc(s->mem, most, sizeof *literals->rows);
    strbuf_clear(&s->scratch);
    for (uint32_t i = 0; i < most; i++) {
        term_t term = random_literal(&s->grow, rng, sort);
        if (term == TERM_NONE)
            break;
        size_t start = s->scratch.len;
        print_term(s->bank, term, &s->scratch);
        if (plain && s->scratch.data[start] == '(')
            s->scratch.len = start;
        else
            literals->rows[literals->count++].len = (uint32_t)(s->scratch.len - start);
    }
    return literals;
}

static void place_texts(literals_t *literals, const char *text) {
    for (uint32_t i = 0; i < literals->count; i++) {
        literals->rows[i].data = text;
        text += literals->rows[i].len;
    }
}

/* The literals of a sort are the same in every run: they follow from its text. */
static const literals_t *literals_of(builder_t *b, sort_t sort) {
    snippets_t *s = b->s;
    if (!has_literals(s->bank, sort))
        return NULL;
    strbuf_t key;
    strbuf_init(&key, s->mem);
    sort_print(s->bank, sort, &key);
    /* A negative number needs an operator, which a logic without arithmetic does not have. */
    bool plain = is_number(sort) && !(b->logic & (sort == SORT_INT ? LOGIC_INT : LOGIC_REAL));
    strbuf_str(&key, plain ? " without -" : "");
    rng_t rng = rng_make(hash_bytes(key.data, key.len));
    literals_t *found = NULL;
    if (is_declared(s->bank, sort)) {
        found = draw_literals(s, sort, false, OWN_LITERALS, &rng);
        found->block = mem_alloc(s->mem, s->scratch.len + 1);
        if (s->scratch.len > 0)
            memcpy(found->block, s->scratch.data, s->scratch.len);
        place_texts(found, found->block);
        *vec_push(s->mem, &b->lexicon->own) = found;
    }
    for (uint32_t i = 0; !found && i < s->shared.len; i++)
        if (s->shared.data[i]->key.len == key.len &&
            memcmp(s->shared.data[i]->key.data, key.data, key.len) == 0)
            found = s->shared.data[i];
    if (!found) {
        found = draw_literals(s, sort, plain, LITERALS, &rng);
        place_texts(found, arena_copy(&s->texts, s->scratch.data, s->scratch.len));
        found->key = (slice_t){arena_copy(&s->texts, key.data, key.len), (uint32_t)key.len};
        *vec_push(s->mem, &s->shared) = found;
    }
    strbuf_done(&key);
    return found->count > 0 ? found : NULL;
}

/* --- sorts and leaves --- */

static void add_sort(builder_t *b, sort_t sort) {
    lexicon_t *lexicon = b->lexicon;
    if (lexicon->sort_count == LEXICON_SORTS || lexicon_sort(lexicon, sort) != LEXICON_NONE)
        return;
    assert(lexicon->sort_count > 0 || sort == SORT_BOOL); /* which is sort 0 */
    lexicon->sorts[lexicon->sort_count++] = (lexicon_sort_t){.sort = sort};
}

static void add_sorts(builder_t *b) {
    const bank_t *bank = b->s->bank;
    add_sort(b, SORT_BOOL);
    for (uint32_t i = 0; i < b->seed->sorts.len; i++)
        add_sort(b, b->seed->sorts.data[i]);
    for (uint32_t i = 0; i < b->lexicon->sort_count; i++) {
        sort_kind_t kind = sort_kind(bank, b->lexicon->sorts[i].sort);
        if (kind == SORT_STRING || kind == SORT_SEQ)
            add_sort(b, SORT_INT);
        if (kind == SORT_STRING)
            add_sort(b, SORT_REGLAN);
        if (kind == SORT_FLOAT)
            add_sort(b, SORT_ROUNDING);
    }
}

static bool is_constant(const bank_t *bank, term_t term) {
    uint32_t count;
    if (term_op(bank, term) != OP_APP)
        return false;
    term_words(bank, term, &count);
    return count == 1;
}

/* Whether the term has a name that another formula was given: it is known after that one only. */
static bool uses_name(const builder_t *b, const spot_t *spot) {
    const bank_t *bank = b->s->bank;
    uint32_t first = (uint32_t)(spot - b->seed->spots.data);
    assert(first < spot->after && spot->after <= b->seed->spots.len);
    for (uint32_t i = first; i < spot->after; i++) {
        uint32_t count;
        term_t term = b->seed->spots.data[i].term;
        if (term_op(bank, term) == OP_APP &&
            fun_row(bank, term_head(bank, term, &count)[0])->kind == FUN_NAMED)
            return true;
    }
    return false;
}

/* Closed, short, and with no name in it that would be given twice, or before it is known. */
static bool is_leaf(const builder_t *b, term_t term, const spot_t *spot) {
    const bank_t *bank = b->s->bank;
    return !(term_flags(bank, term) & (TERM_HAS_VAR | TERM_HAS_ANNOT)) &&
           spot->end - spot->start <= LONGEST_LEAF && !uses_name(b, spot) &&
           !(term_sort(bank, term) == SORT_BOOL && (term_flags(bank, term) & TERM_COMPOUND));
}

/* Constants first; the terms in the order of the text. */
static void add_leaves(builder_t *b) {
    const seed_t *seed = b->seed;
    const bank_t *bank = b->s->bank;
    for (uint32_t i = 0; i < b->lexicon->sort_count; i++) {
        lexicon_sort_t *row = &b->lexicon->sorts[i];
        row->leaf = b->lexicon->leaves.len;
        for (uint32_t constants = 2; constants-- > 0;) {
            for (uint32_t k = 0; k < seed->terms.len && row->leaves < MOST_LEAVES; k++) {
                term_t term = seed->terms.data[k];
                if (term_sort(bank, term) != row->sort || is_constant(bank, term) != constants)
                    continue;
                uint32_t first = map_get(&seed->first_spot, term);
                assert(first < seed->spots.len);
                const spot_t *spot = &seed->spots.data[first];
                if (!is_leaf(b, term, spot))
                    continue;
                if (row->leaves++ == 0)
                    b->samples[i] = term;
                *vec_push(b->s->mem, &b->lexicon->leaves) =
                    (slice_t){seed->text + spot->start, spot->end - spot->start};
            }
            if (constants)
                row->symbols = row->leaves;
        }
        assert(row->symbols <= row->leaves && row->leaves <= MOST_LEAVES);
        assert(row->leaf + row->leaves == b->lexicon->leaves.len);
    }
}

static void add_literals(builder_t *b) {
    for (uint32_t i = 0; i < b->lexicon->sort_count; i++) {
        lexicon_sort_t *row = &b->lexicon->sorts[i];
        row->literals = literals_of(b, row->sort);
        if (row->leaves == 0 && row->literals)
            b->samples[i] = random_literal(&b->s->grow, &b->rng, row->sort);
    }
    /* A sort that only bound variables have: any term of it says what the sort checker wants. */
    const seed_t *seed = b->seed;
    for (uint32_t k = 0; k < seed->terms.len; k++) {
        uint32_t i = lexicon_sort(b->lexicon, term_sort(b->s->bank, seed->terms.data[k]));
        if (i != LEXICON_NONE && b->samples[i] == TERM_NONE)
            b->samples[i] = seed->terms.data[k];
    }
}

/* --- operators --- */

static bool is_linear(const builder_t *b) {
    return !(b->logic & LOGIC_NONLINEAR);
}

static bool is_difference(const builder_t *b) {
    return !(b->logic & LOGIC_LINEAR);
}

static bool logic_takes(const builder_t *b, op_t op) {
    theory_t theory = op_info(op)->theory;
    switch (theory) {
    case THEORY_CORE:
        return true;
    case THEORY_INTS:
    case THEORY_REALS:
    case THEORY_ARITH:
        if (op == OP_TO_REAL || op == OP_TO_INT || op == OP_IS_INT)
            return (b->logic & LOGIC_INT) && (b->logic & LOGIC_REAL) && !is_difference(b);
        if (is_linear(b) && (op == OP_DIV || op == OP_MOD || op == OP_DIVIDE))
            return false;
        return (b->logic & (LOGIC_INT | LOGIC_REAL)) && !is_difference(b);
    case THEORY_ARRAYS:
        return (b->logic & LOGIC_ARRAYS) != 0;
    case THEORY_BV:
        return (b->logic & LOGIC_BV) != 0;
    case THEORY_FP:
        return (b->logic & LOGIC_FP) != 0;
    case THEORY_STRINGS:
        return (b->logic & LOGIC_STRINGS) != 0;
    default:
        return (b->seed->theories >> theory & 1) != 0;
    }
}

static void add_entry(builder_t *b, const lexicon_entry_t *entry, size_t start) {
    lexicon_entry_t copy = *entry;
    copy.start = (uint32_t)start;
    copy.len = (uint32_t)(b->lexicon->text.len - start);
    assert(copy.len > 0 && copy.count > 0 && copy.count <= LEXICON_ARGS);
    *vec_push(b->s->mem, &b->lexicon->entries) = copy;
}

/* The places of the arguments' sorts; false when the lexicon lacks one of them. */
static bool place_args(const builder_t *b, const sort_t *sorts, uint32_t count,
                       lexicon_entry_t *entry) {
    if (count == 0 || count > LEXICON_ARGS)
        return false;
    entry->count = (uint8_t)count;
    for (uint32_t i = 0; i < count; i++) {
        entry->args[i] = (uint8_t)lexicon_sort(b->lexicon, sorts[i]);
        if (entry->args[i] == LEXICON_NONE || b->samples[entry->args[i]] == TERM_NONE)
            return false;
    }
    return true;
}

static bool add_row(builder_t *b, op_t op, sort_t sort, const u32_vec_t *sorts) {
    bank_t *bank = b->s->bank;
    fit_t fit;
    lexicon_entry_t entry = {0};
    if (!logic_takes(b, op) || !invert_row(bank, op, sort, sorts, &b->rng, &fit) ||
        !place_args(b, fit.args, fit.count, &entry))
        return false;
    term_t args[LEXICON_ARGS];
    for (uint32_t i = 0; i < fit.count; i++)
        args[i] = b->samples[entry.args[i]];
    if (op == OP_RE_RANGE || !compat_call(bank, op, args, fit.count) || /* cvc5 wants literals */
        check_row(bank, op, fit.indices, fit.index_count, fit.as, args, fit.count) != sort)
        return false;
    if (op == OP_MUL && is_linear(b)) {
        if (!b->lexicon->sorts[entry.args[0]].literals)
            return false;
        assert(fit.count == 1 || entry.args[1] == entry.args[0]); /* factors are of one sort */
        entry.kind = ENTRY_SCALED;
    }
    strbuf_t *text = &b->lexicon->text;
    size_t start = text->len;
    strbuf_str(text, fit.index_count > 0 ? "((_ " : "(");
    strbuf_str(text, op_info(op)->name);
    for (uint32_t i = 0; i < fit.index_count; i++) {
        strbuf_char(text, ' ');
        strbuf_uint(text, fit.indices[i]);
    }
    strbuf_str(text, fit.index_count > 0 ? ")" : "");
    add_entry(b, &entry, start);
    return true;
}

static void add_fun(builder_t *b, fun_t fun, const char *head) {
    const bank_t *bank = b->s->bank;
    const fun_row_t *row = fun_row(bank, fun);
    sort_t sorts[LEXICON_ARGS];
    lexicon_entry_t entry = {0};
    if (row->arity == 0 || row->arity > LEXICON_ARGS || row->sort_param_count > 0 ||
        row->overload != FUN_NONE)
        return;
    for (uint32_t i = 0; i < row->arity; i++)
        sorts[i] = fun_param(bank, fun, i);
    if (!place_args(b, sorts, row->arity, &entry))
        return;
    assert(entry.count == row->arity);
    size_t start = b->lexicon->text.len;
    strbuf_str(&b->lexicon->text, head);
    print_symbol(bank, row->name, &b->lexicon->text);
    add_entry(b, &entry, start);
}

/* Functions that the script declares and that give the sort. */
static void add_funs(builder_t *b, sort_t sort) {
    const bank_t *bank = b->s->bank;
    const script_t *script = &b->seed->script;
    uint32_t most = b->lexicon->entries.len + MOST_ROWS;
    for (uint32_t i = 0; i < script_count(script) && b->lexicon->entries.len < most; i++) {
        uint32_t count;
        cmd_t kind = script_kind(script, i);
        if (kind == CMD_ASSERT)
            break;
        if (cmd_info(kind)->shape != SHAPE_FUN)
            continue;
        fun_t fun = script_words(script, i, &count)[0];
        fun_kind_t is = fun_row(bank, fun)->kind;
        if ((is == FUN_DECLARED || is == FUN_DEFINED) && fun_result(bank, fun) == sort)
            add_fun(b, fun, "(");
    }
}

/* Constructors, selectors and testers of the datatypes among the sorts. */
static void add_data(builder_t *b, sort_t sort) {
    const bank_t *bank = b->s->bank;
    for (uint32_t i = 0; i < b->lexicon->sort_count; i++) {
        sort_t data = b->lexicon->sorts[i].sort;
        if (sort_kind(bank, data) != SORT_USER)
            continue;
        const sortdecl_row_t *decl = sortdecl_row(bank, sort_decl(bank, data));
        if (decl->kind != SORTDECL_DATATYPE || decl->arity > 0)
            continue;
        for (uint32_t k = 0; k < decl->count; k++) {
            fun_t made = bank->fun_words.data[decl->members + k];
            const fun_row_t *row = fun_row(bank, made);
            lexicon_entry_t entry = {0};
            if (data == sort)
                add_fun(b, made, "(");
            for (uint32_t f = 0; f < row->arity; f++) {
                fun_t selector = bank->fun_words.data[row->members + f];
                if (fun_result(bank, selector) == sort)
                    add_fun(b, selector, "(");
            }
            if (sort != SORT_BOOL || !place_args(b, &data, 1, &entry))
                continue;
            size_t start = b->lexicon->text.len;
            strbuf_str(&b->lexicon->text, "((_ is ");
            print_symbol(bank, row->name, &b->lexicon->text);
            strbuf_char(&b->lexicon->text, ')');
            add_entry(b, &entry, start);
        }
    }
}

/* Difference constraints: (op x y) and (op (- x y) c). */
static void add_differences(builder_t *b) {
    static const char *const heads[] = {"(<", "(<=", "(>", "(>=", "(=", "(distinct"};
    for (uint32_t i = 0; i < b->lexicon->sort_count; i++) {
        const lexicon_sort_t *row = &b->lexicon->sorts[i];
        if (!is_number(row->sort) || row->symbols < 2)
            continue;
        for (uint32_t k = 0; k < sizeof heads / sizeof *heads; k++) {
            lexicon_entry_t entry = {
                .count = 2, .args = {(uint8_t)i, (uint8_t)i}, .kind = ENTRY_SYMBOLS};
            size_t start = b->lexicon->text.len;
            strbuf_str(&b->lexicon->text, heads[k]);
            add_entry(b, &entry, start);
            entry.kind = ENTRY_DIFFERENCE;
            if (row->literals)
                add_entry(b, &entry, start);
        }
    }
}

/* Every predicate, for each sort that it is about. */
static void add_predicates(builder_t *b) {
    for (uint32_t i = 1; i < b->lexicon->sort_count; i++) {
        sort_t sort = b->lexicon->sorts[i].sort;
        u32_vec_t sorts = {.data = &sort, .len = 1};
        const u32_vec_t *rows = &b->s->predicates[sort_kind(b->s->bank, sort)];
        for (uint32_t k = 0; k < rows->len && !(is_number(sort) && is_difference(b)); k++)
            add_row(b, (op_t)rows->data[k], SORT_BOOL, &sorts);
    }
    if (is_difference(b))
        add_differences(b);
    add_funs(b, SORT_BOOL);
    add_data(b, SORT_BOOL);
}

/* Of very many operators, a part that differs from seed to seed. */
static void add_operators(builder_t *b, sort_t sort) {
    const u32_vec_t *rows = &b->s->rows[sort_kind(b->s->bank, sort)];
    add_funs(b, sort);
    add_data(b, sort);
    if (rows->len == 0 || (is_number(sort) && is_difference(b)))
        return;
    uint32_t made = 0;
    uint32_t start = (uint32_t)rng_below(&b->rng, rows->len);
    for (uint32_t i = 0; i < rows->len && made < MOST_ROWS; i++)
        made += add_row(b, (op_t)rows->data[(start + i) % rows->len], sort, &b->seed->sorts);
}

/* --- all of it --- */

/* Whether a variable that is bound somewhere has the name of a function of the script or of an
 * operator. */
static bool hides_names(const snippets_t *s, const seed_t *seed) {
    const bank_t *bank = s->bank;
    map_t names = {0};
    for (uint32_t i = 0; i < script_count(&seed->script); i++) {
        uint32_t count;
        cmd_t kind = script_kind(&seed->script, i);
        const uint32_t *words = script_words(&seed->script, i, &count);
        if (cmd_info(kind)->shape == SHAPE_FUN)
            *map_put(s->mem, &names, fun_row(bank, words[0])->name) = 1;
    }
    bool hides = false;
    for (uint32_t i = 0; i < seed->terms.len && !hides; i++) {
        uint32_t count;
        term_t term = seed->terms.data[i];
        op_t op = term_op(bank, term);
        if (op != OP_LET && op != OP_MATCH && !op_is_binder(op))
            continue;
        const uint32_t *head = term_head(bank, term, &count);
        parts_t parts = parts_start(op, head, count);
        while (parts_next(&parts)) {
            if (parts.part != PART_VAR)
                continue;
            sym_t name = term_head(bank, head[parts.at], &count)[0];
            hides |= op_of_symbol(bank, name) != OP_NONE || map_get(&names, name) != MAP_NONE;
        }
    }
    map_free(s->mem, &names);
    return hides;
}

void lexicon_make(snippets_t *s, const seed_t *seed, logic_t logic, lexicon_t *lexicon) {
    *lexicon = (lexicon_t){.hidden = hides_names(s, seed)};
    strbuf_init(&lexicon->text, s->mem);
    builder_t b = {
        .s = s, .seed = seed, .logic = logic, .lexicon = lexicon, .rng = rng_make(seed->hash)};
    for (uint32_t i = 0; i < LEXICON_SORTS; i++)
        b.samples[i] = TERM_NONE;
    bank_mark_t mark = bank_mark(s->bank);
    add_sorts(&b);
    add_leaves(&b);
    add_literals(&b);
    for (uint32_t i = 0; i < lexicon->sort_count; i++) {
        lexicon_sort_t *row = &lexicon->sorts[i];
        row->entry = lexicon->entries.len;
        if (i == 0)
            add_predicates(&b);
        else
            add_operators(&b, row->sort);
        row->entries = lexicon->entries.len - row->entry;
    }
    bank_release(s->bank, mark);
}
