#include "campaign/workers.h"

#include "base/bug.h"
#include "base/clock.h"
#include "campaign/crash_note.h"
#include "solver/run/child.h"

#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* A worker that ends before it did anything is started again after this many seconds, doubled each
 * time. */
static const double restart_pause = 0.5;
enum { RESTART_DOUBLINGS = 6 };

/* Seconds that workers have for what they are at when the campaign ends. */
static const double grace = 3;

/* A worker, as the supervisor sees it. */
typedef struct worker_slot {
    child_t child;
    int stderr_fd; /* a memory file that is its standard error; -1: none */
    wire_in_t in;
    strbuf_t out;
    strbuf_t event; /* answers, until their finding comes */
    bool working;
    int64_t reducing; /* the finding it reduces, instead of making mutants; 0: none */
    batch_t batch;    /* what it works on, or worked on last */
    uint64_t done;    /* mutants of the batch before this one are done */
    uint64_t memory_kb;
    uint64_t killed;   /* the mutant that another process killed it at, plus 1; 0: none */
    uint32_t failures; /* starts in a row that came to nothing */
    double start_at;   /* when to start it again */
} worker_slot_t;

struct workers {
    workers_setup_t setup;
    crash_note_t *notes;
    worker_slot_t *slots;
    child_t *children; /* scratch */
    known_vec_t known;
    bool ending;
};

static void close_stderr(worker_slot_t *slot) {
    if (slot->stderr_fd >= 0)
        close(slot->stderr_fd);
    slot->stderr_fd = -1;
}

/* ---- Starting ------------------------------------------------------------------------------ */

typedef struct start {
    workers_t *workers;
    worker_spec_t spec;
} start_t;

/* In the child. */
static int run_worker(void *arg, int socket) {
    start_t *start = arg;
    ledger_forget(start->workers->setup.ledger);
    return worker_run(&start->spec, socket);
}

static bool start_worker(workers_t *workers, worker_slot_t *slot) {
    uint32_t number = (uint32_t)(slot - workers->slots);
    start_t start = {.workers = workers};
    assert(number < workers->setup.count && slot->child.pid == 0 && slot->stderr_fd < 0);
    assert(!slot->working && slot->reducing == 0); /* what it had was taken back */
    const char *error = NULL;
    ledger_known(workers->setup.ledger, &workers->known);
    start.spec = (worker_spec_t){
        .plan = workers->setup.plan, .slot = &workers->notes[number], .known = &workers->known};
    workers->notes[number].task = TASK_IDLE;
    strbuf_clear(&slot->out);
    strbuf_clear(&slot->event);
    wire_in_done(&slot->in);
    wire_in_init(&slot->in, workers->setup.mem);
    slot->stderr_fd = memfd_create("stderr", MFD_CLOEXEC);
    if (child_start(&slot->child, run_worker, &start, slot->stderr_fd, &error))
        return true;
    close_stderr(slot);
    slot->start_at = clock_wall() + restart_pause;
    strbuf_t text;
    strbuf_init(&text, workers->setup.mem);
    strbuf_format(&text, "cannot start a worker: %s", error);
    workers->setup.warning(workers->setup.arg, strbuf_text(&text));
    strbuf_done(&text);
    return false;
}

workers_t *workers_open(const workers_setup_t *setup) {
    mem_t *mem = setup->mem;
    assert(setup->count > 0 && setup->count <= WORKERS_MAX);
    workers_t *workers = mem_zalloc(mem, 1, sizeof *workers);
    workers->setup = *setup;
    workers->notes = crash_notes_open(setup->count);
    workers->slots = mem_zalloc(mem, setup->count, sizeof *workers->slots);
    workers->children = mem_zalloc(mem, setup->count, sizeof *workers->children);
    for (uint32_t i = 0; i < setup->count; i++) {
        worker_slot_t *slot = &workers->slots[i];
        slot->child.socket = -1;
        slot->stderr_fd = -1;
        wire_in_init(&slot->in, mem);
        strbuf_init(&slot->out, mem);
        strbuf_init(&slot->event, mem);
    }
    return workers;
}

bool workers_start(workers_t *workers) {
    if (!workers->notes)
        return false;
    for (uint32_t i = 0; i < workers->setup.count; i++)
        if (!start_worker(workers, &workers->slots[i]))
            return false;
    return true;
}

/* ---- Feeding ------------------------------------------------------------------------------- */

