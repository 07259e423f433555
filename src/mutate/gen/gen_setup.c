/* What a formula is made of: its logic, sorts, symbols, and the operators that may be drawn. */
#include "mutate/gen/gen_priv.h"

#include "base/bug.h"
#include "smt/edit/invert.h"
#include "smt/read/parse.h"
#include "smt/term/open_ops.h"

#include <string.h>

const gen_op_t gen_ops[] = {
#define CONNECTIVE GEN_CONNECTIVE
#define SMALL GEN_SMALL
#define GEN_OP(id, weight, needs, flags) {OP_##id, weight, needs, flags},
#include "mutate/gen/gen_ops.def"
#undef CONNECTIVE
#undef SMALL
};

const uint32_t gen_op_count = sizeof gen_ops / sizeof *gen_ops;

uint32_t gen_between(gen_t *gen, uint32_t low, uint32_t high) {
    assert(low <= high);
    return low + (uint32_t)rng_below(gen->rng, (uint64_t)high - low + 1);
}

bool gen_chance(gen_t *gen, uint32_t percent) {
    assert(percent <= 100);
    return rng_below(gen->rng, 100) < percent;
}

/* --- numbers --- */

static void draw_number(gen_t *gen, uint32_t *number, uint32_t low, uint32_t high) {
    uint32_t drawn = gen_between(gen, low, high); /* always, so that the rest stays the same */
    if (*number == GEN_DRAWN)
        *number = drawn;
}

/* A wide draw is rare: most formulas are small ones. */
static uint32_t draw_width(gen_t *gen) {
    static const uint32_t widths[] = {8, 8, 8, 4, 4, 16, 16, 32, 32, 3,
                                      5, 6, 2, 1, 7, 12, 24, 64, 33};
    return widths[rng_below(gen->rng, sizeof widths / sizeof *widths)];
}

/* In its range; the width alone may be left open, since each sort draws its own. */
static bool is_drawn(const gen_options_t *plan, const uint32_t *number, uint32_t low,
                     uint32_t high) {
    return (number == &plan->width && *number == GEN_DRAWN) || (*number >= low && *number <= high);
}

static void draw_numbers(gen_t *gen) {
    gen_options_t *plan = &gen->plan;
    draw_number(gen, &plan->size, 1, 4);
    uint32_t size = plan->size;
    draw_number(gen, &plan->assertions, 1 + size / 2, 2 + 2 * size);
    draw_number(gen, &plan->depth, 2, 3 + size / 4);
    draw_number(gen, &plan->constants, 2, 3 + size / 3);
    draw_number(gen, &plan->functions, 1, 1 + size / 2);
    uint32_t defined = gen_chance(gen, 25);
    if (plan->definitions == GEN_DRAWN)
        plan->definitions = defined;
    draw_number(gen, &plan->quantifiers, 8, 30);
    draw_number(gen, &plan->lets, 0, 8);
    draw_number(gen, &plan->digits, 1, 2 + size / 2);
    draw_number(gen, &plan->length, 2, 4 + size);
    bool wide = gen_chance(gen, 20);
    if (plan->exponent == GEN_DRAWN)
        plan->exponent = plan->significand == GEN_DRAWN && !wide ? 8 : 11;
    if (plan->significand == GEN_DRAWN)
        plan->significand = plan->exponent == 8 ? 24 : 53;
#define GEN_NUMBER(field, name, low, high, doc) assert(is_drawn(plan, &plan->field, low, high));
#include "mutate/gen/gen_options.def"
}

/* --- the logic --- */

static const logic_t groups[] = {LOGIC_INT,     LOGIC_REAL,  LOGIC_BV, LOGIC_FP,
                                 LOGIC_STRINGS, LOGIC_SORTS, LOGIC_DT, LOGIC_OTHER};

enum { GROUPS = sizeof groups / sizeof *groups };

