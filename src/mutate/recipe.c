#include "mutate/strategy.h"

#include <string.h>

static bool read_hex(const char **at, uint64_t *number) {
    const char *text = *at;
    *number = 0;
    while (text - *at < 16) {
        static const char digits[] = "0123456789abcdef";
        const char *digit = *text ? strchr(digits, *text) : NULL;
        if (!digit)
            break;
        *number = *number << 4 | (uint64_t)(digit - digits);
        text++;
    }
    bool any = text > *at;
    *at = text;
    return any;
}

static bool take(const char **at, const char *text) {
    size_t len = strlen(text);
    if (strncmp(*at, text, len) != 0)
        return false;
    *at += len;
    return true;
}

/* A whole word; word begins with the space before it. */
static bool take_word(const char **at, const char *word) {
    size_t len = strlen(word);
    return (strncmp(*at, word, len) == 0 && ((*at)[len] == ' ' || (*at)[len] == '\0')) &&
           take(at, word);
}

static bool take_flag(const char **at, strategy_options_t *options) {
#define FLAG(field, name, doc)                                                                     \
    if (take_word(at, " " name))                                                                   \
        return options->field = true;
#include "mutate/strategy_flags.def"
    return false;
}

static bool read_options(const char *text, strategy_options_t *options, const char **why) {
    *why = "it goes on with something unknown";
    if (take(&text, " steps=")) {
        while (*text >= '0' && *text <= '9' && options->steps < 100000)
            options->steps = options->steps * 10 + (uint32_t)(*text++ - '0');
        if (options->steps == 0)
            return false;
    }
    while (take_flag(&text, options))
        continue;
    return *text == '\0';
}

bool recipe_read(const char *text, recipe_t *recipe, const char **why) {
    *recipe = (recipe_t){.options = strategy_defaults};
    size_t len = strcspn(text, " ");
    char name[32];
    *why = "it does not begin with the name of a strategy";
    if (len >= sizeof name)
        return false;
    memcpy(name, text, len);
    name[len] = '\0';
    if (!strategy_of_name(name, &recipe->kind))
        return false;
    text += len;
    *why = "expected seed=HASH or seed=HASH+HASH behind the strategy";
    if (!take(&text, " seed=") || !read_hex(&text, &recipe->seeds[0]))
        return false;
    if (take(&text, "+") && !read_hex(&text, &recipe->seeds[1]))
        return false;
    *why = "expected rng=A,B,C,D behind the seeds";
    if (!take(&text, " rng="))
        return false;
    for (int i = 0; i < 4; i++)
        if ((i > 0 && !take(&text, ",")) || !read_hex(&text, &recipe->rng.state[i]))
            return false;
    return read_options(text, &recipe->options, why);
}
