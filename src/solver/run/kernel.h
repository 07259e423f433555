/* kernel.h - does the kernel have what running solvers needs? Each thing is tried out, since
 * containers and emulated kernels refuse what their version promises. Tracing (ptrace) is not
 * among them: whatever Yama says about it is fine. */
#ifndef SOLVER_KERNEL_H
#define SOLVER_KERNEL_H

#include <stdbool.h>

typedef enum {
#define KERNEL(id, name, use, help) KERNEL_##id,
#include "solver/run/kernel.def"
    KERNEL_COUNT
} kernel_t;

const char *kernel_name(kernel_t what);
const char *kernel_use(kernel_t what);  /* what it is for */
const char *kernel_help(kernel_t what); /* what to do when it is missing */

/* Some of it is tried in a child process, which is gone afterwards. */
bool kernel_has(kernel_t what);

#endif
