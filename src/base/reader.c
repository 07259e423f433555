#include "base/reader.h"

#include <string.h>

bool reader_has_members(const reader_t *r, uint32_t node, uint32_t least, uint32_t most) {
    if (!reader_is_list(r, node))
        return false;
    uint32_t count = sexpr_count(r->tree, node);
    return count >= least && count <= most;
}

/* --- complaints --- */

bool reader_fail(reader_t *r, uint32_t node, const char *format, ...) {
    r->mistakes++;
    if (!r->diags)
        return false;
    strbuf_t message;
    strbuf_init(&message, r->tree->mem);
    va_list args;
    va_start(args, format);
    strbuf_vformat(&message, format, args);
    va_end(args);
    diag_add(r->diags, r->tree->text, r->tree->len, reader_at(r, node)->offset,
             strbuf_text(&message));
    strbuf_done(&message);
    return false;
}

/* The node's text, short and of one line. */
static slice_t shown(const reader_t *r, uint32_t node) {
    enum { MOST = 40 };
    slice_t source = sexpr_source(r->tree, node);
    size_t len = 0;
    while (len < source.len && len < MOST && source.data[len] != '\n' && source.data[len] != '\0')
        len++;
    return (slice_t){source.data, len};
}

bool reader_expected(reader_t *r, uint32_t node, const char *what) {
    slice_t text = shown(r, node);
    return reader_fail(r, node, "expected %s, not '%.*s'", what, (int)text.len, text.data);
}

/* --- atoms --- */

bool reader_symbol(reader_t *r, uint32_t node, const char *what) {
    return reader_at(r, node)->kind == TOKEN_SYMBOL || reader_expected(r, node, what);
}

/* "" within a string is one quote. */
static void undo_quotes(char *text) {
    char *to = text;
    for (const char *from = text; *from != '\0'; from++) {
        *to++ = *from;
        from += *from == '"';
    }
    *to = '\0';
}

static char *copy_text(reader_t *r, uint32_t node, const char *what) {
    const sexpr_t *at = reader_at(r, node);
    assert(r->texts);
    if (memchr(at->text, '\0', at->len) || (at->len == 0 && !r->empty_texts)) {
        reader_fail(r, node, "expected %s, which cannot %shold a NUL byte", what,
                    r->empty_texts ? "" : "be empty or ");
        return NULL;
    }
    return arena_copy(r->texts, at->text, at->len);
}

const char *reader_word(reader_t *r, uint32_t node) {
    token_kind_t kind = reader_at(r, node)->kind;
    if (kind == TOKEN_SYMBOL || kind == TOKEN_QUOTED)
        return copy_text(r, node, "a word");
    reader_expected(r, node, "a word");
    return NULL;
}

const char *reader_string(reader_t *r, uint32_t node) {
    char *text = NULL;
    if (reader_at(r, node)->kind == TOKEN_STRING)
        text = copy_text(r, node, "a string");
    else
        reader_expected(r, node, "a string");
    if (text)
        undo_quotes(text);
    return text;
}

void reader_strings(reader_t *r, uint32_t first, uint32_t list, text_vec_t *out) {
    for (uint32_t i = first; i < reader_next(r, list); i = reader_next(r, i)) {
        const char *text = reader_string(r, i);
        if (text)
            *vec_push(r->tree->mem, out) = text;
    }
}

/* --- clauses --- */

void clause_string(reader_t *r, uint32_t list, void *into) {
    *(const char **)into = reader_string(r, list + 2);
}

void clause_word(reader_t *r, uint32_t list, void *into) {
    *(const char **)into = reader_word(r, list + 2);
}

void clause_strings(reader_t *r, uint32_t list, void *into) {
    reader_strings(r, list + 2, list, into);
}

void clause_node(reader_t *r, uint32_t list, void *into) {
    (void)r;
    *(uint32_t *)into = list;
}

bool reader_begins(reader_t *r, uint32_t list, const char *word, const char *name) {
    if (reader_has_members(r, list, 2, CLAUSE_ANY) && sexpr_is_word(reader_at(r, list + 1), word))
        return true;
    slice_t text = shown(r, list);
    return reader_fail(r, list, "expected (%s %s ...), not '%.*s'", word, name, (int)text.len,
                       text.data);
}

/* A clause of the table, or one that it shares; NULL at the end. */
static const clause_t *clause_at(const clause_table_t *table, uint32_t number) {
    if (number < table->count)
        return &table->clauses[number];
    number -= table->count;
    return table->shared && number < table->shared->count ? &table->shared->clauses[number] : NULL;
}

static void fail_unknown(reader_t *r, uint32_t word, const clause_table_t *table) {
    strbuf_t known;
    strbuf_init(&known, r->tree->mem);
    const clause_t *clause;
    for (uint32_t i = 0; (clause = clause_at(table, i)); i++)
        strbuf_format(&known, "%s%s", i > 0 ? ", " : "", clause->word);
    slice_t text = shown(r, word);
    reader_fail(r, word, "unknown clause '%.*s'; known are %s", (int)text.len, text.data,
                strbuf_text(&known));
    strbuf_done(&known);
}

/* The clause of the table that the list is, and its number; NULL for none, which is told. */
static const clause_t *find_clause(reader_t *r, uint32_t list, const clause_table_t *table,
                                   uint32_t *number) {
    const clause_t *clause;
    if (!reader_has_members(r, list, 1, CLAUSE_ANY) ||
        reader_at(r, list + 1)->kind != TOKEN_SYMBOL) {
        slice_t text = shown(r, list);
        reader_fail(r, list, "expected a clause such as %s, not '%.*s'", table->clauses[0].form,
                    (int)text.len, text.data);
        return NULL;
    }
    for (*number = 0; (clause = clause_at(table, *number)); ++*number)
        if (sexpr_is_word(reader_at(r, list + 1), clause->word))
            return clause;
    if (!table->open)
        fail_unknown(r, list + 1, table);
    return NULL;
}

static void read_clause(reader_t *r, uint32_t list, const clause_t *clause, bool seen, void *into) {
    uint32_t members = sexpr_count(r->tree, list) - 1;
    if (seen && clause->times != CLAUSE_REPEATED)
        reader_fail(r, list, "'%s' is here twice", clause->word);
    else if (members < clause->least || members > clause->most)
        reader_expected(r, list, clause->form);
    else if (clause->read)
        clause->read(r, list, (char *)into + clause->offset);
}

bool reader_clauses(reader_t *r, uint32_t list, const clause_table_t *table, void *into) {
    uint32_t before = r->mistakes;
    uint64_t seen = 0; /* bit i: clause i of the table was there */
    const clause_t *clause;
    uint32_t number;
    assert(table->count > 0 && table->count + (table->shared ? table->shared->count : 0) <= 64);
    for (uint32_t i = reader_next(r, list + 2); i < reader_next(r, list); i = reader_next(r, i)) {
        clause = find_clause(r, i, table, &number);
        if (!clause)
            continue;
        read_clause(r, i, clause, seen >> number & 1, into);
        seen |= UINT64_C(1) << number;
    }
    for (number = 0; (clause = clause_at(table, number)); number++)
        if (clause->times == CLAUSE_NEEDED && !(seen >> number & 1))
            reader_fail(r, list, "%s has no (%s ...)", table->row, clause->word);
    return r->mistakes == before;
}
