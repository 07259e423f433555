#include "mutate/engine/recipe.h"

#include "base/bug.h"
#include "mutate/engine/strategy_priv.h"

#include <string.h>

enum { LARGEST_NUMBER = 100000000 };

/* --- writing --- */

static void write_hex(strbuf_t *out, uint64_t number) {
    char digits[16];
    for (int i = 15; i >= 0; i--, number >>= 4)
        digits[i] = "0123456789abcdef"[number & 15];
    strbuf_add(out, digits, sizeof digits);
}

/* " key=A", " key=A+B" or " key=+B"; 0 is not written. */
static void write_hashes(strbuf_t *out, const char *key, uint64_t first, uint64_t second) {
    if (first == 0 && second == 0)
        return;
    strbuf_str(out, key);
    if (first != 0)
        write_hex(out, first);
    if (second != 0) {
        strbuf_char(out, '+');
        write_hex(out, second);
    }
}

/* Of a seed that is a mutant, the links before say what is known. */
static void write_numbers(strbuf_t *out, const char *key, const u32_vec_t *numbers) {
    for (uint32_t i = 0; i < numbers->len; i++) {
        assert(i == 0 || numbers->data[i - 1] < numbers->data[i]);
        strbuf_str(out, i == 0 ? key : ",");
        strbuf_uint(out, numbers->data[i]);
    }
}

static void write_knowledge(const seed_t *first, const seed_t *second, uint32_t needs,
                            strbuf_t *out) {
    const seed_t *named[2] = {first->recipe ? NULL : first, second};
    if (needs & NEEDS_STATUS) {
        status_t status[2] = {STATUS_UNKNOWN, STATUS_UNKNOWN};
        for (int i = 0; i < 2; i++)
            status[i] = named[i] ? named[i]->status : STATUS_UNKNOWN;
        if (status[0] != STATUS_UNKNOWN || status[1] != STATUS_UNKNOWN)
            strbuf_str(out, " status=");
        if (status[0] != STATUS_UNKNOWN)
            strbuf_str(out, status_name(status[0]));
        if (status[1] != STATUS_UNKNOWN) {
            strbuf_char(out, '+');
            strbuf_str(out, status_name(status[1]));
        }
    }
    if (needs & (NEEDS_MODEL | USES_MODEL))
        write_hashes(out, " model=", named[0] ? named[0]->model_hash : 0,
                     named[1] ? named[1]->model_hash : 0);
    if ((needs & NEEDS_CORE) && named[0]) {
        write_numbers(out, " core=", &first->core);
        write_numbers(out, " loose=", &first->loose);
    }
}

void recipe_write(const strategy_t *strategy, const seed_t *first, const seed_t *second,
                  const rng_t *rng, strbuf_t *out) {
    const strategy_info_t *info = strategy_info(strategy->kind);
    const strategy_options_t *options = &strategy->options;
    assert((second != NULL) == (info->seeds == 2)); /* what is written can be read again */
    assert(first->recipe || first->hash != 0);
    assert(options->steps <= LARGEST_NUMBER && options->max_growth <= LARGEST_NUMBER);
    if (first->recipe) {
        strbuf_str(out, first->recipe);
        strbuf_str(out, " | ");
    }
    strbuf_str(out, info->name);
    write_hashes(out, " seed=", first->recipe ? 0 : first->hash, second ? second->hash : 0);
    strbuf_str(out, " rng=");
    for (int i = 0; i < 4; i++) {
        if (i > 0)
            strbuf_char(out, ',');
        write_hex(out, rng->state[i]);
    }
    if (info->needs != 0)
        write_knowledge(first, second, info->needs, out);
    if (options->steps > 0)
        strbuf_format(out, " steps=%u", options->steps);
    if (options->max_growth != strategy_defaults.max_growth)
        strbuf_format(out, " growth=%u", options->max_growth);
#define FLAG(field, name, doc)                                                                     \
    if (options->field)                                                                            \
        strbuf_str(out, " " name);
#include "mutate/engine/strategy_flags.def"
    write_hashes(out, " ops=", strategy->ops_hash, 0);
    write_hashes(out, " rules=", strategy->rules_hash, 0);
}

