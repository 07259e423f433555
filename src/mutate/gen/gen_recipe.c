#include "mutate/gen/gen_priv.h"

#include <stdlib.h>
#include <string.h>

/* --- writing --- */

static void write_hex(strbuf_t *out, uint64_t number) {
    for (int shift = 60; shift >= 0; shift -= 4)
        strbuf_char(out, "0123456789abcdef"[number >> shift & 15]);
}

/* All theories that are among the features: together they are the features again. */
static void write_theories(logic_t features, strbuf_t *out) {
    const char *between = " theories=";
    const char *name;
    for (uint32_t i = 0; (name = gen_theory_name(i)) != NULL; i++) {
        logic_t part = 0;
        gen_theory(name, &part);
        if (features == 0 ? part == 0 : part != 0 && logic_contains(features, part)) {
            strbuf_format(out, "%s%s", between, name);
            between = "+";
        }
    }
}

void gen_recipe_write(const gen_options_t *options, const rng_t *rng, strbuf_t *out) {
    strbuf_str(out, "gen rng=");
    for (int i = 0; i < 4; i++) {
        if (i > 0)
            strbuf_char(out, ',');
        write_hex(out, rng->state[i]);
    }
    if (options->logic)
        strbuf_format(out, " logic=%s", options->logic);
    if (!options->any_theory)
        write_theories(options->theories, out);
    if (options->mode != GEN_ANY)
        strbuf_format(out, " mode=%s", gen_mode_name(options->mode));
#define GEN_NUMBER(field, name, low, high, doc)                                                    \
    if (options->field != GEN_DRAWN)                                                               \
        strbuf_format(out, " " name "=%u", options->field);
#include "mutate/gen/gen_options.def"
}

/* --- reading --- */

static bool read_rng(const char *text, size_t len, rng_t *rng) {
    const char *end = text + len;
    for (int i = 0; i < 4; i++) {
        uint64_t number = 0;
        int digits = 0;
        for (; text < end && *text != ','; text++, digits++) {
            static const char hex[] = "0123456789abcdef";
            const char *digit = memchr(hex, *text, 16);
            if (!digit || digits == 16)
                return false;
            number = number << 4 | (uint64_t)(digit - hex);
        }
        if (digits == 0 || (text < end) != (i < 3))
            return false;
        text++;
        rng->state[i] = number;
    }
    return true;
}

static bool read_theories(char *text, gen_options_t *options) {
    options->any_theory = false;
    while (text) {
        char *next = strchr(text, '+');
        if (next)
            *next++ = '\0';
        if (!gen_theory(text, &options->theories))
            return false;
        text = next;
    }
    return true;
}

static bool read_number(const char *key, const char *value, gen_options_t *options) {
    char *end;
    unsigned long number = strtoul(value, &end, 10);
    if (*value < '0' || *value > '9' || *end != '\0')
        return false;
#define GEN_NUMBER(field, name, low, high, doc)                                                    \
    if (strcmp(key, name) == 0) {                                                                  \
        options->field = (uint32_t)number;                                                         \
        return number + 1 > (low) && number <= (high);                                             \
    }
#include "mutate/gen/gen_options.def"
    return false;
}

/* One word KEY=VALUE, which may be written to. */
static bool read_word(char *key, gen_recipe_t *recipe, const char **why) {
    char *value = strchr(key, '=');
    *why = "expected words of the form NAME=VALUE";
    if (!value)
        return false;
    *value++ = '\0';
    if (strcmp(key, "rng") == 0) {
        *why = "expected rng=A,B,C,D";
        return read_rng(value, strlen(value), &recipe->rng);
    }
    if (strcmp(key, "logic") == 0) {
        *why = "there is no such logic";
        size_t len = strlen(value);
        if (len == 0 || len >= sizeof recipe->logic)
            return false;
        memcpy(recipe->logic, value, len + 1);
        recipe->options.logic = recipe->logic;
        return true;
    }
    if (strcmp(key, "theories") == 0) {
        *why = "there is no such theory";
        return read_theories(value, &recipe->options);
    }
    if (strcmp(key, "mode") == 0) {
        *why = "there is no such mode";
        return gen_mode_of_name(value, &recipe->options.mode);
    }
    *why = "there is no such option, or the number is out of range";
    return read_number(key, value, &recipe->options);
}

bool gen_recipe_read(const char *text, gen_recipe_t *recipe, const char **why) {
    enum { LONGEST = 200 };
    *recipe = (gen_recipe_t){.options = gen_defaults};
    *why = "it does not begin with gen rng=";
    if (strncmp(text, "gen rng=", 8) != 0)
        return false;
    for (text += 4; *text;) {
        char word[LONGEST];
        size_t len = strcspn(text, " ");
        *why = "it goes on with something unknown";
        if (len == 0 || len >= sizeof word)
            return false;
        memcpy(word, text, len);
        word[len] = '\0';
        if (!read_word(word, recipe, why))
            return false;
        text += len;
        if (*text == ' ')
            text++;
    }
    return gen_options_fit(&recipe->options, why);
}
