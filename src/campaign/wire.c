#include "campaign/wire.h"

#include "base/bug.h"
#include "solver/outcome.h"

#include <errno.h>
#include <unistd.h>

_Static_assert((int)OUTCOME_COUNT == (int)(sizeof((run_count_t *)0)->outcomes / sizeof(uint32_t)),
               "run_count_t has a place for each outcome");

enum { CHUNK = 1 << 16 };

/* More than any message has: the outputs of all solvers, capped, and a trigger. */
#define MESSAGE_MAX (UINT32_C(1) << 30)

typedef struct head {
    uint32_t len; /* of the whole message */
    uint32_t kind;
} head_t;

/* ---- Streams ------------------------------------------------------------------------------- */

void wire_in_init(wire_in_t *in, mem_t *mem) {
    strbuf_init(&in->bytes, mem);
    in->used = 0;
}

void wire_in_done(wire_in_t *in) {
    strbuf_done(&in->bytes);
    in->used = 0;
}

bool wire_receive(int socket, wire_in_t *in) {
    strbuf_t *bytes = &in->bytes;
    assert(in->used <= bytes->len);
    if (in->used > 0) {
        bytes->len -= in->used;
        memmove(bytes->data, bytes->data + in->used, bytes->len);
        in->used = 0;
    }
    strbuf_reserve(bytes, CHUNK);
    ssize_t got;
    do
        got = read(socket, bytes->data + bytes->len, CHUNK);
    while (got < 0 && errno == EINTR);
    if (got < 0)
        return errno == EAGAIN;
    bytes->len += (size_t)got;
    return got > 0;
}

wire_kind_t wire_next(wire_in_t *in, wire_body_t *body) {
    head_t head;
    assert(in->used <= in->bytes.len);
    size_t left = in->bytes.len - in->used;
    if (left < sizeof head)
        return WIRE_NONE;
    const char *at = in->bytes.data + in->used;
    memcpy(&head, at, sizeof head);
    if (head.kind == WIRE_NONE || head.kind >= WIRE_COUNT || head.len < sizeof head ||
        head.len > MESSAGE_MAX)
        BUG("a message of kind %u with %u bytes", head.kind, head.len);
    if (left < head.len)
        return WIRE_NONE;
    in->used += head.len;
    *body = (wire_body_t){at + sizeof head, at + head.len};
    return (wire_kind_t)head.kind;
}

bool wire_send(int socket, strbuf_t *out) {
    size_t done = 0;
    bool alive = true;
    while (done < out->len && alive) {
        ssize_t put = write(socket, out->data + done, out->len - done);
        if (put > 0)
            done += (size_t)put;
        else if (put < 0 && errno == EAGAIN)
            break;
        else
            alive = put < 0 && errno == EINTR;
    }
    out->len -= done;
    if (out->len > 0 && done > 0)
        memmove(out->data, out->data + done, out->len);
    return alive;
}

/* ---- Fields -------------------------------------------------------------------------------- */

static void put(strbuf_t *out, const void *data, size_t size) {
    strbuf_add(out, data, size);
}

static void put_bytes(strbuf_t *out, slice_t bytes) {
    uint64_t len = bytes.len;
    put(out, &len, sizeof len);
    strbuf_add(out, bytes.data, bytes.len);
}

static bool get(wire_body_t *body, void *data, size_t size) {
    assert(body->at <= body->end);
    if ((size_t)(body->end - body->at) < size)
        return false;
    memcpy(data, body->at, size);
    body->at += size;
    return true;
}

static bool get_bytes(wire_body_t *body, slice_t *bytes) {
    uint64_t len;
    if (!get(body, &len, sizeof len) || (uint64_t)(body->end - body->at) < len)
        return false;
    *bytes = (slice_t){body->at, (size_t)len};
    body->at += len;
    return true;
}

static void put_word(strbuf_t *out, const vocabulary_t *vocabulary, uint32_t word) {
    assert(word < vocabulary->count);
    put(out, &word, sizeof word);
}

static bool get_word(wire_body_t *body, const vocabulary_t *vocabulary, uint32_t *word) {
    return get(body, word, sizeof *word) && *word < vocabulary->count;
}