/* --- reading --- */

void recipe_init(recipe_t *recipe, mem_t *mem) {
    *recipe = (recipe_t){.mem = mem};
}

void recipe_done(recipe_t *recipe) {
    vec_free(recipe->mem, &recipe->links);
    vec_free(recipe->mem, &recipe->numbers);
}

/* Words of the text, one after the other. */
typedef struct reader {
    recipe_t *recipe;
    const char *at; /* where the word ends */
    const char *word;
    size_t len;
    bool has_rng;
    const char *why;
} reader_t;

static bool fail(reader_t *r, const char *why) {
    r->why = why;
    return false;
}

static bool next_word(reader_t *r) {
    r->word = r->at + strspn(r->at, " ");
    r->len = strcspn(r->word, " ");
    r->at = r->word + r->len;
    return r->len > 0;
}

static bool word_is(const reader_t *r, const char *text) {
    return strlen(text) == r->len && memcmp(r->word, text, r->len) == 0;
}

/* Whether the word is KEY=VALUE; cuts it down to the value. */
static bool take_key(reader_t *r, const char *key) {
    size_t len = strlen(key);
    if (r->len <= len || memcmp(r->word, key, len) != 0 || r->word[len] != '=')
        return false;
    r->word += len + 1;
    r->len -= len + 1;
    return true;
}

static bool take_char(reader_t *r, char c) {
    if (r->len == 0 || *r->word != c)
        return false;
    r->word++;
    r->len--;
    return true;
}

static bool take_hex(reader_t *r, uint64_t *number) {
    static const char digits[] = "0123456789abcdef";
    uint32_t count = 0;
    *number = 0;
    for (; r->len > 0 && count < 16; count++, r->word++, r->len--) {
        const char *digit = memchr(digits, *r->word, 16);
        if (!digit)
            break;
        *number = *number << 4 | (uint64_t)(digit - digits);
    }
    return count > 0;
}

static bool take_number(reader_t *r, uint32_t *number) {
    uint32_t count = 0;
    *number = 0;
    for (; r->len > 0 && *r->word >= '0' && *r->word <= '9'; count++, r->word++, r->len--) {
        *number = *number * 10 + (uint32_t)(*r->word - '0');
        if (*number > LARGEST_NUMBER)
            return false;
    }
    return count > 0;
}

/* [HASH][+HASH], not empty. */
static bool read_hashes(reader_t *r, uint64_t hashes[2]) {
    bool first = take_hex(r, &hashes[0]);
    bool second = take_char(r, '+');
    return (first || second) && (!second || take_hex(r, &hashes[1])) && r->len == 0;
}

static bool read_hash(reader_t *r, uint64_t *hash) {
    return take_hex(r, hash) && r->len == 0;
}

static bool read_statuses(reader_t *r, status_t status[2]) {
    const char *plus = memchr(r->word, '+', r->len);
    size_t first = plus ? (size_t)(plus - r->word) : r->len;
    if (first > 0 && !status_of_name(r->word, first, &status[0]))
        return false;
    return !plus || status_of_name(plus + 1, r->len - first - 1, &status[1]);
}

/* I,J,...: ascending. */
static bool read_numbers(reader_t *r, uint32_t *first, uint32_t *count) {
    *first = r->recipe->numbers.len;
    *count = 0;
    do {
        uint32_t number;
        if (!take_number(r, &number) || (*count > 0 && number <= vec_last(&r->recipe->numbers)))
            return false;
        *vec_push(r->recipe->mem, &r->recipe->numbers) = number;
        ++*count;
    } while (take_char(r, ','));
    assert(*first + *count == r->recipe->numbers.len);
    return r->len == 0;
}

