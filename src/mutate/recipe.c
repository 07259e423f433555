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

bool recipe_read(const char *text, recipe_t *recipe, const char **why) {
    *recipe = (recipe_t){0};
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
    *why = "it goes on with something unknown";
    if (take(&text, " steps=")) {
        recipe->steps = 0;
        while (*text >= '0' && *text <= '9' && recipe->steps < 100000)
            recipe->steps = recipe->steps * 10 + (uint32_t)(*text++ - '0');
        if (recipe->steps == 0)
            return false;
    }
    return *text == '\0';
}