/* ---- Findings ------------------------------------------------------------------------------ */

/* What is on its way only; the rest is finding.def. */
#define WAY_FIELDS(NUMBER, BYTES)                                                                  \
    NUMBER(id)                                                                                     \
    NUMBER(run)                                                                                    \
    NUMBER(other)                                                                                  \
    NUMBER(disputed)                                                                               \
    NUMBER(settled)                                                                                \
    BYTES(key)

static void put_finding(strbuf_t *out, const finding_t *finding) {
#define NUMBER(field) put(out, &finding->field, sizeof finding->field);
#define INT(field) NUMBER(field)
#define REAL(field) NUMBER(field)
#define TEXT(field) put_bytes(out, finding->field);
#define WORD(field, words) put_word(out, &words##_vocabulary, (uint32_t)finding->field);
#include "words/finding.def"
    WAY_FIELDS(NUMBER, TEXT)
#undef NUMBER
#undef INT
#undef REAL
#undef TEXT
#undef WORD
}

static bool get_finding(wire_body_t *body, finding_t *finding) {
    uint32_t word;
    *finding = (finding_t){0};
#define NUMBER(field)                                                                              \
    if (!get(body, &finding->field, sizeof finding->field))                                        \
        return false;
#define INT(field) NUMBER(field)
#define REAL(field) NUMBER(field)
#define TEXT(field)                                                                                \
    if (!get_bytes(body, &finding->field))                                                         \
        return false;
#define WORD(field, words)                                                                         \
    if (!get_word(body, &words##_vocabulary, &word))                                               \
        return false;                                                                              \
    finding->field = (words##_t)word;
#include "words/finding.def"
    WAY_FIELDS(NUMBER, TEXT)
#undef NUMBER
#undef INT
#undef REAL
#undef TEXT
#undef WORD
    return true;
}

/* ---- Messages ------------------------------------------------------------------------------ */

static size_t begin(strbuf_t *out, wire_kind_t kind) {
    size_t start = out->len;
    head_t head = {.kind = kind};
    put(out, &head, sizeof head);
    return start;
}

static void finish(const strbuf_t *out, size_t start) {
    size_t len = out->len - start;
    assert(len >= sizeof(head_t) && len <= MESSAGE_MAX);
    uint32_t number = (uint32_t)len;
    memcpy(out->data + start, &number, sizeof number);
}

#define MESSAGE(ID, name)                                                                          \
    void wire_put_##name(strbuf_t *out, const wire_##name##_t *message) {                          \
        size_t start = begin(out, WIRE_##ID);                                                      \
        (void)message;
#define U32(field) put(out, &message->field, sizeof message->field);
#define U64(field) put(out, &message->field, sizeof message->field);
#define F64(field) put(out, &message->field, sizeof message->field);
#define BYTES(field) put_bytes(out, message->field);
#define WORD(field, words) put_word(out, &words##_vocabulary, (uint32_t)message->field);
#define FINDING(field) put_finding(out, &message->field);
#define END(name)                                                                                  \
    finish(out, start);                                                                            \
    }
#include "campaign/wire.def"

#define MESSAGE(ID, name)                                                                          \
    bool wire_get_##name(wire_body_t *body, wire_##name##_t *message) {                            \
        bool ok = true;                                                                            \
        uint32_t word = 0;                                                                         \
        (void)message, (void)word;
#define U32(field) ok = ok && get(body, &message->field, sizeof message->field);
#define U64(field) ok = ok && get(body, &message->field, sizeof message->field);
#define F64(field) ok = ok && get(body, &message->field, sizeof message->field);
#define BYTES(field) ok = ok && get_bytes(body, &message->field);
#define WORD(field, words)                                                                         \
    ok = ok && get_word(body, &words##_vocabulary, &word);                                         \
    message->field = ok ? (words##_t)word : (words##_t)0;
#define FINDING(field) ok = ok && get_finding(body, &message->field);
#define END(name)                                                                                  \
    return ok && body->at == body->end;                                                            \
    }
#include "campaign/wire.def"
