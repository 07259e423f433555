/* process.h - starting and ending programs that may be hostile.
 *
 * A process is started in a process group of its own, with default signal handling, closed
 * descriptors but 0, 1 and 2 (and those asked for), limits, no core dumps and a clean environment,
 * and it dies when assay dies. process_kill() and process_reap() end the group and everything that
 * descends from the process, also what left the group; afterwards nothing of it is left.
 *
 * How descendants are known: the limit on file locks (RLIMIT_LOCKS), which no kernel since 2.4
 * looks at, is set to a random number, the family's mark. It is inherited through fork and exec,
 * whatever a process does to its group, session, parent or environment, and one system call reads
 * it.
 *
 * The upper half of a mark is the pool's, the same for all families that one pool started: so what
 * they left running can be found without knowing the families (watcher.h).
 *
 * A process dies with the thread that started it: that thread must live as long as the program. */
#ifndef SOLVER_PROCESS_H
#define SOLVER_PROCESS_H

#include "base/mem.h"

#include <sys/types.h>

typedef struct process_spec {
    const char *const *argv; /* NULL-terminated; argv[0] is looked up on PATH */
    const char *const *env;  /* NULL-terminated additions to the clean environment, or NULL */
    int stdin_fd;            /* becomes standard input; -1: an empty one */
    bool stdin_pipe;         /* make a pipe to standard input instead: process->in */
    const int *keep_fds;     /* stay open in the child under the same numbers (above 2) */
    size_t keep_count;       /* of these; they may be close-on-exec here */
    uint32_t pool_mark;      /* of process_pool_mark(); 0: none */
    double cpu_limit;        /* seconds, rounded up; 0: none */
    uint64_t memory_limit;   /* bytes of address space; 0: none */
} process_spec_t;

typedef struct process {
    pid_t pid;        /* 0: not running */
    int pidfd;        /* readable when it ended */
    int in;           /* its standard input, or -1; non-blocking */
    int out;          /* its standard output; non-blocking */
    int err;          /* its standard error; non-blocking */
    uint64_t mark;    /* of its family */
    uint64_t base_kb; /* our own peak memory once it was started: see process_end_t */
} process_t;

typedef struct process_end {
    int exit_status; /* -1 when a signal ended it */
    int signal;
    double cpu_ms;
    /* 0: not known, but no more than we use ourselves. The kernel counts the memory of the process
     * that called exec, which was ours, to the new program. */
    uint64_t peak_kb;
} process_end_t;

/* Once per program, before the first start: children of dead processes become ours to kill. */
void process_setup(void);

/* False with a message (the program is not there, no more descriptors ...). */
bool process_start(process_t *process, const process_spec_t *spec, const char **error);

/* A sealed memory file with this text, read from its start: a standard input that cannot block. Or
 * -1 with a message. */
int process_input(const char *text, size_t len, const char **error);

/* A new mark for a pool. */
uint32_t process_pool_mark(void);

/* Kills every process with this pool's mark. Returns how many there were, the dead that were not
 * reaped yet among them. */
unsigned process_kill_pool(uint32_t pool_mark);

/* Kills the whole family now, without waiting; idempotent. process_reap must follow. */
void process_kill(const process_t *process);

/* The same for the family without the process itself, which goes on: for a snapshot's children. The
 * second leaves no orphans of children that ended. */
void process_kill_others(const process_t *process);
void process_reap_others(const process_t *process);

/* Takes what is dead of the family, but for the process itself, and leaves the living: once in a
 * while, so that a family that forks all the time does not fill the system with zombies. */
void process_reap_dead(const process_t *process);

/* Waits for the end (which has come, or process_kill was called), reaps, closes all descriptors and
 * makes sure no descendant is left. */
void process_reap(process_t *process, process_end_t *end);

/* CPU time and peak memory so far, of a process that runs. */
double process_cpu_ms(pid_t pid);
uint64_t process_peak_kb(pid_t pid);
uint64_t process_resident_kb(pid_t pid);

/* The full path of a program on PATH, as a block of mem; NULL when there is none. */
char *process_find(mem_t *mem, const char *program);

#endif
