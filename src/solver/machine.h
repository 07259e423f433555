/* machine.h - does the kernel have what running solvers needs? Each thing is tried out, since
 * containers and emulated kernels refuse what their version promises. Tracing (ptrace) is not
 * among them: whatever Yama says about it is fine. */
#ifndef SOLVER_MACHINE_H
#define SOLVER_MACHINE_H

#include <stdbool.h>

typedef enum {
#define MACHINE(id, name, use, help) MACHINE_##id,
#include "solver/machine.def"
    MACHINE_COUNT
} machine_t;

const char *machine_name(machine_t what);
const char *machine_use(machine_t what);  /* what it is for */
const char *machine_help(machine_t what); /* what to do when it is missing */

/* Some of it is tried in a child process, which is gone afterwards. */
bool machine_has(machine_t what);

#endif