/* One or two of the groups of everything. */
static logic_t draw_of_all(gen_t *gen) {
    logic_t used = groups[rng_below(gen->rng, GROUPS)];
    if (gen_chance(gen, 50))
        used |= groups[rng_below(gen->rng, GROUPS)];
    if (gen_chance(gen, 25))
        used |= LOGIC_ARRAYS;
    if (gen_chance(gen, 30))
        used |= LOGIC_UF;
    if (gen_chance(gen, 25))
        used |= LOGIC_QUANT;
    if (gen_chance(gen, 20))
        used |= LOGIC_NONLINEAR;
    return used;
}

/* Most of what a logic has, and of its theories at least one. */
static logic_t draw_most(gen_t *gen, logic_t logic) {
    logic_t theories = 0;
    for (uint32_t i = 0; i < GROUPS; i++)
        theories |= logic & groups[i];
    logic_t used = logic & (LOGIC_ARRAYS | LOGIC_UF | LOGIC_QUANT | LOGIC_NONLINEAR);
    for (uint32_t bit = 0; bit < 19; bit++)
        if ((used >> bit & 1) && gen_chance(gen, 15) && (used & (used - 1)) != 0)
            used &= ~((logic_t)1 << bit);
    logic_t chosen = 0;
    for (uint32_t i = 0; i < GROUPS; i++)
        if ((theories & groups[i]) && gen_chance(gen, 70))
            chosen |= groups[i];
    return used | (chosen ? chosen : theories);
}

static void draw_logic(gen_t *gen, const gen_options_t *options) {
    gen_options_t *plan = &gen->plan;
    uint32_t count = 0;
    while (gen_logic(count))
        count++;
    const char *any = gen_logic((uint32_t)rng_below(gen->rng, count));
    if (!options->any_theory) {
        gen->used = options->theories;
        if ((gen->used & LOGIC_NONLINEAR) && !(gen->used & (LOGIC_INT | LOGIC_REAL)))
            gen->used |= LOGIC_INT;
        if (!plan->logic)
            plan->logic = logic_name(gen->used);
        gen->logic = logic_parse(plan->logic);
        gen->used &= gen->logic;
        return;
    }
    if (!plan->logic)
        plan->logic = any;
    gen->logic = logic_parse(plan->logic);
    gen->used = gen->logic == LOGIC_ALL ? draw_of_all(gen) : draw_most(gen, gen->logic);
    if (gen->used & (LOGIC_STRINGS | LOGIC_OTHER))
        gen->used |= gen->logic & LOGIC_INT; /* of lengths */
    if (gen->used & (LOGIC_INT | LOGIC_REAL))
        gen->used |= gen->logic & LOGIC_LINEAR;
    else
        gen->used &= ~(logic_t)(LOGIC_LINEAR | LOGIC_NONLINEAR);
    assert(logic_contains(gen->logic, gen->used));
}

/* --- sorts --- */

static void add_sort(gen_t *gen, const char *text, uint32_t weight, bool constants) {
    for (uint32_t i = 0; i < gen->sorts.len; i++)
        if (strcmp(gen->sorts.data[i].text, text) == 0)
            return;
    const char *copy = arena_copy(&gen->texts, text, strlen(text));
    *vec_push(gen->mem, &gen->sorts) = (gen_sort_t){copy, SORT_BAD, weight, constants};
}

static void add_bitvec(gen_t *gen, uint32_t width) {
    assert(width > 0); /* 0 ends the list */
    *vec_push(gen->mem, &gen->widths) = width;
    strbuf_clear(&gen->scratch);
    strbuf_format(&gen->scratch, "(_ BitVec %u)", width);
    add_sort(gen, strbuf_text(&gen->scratch), 4, true);
}

