/* workers.c - the workers of a campaign: started, fed, listened to, replaced. */
#include "base/clock.h"
#include "base/hash.h"
#include "campaign/campaign_priv.h"

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

static void close_words(worker_slot_t *post) {
    if (post->words >= 0)
        close(post->words);
    post->words = -1;
}

/* ---- Starting ------------------------------------------------------------------------------ */

typedef struct start {
    campaign_t *campaign;
    worker_spec_t spec;
} start_t;

/* In the child. */
static int run_worker(void *arg, int socket) {
    start_t *start = arg;
    ledger_forget(&start->campaign->ledger);
    return worker_run(&start->spec, socket);
}

static bool start_worker(campaign_t *campaign, worker_slot_t *post) {
    uint32_t number = (uint32_t)(post - campaign->posts);
    start_t start = {.campaign = campaign};
    const char *error = NULL;
    ledger_known(&campaign->ledger, &campaign->known);
    start.spec = (worker_spec_t){
        .plan = campaign->plan, .slot = &campaign->board[number], .known = &campaign->known};
    campaign->board[number].task = TASK_IDLE;
    strbuf_clear(&post->out);
    strbuf_clear(&post->event);
    wire_in_done(&post->in);
    wire_in_init(&post->in, campaign->mem);
    post->working = false;
    post->reducing = 0;
    post->words = memfd_create("words", MFD_CLOEXEC);
    if (child_start(&post->child, run_worker, &start, post->words, &error))
        return true;
    strbuf_t text;
    strbuf_init(&text, campaign->mem);
    strbuf_format(&text, "cannot start a worker: %s", error);
    campaign->sink->warning(campaign->sink->arg, strbuf_text(&text));
    strbuf_done(&text);
    return false;
}

bool workers_start(campaign_t *campaign) {
    uint32_t count = campaign->options->workers;
    campaign->board = crash_notes_open(count);
    campaign->posts = mem_zalloc(campaign->mem, count, sizeof *campaign->posts);
    for (uint32_t i = 0; i < count; i++) {
        worker_slot_t *post = &campaign->posts[i];
        post->child.socket = -1;
        post->words = -1;
        wire_in_init(&post->in, campaign->mem);
        strbuf_init(&post->out, campaign->mem);
        strbuf_init(&post->event, campaign->mem);
    }
    if (!campaign->board)
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (!start_worker(campaign, &campaign->posts[i]))
            return false;
    return true;
}

/* ---- Feeding ------------------------------------------------------------------------------- */

static void flush(campaign_t *campaign, worker_slot_t *post) {
    (void)campaign;
    if (post->out.len > 0 && !wire_send(post->child.socket, &post->out))
        strbuf_clear(&post->out); /* its end is seen when we read */
}

static void send_batch(campaign_t *campaign, worker_slot_t *post, const batch_t *batch) {
    const arm_t *arm = &campaign->schedule.arms.data[batch->arm];
    const seed_book_t *book = &campaign->ledger.seeds[arm->seed];
    uint32_t solvers = campaign->plan->solver_count;
    double *limits = mem_alloc(campaign->mem, solvers * sizeof *limits);
    for (uint32_t i = 0; i < solvers; i++)
        limits[i] = schedule_limit(&campaign->schedule, arm->seed, i);
    const wire_work_t work = {
        .arm = batch->arm,
        .seed = arm->seed,
        .strategy = campaign->plan->strategies[arm->strategy],
        .count = batch->count,
        .first = batch->first,
        .tried = book->tried,
        .status = (uint32_t)book->status,
        .source = (uint32_t)book->source,
        .limits = {(const char *)limits, solvers * sizeof *limits},
        .model = slice_of(book->model),
        .core = slice_of(book->core),
    };
    wire_put_work(&post->out, &work);
    mem_free(campaign->mem, limits);
    post->batch = *batch;
    post->done = batch->first;
    post->working = true;
    flush(campaign, post);
}

/* At most half of the workers reduce, but for a single one. */
static bool may_reduce(const campaign_t *campaign) {
    uint32_t busy = 0;
    for (uint32_t i = 0; i < campaign->options->workers; i++)
        busy += campaign->posts[i].reducing != 0;
    return busy * 2 < campaign->options->workers;
}