static void flush(worker_slot_t *slot) {
    if (slot->out.len > 0 && !wire_send(slot->child.socket, &slot->out))
        strbuf_clear(&slot->out); /* its end is seen when we read */
}

static void send_batch(workers_t *workers, worker_slot_t *slot, const batch_t *batch) {
    assert(slot->child.pid != 0 && !slot->working && slot->reducing == 0 && batch->count > 0);
    const arm_t *arm = &workers->setup.schedule->arms.data[batch->arm];
    const seed_book_t *book = &workers->setup.ledger->seeds[arm->seed];
    uint32_t solvers = workers->setup.plan->solver_count;
    double *limits = mem_alloc(workers->setup.mem, solvers * sizeof *limits);
    for (uint32_t i = 0; i < solvers; i++)
        limits[i] = schedule_limit(workers->setup.schedule, arm->seed, i);
    const wire_work_t work = {
        .arm = batch->arm,
        .seed = arm->seed,
        .strategy = workers->setup.plan->strategies[arm->strategy],
        .count = batch->count,
        .first = batch->first,
        .tried = book->tried,
        .status = (uint32_t)book->status,
        .source = (uint32_t)book->source,
        .limits = {(const char *)limits, solvers * sizeof *limits},
        .model = slice_of(book->model),
        .core = slice_of(book->core),
    };
    wire_put_work(&slot->out, &work);
    mem_free(workers->setup.mem, limits);
    slot->batch = *batch;
    slot->done = batch->first;
    slot->working = true;
    flush(slot);
}

/* At most half of the workers reduce, but for a single one. */
static bool may_reduce(const workers_t *workers) {
    uint32_t busy = 0;
    for (uint32_t i = 0; i < workers->setup.count; i++)
        busy += workers->slots[i].reducing != 0;
    return busy * 2 < workers->setup.count;
}

static bool send_reduction(workers_t *workers, worker_slot_t *slot) {
    wire_reduce_t task;
    if (!may_reduce(workers))
        return false;
    arena_t texts;
    arena_init(&texts, workers->setup.mem);
    bool any = ledger_to_reduce(workers->setup.ledger, &texts, &task);
    if (any) {
        assert(slot->child.pid != 0 && !slot->working && task.finding.id > 0);
        wire_put_reduce(&slot->out, &task);
        slot->reducing = task.finding.id;
        flush(slot);
    }
    arena_done(&texts);
    return any;
}

bool workers_feed(workers_t *workers) {
    assert(!workers->ending);
    for (uint32_t i = 0; i < workers->setup.count; i++) {
        worker_slot_t *slot = &workers->slots[i];
        batch_t batch;
        if (slot->child.pid == 0 && clock_wall() >= slot->start_at)
            start_worker(workers, slot);
        if (slot->child.pid == 0 || slot->working || slot->reducing != 0 ||
            send_reduction(workers, slot))
            continue;
        if (!schedule_draw(workers->setup.schedule, &batch))
            return false;
        send_batch(workers, slot, &batch);
    }
    return true;
}

void workers_know(workers_t *workers, const known_t *known) {
    assert(known->key[0] != '\0');
    for (uint32_t i = 0; i < workers->setup.count; i++)
        if (workers->slots[i].child.pid != 0)
            wire_put_known(&workers->slots[i].out, &(wire_known_t){.key = slice_of(known->key),
                                                                   .rank = known->rank,
                                                                   .bytes = known->bytes});
}

/* ---- Listening ----------------------------------------------------------------------------- */

static void take_result(workers_t *workers, worker_slot_t *slot, const wire_result_t *result) {
    assert(slot->working && result->arm == slot->batch.arm && result->first == slot->done);
    assert(result->first + result->count <= slot->batch.first + slot->batch.count);
    ledger_result(workers->setup.ledger, result);
    slot->done = result->first + result->count;
    slot->memory_kb = result->memory_kb;
    slot->failures = 0;
    if (!result->last)
        return;
    slot->working = false;
    /* Mutants were left out because they cost too much, or because the campaign ends. */
    if (slot->done < slot->batch.first + slot->batch.count)
        schedule_give_back(workers->setup.schedule, &slot->batch, slot->done);
}

/* The whole message, with its head. */
static void keep_raw(strbuf_t *to, const wire_in_t *in, size_t before) {
    assert(before < in->used);
    strbuf_add(to, in->bytes.data + before, in->used - before);
}

