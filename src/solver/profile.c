#include "solver/profile.h"

#include "base/bug.h"
#include "base/embed.h"
#include "solver/profile_priv.h"

#include <string.h>

EMBED(profiles); /* data/profiles/, one after the other */

void profiles_init(profiles_t *profiles, mem_t *mem) {
    *profiles = (profiles_t){.mem = mem};
    arena_init(&profiles->texts, mem);
}

void profile_clear(mem_t *mem, profile_t *profile) {
    for (uint32_t i = 0; i < profile->tiers.len; i++)
        vec_free(mem, &profile->tiers.data[i].options);
    vec_free(mem, &profile->tiers);
    vec_free(mem, &profile->command);
    vec_free(mem, &profile->logics);
    vec_free(mem, &profile->lacks);
    vec_free(mem, &profile->environment);
    vec_free(mem, &profile->exits);
    vec_free(mem, &profile->lines);
    *profile = (profile_t){0};
}

void profiles_done(profiles_t *profiles) {
    for (uint32_t i = 0; i < profiles->rows.len; i++)
        profile_clear(profiles->mem, profiles->rows.data[i]);
    vec_free(profiles->mem, &profiles->rows);
    arena_done(&profiles->texts);
}

void profiles_embedded(profiles_t *profiles) {
    strbuf_t why;
    strbuf_init(&why, profiles->mem);
    if (!profiles_read(profiles, "profiles", (const char *)embed_profiles, embed_profiles_size,
                       &why))
        BUG("the embedded profiles have mistakes:\n%s", strbuf_text(&why));
    strbuf_done(&why);
}

static profile_t *find(const profiles_t *profiles, const char *name) {
    for (uint32_t i = 0; i < profiles->rows.len; i++)
        if (strcmp(profiles->rows.data[i]->name, name) == 0)
            return profiles->rows.data[i];
    return NULL;
}

const tier_t *profile_next_tier(const profile_t *profile, const char *name, const tier_t *after) {
    uint32_t i = after ? (uint32_t)(after - profile->tiers.data) + 1 : 0;
    for (; i < profile->tiers.len; i++)
        if (strcmp(profile->tiers.data[i].name, name) == 0)
            return &profile->tiers.data[i];
    return NULL;
}

const profile_t *profiles_find(const profiles_t *profiles, const char *name) {
    return find(profiles, name);
}

profile_t *profiles_put(profiles_t *profiles, profile_t *profile) {
    profile_t *place = find(profiles, profile->name);
    if (place) {
        profile_clear(profiles->mem, place);
    } else {
        place = arena_alloc(&profiles->texts, sizeof *place);
        *place = (profile_t){0};
        *vec_push(profiles->mem, &profiles->rows) = place;
    }
    *place = *profile;
    *profile = (profile_t){0};
    return place;
}
