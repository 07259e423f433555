/* The texts of a seed as a part of a pair: its own with bytes put in.
 *
 * Nearly always each name of a seed is that name wherever it stands in the text. Then what has to
 * be put in is found by looking at the symbols of the text. Otherwise the script is printed once as
 * it shall be, with all names renamed and numerals made decimals, and both texts are read token by
 * token: they differ in nothing but the ends of names and numerals. */
#include "mutate/fusion/fusible_priv.h"

#include "base/bug.h"
#include "base/lexer.h"
#include "smt/print/print.h"

#include <stdio.h>
#include <string.h>

/* --- numerals --- */

static term_t as_decimal(bank_t *bank, term_t numeral) {
    uint32_t count;
    const symbol_t *row = symbol_row(&bank->symbols, term_head(bank, numeral, &count)[0]);
    strbuf_t text;
    strbuf_init(&text, bank->mem);
    strbuf_add(&text, row->text, row->len);
    strbuf_str(&text, ".0");
    sym_t sym = symbol_make(&bank->symbols, text.data, text.len);
    strbuf_done(&text);
    return term_literal(bank, OP_DECIMAL, sym, SORT_REAL);
}

typedef struct decimals {
    bank_t *bank;
    reach_t reach;
    u32_vec_t made; /* by place */
    u32_vec_t children;
} decimals_t;

/* The formula with numerals that are Reals written as decimals. */
static term_t with_decimals(decimals_t *d, term_t formula) {
    bank_t *bank = d->bank;
    uint32_t root = reach_add(&d->reach, formula);
    for (uint32_t i = d->made.len; i < d->reach.order.len; i++) {
        term_t term = d->reach.order.data[i];
        uint32_t count;
        const term_t *old = term_children(bank, term, &count);
        bool changed = false;
        d->children.len = 0;
        for (uint32_t k = 0; k < count; k++) {
            term_t child = d->made.data[reach_place(&d->reach, old[k])];
            changed |= child != old[k];
            *vec_push(bank->mem, &d->children) = child;
        }
        if (changed)
            term = term_with_children(bank, term, d->children.data);
        else if (fusible_is_real_numeral(bank, term))
            term = as_decimal(bank, term);
        *vec_push(bank->mem, &d->made) = term;
    }
    return d->made.data[root];
}

/* Writes decimals into a script whose functions are its own. */
static void put_decimals(script_t *script) {
    bank_t *bank = script->bank;
    decimals_t d = {.bank = bank};
    reach_init(&d.reach, bank);
    for (uint32_t i = 0; i < script_count(script); i++) {
        uint32_t count;
        uint32_t *words = script_words(script, i, &count);
        cmd_t kind = script_kind(script, i);
        shape_t shape = cmd_info(kind)->shape;
        if (kind == CMD_ASSERT)
            words[0] = with_decimals(&d, words[0]);
        for (uint32_t k = 0; (shape == SHAPE_FUN || shape == SHAPE_FUNS) && k < count; k++) {
            term_t body = fun_row(bank, words[k])->body;
            if (body == TERM_NONE)
                continue;
            body = with_decimals(&d, body);
            fun_row(bank, words[k])->body = body;
        }
    }
    vec_free(bank->mem, &d.made);
    vec_free(bank->mem, &d.children);
    reach_done(&d.reach);
}

/* --- where texts differ --- */

static const char ending[] = "!b";

/* The script as a second text would be, in all->text; nothing stays in the bank. */
static void print_changed(fusibles_t *all, const fusible_t *row) {
    bank_t *bank = all->seeds->bank;
    bank_mark_t mark = bank_mark(bank);
    script_t renamed;
    script_init(&renamed, bank);
    rename_suffix(&all->rename, &renamed, &row->seed->script, ending);
    if (row->real_numerals)
        put_decimals(&renamed);
    strbuf_clear(&all->text);
    print_script(&renamed, NULL, &all->text);
    script_done(&renamed);
    bank_release(bank, mark);
}

static bool is_name(const token_t *token) {
    return token->kind == TOKEN_SYMBOL || token->kind == TOKEN_QUOTED;
}

/* Whether the second token is the first one and then the suffix. */
static bool has_suffix(const token_t *before, const token_t *after, const char *suffix) {
    size_t len = strlen(suffix);
    return after->len == before->len + len && memcmp(after->text, before->text, before->len) == 0 &&
           memcmp(after->text + before->len, suffix, len) == 0;
}