static bool send_reduction(campaign_t *campaign, worker_slot_t *post) {
    wire_reduce_t task;
    if (!may_reduce(campaign))
        return false;
    arena_t texts;
    arena_init(&texts, campaign->mem);
    bool any = ledger_to_reduce(&campaign->ledger, &texts, &task);
    if (any) {
        wire_put_reduce(&post->out, &task);
        post->reducing = task.finding.id;
        flush(campaign, post);
    }
    arena_done(&texts);
    return any;
}

void workers_feed(campaign_t *campaign) {
    if (campaign->ending || campaign->stalled >= 0)
        return;
    for (uint32_t i = 0; i < campaign->options->workers; i++) {
        worker_slot_t *post = &campaign->posts[i];
        batch_t batch;
        if (post->child.pid == 0 && clock_wall() >= post->start_at)
            start_worker(campaign, post);
        if (post->child.pid == 0 || post->working || post->reducing != 0 ||
            send_reduction(campaign, post))
            continue;
        campaign->exhausted = !schedule_draw(&campaign->schedule, &batch);
        if (campaign->exhausted)
            return;
        send_batch(campaign, post, &batch);
    }
}

/* ---- Listening ----------------------------------------------------------------------------- */

static void take_result(campaign_t *campaign, worker_slot_t *post, const wire_result_t *result) {
    ledger_result(&campaign->ledger, result);
    post->done = result->first + result->count;
    post->memory_kb = result->memory_kb;
    post->failures = 0;
    if (!result->last)
        return;
    post->working = false;
    /* Mutants that were left out because they cost too much, or the campaign ends. */
    if (post->done < post->batch.first + post->batch.count)
        schedule_give_back(&campaign->schedule, &post->batch, post->done);
}

/* The whole message, with its head. */
static void keep_raw(strbuf_t *to, const wire_in_t *in, size_t before) {
    strbuf_add(to, in->bytes.data + before, in->used - before);
}

static void take_message(campaign_t *campaign, worker_slot_t *post, wire_kind_t kind,
                         wire_body_t *body, size_t before) {
    wire_result_t result;
    wire_sighting_t sighting;
    wire_learned_t learned;
    wire_reduced_t reduced;
    switch (kind) {
    case WIRE_RESULT:
        if (wire_get_result(body, &result))
            take_result(campaign, post, &result);
        return;
    case WIRE_ANSWER:
        keep_raw(&post->event, &post->in, before);
        return;
    case WIRE_FINDING:
    case WIRE_ALARM:
        keep_raw(&post->event, &post->in, before);
        campaign_event(campaign, post->event.data, post->event.len);
        strbuf_clear(&post->event);
        return;
    case WIRE_REDUCED:
        post->reducing = 0;
        if (wire_get_reduced(body, &reduced))
            campaign_reduced(campaign, &reduced);
        return;
    case WIRE_SIGHTING:
        if (wire_get_sighting(body, &sighting))
            ledger_sighting(&campaign->ledger, &sighting);
        return;
    case WIRE_LEARNED:
        if (wire_get_learned(body, &learned))
            ledger_learned(&campaign->ledger, &learned);
        return;
    default:
        return;
    }
}

static void take_messages(campaign_t *campaign, worker_slot_t *post) {
    wire_body_t body;
    wire_kind_t kind;
    size_t before = post->in.used;
    while ((kind = wire_next(&post->in, &body)) != WIRE_NONE) {
        take_message(campaign, post, kind, &body, before);
        before = post->in.used;
    }
}