static bool read_rng(reader_t *r, rng_t *rng) {
    for (int i = 0; i < 4; i++)
        if ((i > 0 && !take_char(r, ',')) || !take_hex(r, &rng->state[i]))
            return false;
    r->has_rng = true;
    return r->len == 0;
}

static bool read_count(reader_t *r, uint32_t *count) {
    return take_number(r, count) && *count > 0 && r->len == 0;
}

static bool read_flag(reader_t *r, strategy_options_t *options) {
#define FLAG(field, name, doc)                                                                     \
    if (word_is(r, name))                                                                          \
        return options->field = true;
#include "mutate/engine/strategy_flags.def"
    return false;
}

static bool read_word(reader_t *r, recipe_link_t *link) {
    if (take_key(r, "seed"))
        return read_hashes(r, link->seeds) || fail(r, "expected seed=HASH or seed=HASH+HASH");
    if (take_key(r, "rng"))
        return read_rng(r, &link->rng) || fail(r, "expected rng=A,B,C,D");
    if (take_key(r, "status"))
        return read_statuses(r, link->status) || fail(r, "expected status=sat or status=unsat");
    if (take_key(r, "model"))
        return read_hashes(r, link->models) || fail(r, "expected model=HASH or model=HASH+HASH");
    if (take_key(r, "core"))
        return read_numbers(r, &link->core, &link->core_count) ||
               fail(r, "expected core=I,J,... in ascending order");
    if (take_key(r, "loose"))
        return read_numbers(r, &link->loose, &link->loose_count) ||
               fail(r, "expected loose=I,J,... in ascending order");
    if (take_key(r, "steps"))
        return read_count(r, &link->options.steps) || fail(r, "expected steps=N");
    if (take_key(r, "growth"))
        return read_count(r, &link->options.max_growth) || fail(r, "expected growth=N");
    if (take_key(r, "ops"))
        return read_hash(r, &link->ops) || fail(r, "expected ops=HASH");
    if (take_key(r, "rules"))
        return read_hash(r, &link->rules) || fail(r, "expected rules=HASH");
    if (take_key(r, "undo"))
        return read_numbers(r, &link->undo, &link->undo_count) ||
               fail(r, "expected undo=I,J,... in ascending order");
    return read_flag(r, &link->options) || fail(r, "it goes on with something unknown");
}

/* One link; *more: a " | " follows it. */
static bool read_link(reader_t *r, bool *more) {
    recipe_link_t link = {.options = strategy_defaults};
    char name[32];
    *more = false;
    r->has_rng = false;
    if (!next_word(r) || r->len >= sizeof name)
        return fail(r, "it does not begin with the name of a strategy");
    memcpy(name, r->word, r->len);
    name[r->len] = '\0';
    if (!strategy_of_name(name, &link.kind))
        return fail(r, r->recipe->links.len == 0 ? "it does not begin with the name of a strategy"
                                                 : "a link does not begin with that of a strategy");
    while (!*more && next_word(r)) {
        *more = word_is(r, "|");
        if (!*more && !read_word(r, &link))
            return false;
    }
    if (r->recipe->links.len == 0 && link.seeds[0] == 0)
        return fail(r, "expected seed=HASH or seed=HASH+HASH after the strategy");
    if (r->recipe->links.len > 0 && link.seeds[0] != 0)
        return fail(r, "a link after the first has a seed of its own");
    if (!r->has_rng)
        return fail(r, "expected rng=A,B,C,D after the seeds");
    *vec_push(r->recipe->mem, &r->recipe->links) = link;
    return true;
}

bool recipe_read(recipe_t *recipe, const char *text, const char **why) {
    reader_t r = {.recipe = recipe, .at = text, .why = ""};
    bool more = true;
    recipe->links.len = 0;
    recipe->numbers.len = 0;
    while (more)
        if (!read_link(&r, &more)) {
            *why = r.why;
            return false;
        }
    assert(recipe->links.len > 0 && recipe->links.data[0].seeds[0] != 0);
    return true;
}
