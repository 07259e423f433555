/* wire.h - messages between the supervisor of a campaign and its workers.
 *
 * A message is its length, its kind, and its fields in the order of wire.def; texts have their
 * length in front. Both ends are the same program on the same machine.
 *
 *     wire_put_work(&out, &(wire_work_t){.arm = 7, ...});      // appends to a buffer
 *     wire_send(socket, &out);                                 // writes what it takes
 *
 *     wire_receive(socket, &in);                               // reads what is there
 *     while ((kind = wire_next(&in, &body)) != WIRE_NONE)
 *         if (kind == WIRE_WORK && wire_get_work(&body, &work)) ...
 *
 * The texts of a message that was read lie in the buffer, and are good until the next
 * wire_receive(). */
#ifndef CAMPAIGN_WIRE_H
#define CAMPAIGN_WIRE_H

#include "base/strbuf.h"
#include "words/finding.h"

typedef enum {
    WIRE_NONE,
#define MESSAGE(ID, name) WIRE_##ID,
#define U32(field)
#define U64(field)
#define F64(field)
#define BYTES(field)
#define WORD(field, words)
#define FINDING(field)
#define END(name)
#include "campaign/wire.def"
    WIRE_COUNT
} wire_kind_t;

/* The fields of one message, while they are read. */
typedef struct wire_body {
    const char *at;
    const char *end;
} wire_body_t;

/* A stream that is read: bytes that came, and how many of them are used up. */
typedef struct wire_in {
    strbuf_t bytes;
    size_t used;
} wire_in_t;

void wire_in_init(wire_in_t *in, mem_t *mem);
void wire_in_done(wire_in_t *in);

/* The next whole message, or WIRE_NONE: more is to come. A message that is too long or of no known
 * kind is a bug of ours. */
wire_kind_t wire_next(wire_in_t *in, wire_body_t *body);

/* Reads once. False at the end of the stream, or when it fails; true with nothing new when a
 * non-blocking socket has nothing. */
bool wire_receive(int socket, wire_in_t *in);

/* Writes from the front of out and drops what was written: all of it on a blocking socket, what
 * goes on another. False when the other end is gone. */
bool wire_send(int socket, strbuf_t *out);

#define MESSAGE(ID, name) typedef struct wire_##name {
#define U32(field) uint32_t field;
#define U64(field) uint64_t field;
#define F64(field) double field;
#define BYTES(field) slice_t field;
#define WORD(field, words) words##_t field;
#define FINDING(field) finding_t field;
#define END(name)                                                                                  \
    }                                                                                              \
    wire_##name##_t;                                                                               \
    void wire_put_##name(strbuf_t *out, const wire_##name##_t *message);                           \
    bool wire_get_##name(wire_body_t *body, wire_##name##_t *message);
#include "campaign/wire.def"

/* ---- What the arrays hold ---- */

/* What became of the runs of one solver. */
typedef struct run_count {
    uint32_t outcomes[8]; /* by outcome_t */
    uint32_t queries;
    uint32_t skipped;
    uint32_t stretched; /* runs that were tried again with more time */
    uint32_t paid;      /* those of them that then had a verdict */
    double cpu;         /* seconds */
    double slowest;     /* CPU seconds of the slowest verdict */
} run_count_t;

#endif
