/* z3wasm.h - z3 compiled to WebAssembly, from npm's package z3-solver at a version the user names.
 *
 * assay brings the driver (z3wasm/driver.js, handed to node as an argument); node and the package
 * are the user's. The package is looked for in
 *
 *     $ASSAY_NPM                                  a directory with node_modules, or that itself
 *     ./node_modules
 *     $XDG_CACHE_HOME/assay/z3-solver-VERSION     (~/.cache without the variable)
 *
 * and its package.json must name the version that was asked for. */
#ifndef SOLVER_Z3WASM_H
#define SOLVER_Z3WASM_H

#include "base/strbuf.h"
#include "solver/profile.h"

/* What a profile says for a command that is this driver. */
#define Z3WASM_COMMAND "@z3-wasm"

/* Appends to argv what starts the driver; z3's parameters (NAME=VALUE) or --version may follow. The
 * version is "5.2.0"; NULL is any, and of those in the cache the newest. The texts go to the arena.
 * False with a message whose first line says what to do. */
bool z3wasm_command(arena_t *texts, const char *version, text_vec_t *argv, strbuf_t *why);

#endif