static void take_message(workers_t *workers, worker_slot_t *slot, wire_kind_t kind,
                         wire_body_t *body, size_t before) {
    wire_result_t result;
    wire_sighting_t sighting;
    wire_learned_t learned;
    wire_reduced_t reduced;
    switch (kind) {
    case WIRE_RESULT:
        if (wire_get_result(body, &result))
            take_result(workers, slot, &result);
        return;
    case WIRE_ANSWER:
        keep_raw(&slot->event, &slot->in, before);
        return;
    case WIRE_FINDING:
    case WIRE_ALARM:
        keep_raw(&slot->event, &slot->in, before);
        workers->setup.event(workers->setup.arg, slot->event.data, slot->event.len);
        strbuf_clear(&slot->event);
        return;
    case WIRE_REDUCED:
        if (wire_get_reduced(body, &reduced)) {
            assert(slot->reducing == (int64_t)reduced.finding);
            workers->setup.reduced(workers->setup.arg, &reduced);
        }
        slot->reducing = 0;
        return;
    case WIRE_SIGHTING:
        if (wire_get_sighting(body, &sighting))
            ledger_sighting(workers->setup.ledger, &sighting);
        return;
    case WIRE_LEARNED:
        if (wire_get_learned(body, &learned))
            ledger_learned(workers->setup.ledger, &learned);
        return;
    default:
        return;
    }
}

static void take_messages(workers_t *workers, worker_slot_t *slot) {
    wire_body_t body;
    wire_kind_t kind;
    size_t before = slot->in.used;
    while ((kind = wire_next(&slot->in, &body)) != WIRE_NONE) {
        take_message(workers, slot, kind, &body, before);
        before = slot->in.used;
    }
}

/* The last line that a worker wrote on standard error: what it complained about. */
static void add_last_words(worker_slot_t *slot, strbuf_t *out) {
    char text[1024];
    off_t size = lseek(slot->stderr_fd, 0, SEEK_END);
    off_t from = size > (off_t)sizeof text ? size - (off_t)sizeof text : 0;
    ssize_t got = pread(slot->stderr_fd, text, sizeof text, from);
    while (got > 0 && text[got - 1] == '\n')
        got--;
    ssize_t line = got;
    while (line > 0 && text[line - 1] != '\n')
        line--;
    if (got > line) {
        strbuf_str(out, ": ");
        strbuf_add(out, text + line, (size_t)(got - line));
    }
}

static void describe_end(const child_end_t *end, task_t task, strbuf_t *out) {
    if (end->signal != 0)
        strbuf_format(out, "a worker was killed by signal %d (%s)", end->signal,
                      strsignal(end->signal));
    else
        strbuf_format(out, "a worker ended with status %d", end->status);
    strbuf_format(out, " while %s", task_text(task));
}

/* The worker is dead. One that ended by itself with nothing to do is only replaced. */
static void lose_worker(workers_t *workers, worker_slot_t *slot) {
    const crash_note_t *note = &workers->notes[slot - workers->slots];
    child_end_t end;
    child_end(&slot->child, 2, &end);
    slot->start_at = 0;
    if (end.signal == 0 && (end.status == WORKER_DONE || end.status == WORKER_LARGE) &&
        !slot->working && slot->reducing == 0) {
        close_stderr(slot);
        return;
    }
    strbuf_t text;
    strbuf_init(&text, workers->setup.mem);
    describe_end(&end, (task_t)note->task, &text);
    add_last_words(slot, &text);
    uint32_t doublings =
        slot->failures < RESTART_DOUBLINGS ? slot->failures : (uint32_t)RESTART_DOUBLINGS;
    slot->start_at = clock_wall() + restart_pause * (double)(1U << doublings);
    slot->failures++;
    if (slot->working) {
        /* Its mutants are made again, without the one that it died of; unless another process
         * killed it, which is not the mutant's fault the first time. */
        bool innocent = end.signal == SIGKILL && note->mutant >= slot->done &&
                        slot->batch.first + slot->batch.count > note->mutant &&
                        slot->killed != note->mutant + 1;
        uint64_t next = note->mutant >= slot->done ? note->mutant + 1 : slot->done;
        slot->killed = innocent ? note->mutant + 1 : 0;
        schedule_return(workers->setup.schedule, slot->batch.arm, innocent ? note->mutant : next,
                        true);
    }
    char recipe[CRASH_NOTE_RECIPE + 1];
    uint32_t len = note->len < CRASH_NOTE_RECIPE ? note->len : CRASH_NOTE_RECIPE;
    memcpy(recipe, note->recipe, len);
    recipe[len] = '\0';
    workers->setup.ledger->all.lost++;
    workers->setup.died(workers->setup.arg, slot->batch.arm, recipe, strbuf_text(&text));
    strbuf_done(&text);
    close_stderr(slot);
    slot->working = false;
    slot->reducing = 0;
}