static bool is_same(const token_t *before, const token_t *after) {
    return before->len == after->len && memcmp(before->text, after->text, before->len) == 0;
}

/* Notes what a token got; false when it is another one. */
static bool compare_tokens(mem_t *mem, fusible_t *row, const token_t *before,
                           const token_t *after) {
    if (is_name(before) && is_name(after)) {
        if (is_same(before, after))
            return true;
        if (!has_suffix(before, after, ending))
            return false;
        uint32_t end = before->end - (before->kind == TOKEN_QUOTED);
        *vec_push(mem, &row->name_ends) = end;
        return true;
    }
    if (before->kind == TOKEN_NUMERAL && after->kind == TOKEN_DECIMAL) {
        *vec_push(mem, &row->numeral_ends) = before->end;
        return has_suffix(before, after, ".0");
    }
    return before->kind == after->kind && is_same(before, after);
}

static bool compare_texts(mem_t *mem, fusible_t *row, const strbuf_t *changed) {
    lexer_t mine, other;
    lexer_init(&mine, row->seed->text, row->seed->len);
    lexer_init(&other, changed->data, changed->len);
    token_t before, after;
    do {
        before = lexer_next(&mine);
        after = lexer_next(&other);
        if (!compare_tokens(mem, row, &before, &after))
            return false;
    } while (before.kind != TOKEN_END);
    return true;
}