/* The last line that a worker wrote on standard error: what it complained about. */
static void add_last_words(worker_slot_t *post, strbuf_t *out) {
    char text[1024];
    off_t size = lseek(post->words, 0, SEEK_END);
    off_t from = size > (off_t)sizeof text ? size - (off_t)sizeof text : 0;
    ssize_t got = pread(post->words, text, sizeof text, from);
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

/* It is dead. One that ended by itself with nothing at hand is only replaced. */
static void lose_worker(campaign_t *campaign, worker_slot_t *post) {
    const crash_note_t *slot = &campaign->board[post - campaign->posts];
    child_end_t end;
    child_end(&post->child, 2, &end);
    post->start_at = 0;
    if (end.signal == 0 && (end.status == WORKER_DONE || end.status == WORKER_LARGE) &&
        !post->working && post->reducing == 0) {
        close_words(post);
        return;
    }
    strbuf_t text;
    strbuf_init(&text, campaign->mem);
    describe_end(&end, (task_t)slot->task, &text);
    add_last_words(post, &text);
    uint32_t doublings =
        post->failures < RESTART_DOUBLINGS ? post->failures : (uint32_t)RESTART_DOUBLINGS;
    post->start_at = clock_wall() + restart_pause * (double)(1U << doublings);
    post->failures++;
    if (post->working) {
        /* Its mutants are made again, without the one that it died of; unless somebody killed it,
         * which is not the mutant's fault the first time. */
        bool innocent = end.signal == SIGKILL && slot->mutant >= post->done &&
                        post->batch.first + post->batch.count > slot->mutant &&
                        post->killed != slot->mutant + 1;
        uint64_t next = slot->mutant >= post->done ? slot->mutant + 1 : post->done;
        post->killed = innocent ? slot->mutant + 1 : 0;
        schedule_return(&campaign->schedule, post->batch.arm, innocent ? slot->mutant : next, true);
    }
    char recipe[CRASH_NOTE_RECIPE + 1];
    uint32_t len = slot->len < CRASH_NOTE_RECIPE ? slot->len : CRASH_NOTE_RECIPE;
    memcpy(recipe, slot->recipe, len);
    recipe[len] = '\0';
    campaign->ledger.all.lost++;
    campaign_alarm(campaign, post->batch.arm, ALARM_WORKER, recipe, strbuf_text(&text));
    strbuf_done(&text);
    close_words(post);
    post->working = false;
    post->reducing = 0;
}

void workers_listen(campaign_t *campaign, double seconds) {
    enum { MOST = 1025 };
    struct pollfd fds[MOST];
    uint32_t count = campaign->options->workers;
    for (uint32_t i = 0; i < count; i++) {
        const worker_slot_t *post = &campaign->posts[i];
        fds[i] = (struct pollfd){.fd = post->child.socket,
                                 .events = post->out.len > 0 ? POLLIN | POLLOUT : POLLIN};
    }
    fds[count] = (struct pollfd){.fd = campaign->signals, .events = POLLIN};
    if (poll(fds, count + 1, (int)(seconds * 1e3) + 1) <= 0)
        return;
    for (uint32_t i = 0; i < count; i++) {
        worker_slot_t *post = &campaign->posts[i];
        if (fds[i].revents & POLLOUT)
            flush(campaign, post);
        if (!(fds[i].revents & (POLLIN | POLLHUP | POLLERR)))
            continue;
        bool alive = wire_receive(post->child.socket, &post->in);
        take_messages(campaign, post);
        if (!alive)
            lose_worker(campaign, post);
    }
}

/* ---- Ending -------------------------------------------------------------------------------- */

static bool anyone(const campaign_t *campaign) {
    for (uint32_t i = 0; i < campaign->options->workers; i++)
        if (campaign->posts[i].child.pid != 0)
            return true;
    return false;
}

void workers_stop(campaign_t *campaign) {
    double until = clock_wall() + grace;
    campaign->ending = true;
    for (uint32_t i = 0; i < campaign->options->workers; i++) {
        worker_slot_t *post = &campaign->posts[i];
        if (post->child.pid == 0)
            continue;
        wire_put_quit(&post->out, &(wire_quit_t){.drop = 1});
        flush(campaign, post);
    }
    while (anyone(campaign) && clock_wall() < until && signals_take(campaign->signals) == 0)
        workers_listen(campaign, 0.05);
}

void workers_end(campaign_t *campaign) {
    for (uint32_t i = 0; campaign->posts && i < campaign->options->workers; i++) {
        worker_slot_t *post = &campaign->posts[i];
        child_end_t end;
        if (post->child.pid != 0 && post->working)
            schedule_return(&campaign->schedule, post->batch.arm, post->done, true);
        child_end(&post->child, 0, &end);
        close_words(post);
        wire_in_done(&post->in);
        strbuf_done(&post->out);
        strbuf_done(&post->event);
    }
    crash_notes_close(campaign->board, campaign->options->workers);
    mem_free(campaign->mem, campaign->posts);
    campaign->posts = NULL;
}
