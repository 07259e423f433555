#include "smt/edit/logic.h"

#include <string.h>

/* --- the columns of logics.def --- */

enum {
    COLUMN_NO = 0,
    COLUMN_Q = LOGIC_QUANT,
    COLUMN_QF = 0,
    COLUMN_A = LOGIC_ARRAYS,
    COLUMN_AX = LOGIC_ARRAYS | LOGIC_SORTS,
    COLUMN_UF = LOGIC_UF | LOGIC_SORTS,
    COLUMN_BV = LOGIC_BV,
    COLUMN_FP = LOGIC_FP,
    COLUMN_DT = LOGIC_DT,
    COLUMN_S = LOGIC_STRINGS,
    COLUMN_IDL = LOGIC_INT,
    COLUMN_RDL = LOGIC_REAL,
    COLUMN_LIA = LOGIC_INT | LOGIC_LINEAR,
    COLUMN_LRA = LOGIC_REAL | LOGIC_LINEAR,
    COLUMN_LIRA = COLUMN_LIA | COLUMN_LRA,
    COLUMN_NIA = COLUMN_LIA | LOGIC_NONLINEAR,
    COLUMN_NRA = COLUMN_LRA | LOGIC_NONLINEAR,
    COLUMN_NIRA = COLUMN_NIA | COLUMN_NRA
};

typedef struct row {
    const char *name;
    logic_t logic;
} row_t;

static const row_t rows[] = {
#define LOGIC(name, quantifiers, arrays, free, bits, floats, data, text, arithmetic)               \
    {name, COLUMN_##quantifiers | COLUMN_##arrays | COLUMN_##free | COLUMN_##bits |                \
               COLUMN_##floats | COLUMN_##data | COLUMN_##text | COLUMN_##arithmetic},
#include "smt/edit/logics.def"
};

/* --- reading names --- */

/* Names that are not put together from parts. */
static const row_t whole_names[] = {
    {"ALL", LOGIC_ALL},
    {"ALL_SUPPORTED", LOGIC_ALL},
    {"QF_ALL", LOGIC_ALL & ~(logic_t)LOGIC_QUANT},
    {"QF_ALL_SUPPORTED", LOGIC_ALL & ~(logic_t)LOGIC_QUANT},
    {"HORN", LOGIC_ALL},
    {"QF_FD", LOGIC_ALL & ~(logic_t)LOGIC_QUANT},
    {"QF_SAT", 0},
    {"QF_BOOL", 0},
    {"SAT", LOGIC_QUANT},
};

/* The parts of a name, longer ones before their prefixes. */
static const row_t parts[] = {
    {"SEP_", LOGIC_SEP}, {"AX", COLUMN_AX},    {"A", COLUMN_A},
    {"UF", COLUMN_UF},   {"C", LOGIC_CARD},    {"BV", COLUMN_BV},
    {"FF", LOGIC_FF},    {"FP", COLUMN_FP},    {"FS", LOGIC_SETS},
    {"DT", COLUMN_DT},   {"SEQ", LOGIC_OTHER}, {"S", COLUMN_S},
    {"IDL", COLUMN_IDL}, {"RDL", COLUMN_RDL},  {"IRDL", COLUMN_IDL | COLUMN_RDL},
    {"LIA", COLUMN_LIA}, {"LRA", COLUMN_LRA},  {"LIRA", COLUMN_LIRA},
    {"NIA", COLUMN_NIA}, {"NRA", COLUMN_NRA},  {"NIRA", COLUMN_NIRA},
    {"T", LOGIC_TRANS},
};

#define COUNT(table) (sizeof(table) / sizeof *(table))

static bool starts_with(const char *text, const char *prefix) {
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

static const row_t *next_part(const char *text) {
    for (size_t i = 0; i < COUNT(parts); i++)
        if (starts_with(text, parts[i].name))
            return &parts[i];
    return NULL;
}

static logic_t parse_parts(const char *name) {
    logic_t logic = LOGIC_QUANT;
    if (starts_with(name, "QF_")) {
        logic = 0;
        name += 3;
    }
    while (*name != '\0') {
        const row_t *part = next_part(name);
        if (part == NULL)
            return LOGIC_ALL;
        logic |= part->logic;
        name += strlen(part->name);
    }
    return logic;
}

logic_t logic_parse(const char *name) {
    if (name == NULL || *name == '\0')
        return LOGIC_ALL;
    logic_t higher = 0;
    if (logic_is_higher_order(name)) {
        higher = LOGIC_HO;
        name += 3;
    }
    for (size_t i = 0; i < COUNT(whole_names); i++)
        if (strcmp(name, whole_names[i].name) == 0)
            return whole_names[i].logic | higher;
    return parse_parts(name) | higher;
}

/* --- naming --- */

/* How much a feature that is not needed costs. Functions are the cheapest, so that a formula
 * with nothing but Bools gets QF_UF; a quantifier is worse than all the rest. */
static uint32_t excess_cost(logic_t excess) {
    uint32_t cost = 0;
    for (uint32_t bit = 0; excess >> bit != 0; bit++) {
        logic_t feature = (logic_t)1 << bit;
        if ((excess & feature) == 0)
            continue;
        if (feature == LOGIC_QUANT)
            cost += 1000;
        else if (feature == LOGIC_UF || feature == LOGIC_SORTS)
            cost += 1;
        else
            cost += feature == LOGIC_NONLINEAR ? 20 : 10;
    }
    return cost;
}

const char *logic_name(logic_t logic) {
    const row_t *best = NULL;
    uint32_t best_cost = 0;
    for (size_t i = 0; i < COUNT(rows); i++) {
        if (!logic_contains(rows[i].logic, logic))
            continue;
        uint32_t cost = excess_cost(rows[i].logic & ~logic);
        if (best == NULL || cost < best_cost) {
            best = &rows[i];
            best_cost = cost;
        }
    }
    if (best != NULL)
        return best->name;
    return (logic & LOGIC_HO) != 0 ? "HO_ALL" : "ALL";
}

/* --- for reading a script --- */

bool logic_int_real(const char *name) {
    logic_t logic = logic_parse(name);
    return (logic & LOGIC_REAL) != 0 && (logic & LOGIC_INT) == 0;
}

bool logic_is_higher_order(const char *name) {
    return name != NULL && starts_with(name, "HO_");
}