/* How many of the offsets are at or before this one. */
static uint32_t count_to(const u32_vec_t *offsets, uint32_t offset) {
    uint32_t low = 0;
    uint32_t high = offsets->len;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (offsets->data[middle] <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void count_before(const fusible_t *row, fuse_use_t *use) {
    use->names = count_to(&row->name_ends, use->start);
    use->numerals = count_to(&row->numeral_ends, use->start);
}

/* --- sorts of the seed's own --- */

/* A command that declares a constant: its name, and its sort. */
typedef struct declared {
    token_t name;
    uint32_t start, end;
} declared_t;

/* (declare-fun NAME () SORT) or (declare-const NAME SORT): the next command, which begins at the
 * lexer. False at the end. Others have no name. */
static bool next_declaration(lexer_t *lexer, declared_t *out) {
    *out = (declared_t){0};
    token_t token = lexer_next(lexer);
    if (token.kind != TOKEN_OPEN)
        return false;
    token_t word = lexer_next(lexer);
    bool is_fun = word.len == 11 && memcmp(word.text, "declare-fun", 11) == 0;
    bool is_const = word.len == 13 && memcmp(word.text, "declare-const", 13) == 0;
    if (is_fun || is_const)
        out->name = lexer_next(lexer);
    uint32_t sort = is_fun ? 2 : 0; /* tokens between name and sort: "(" and ")" */
    uint32_t depth = 1;
    for (uint32_t i = 0; depth > 0; i++) {
        token = lexer_next(lexer);
        depth += (token.kind == TOKEN_OPEN) - (token.kind == TOKEN_CLOSE);
        if (i == sort)
            out->start = token.offset;
        if (is_fun && i == 1 && token.kind != TOKEN_CLOSE)
            out->name.len = 0; /* it has arguments */
        if (token.kind == TOKEN_END)
            return false;
    }
    out->end = token.offset;
    return true;
}

static void note_sort(fusible_t *row, const declared_t *declared, uint32_t target) {
    assert(declared->start < declared->end && declared->end < row->seed->declarations_end);
    fuse_target_t *at = &row->targets.data[target];
    at->sort_at.start = declared->start;
    count_before(row, &at->sort_at);
    at->sort_len = declared->end - declared->start;
    at->sort_names = count_to(&row->name_ends, declared->end) - at->sort_at.names;
}

static void find_sorts(fusibles_t *all, fusible_t *row) {
    const bank_t *bank = all->seeds->bank;
    map_t targets = {0};
    for (uint32_t i = 0; i < row->targets.len; i++)
        if (row->targets.data[i].sort == SORT_NONE) {
            fun_t fun = row->seed->constants.data[row->targets.data[i].constant].fun;
            *map_put(all->mem, &targets, fun_row(bank, fun)->name) = i;
        }
    lexer_t lexer;
    lexer_init(&lexer, row->seed->text, row->seed->declarations_end);
    lexer.at += row->seed->logic_end;
    declared_t declared;
    uint32_t found = 0;
    while (targets.len > 0 && next_declaration(&lexer, &declared)) {
        sym_t sym = declared.name.len == 0
                        ? SYM_NONE
                        : symbol_find(&bank->symbols, declared.name.text, declared.name.len);
        uint32_t target = sym == SYM_NONE ? MAP_NONE : map_get(&targets, sym);
        if (target == MAP_NONE)
            continue;
        note_sort(row, &declared, target);
        found++;
    }
    assert(found == targets.len);
    map_free(all->mem, &targets);
}

bool fusible_compare_ends(fusibles_t *all, fusible_t *row) {
    row->name_ends.len = 0;
    row->numeral_ends.len = 0;
    print_changed(all, row);
    return compare_texts(all->mem, row, &all->text);
}

static void mark_names(fusibles_t *all, const fusible_t *row) {
    const bank_t *bank = all->seeds->bank;
    all->stamp++;
    while (all->marks.len < bank->symbols.rows.len)
        *vec_push(all->mem, &all->marks) = 0;
    for (uint32_t i = 0; i < row->names.len; i++)
        all->marks.data[row->names.data[i]] = all->stamp;
}

void fusible_look_up_ends(fusibles_t *all, fusible_t *row) {
    const bank_t *bank = all->seeds->bank;
    const seed_t *seed = row->seed;
    row->name_ends.len = 0;
    row->numeral_ends.len = 0;
    mark_names(all, row);
    lexer_t lexer;
    lexer_init(&lexer, seed->text, seed->len);
    lexer.at += seed->logic_end;
    for (token_t token = lexer_next(&lexer); token.kind != TOKEN_END; token = lexer_next(&lexer)) {
        if (!is_name(&token))
            continue;
        sym_t sym = symbol_find(&bank->symbols, token.text, token.len);
        if (sym != SYM_NONE && sym < all->marks.len && all->marks.data[sym] == all->stamp)
            *vec_push(all->mem, &row->name_ends) = token.end - (token.kind == TOKEN_QUOTED);
    }
    for (uint32_t i = 0; row->real_numerals && i < seed->spots.len; i++)
        if (fusible_is_real_numeral(bank, seed->spots.data[i].term))
            *vec_push(all->mem, &row->numeral_ends) = seed->spots.data[i].end;
}

bool fusible_find_ends(fusibles_t *all, fusible_t *row) {
    if (row->ends_known)
        return true;
    if (row->seed->len > UINT32_MAX / 4)
        return false;
    if (row->ambiguous_names || (row->hidden_terms && row->real_numerals)) {
        if (!fusible_compare_ends(all, row))
            return false;
    } else {
        fusible_look_up_ends(all, row);
    }
    row->ends_known = true;
    vec_free(all->mem, &row->names);
    for (uint32_t i = 0; i < row->uses.len; i++)
        count_before(row, &row->uses.data[i]);
    find_sorts(all, row);
    return true;
}

/* --- texts --- */

typedef struct splicer {
    const fusible_t *row;
    const fused_text_t *text;
    strbuf_t *out;
    uint32_t at; /* in the seed's text */
    uint32_t name, numeral;
} splicer_t;

static uint32_t next_end(const u32_vec_t *ends, uint32_t next) {
    return next < ends->len ? ends->data[next] : UINT32_MAX;
}

/* The seed's text up to the offset. */
static void copy_to(splicer_t *s, uint32_t end) {
    const fusible_t *row = s->row;
    const char *from = row->seed->text;
    assert(s->at <= end && end <= row->seed->len);
    for (;;) {
        uint32_t name = next_end(&row->name_ends, s->name);
        uint32_t numeral = next_end(&row->numeral_ends, s->numeral);
        uint32_t place = name < numeral ? name : numeral;
        if (place > end)
            break;
        strbuf_add(s->out, from + s->at, place - s->at);
        s->at = place;
        s->name += name == place;
        s->numeral += numeral == place;
        if (numeral == place)
            strbuf_add(s->out, ".0", 2);
        else
            strbuf_add(s->out, s->text->ending, s->text->ending_len);
    }
    strbuf_add(s->out, from + s->at, end - s->at);
    s->at = end;
}

static void write_text(fusibles_t *all, const fusible_t *row, fused_text_t *text) {
    const seed_t *seed = row->seed;
    strbuf_t *out = &all->text;
    strbuf_clear(out);
    splicer_t s = {.row = row, .text = text, .out = out};
    copy_to(&s, seed->logic_end);
    text->view.logic_end = (uint32_t)out->len;
    copy_to(&s, seed->declarations_end);
    text->view.declarations_end = (uint32_t)out->len;
    for (uint32_t i = 0; i < seed->roots.len; i++) {
        const spot_t *root = &seed->spots.data[seed->roots.data[i]];
        if (i == 0) {
            copy_to(&s, root->start);
            text->formula = (uint32_t)out->len;
            strbuf_str(out, text->joined ? "(and " : "");
        } else if (text->joined) {
            strbuf_char(out, ' ');
            s.at = root->start; /* nothing gets longer between two assertions */
        }
        copy_to(&s, root->end);
    }
    strbuf_str(out, text->joined ? ")" : "");
    text->formula_end = (uint32_t)out->len;
    copy_to(&s, seed->assertions_end);
    text->view.assertions_end = (uint32_t)out->len;
    copy_to(&s, seed->len);
    assert(s.name == row->name_ends.len && s.numeral == row->numeral_ends.len);
    assert(text->formula < text->formula_end);
    assert(text->view.declarations_end < text->formula);
    assert(text->formula_end < text->view.assertions_end);
    all->work += out->len;
    char *kept = mem_alloc(all->mem, out->len + 1);
    memcpy(kept, out->data, out->len);
    kept[out->len] = '\0';
    text->owned = true;
    text->view.text = kept;
    text->view.len = (uint32_t)out->len;
}

/* The seed's own text. */
static void take_text(const seed_t *seed, fused_text_t *text) {
    assert(text->ending_len == 0 && !text->joined);
    text->view.text = seed->text;
    text->view.len = seed->len;
    text->view.logic_end = seed->logic_end;
    text->view.declarations_end = seed->declarations_end;
    text->view.assertions_end = seed->assertions_end;
    text->formula = seed->spots.data[seed->roots.data[0]].start;
    text->formula_end = seed->spots.data[vec_last(&seed->roots)].end;
}

static const fused_text_t *text_of(fusibles_t *all, fusible_t *row, suffix_t suffix, bool joined,
                                   uint32_t level) {
    joined = joined && row->seed->roots.len > 1;
    level = suffix == SUFFIX_NONE ? 0 : level;
    for (uint32_t i = 0; i < row->texts.len; i++) {
        const fused_text_t *text = row->texts.data[i];
        if (text->joined == joined && text->suffix == suffix && text->level == level)
            return text;
    }
    bool plain = suffix == SUFFIX_NONE && !joined && !row->real_numerals;
    bool needs_splice = suffix != SUFFIX_NONE || row->real_numerals;
    if (needs_splice && !fusible_find_ends(all, row))
        BUG("the names in the text of %s are not found", row->seed->name);
    fused_text_t *made = mem_zalloc(all->mem, 1, sizeof *made);
    *vec_push(all->mem, &row->texts) = made;
    made->suffix = suffix;
    made->joined = joined;
    made->level = level;
    made->view.name = row->seed->name;
    if (suffix != SUFFIX_NONE) {
        const char *letter = suffix == SUFFIX_FIRST ? "!a" : "!b";
        int len = level == 0 ? snprintf(made->ending, sizeof made->ending, "%s", letter)
                             : snprintf(made->ending, sizeof made->ending, "%s%u", letter, level);
        assert(len < (int)sizeof made->ending);
        made->ending_len = (uint32_t)len;
    }
    if (plain)
        take_text(row->seed, made);
    else
        write_text(all, row, made);
    return made;
}

const fused_text_t *fusible_first(fusibles_t *all, fusible_t *one, bool joined, uint32_t level) {
    return text_of(all, one, one->has_op_names ? SUFFIX_FIRST : SUFFIX_NONE, joined, level);
}

const fused_text_t *fusible_second(fusibles_t *all, fusible_t *one, bool joined, uint32_t level) {
    return text_of(all, one, SUFFIX_SECOND, joined, level);
}
