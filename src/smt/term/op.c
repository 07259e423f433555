#include "smt/term/op.h"

#include "base/bug.h"
#include "smt/term/bank.h"

#include <string.h>

static const op_info_t rows[] = {
#define OP(id, name, theory, indices, args, result, attr, doc)                                     \
    {name, THEORY_##theory, indices, args, result, OP_ATTR_##attr, doc},
#include "smt/term/ops.def"
};

static const op_info_t nameless = {"", THEORY_CORE, "", "", "?", OP_ATTR_BIND, ""};

const op_info_t *op_info(op_t op) {
    assert(op < OP_COUNT);
    return op < OP_FIRST_ROW ? &nameless : &rows[op - OP_FIRST_ROW];
}

/* Indices are single letters with a space between, so their number follows from the length of the
 * text: "" 0, "i" 1, "i j" 2. Only "i+", any number, has length 2. */
#define INDEX_COUNT(indices) (sizeof(indices) == 3 ? -1 : (int)sizeof(indices) / 2)
#define HEAD(indices, attr)                                                                        \
    ((attr) == OP_ATTR_BIND || sizeof(indices) == 3                                                \
         ? -1                                                                                      \
         : INDEX_COUNT(indices) + ((attr) == OP_ATTR_AS))

static const int8_t heads[] = {
    [OP_BAD] = 0,    [OP_NUMERAL] = 2, [OP_DECIMAL] = 2, [OP_HEX] = 2,   [OP_BINARY] = 2,
    [OP_STRING] = 2, [OP_BVNUM] = 2,   [OP_CHAR] = 2,    [OP_FIELD] = 2, [OP_VAR] = 3,
    [OP_APP] = 1,    [OP_APP_AS] = 2,  [OP_APPLY] = 0,
#define OP(id, name, theory, indices, args, result, attr, doc)                                     \
    [OP_##id] = HEAD(indices, OP_ATTR_##attr),
#include "smt/term/ops.def"
};

int op_head(op_t op) {
    return heads[op];
}

static const int8_t index_counts[OP_COUNT] = {
#define OP(id, name, theory, indices, args, result, attr, doc) [OP_##id] = INDEX_COUNT(indices),
#include "smt/term/ops.def"
};

int op_index_count(op_t op) {
    return index_counts[op];
}

bool op_is_binder(op_t op) {
    switch (op) {
    case OP_LET:
    case OP_FORALL:
    case OP_EXISTS:
    case OP_LAMBDA:
    case OP_WITNESS:
    case OP_CHOICE:
    case OP_SET_COMPREHENSION:
    case OP_ROOT_OBJ:
        return true;
    default:
        return false;
    }
}

/* --- names --- */

typedef struct alias {
    const char *name;
    const char *of;
} alias_t;

static const alias_t aliases[] = {
#define OP(id, name, theory, indices, args, result, attr, doc)
#define ALIAS(name, of) {name, of},
#include "smt/term/ops.def"
};

enum { ALIAS_COUNT = sizeof aliases / sizeof *aliases };

static sym_t intern(symbols_t *symbols, const char *name) {
    return symbol_make(symbols, name, strlen(name));
}

/* Gives symbols up to sym an entry. */
static void reach(op_names_t *names, mem_t *mem, sym_t sym) {
    while (names->codes.len <= sym)
        *vec_push(mem, &names->codes) = OP_NONE;
}

/* Puts op after the other rows of its name. */
static void chain(op_names_t *names, uint32_t first, uint32_t op) {
    while (names->next.data[first] != OP_NONE)
        first = names->next.data[first];
    names->next.data[first] = op;
}

void op_names_init(op_names_t *names, symbols_t *symbols, mem_t *mem) {
    *names = (op_names_t){0};
    for (uint32_t op = 0; op < OP_COUNT; op++) {
        *vec_push(mem, &names->next) = OP_NONE;
        sym_t sym = op < OP_FIRST_ROW ? SYM_NONE : intern(symbols, op_info((op_t)op)->name);
        *vec_push(mem, &names->symbols) = sym;
        if (sym == SYM_NONE)
            continue;
        reach(names, mem, sym);
        if (names->codes.data[sym] == OP_NONE)
            names->codes.data[sym] = (opcode_t)op;
        else
            chain(names, names->codes.data[sym], op);
    }
    for (uint32_t i = 0; i < ALIAS_COUNT; i++) {
        sym_t sym = intern(symbols, aliases[i].name);
        sym_t of = intern(symbols, aliases[i].of);
        reach(names, mem, sym);
        uint32_t spelling = 1;
        for (uint32_t j = 0; j < i; j++)
            spelling += names->aliases.data[(size_t)j * 2] == of;
        *vec_push(mem, &names->aliases) = of;
        *vec_push(mem, &names->aliases) = sym;
        if (names->codes.data[of] == OP_NONE || names->codes.data[sym] != OP_NONE)
            BUG("alias %s", aliases[i].name);
        names->codes.data[sym] = (opcode_t)(names->codes.data[of] | spelling << OP_SPELLING_SHIFT);
    }
}

void op_names_done(op_names_t *names, mem_t *mem) {
    vec_free(mem, &names->codes);
    vec_free(mem, &names->symbols);
    vec_free(mem, &names->next);
    vec_free(mem, &names->aliases);
}

opcode_t op_of_symbol(const bank_t *bank, sym_t name) {
    return name < bank->ops.codes.len ? bank->ops.codes.data[name] : (opcode_t)OP_NONE;
}

opcode_t op_next_overload(const bank_t *bank, opcode_t code) {
    uint32_t next = bank->ops.next.data[op_of_code(code)];
    return (opcode_t)(next == OP_NONE ? OP_NONE : next | (code & ~(uint32_t)OP_ROW_MASK));
}

sym_t op_symbol(const bank_t *bank, opcode_t code) {
    sym_t name = bank->ops.symbols.data[op_of_code(code)];
    uint32_t spelling = code >> OP_SPELLING_SHIFT;
    if (spelling == 0)
        return name;
    const u32_vec_t *pairs = &bank->ops.aliases;
    for (uint32_t i = 0; i < pairs->len; i += 2)
        if (pairs->data[i] == name && --spelling == 0)
            return pairs->data[i + 1];
    BUG("no such spelling");
}

static const struct {
    const char *name;
    bool standard;
    const char *doc;
} theories[] = {
#define STANDARD true
#define EXTENSION false
#define THEORY(id, name, origin, doc) {name, origin, doc},
#include "smt/term/theories.def"
};

bool theory_is_standard(theory_t theory) {
    return theories[theory].standard;
}

const char *theory_name(theory_t theory) {
    return theories[theory].name;
}

/* --- who has it --- */

/* The solvers that a text names. Who has what z3 has, has it in newer versions as well. */
static uint32_t solvers_in(const char *text) {
    static const struct {
        const char *word;
        uint32_t solvers;
    } words[] = {
        {"newer z3", HAS_OTHER_Z3},    {"other z3 versions", HAS_OTHER_Z3},
        {"z3", HAS_Z3 | HAS_OTHER_Z3}, {"cvc5", HAS_CVC5},
        {"older cvc", HAS_OLD_CVC},    {"cvc4", HAS_OLD_CVC},
    };
    uint32_t solvers = 0;
    while (*text != '\0') {
        size_t len = 1;
        for (uint32_t i = 0; i < sizeof words / sizeof *words && len == 1; i++)
            if (strncmp(text, words[i].word, strlen(words[i].word)) == 0) {
                solvers |= words[i].solvers;
                len = strlen(words[i].word);
            }
        text += len;
    }
    return solvers;
}

uint32_t op_solvers(op_t op) {
    const op_info_t *info = op_info(op);
    const char *note = strrchr(info->doc, '(');
    uint32_t noted = note && note[strlen(note) - 1] == ')' ? solvers_in(note) : 0;
    if (noted != 0)
        return noted;
    return theory_is_standard(info->theory) ? HAS_ALL : solvers_in(theories[info->theory].doc);
}
