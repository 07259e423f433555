/* profile_priv.h - what the profile's files share: profile.c keeps, profile_read.c reads,
 * profile_command.c makes them from command lines. */
#ifndef SOLVER_PROFILE_PRIV_H
#define SOLVER_PROFILE_PRIV_H

#include "solver/profile.h"

/* Frees what the profile owns; its texts are the arena's. */
void profile_clear(mem_t *mem, profile_t *profile);

/* Moves a profile in, over the one of the same name if there is one; returns where it is now. */
profile_t *profiles_put(profiles_t *profiles, profile_t *profile);

#endif