static void add_float(gen_t *gen) {
    uint32_t e = gen->plan.exponent;
    uint32_t s = gen->plan.significand;
    strbuf_clear(&gen->scratch);
    if (e == 8 && s == 24)
        strbuf_str(&gen->scratch, "Float32");
    else if (e == 11 && s == 53)
        strbuf_str(&gen->scratch, "Float64");
    else
        strbuf_format(&gen->scratch, "(_ FloatingPoint %u %u)", e, s);
    add_sort(gen, strbuf_text(&gen->scratch), 4, true);
    if (gen_chance(gen, 30))
        add_sort(gen, "RoundingMode", 0, true);
}

/* One that is no Bool, array, sequence or set, if there is one. */
static const char *draw_part(gen_t *gen, bool bits_only) {
    const char *part = "Bool";
    uint32_t found = 0;
    for (uint32_t i = 0; i < gen->sorts.len; i++) {
        const gen_sort_t *sort = &gen->sorts.data[i];
        bool plain = sort->weight > 0 && sort->text[0] != 'B' &&
                     strncmp(sort->text, "(A", 2) != 0 && strncmp(sort->text, "(S", 2) != 0 &&
                     (!bits_only || strncmp(sort->text, "(_ B", 4) == 0);
        if (plain && rng_one_in(gen->rng, ++found))
            part = sort->text;
    }
    return part;
}

bool gen_wants_bits(const gen_t *gen) {
    logic_t others = LOGIC_INT | LOGIC_REAL | LOGIC_FP | LOGIC_DT | LOGIC_STRINGS | LOGIC_OTHER;
    return (gen->logic & LOGIC_BV) && !(gen->logic & others);
}

static void add_compound(gen_t *gen, const char *kind, bool two) {
    bool bits_only = gen_wants_bits(gen);
    if (bits_only && !(gen->used & LOGIC_BV))
        return;
    const char *first = draw_part(gen, bits_only);
    const char *second = draw_part(gen, bits_only);
    if (two && !bits_only && gen_chance(gen, 10))
        second = "Bool";
    char text[200];
    strbuf_clear(&gen->scratch);
    strbuf_format(&gen->scratch, "(%s %s%s%s)", kind, first, two ? " " : "", two ? second : "");
    if (gen->scratch.len < sizeof text) {
        memcpy(text, strbuf_text(&gen->scratch), gen->scratch.len + 1);
        add_sort(gen, text, 4, true);
    }
}

/* %1 and %2 are sorts. Names differ, so that two of them go together; z3 has a List of its own. */
typedef struct datatype_form {
    const char *sorts[2];
    const char *text;
} datatype_form_t;

static const datatype_form_t datatype_forms[] = {
    {{"Color", NULL}, "(declare-datatypes ((Color 0)) (((red) (green) (blue))))"},
    {{"Pair", NULL}, "(declare-datatypes ((Pair 0)) (((pair (first %1) (second %2)))))"},
    {{"Maybe", NULL}, "(declare-datatypes ((Maybe 0)) (((nothing) (just (value %1)))))"},
    {{"Chain", NULL}, "(declare-datatypes ((Chain 0)) (((nil) (cons (head %1) (tail Chain)))))"},
    {{"Tree", NULL},
     "(declare-datatypes ((Tree 0)) (((leaf) (node (left Tree) (label %1) (right Tree)))))"},
    {{"Shape", NULL},
     "(declare-datatypes ((Shape 0)) (((circle (radius %1)) (box (width %1) (height %2)))))"},
    {{"Expr", "Exprs"},
     "(declare-datatypes ((Expr 0) (Exprs 0)) (((atom (datum %1)) (apply (arguments Exprs)))"
     " ((none) (more (this Expr) (rest Exprs)))))"},
};

enum { DATATYPE_FORMS = sizeof datatype_forms / sizeof *datatype_forms };

