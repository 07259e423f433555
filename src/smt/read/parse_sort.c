#include "smt/read/parse_priv.h"

#include "base/bug.h"

#include <stdio.h>
#include <string.h>

/* Abbreviations of the standard and of solvers: see sorts.def. */
typedef struct abbreviation {
    const char *name;
    sort_kind_t kind;
    uint32_t first;
    uint32_t second;
} abbreviation_t;

static const abbreviation_t abbreviations[] = {
#define SORT(id, name, indices, arguments, doc)
#define SORT_ALIAS(name, kind, first, second, doc) {name, SORT_##kind, first, second},
#include "smt/term/sorts.def"
};

enum { ABBREVIATIONS = sizeof abbreviations / sizeof *abbreviations };

static sym_t intern(parser_t *p, const char *name) {
    return symbol_make(&p->bank->symbols, name, strlen(name));
}

/* Kinds are bound as their number, abbreviations as the numbers after those. */
void parse_sort_names(parser_t *p) {
    for (uint32_t kind = SORT_BAD + 1; kind < SORT_USER; kind++)
        parse_bind_sort(p, intern(p, sort_info((sort_kind_t)kind)->name), SORT_MEANS_KIND, kind);
    for (uint32_t i = 0; i < ABBREVIATIONS; i++)
        parse_bind_sort(p, intern(p, abbreviations[i].name), SORT_MEANS_KIND, SORT_KINDS + i);
}

/* The letter of strict.def under which solvers refuse this sort; 0 for none. */
static char sort_letter(uint32_t id) {
    if (id >= SORT_KINDS)
        return abbreviations[id - SORT_KINDS].kind == SORT_FLOAT ? 'F' : 0;
    switch ((sort_kind_t)id) {
    case SORT_INT:
        return 'I';
    case SORT_REAL:
        return 'R';
    case SORT_ARRAY:
        return 'A';
    case SORT_STRING:
    case SORT_REGLAN:
    case SORT_SEQ:
        return 'S';
    case SORT_ROUNDING:
        return 'F';
    default:
        return 0;
    }
}

bool parse_sort_fixed(const parser_t *p, uint32_t id) {
    bool theirs = id == SORT_BOOL || id == SORT_INT || id == SORT_REAL || id == SORT_STRING ||
                  id == SORT_REGLAN || id == SORT_ROUNDING;
    return (theirs || sort_letter(id) == 'F') && !parse_refuses(p, sort_letter(id));
}

/* One open bracket: its arguments are p->sorts[base..]. */
typedef struct sort_frame {
    sym_t name;
    uint32_t base;
    uint32_t offset;
} sort_frame_t;

static sort_t wrong(parser_t *p, uint32_t offset, sym_t name, const char *takes, uint32_t got) {
    parse_error(p, offset, "%s takes %s, got %u", symbol_text(&p->bank->symbols, name), takes, got);
    return SORT_BAD;
}

static sort_t abbreviate(parser_t *p, sym_t name, const abbreviation_t *a, const sort_t *args,
                         uint32_t count, uint32_t offset) {
    bank_t *bank = p->bank;
    sort_t canon;
    switch (a->kind) {
    case SORT_FLOAT:
        if (count != 0)
            return wrong(p, offset, name, "no arguments", count);
        canon = sort_float(bank, a->first, a->second);
        break;
    case SORT_SET:
    case SORT_BAG: {
        if (a->first == 1) {
            if (count != 1)
                return wrong(p, offset, name, "1 argument sort", count);
            canon = sort_make(bank, a->kind, args, count);
            break;
        }
        sort_t tuple = sort_make(bank, SORT_TUPLE, args, count);
        canon = sort_make(bank, a->kind, &tuple, 1);
        break;
    }
    default:
        if (count != 0)
            return wrong(p, offset, name, "no arguments", count);
        canon = sort_make(bank, a->kind, NULL, 0);
        break;
    }
    u32_vec_t words = {0};
    *vec_push(p->mem, &words) = name;
    *vec_push(p->mem, &words) = sort_canon(bank, canon);
    for (uint32_t i = 0; i < count; i++)
        *vec_push(p->mem, &words) = args[i];
    sort_t sort = sort_make(bank, SORT_WRITTEN, words.data, words.len);
    vec_free(p->mem, &words);
    return sort;
}