void workers_listen(workers_t *workers, double seconds) {
    struct pollfd fds[WORKERS_MAX + 1]; /* and the signals */
    uint32_t count = workers->setup.count;
    for (uint32_t i = 0; i < count; i++) {
        const worker_slot_t *slot = &workers->slots[i];
        fds[i] = (struct pollfd){.fd = slot->child.socket,
                                 .events = slot->out.len > 0 ? POLLIN | POLLOUT : POLLIN};
    }
    fds[count] = (struct pollfd){.fd = workers->setup.signals, .events = POLLIN};
    if (poll(fds, count + 1, (int)(seconds * 1e3) + 1) <= 0)
        return;
    for (uint32_t i = 0; i < count; i++) {
        worker_slot_t *slot = &workers->slots[i];
        if (fds[i].revents & POLLOUT)
            flush(slot);
        if (!(fds[i].revents & (POLLIN | POLLHUP | POLLERR)))
            continue;
        bool alive = wire_receive(slot->child.socket, &slot->in);
        take_messages(workers, slot);
        if (!alive)
            lose_worker(workers, slot);
    }
}

/* ---- Ending -------------------------------------------------------------------------------- */

static bool any_alive(const workers_t *workers) {
    for (uint32_t i = 0; i < workers->setup.count; i++)
        if (workers->slots[i].child.pid != 0)
            return true;
    return false;
}

void workers_stop(workers_t *workers) {
    assert(!workers->ending);
    double until = clock_wall() + grace;
    workers->ending = true;
    for (uint32_t i = 0; i < workers->setup.count; i++) {
        worker_slot_t *slot = &workers->slots[i];
        if (slot->child.pid == 0)
            continue;
        wire_put_quit(&slot->out, &(wire_quit_t){.drop = 1});
        flush(slot);
    }
    while (any_alive(workers) && clock_wall() < until && signals_take(workers->setup.signals) == 0)
        workers_listen(workers, 0.05);
}

void workers_close(workers_t *workers) {
    if (!workers)
        return;
    mem_t *mem = workers->setup.mem;
    for (uint32_t i = 0; i < workers->setup.count; i++) {
        worker_slot_t *slot = &workers->slots[i];
        child_end_t end;
        if (slot->child.pid != 0 && slot->working)
            schedule_return(workers->setup.schedule, slot->batch.arm, slot->done, true);
        child_end(&slot->child, 0, &end);
        close_stderr(slot);
        wire_in_done(&slot->in);
        strbuf_done(&slot->out);
        strbuf_done(&slot->event);
    }
    crash_notes_close(workers->notes, workers->setup.count);
    vec_free(mem, &workers->known);
    mem_free(mem, workers->children);
    mem_free(mem, workers->slots);
    mem_free(mem, workers);
}

/* ---- The view ------------------------------------------------------------------------------ */

bool workers_idle(const workers_t *workers) {
    for (uint32_t i = 0; i < workers->setup.count; i++)
        if (workers->slots[i].working || workers->slots[i].reducing != 0)
            return false;
    return true;
}

uint64_t workers_memory_kb(const workers_t *workers) {
    uint64_t sum = 0;
    for (uint32_t i = 0; i < workers->setup.count; i++)
        sum += workers->slots[i].memory_kb;
    return sum;
}

void workers_mark_safe(const workers_t *workers) {
    for (uint32_t i = 0; i < workers->setup.count; i++) {
        const worker_slot_t *slot = &workers->slots[i];
        if (!slot->working)
            continue;
        assert(slot->child.pid != 0 && slot->done >= slot->batch.first);
        arm_t *arm = &workers->setup.schedule->arms.data[slot->batch.arm];
        arm->dirty = true;
        if (slot->done < arm->safe)
            arm->safe = slot->done;
    }
}

void workers_reap(workers_t *workers) {
    for (uint32_t i = 0; i < workers->setup.count; i++)
        workers->children[i] = workers->slots[i].child;
    child_reap_orphans(workers->children, workers->setup.count);
}
