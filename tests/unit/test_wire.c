/* Messages between the supervisor of a campaign and its workers. */
#include "unit.h"

#include "campaign/wire.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/wait.h>

static bool same_told(const finding_t *a, const finding_t *b) {
    return a->id == b->id && a->run == b->run && a->other == b->other && a->kind == b->kind &&
           a->grade == b->grade && a->repeat == b->repeat && a->settled == b->settled &&
           slice_equal(a->key, b->key) && slice_equal(a->trigger, b->trigger) &&
           slice_equal(a->transcript, b->transcript);
}

#define MESSAGE(ID, name)                                                                          \
    static void check_##name(rng_t *rng, mem_t *mem) {                                             \
        wire_##name##_t sent = {0}, got = {0};                                                     \
        static const char odd[] = "\0\n\xff text";                                                 \
        (void)odd;                                                                                 \
        wire_in_t in;                                                                              \
        wire_body_t body;                                                                          \
        wire_in_init(&in, mem);
#define U32(field) sent.field = (uint32_t)rng_next(rng);
#define U64(field) sent.field = rng_next(rng);
#define F64(field) sent.field = rng_unit(rng);
#define WORD(field, words) sent.field = (words##_t)rng_below(rng, words##_vocabulary.count);
#define FINDING(part)                                                                              \
    sent.part = (finding_t){.id = 7,                                                               \
                            .run = 3,                                                              \
                            .other = RUN_NONE,                                                     \
                            .kind = FINDING_INVALID_MODEL,                                         \
                            .grade = GRADE_CLAIMED,                                                \
                            .repeat = REPEAT_SESSION,                                              \
                            .settled = true,                                                       \
                            .key = {odd, (size_t)rng_below(rng, sizeof odd)},                      \
                            .trigger = {odd, (size_t)rng_below(rng, sizeof odd)},                  \
                            .transcript = {odd, (size_t)rng_below(rng, sizeof odd)}};
#define BYTES(field) sent.field = (slice_t){odd, (size_t)rng_below(rng, sizeof odd)};
#define END(name)                                                                                  \
    wire_put_##name(&in.bytes, &sent);                                                             \
    assert_true(wire_next(&in, &body) != WIRE_NONE);                                               \
    wire_body_t cut = {body.at, body.end - 1};                                                     \
    assert_false(wire_get_##name(&cut, &got));                                                     \
    assert_true(wire_get_##name(&body, &got));                                                     \
    assert_true(same_##name(&sent, &got));                                                         \
    assert_int_equal(wire_next(&in, &body), WIRE_NONE);                                            \
    wire_in_done(&in);                                                                             \
    }

#define same_work(a, b) ((a)->arm == (b)->arm && (a)->first == (b)->first && bytes(model))
#define same_known(a, b) ((a)->rank == (b)->rank && (a)->bytes == (b)->bytes && bytes(key))
#define same_reduce(a, b) same_told(&(a)->finding, &(b)->finding)
#define same_reduced(a, b) ((a)->finding == (b)->finding && bytes(trigger))
#define same_quit(a, b) ((a)->drop == (b)->drop)
#define same_result(a, b)                                                                          \
    ((a)->own_cpu == (b)->own_cpu && (a)->made == (b)->made && bytes(runs) && bytes(behaviours))
#define same_answer(a, b)                                                                          \
    ((a)->outcome == (b)->outcome && (a)->cpu_ms == (b)->cpu_ms && bytes(out) && bytes(err))
#define same_finding(a, b) ((a)->arm == (b)->arm && same_told(&(a)->finding, &(b)->finding))
#define same_sighting(a, b) ((a)->bytes == (b)->bytes && bytes(recipe))
#define same_alarm(a, b) ((a)->kind == (b)->kind && bytes(text) && bytes(trigger))
#define same_learned(a, b) ((a)->source == (b)->source && bytes(core))
#define bytes(field)                                                                               \
    (sent.field.len == got.field.len && memcmp(sent.field.data, got.field.data, got.field.len) == 0)
#include "campaign/wire.def"

static void test_each_message(void **state) {
    rng_t rng = rng_make(unit_seed());
    mem_t mem;
    mem_init(&mem);
    for (int i = 0; i < 50; i++) {
#define MESSAGE(ID, name) check_##name(&rng, &mem);
#define U32(field)
#define U64(field)
#define F64(field)
#define BYTES(field)
#define WORD(field, words)
#define FINDING(field)
#define END(name)
#include "campaign/wire.def"
    }
    assert_int_equal(mem.used, 0);
    mem_done(&mem);
}

/* Many messages of all sizes, through a socket whose ends do not keep pace. */
static void test_stream(void **state) {
    enum { COUNT = 300 };
    rng_t rng = rng_make(unit_seed());
    mem_t mem;
    mem_init(&mem);
    int ends[2];
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    assert_int_equal(fcntl(ends[0], F_SETFL, O_NONBLOCK), 0);
    assert_int_equal(fcntl(ends[1], F_SETFL, O_NONBLOCK), 0);
    strbuf_t out, filler;
    strbuf_init(&out, &mem);
    strbuf_init(&filler, &mem);
    strbuf_fill(&filler, 'x', 1 << 20);
    wire_in_t in;
    wire_in_init(&in, &mem);
    uint32_t put = 0;
    uint32_t got = 0;
    while (got < COUNT) {
        if (put < COUNT && rng_one_in(&rng, 2)) {
            size_t len = (size_t)rng_below(&rng, rng_one_in(&rng, 8) ? filler.len : 100);
            wire_put_sighting(&out, &(wire_sighting_t){.arm = put,
                                                       .bytes = (uint32_t)len,
                                                       .recipe = {filler.data, len}});
            put++;
        }
        assert_true(wire_send(ends[0], &out));
        if (rng_one_in(&rng, 3))
            continue;
        assert_true(wire_receive(ends[1], &in));
        wire_body_t body;
        wire_sighting_t sighting;
        while (wire_next(&in, &body) == WIRE_SIGHTING) {
            assert_true(wire_get_sighting(&body, &sighting));
            assert_int_equal(sighting.arm, got++);
            assert_int_equal(sighting.recipe.len, sighting.bytes);
        }
    }
    close(ends[0]);
    assert_false(wire_receive(ends[1], &in));
    signal(SIGPIPE, SIG_IGN);
    strbuf_add(&out, "x", 1);
    assert_false(wire_send(ends[1], &out));
    close(ends[1]);
    strbuf_done(&out);
    strbuf_done(&filler);
    wire_in_done(&in);
    assert_int_equal(mem.used, 0);
    mem_done(&mem);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_message),
        cmocka_unit_test(test_stream),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
