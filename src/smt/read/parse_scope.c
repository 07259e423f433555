/* What names mean: scopes, and what the logic has. */
#include "smt/edit/logic.h"
#include "smt/read/parse_priv.h"

#include <string.h>

static const meaning_t no_meaning = {.kind = MEANS_NOTHING, .term = TERM_NONE};

meaning_t parse_meaning(parser_t *p, sym_t sym) {
    return sym < p->meanings.len ? p->meanings.data[sym] : no_meaning;
}

static meaning_t *reach_meaning(parser_t *p, sym_t sym) {
    while (p->meanings.len <= sym)
        *vec_push(p->mem, &p->meanings) = no_meaning;
    return &p->meanings.data[sym];
}

static void bind(parser_t *p, sym_t sym, meaning_kind_t kind, uint32_t id, term_t term) {
    meaning_t *place = reach_meaning(p, sym);
    *vec_push(p->mem, &p->trail) = (undo_t){.sym = sym, .term = *place};
    *place = (meaning_t){.kind = kind, .id = id & 0x3FFFFFFF, .term = term};
}

void parse_bind_var(parser_t *p, sym_t sym, term_t var) {
    bind(p, sym, MEANS_VAR, var, var);
}

void parse_bind_fun(parser_t *p, sym_t sym, fun_t fun) {
    bind(p, sym, MEANS_FUN, fun, TERM_NONE);
}

void parse_bind_bad(parser_t *p, sym_t sym) {
    bind(p, sym, MEANS_BAD, 0, TERM_NONE);
}

void parse_cache_term(parser_t *p, sym_t sym, term_t term) {
    reach_meaning(p, sym)->term = term;
}

sort_meaning_t parse_sort_meaning(parser_t *p, sym_t sym) {
    return sym < p->sort_meanings.len ? p->sort_meanings.data[sym] : (sort_meaning_t){0};
}

void parse_bind_sort(parser_t *p, sym_t sym, sort_means_t kind, uint32_t id) {
    while (p->sort_meanings.len <= sym)
        *vec_push(p->mem, &p->sort_meanings) = (sort_meaning_t){0};
    sort_meaning_t *place = &p->sort_meanings.data[sym];
    *vec_push(p->mem, &p->trail) = (undo_t){.sym = sym, .is_sort = true, .sort = *place};
    *place = (sort_meaning_t){.kind = kind, .id = id};
}

void parse_unwind(parser_t *p, uint32_t trail) {
    while (p->trail.len > trail) {
        undo_t undo = vec_pop(&p->trail);
        if (undo.is_sort)
            p->sort_meanings.data[undo.sym] = undo.sort;
        else
            p->meanings.data[undo.sym] = undo.term;
    }
}

/* --- logics --- */

static const struct {
    const char *logic;
    const char *letters;
} strict[] = {
#define STRICT(logic, letters) {logic, letters},
#include "smt/read/strict.def"
};

bool parse_refuses(const parser_t *p, char letter) {
    return letter && p->refused && strchr(p->refused, letter);
}

/* The letter of strict.def under which solvers refuse this operator; 0 for none. */
static char operator_letter(op_t op) {
    switch (op) {
    case OP_DIV:
    case OP_MOD:
        return 'D';
    case OP_TO_REAL:
    case OP_TO_INT:
        return 'T';
    case OP_IS_INT:
        return 'R';
    case OP_FORALL:
    case OP_EXISTS:
        return 'Q';
    case OP_UBV_TO_INT:
    case OP_SBV_TO_INT:
    case OP_INT_TO_BV:
        return 'E';
    default:
        break;
    }
    switch (op_info(op)->theory) {
    case THEORY_INTS:
    case THEORY_ARITH:
        return 'L';
    case THEORY_REALS:
        return 'R';
    case THEORY_ARRAYS:
        return 'A';
    case THEORY_STRINGS:
        return 'S';
    case THEORY_FP:
        return 'F';
    case THEORY_BV:
        return 'B';
    case THEORY_TRANS:
        return 'E';
    default:
        return 0;
    }
}

opcode_t parse_operator(parser_t *p, sym_t sym) {
    meaning_t meaning = parse_meaning(p, sym);
    if (meaning.kind == MEANS_NOTHING && meaning.id != 0)
        return (opcode_t)(meaning.id - 1);
    opcode_t op = op_of_symbol(p->bank, sym);
    if (op == OP_NONE)
        return op;
    bool old = sym == p->known.implies || sym == p->known.iff;
    if (parse_refuses(p, old ? 'X' : operator_letter(op_of_code(op))))
        op = OP_NONE;
    meaning_t *place = reach_meaning(p, sym);
    if (place->kind == MEANS_NOTHING)
        place->id = op + 1u;
    return op;
}

/* What names mean as operators, and what numerals are, depends on the logic. */
static void forget_operators(parser_t *p) {
    for (uint32_t i = 0; i < p->meanings.len; i++)
        if (p->meanings.data[i].kind == MEANS_NOTHING)
            p->meanings.data[i] = no_meaning;
    for (uint32_t i = 0; i < p->trail.len; i++)
        if (!p->trail.data[i].is_sort && p->trail.data[i].term.kind == MEANS_NOTHING)
            p->trail.data[i].term = no_meaning;
    p->literals.len = 0;
}

void parse_set_logic(parser_t *p, sym_t logic) {
    const char *name = symbol_text(&p->bank->symbols, logic);
    p->refused = NULL;
    forget_operators(p);
    for (size_t i = 0; i < sizeof strict / sizeof *strict; i++)
        if (strcmp(strict[i].logic, name) == 0)
            p->refused = strict[i].letters;
    p->logic = logic;
    p->real_numerals |= logic_int_real(name); /* an option may have asked for it */
    p->higher_order = logic_is_higher_order(name);
}

void parse_set_numerals(parser_t *p, bool real) {
    forget_operators(p);
    p->real_numerals = real;
}

/* --- push, pop, reset --- */

void parse_reset(parser_t *p) {
    parse_unwind(p, p->levels.data[0]);
    p->levels.len = 1;
    p->logic = SYM_NONE;
    p->refused = NULL;
    forget_operators(p);
    p->real_numerals = false;
    p->higher_order = false;
    p->global = false;
    p->redeclare = false;
}

void parse_push(parser_t *p, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        *vec_push(p->mem, &p->levels) = p->trail.len;
}

void parse_pop(parser_t *p, uint32_t count, uint32_t offset) {
    if (count >= p->levels.len) {
        parse_error(p, offset, "pop %u: only %u scopes are open", count, p->levels.len - 1);
        return;
    }
    if (count > 0 && !p->global)
        parse_unwind(p, p->levels.data[p->levels.len - count]);
    p->levels.len -= count;
}