static void declare_datatype(gen_t *gen, uint32_t number) {
    assert(number < DATATYPE_FORMS);
    const datatype_form_t *form = &datatype_forms[number];
    for (const char *at = form->text; *at; at++) {
        if (*at == '%' && (at[1] == '1' || at[1] == '2')) {
            strbuf_str(&gen->prologue, draw_part(gen, false));
            at++;
        } else {
            strbuf_char(&gen->prologue, *at);
        }
    }
    strbuf_char(&gen->prologue, '\n');
    for (int i = 0; i < 2 && form->sorts[i]; i++)
        add_sort(gen, form->sorts[i], 4, true);
}

static void add_datatypes(gen_t *gen) {
    uint32_t first = (uint32_t)rng_below(gen->rng, DATATYPE_FORMS);
    bool two = gen_chance(gen, 30);
    uint32_t second = (uint32_t)rng_below(gen->rng, DATATYPE_FORMS);
    if (first != 0 && strcmp(draw_part(gen, false), "Bool") == 0)
        declare_datatype(gen, 0); /* so that there is a sort for fields */
    if (first != 0 || gen->sorts.len <= 1 || !two)
        declare_datatype(gen, first);
    if (two && second != first && second != 0)
        declare_datatype(gen, second);
}

static void add_sorts(gen_t *gen) {
    logic_t used = gen->used;
    add_sort(gen, "Bool", 1, true);
    if (used & LOGIC_INT) /* with strings and sequences mostly for lengths */
        add_sort(gen, "Int", used & (LOGIC_STRINGS | LOGIC_OTHER) ? 2 : 4, true);
    if (used & LOGIC_REAL)
        add_sort(gen, "Real", 4, true);
    if (used & LOGIC_BV) {
        uint32_t width = draw_width(gen);
        uint32_t other = draw_width(gen);
        bool two = gen_chance(gen, 35);
        add_bitvec(gen, gen->plan.width == GEN_DRAWN ? width : gen->plan.width);
        if (gen->plan.width == GEN_DRAWN && two && other != width)
            add_bitvec(gen, other);
    }
    if (used & LOGIC_FP)
        add_float(gen);
    if (used & LOGIC_STRINGS)
        add_sort(gen, "String", 6, true);
    if (used & (LOGIC_STRINGS | LOGIC_OTHER))
        add_sort(gen, "Int", 2, false);
    bool no_other = gen->sorts.len == 1;
    if (used & LOGIC_SORTS) {
        bool two = gen_chance(gen, 40) || (no_other && (used & LOGIC_ARRAYS));
        const char *names[2] = {used & LOGIC_ARRAYS ? "Index" : "U",
                                used & LOGIC_ARRAYS ? "Element" : "V"};
        for (int i = 0; i < 1 + two; i++) {
            strbuf_format(&gen->prologue, "(declare-sort %s 0)\n", names[i]);
            add_sort(gen, names[i], 3, true);
        }
    }
    if (used & LOGIC_DT)
        add_datatypes(gen);
    if (used & LOGIC_ARRAYS) {
        add_compound(gen, "Array", true);
        if (gen_chance(gen, 25))
            add_compound(gen, "Array", true);
    }
    if (used & LOGIC_OTHER)
        add_compound(gen, "Seq", false);
    if (used & LOGIC_SETS)
        add_compound(gen, "Set", false);
}

/* --- declarations --- */

static char letter_of(const char *sort) {
    static const struct {
        const char *start;
        char letter;
    } letters[] = {{"Bool", 'p'},     {"Int", 'n'},   {"Real", 'r'},   {"(_ B", 'v'},
                   {"(_ F", 'f'},     {"Float", 'f'}, {"String", 's'}, {"(Array", 'a'},
                   {"(Seq", 'q'},     {"(Set", 't'},  {"Index", 'i'},  {"Element", 'e'},
                   {"Rounding", 'm'}, {"U", 'u'},     {"V", 'w'}};
    for (uint32_t i = 0; i < sizeof letters / sizeof *letters; i++)
        if (strncmp(sort, letters[i].start, strlen(letters[i].start)) == 0 &&
            (letters[i].start[1] != '\0' || sort[1] == '\0'))
            return letters[i].letter;
    return 'd';
}