static sort_t apply_kind(parser_t *p, sym_t name, uint32_t kind, const sort_t *args, uint32_t count,
                         uint32_t offset) {
    if (kind >= SORT_KINDS)
        return abbreviate(p, name, &abbreviations[kind - SORT_KINDS], args, count, offset);
    const sort_info_t *info = sort_info((sort_kind_t)kind);
    if (info->indices > 0) {
        parse_error(p, offset, "%s needs %s, as in (_ %s %s)", info->name,
                    info->indices == 1 ? "an index" : "two indices", info->name,
                    info->indices == 1 ? "8" : "8 24");
        return SORT_BAD;
    }
    char takes[48];
    bool ok = info->arguments >= 0 ? count == (uint32_t)info->arguments
                                   : count >= (uint32_t)(-1 - info->arguments);
    if (!ok) {
        snprintf(takes, sizeof takes, "%s%d argument sorts",
                 info->arguments >= 0 ? "" : "at least ",
                 info->arguments >= 0 ? info->arguments : -1 - info->arguments);
        return wrong(p, offset, name, takes, count);
    }
    /* z3: a String is a sequence of characters. */
    sort_t inner = count == 1 ? sort_canon(p->bank, args[0]) : SORT_BAD;
    if (kind == SORT_SEQ && inner == SORT_CHAR)
        return SORT_STRING;
    if (kind == SORT_REGEX && inner == SORT_STRING)
        return SORT_REGLAN;
    return sort_make(p->bank, (sort_kind_t)kind, args, count);
}

static sort_t apply_decl(parser_t *p, sym_t name, sortdecl_t decl, const sort_t *args,
                         uint32_t count, uint32_t offset) {
    bank_t *bank = p->bank;
    sortdecl_row_t row = *sortdecl_row(bank, decl);
    u32_vec_t words = {0};
    if (count == 0 && decl - p->old_datatypes < p->old_count) {
        *vec_push(p->mem, &words) = decl;
        for (uint32_t i = 0; i < p->old_arity; i++) {
            uint32_t param = row.params + i;
            sort_t sort = sort_make(bank, SORT_USER, &param, 1);
            *vec_push(p->mem, &words) = sort;
        }
        sort_t self = sort_make(bank, SORT_USER, words.data, words.len);
        vec_free(p->mem, &words);
        return self;
    }
    if (row.arity != count) {
        char takes[48];
        snprintf(takes, sizeof takes, "%u argument sorts", row.arity);
        return wrong(p, offset, name, takes, count);
    }
    sort_t sort;
    if (row.kind == SORTDECL_DEFINED) {
        u32_vec_t canon = {0};
        for (uint32_t i = 0; i < count; i++)
            *vec_push(p->mem, &canon) = sort_canon(bank, args[i]);
        *vec_push(p->mem, &words) = name;
        *vec_push(p->mem, &words) =
            sort_instantiate(bank, sort_canon(bank, row.body), row.params, canon.data, count);
        vec_free(p->mem, &canon);
    } else {
        *vec_push(p->mem, &words) = decl;
    }
    for (uint32_t i = 0; i < count; i++)
        *vec_push(p->mem, &words) = args[i];
    sort = sort_make(bank, row.kind == SORTDECL_DEFINED ? SORT_WRITTEN : SORT_USER, words.data,
                     words.len);
    vec_free(p->mem, &words);
    return sort;
}

/* name applied to args (none for a plain symbol). */
static sort_t apply(parser_t *p, sym_t name, const sort_t *args, uint32_t count, uint32_t offset) {
    for (uint32_t i = 0; i < count; i++)
        if (args[i] == SORT_BAD)
            return SORT_BAD;
    sort_meaning_t meaning = parse_sort_meaning(p, name);
    switch (meaning.kind) {
    case SORT_MEANS_KIND:
        if (parse_refuses(p, sort_letter(meaning.id))) {
            parse_error(p, offset, "logic %s has no sort %s",
                        symbol_text(&p->bank->symbols, p->logic),
                        symbol_text(&p->bank->symbols, name));
            return SORT_BAD;
        }
        return apply_kind(p, name, meaning.id, args, count, offset);
    case SORT_MEANS_DECL:
        return apply_decl(p, name, meaning.id, args, count, offset);
    case SORT_MEANS_BAD:
        return SORT_BAD;
    default:
        parse_error(p, offset, "sort %s is not declared", symbol_text(&p->bank->symbols, name));
        return SORT_BAD;
    }
}

