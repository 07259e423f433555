/* version.h - what a solver calls its version, asked in SMT-LIB: (get-info :version). */
#ifndef SOLVER_VERSION_H
#define SOLVER_VERSION_H

#include "solver/run/pool.h"

/* Appends "4.8.12"; nothing when the solver does not say. No query may be in flight. */
void version_ask(pool_t *pool, solver_t *solver, strbuf_t *out);

/* Appends the solver with its version and options: "z3 4.8.12 smt.arith.solver=2". */
void version_name(pool_t *pool, solver_t *solver, strbuf_t *out);

#endif