static void write_constants(gen_t *gen) {
    uint32_t counts[128] = {0};
    for (uint32_t i = 0; i < gen->sorts.len; i++) {
        const gen_sort_t *sort = &gen->sorts.data[i];
        uint32_t number = sort->weight == 0 ? 1 : gen->plan.constants;
        char letter = letter_of(sort->text);
        for (uint32_t k = 0; sort->constants && k < number; k++)
            strbuf_format(&gen->prologue, "(declare-const %c%u %s)\n", letter,
                          counts[(unsigned char)letter]++, sort->text);
    }
}

static const char *draw_signature_sort(gen_t *gen) {
    for (int tries = 0; tries < 8; tries++) {
        const gen_sort_t *sort = &gen->sorts.data[rng_below(gen->rng, gen->sorts.len)];
        if (sort->constants && sort->weight > 0)
            return sort->text;
    }
    return "Bool";
}

static void write_functions(gen_t *gen) {
    if (!(gen->used & LOGIC_UF))
        return;
    for (uint32_t i = 0; i < gen->plan.functions; i++) {
        strbuf_format(&gen->prologue, "(declare-fun g%u (%s", i, draw_signature_sort(gen));
        if (gen_chance(gen, 30))
            strbuf_format(&gen->prologue, " %s", draw_signature_sort(gen));
        strbuf_format(&gen->prologue, ") %s)\n", draw_signature_sort(gen));
    }
}

void gen_plan(gen_t *gen, const gen_options_t *options) {
    assert(options->mode != GEN_ANY); /* it was drawn */
    gen->plan = *options;
    gen->sorts.len = 0;
    gen->drawn.len = 0;
    gen->widths.len = 0;
    gen->names = 0;
    gen->budget = 0; /* nothing may be left of the formula before */
    strbuf_clear(&gen->prologue);
    draw_logic(gen, options);
    draw_numbers(gen);
    strbuf_format(&gen->prologue, "(set-logic %s)\n", gen->plan.logic);
    add_sorts(gen);
    write_constants(gen);
    write_functions(gen);
}

/* --- what may be drawn --- */

static void add_row(gen_t *gen, gen_menu_t *menu, const gen_op_t *row) {
    assert(row->weight > 0 && menu->ops.len == menu->sums.len);
    uint32_t before = menu->sums.len ? vec_last(&menu->sums) : 0;
    *vec_push(gen->mem, &menu->ops) = row->op;
    *vec_push(gen->mem, &menu->sums) = before + row->weight;
}

static bool is_allowed(const gen_t *gen, const gen_op_t *row) {
    if (row->weight == 0 || !logic_contains(gen->used, row->needs))
        return false;
    if (gen->plan.mode == GEN_NONE && open_op_always(row->op) != OPEN_NOT)
        return false;
    return !(row->flags & GEN_SMALL) || gen->plan.exponent <= 5;
}

static void fill_menus(gen_t *gen) {
    gen->connectives.ops.len = gen->connectives.sums.len = 0;
    for (uint32_t kind = 0; kind < SORT_KINDS; kind++)
        gen->menus[kind].ops.len = gen->menus[kind].sums.len = 0;
    for (uint32_t i = 0; i < gen_op_count; i++) {
        const gen_op_t *row = &gen_ops[i];
        if (!is_allowed(gen, row))
            continue;
        if (row->flags & GEN_CONNECTIVE) {
            add_row(gen, &gen->connectives, row);
            continue;
        }
        for (uint32_t kind = SORT_BOOL; kind < SORT_KINDS; kind++)
            if (gen->kinds.data[i] >> kind & 1)
                add_row(gen, &gen->menus[kind], row);
    }
}

static void add_fun(gen_t *gen, fun_t fun, bool tester, uint32_t weight) {
    *vec_push(gen->mem, &gen->funs) = (gen_fun_t){fun, tester, weight};
}

