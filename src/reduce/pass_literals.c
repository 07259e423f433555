/* Smaller literals. */
#include "reduce/work_priv.h"

#include <string.h>

enum { HOW_NOTHING, HOW_ONE, HOW_FIRST_HALF, HOW_SECOND_HALF, HOW_LESS, HOW_PLAIN, HOWS };

static void visit_literal(work_t *work, uint32_t slot, uint32_t spot, site_vec_t *sites) {
    op_t op = term_op(&work->bank, position_term(&work->at));
    if (!op_is_literal(op))
        return;
    for (uint32_t how = 0; how < HOWS; how++)
        *vec_push(work->mem, sites) = (site_t){.slot = slot, .spot = spot, .how = how};
}

bool pass_literals_list(work_t *work, uint32_t level, site_vec_t *sites) {
    if (level > 0)
        return false;
    work_each(work, visit_literal, sites);
    return true;
}

/* The number without leading zeros. */
static void put_digits(strbuf_t *out, const char *digits, size_t len) {
    while (len > 1 && *digits == '0') {
        digits++;
        len--;
    }
    strbuf_add(out, digits, len);
}

/* A numeral of any size, one less: 1000 becomes 999. */
static void put_less(strbuf_t *out, const char *digits, size_t len) {
    strbuf_t copy;
    strbuf_init(&copy, out->mem);
    strbuf_add(&copy, digits, len);
    size_t i = len;
    while (i > 0 && copy.data[i - 1] == '0')
        copy.data[--i] = '9';
    if (i > 0) {
        copy.data[i - 1]--;
        put_digits(out, copy.data, copy.len);
    }
    strbuf_done(&copy);
}

static void change_numeral(uint32_t how, const char *text, size_t len, strbuf_t *out) {
    assert(how < HOWS && len > 0);
    switch (how) {
    case HOW_NOTHING:
        strbuf_char(out, '0');
        break;
    case HOW_ONE:
        strbuf_char(out, '1');
        break;
    case HOW_FIRST_HALF:
        put_digits(out, text, (len + 1) / 2);
        break;
    case HOW_SECOND_HALF:
        put_digits(out, text + len / 2, len - len / 2);
        break;
    case HOW_LESS:
        put_less(out, text, len);
        break;
    default: /* plain: the leading digit and zeros, a round number */
        strbuf_char(out, '1');
        strbuf_fill(out, '0', len - 1);
        break;
    }
}

static void change_decimal(uint32_t how, const char *text, size_t len, strbuf_t *out) {
    const char *dot = memchr(text, '.', len);
    if (!dot)
        return;
    size_t whole = (size_t)(dot - text);
    if (how == HOW_PLAIN) { /* a digit less after the point */
        strbuf_add(out, text, whole + 1);
        size_t rest = len - whole - 1;
        strbuf_add(out, dot + 1, rest > 1 ? rest - 1 : rest);
        return;
    }
    change_numeral(how, text, whole, out);
    strbuf_str(out, ".0");
}

/* Cutting inside an escape or between two quotes gives another text, which is good as well. */
static void change_string(uint32_t how, const char *text, size_t len, strbuf_t *out) {
    size_t half = len / 2;
    switch (how) {
    case HOW_FIRST_HALF:
        strbuf_add(out, text, half);
        break;
    case HOW_SECOND_HALF:
        strbuf_add(out, text + half, len - half);
        break;
    case HOW_ONE:
        strbuf_add(out, text, len > 0 ? len - 1 : 0);
        break;
    case HOW_LESS:
        strbuf_add(out, text + (len > 0), len > 0 ? len - 1 : 0);
        break;
    case HOW_PLAIN:
        strbuf_fill(out, 'a', len);
        break;
    default:
        break;
    }
    /* "" is a quote: a lone one is no string. */
    size_t quotes = 0;
    for (size_t i = 0; i < out->len; i++)
        quotes += out->data[i] == '"';
    if (quotes % 2 != 0)
        strbuf_char(out, '"');
}

static term_t change_bits(work_t *work, uint32_t how, term_t literal) {
    sort_t sort = term_sort(&work->bank, literal);
    uint32_t count;
    uint32_t width = sort_words(&work->bank, sort, &count)[0];
    value_t value = 0;
    if (width > 64)
        return how == HOW_NOTHING ? work_literal(work, sort, 0) : TERM_NONE;
    result_t result = eval_term(&work->eval, literal);
    if (!result.known)
        return TERM_NONE;
    uint64_t old = result.value;
    switch (how) {
    case HOW_NOTHING:
        value = 0;
        break;
    case HOW_ONE:
        value = 1;
        break;
    case HOW_FIRST_HALF:
        value = old >> ((width + 1) / 2);
        break;
    case HOW_SECOND_HALF:
        value = old & ((UINT64_C(1) << width / 2) - 1);
        break;
    case HOW_LESS:
        value = old & (old - 1);
        break;
    default:
        value = old >> 1;
        break;
    }
    assert(width == 64 || value >> width == 0);
    return value_term(&work->values, &work->bank, sort, value);
}

static term_t change_text(work_t *work, uint32_t how, term_t literal) {
    bank_t *bank = &work->bank;
    uint32_t count;
    op_t op = term_op(bank, literal);
    const symbol_t *row = symbol_row(&bank->symbols, term_head(bank, literal, &count)[0]);
    strbuf_t text;
    strbuf_init(&text, work->mem);
    if (op == OP_NUMERAL)
        change_numeral(how, row->text, row->len, &text);
    else if (op == OP_DECIMAL)
        change_decimal(how, row->text, row->len, &text);
    else
        change_string(how, row->text, row->len, &text);
    term_t made = TERM_NONE;
    if (op == OP_STRING || text.len > 0)
        made = term_literal(bank, op, symbol_make(&bank->symbols, text.data, text.len),
                            term_sort(bank, literal));
    strbuf_done(&text);
    return made;
}

bool pass_literals_make(work_t *work, const site_t *site, script_t *out) {
    work_pick(work, site);
    term_t literal = position_term(&work->at);
    switch (term_op(&work->bank, literal)) {
    case OP_NUMERAL:
    case OP_DECIMAL:
    case OP_STRING:
        return work_replace(work, site, change_text(work, site->how, literal), out);
    case OP_HEX:
    case OP_BINARY:
    case OP_BVNUM:
        return work_replace(work, site, change_bits(work, site->how, literal), out);
    default:
        return false;
    }
}