/* (_ BitVec 8), after the underscore. */
static sort_t indexed(parser_t *p, uint32_t offset) {
    sym_t name = parse_symbol(p, "the name of an indexed sort");
    uint32_t words[2] = {0, 0};
    uint32_t count = 0;
    while (!p->lost && !parse_at(p, TOKEN_CLOSE)) {
        uint32_t value;
        bool large = false;
        if (parse_at(p, TOKEN_NUMERAL)) {
            /* A field may be of any size; widths are small. */
            large = p->token.len > 9;
            value = large ? CHECK_TEXT_INDEX |
                                symbol_make(&p->bank->symbols, p->token.text, p->token.len)
                          : parse_digits(p->token.text, p->token.len);
            parse_advance(p);
        } else {
            parse_unexpected(p, "a numeral as the sort's index");
            return SORT_BAD;
        }
        if (count < 2)
            words[count] = value;
        count++;
    }
    if (p->lost)
        return SORT_BAD;
    sort_meaning_t meaning = parse_sort_meaning(p, name);
    const char *text = symbol_text(&p->bank->symbols, name);
    if (meaning.kind != SORT_MEANS_KIND || meaning.id >= SORT_KINDS ||
        sort_info((sort_kind_t)meaning.id)->indices == 0) {
        parse_error(p, offset, "there is no indexed sort %s", text);
        return SORT_BAD;
    }
    sort_kind_t kind = (sort_kind_t)meaning.id;
    if (count != (uint32_t)sort_info(kind)->indices) {
        parse_error(p, offset, "%s takes %d indices, got %u", text, sort_info(kind)->indices,
                    count);
        return SORT_BAD;
    }
    for (uint32_t i = 0; i < count && i < 2; i++)
        if (kind != SORT_FIELD && !check_sort_index(kind, words[i])) {
            parse_error(p, offset, "index %u of %s must be a number from %d to 2147483647", i + 1,
                        text, kind == SORT_BITVEC ? 1 : 2);
            return SORT_BAD;
        }
    return sort_make(p->bank, kind, words, count);
}

sort_t parse_sort(parser_t *p) {
    VEC(sort_frame_t) frames = {0};
    uint32_t bottom = p->sorts.len;
    for (;;) {
        uint32_t offset = p->token.offset;
        sort_t sort = SORT_BAD;
        if (parse_is_symbol(p)) {
            sym_t name = parse_symbol(p, "a sort");
            sort = apply(p, name, NULL, 0, offset);
        } else if (parse_at(p, TOKEN_OPEN)) {
            parse_advance(p);
            sym_t name = parse_symbol(p, "the name of a sort");
            if (name == p->known.underscore) {
                sort = indexed(p, offset);
                parse_expect(p, TOKEN_CLOSE, "')' after the indices");
            } else if (!p->lost) {
                *vec_push(p->mem, &frames) = (sort_frame_t){name, p->sorts.len, offset};
                if (!parse_at(p, TOKEN_CLOSE))
                    continue;
                sort = SORT_NONE; /* no arguments: closed below */
            }
        } else {
            parse_unexpected(p, "a sort");
        }
        /* A finished sort goes to the bracket it is in, which may finish that one too. */
        while (!p->lost && frames.len > 0) {
            if (sort != SORT_NONE)
                *vec_push(p->mem, &p->sorts) = sort;
            if (!parse_at(p, TOKEN_CLOSE))
                break;
            parse_advance(p);
            sort_frame_t frame = vec_pop(&frames);
            uint32_t count = p->sorts.len - frame.base;
            sort = apply(p, frame.name, p->sorts.data + frame.base, count, frame.offset);
            p->sorts.len = frame.base;
        }
        if (p->lost || frames.len == 0) {
            vec_free(p->mem, &frames);
            p->sorts.len = bottom;
            return p->lost ? SORT_BAD : sort;
        }
    }
}