static void add_datatype_funs(gen_t *gen, sortdecl_t decl) {
    const bank_t *bank = &gen->bank;
    const sortdecl_row_t *row = sortdecl_row(bank, decl);
    for (uint32_t i = 0; i < row->count; i++) {
        fun_t constructor = bank->fun_words.data[row->members + i];
        const fun_row_t *fun = fun_row(bank, constructor);
        add_fun(gen, constructor, false, fun->arity == 0 ? 2 : 6);
        if (row->count > 1)
            add_fun(gen, constructor, true, 3);
        for (uint32_t k = 0; k < fun->arity; k++)
            add_fun(gen, bank->fun_words.data[fun->members + k], false, 4);
    }
}

static void add_constant(gen_t *gen, fun_t fun) {
    sort_t sort = fun_result(&gen->bank, fun);
    *vec_push(gen->mem, &gen->constants) = term_make(&gen->bank, OP_APP, &fun, 1, sort);
}

static void take_command(gen_t *gen, uint32_t i) {
    uint32_t count;
    const uint32_t *words = script_words(&gen->script, i, &count);
    switch (script_kind(&gen->script, i)) {
    case CMD_DECLARE_CONST:
        add_constant(gen, words[0]);
        break;
    case CMD_DECLARE_FUN:
        add_fun(gen, words[0], false, 8);
        break;
    case CMD_DECLARE_DATATYPES:
        for (uint32_t k = 0; k < count; k++)
            add_datatype_funs(gen, words[k]);
        break;
    case CMD_ASSERT:
        *vec_push(gen->mem, &gen->core) = words[0];
        break;
    default:
        break;
    }
}

/* The constants come in the order of the sorts. */
static void find_sorts(gen_t *gen) {
    uint32_t at = 0;
    for (uint32_t i = 0; i < gen->sorts.len; i++) {
        gen_sort_t *sort = &gen->sorts.data[i];
        sort->sort = SORT_INT; /* the only one that may have no constants */
        if (sort->constants) {
            assert(at < gen->constants.len);
            sort->sort = term_sort(&gen->bank, gen->constants.data[at]);
            at += sort->weight == 0 ? 1 : gen->plan.constants;
        }
        for (uint32_t k = 0; k < sort->weight; k++)
            *vec_push(gen->mem, &gen->drawn) = sort->sort;
    }
    assert(at <= gen->constants.len && gen->drawn.len > 0 && gen->drawn.data[0] == SORT_BOOL);
}

bool gen_declare(gen_t *gen) {
    diag_list_t diags;
    diag_init(&diags, gen->mem);
    bool good = parse_script(&gen->script, gen->prologue.data, gen->prologue.len, &diags);
    diag_done(&diags);
    gen->funs.len = 0;
    gen->constants.len = 0;
    gen->scope.len = 0;
    gen->core.len = 0;
    gen->assertions.len = 0;
    if (!good)
        return false;
    for (uint32_t i = 0; i < script_count(&gen->script); i++)
        take_command(gen, i);
    find_sorts(gen);
    fill_menus(gen);
    assert(gen->connectives.ops.len > 0); /* every logic has some */
    for (uint32_t i = 0; i < gen->plan.definitions; i++)
        gen_define(gen);
    return true;
}

term_t gen_fresh_constant(gen_t *gen, sort_t sort) {
    assert(sort != SORT_NONE && sort != SORT_BAD);
    strbuf_clear(&gen->scratch);
    strbuf_format(&gen->scratch, "c%u", gen->names++);
    sym_t name = symbol_make(&gen->bank.symbols, gen->scratch.data, gen->scratch.len);
    fun_t fun = fun_make(&gen->bank, FUN_DECLARED, name, NULL, 0, sort);
    script_add(&gen->script, CMD_DECLARE_CONST, &fun, 1, 0, 0);
    return term_make(&gen->bank, OP_APP, &fun, 1, sort);
}
