/* snapshot.h - the preloaded library and the protocol between it and the pool.
 *
 * preload/snapshot_preload.c is a shared library of its own, embedded in the binary and handed to
 * the solver as LD_PRELOAD through a memory file. Its constructor installs a seccomp filter that
 * turns read(0, ...) into SIGSYS, and a handler for it. Standard input is a memory file with the
 * prologue; when the solver has read all of it, the process is the template: it reports "ready" and
 * waits for orders on a socket. For each order it forks a child, which takes the descriptors that
 * came with the order as its 0, 1 and 2, sets its limits, and goes on reading as if nothing had
 * happened (the handler reads by readv, which is not filtered). The template waits for the child,
 * kills what the child left running, and reports how it ended.
 *
 * What the solver writes on 1 and 2 before it is the template is kept, and each child begins by
 * writing it again: a child's output is the output of a whole run.
 *
 * All messages have fixed size and travel over a SOCK_SEQPACKET pair. */
#ifndef SOLVER_SNAPSHOT_H
#define SOLVER_SNAPSHOT_H

#include <stdint.h>

/* In the environment: "SOCKET LIBRARY", the numbers of two descriptors the solver inherits. The
 * constructor removes it, and the other variables that template.c adds. */
#define SNAPSHOT_ENV "ASSAY_SNAPSHOT"

/* To the template, with three descriptors (in, out, err) attached. */
typedef struct snapshot_order {
    uint64_t cpu_limit;    /* seconds, ended by SIGKILL as in process.c; 0: none */
    uint64_t memory_limit; /* bytes of address space; 0: none */
} snapshot_order_t;

typedef enum {
    SNAPSHOT_READY,   /* the template waits for orders */
    SNAPSHOT_REFUSED, /* it cannot: value says why (snapshot_why_t) */
    SNAPSHOT_STARTED, /* value: the child's pid, which is its process group too */
    SNAPSHOT_ENDED    /* value: the child's wait status; cpu and memory below */
} snapshot_word_t;

typedef enum { SNAPSHOT_THREADS, SNAPSHOT_FORK_FAILED, SNAPSHOT_NO_SECCOMP } snapshot_why_t;

/* From the template. */
typedef struct snapshot_report {
    uint32_t word; /* snapshot_word_t */
    int32_t value;
    uint64_t cpu_us;
    uint64_t peak_kb;
} snapshot_report_t;

#endif
