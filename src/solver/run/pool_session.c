/* pool_session.c - many queries to one process.
 *
 * What the process is given, for the k-th query:
 *
 *     (reset)
 *     (echo "assay-NONCE-k-begin")       these two not before the first query
 *     ... the query ...
 *     (echo "assay-NONCE-k-end")
 *
 * A marker is a line of its own in the output, with or without the quotes; the nonce is random, so
 * that no query can print one. What comes before the begin marker was caused by the query before,
 * or by (reset): then the process is not what it should be, and the query is asked again of a new
 * one. Output of an idle session ends it, too.
 *
 * A query that is rejected, but not the first, is asked again of a new process: (reset) does not
 * forget everything everywhere. In cvc4 names given by (! ... :named n) stay.
 *
 * A session goes on only after a plain verdict. After anything else (an error, a limit) the state
 * of the solver is not known. When the process ends in the middle of a query, by (exit) or by a
 * crash, that is the end of the answer. */
#include "base/clock.h"
#include "base/lexer.h"
#include "solver/run/pool_priv.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <unistd.h>

/* ---- What can be framed -------------------------------------------------------------------- */

/* A marker after an open parenthesis or string would be part of the query; one sent to a file is
 * never seen. */
bool session_takes(const query_t *query) {
    static const char channel[] = ":regular-output-channel";
    if (query->len > UINT32_MAX)
        return false;
    lexer_t lexer;
    lexer_init(&lexer, query->text, query->len);
    uint64_t depth = 0;
    for (;;) {
        token_t token = lexer_next(&lexer);
        if (token.kind == TOKEN_END)
            return depth == 0;
        if (token.kind == TOKEN_ERROR || (token.kind == TOKEN_CLOSE && depth == 0))
            return false;
        if (token.kind == TOKEN_KEYWORD && token.len == strlen(channel) &&
            memcmp(token.text, channel, token.len) == 0)
            return false;
        depth += token.kind == TOKEN_OPEN;
        depth -= token.kind == TOKEN_CLOSE;
    }
}

/* ---- Life ---------------------------------------------------------------------------------- */

static runner_t *find_runner(pool_t *pool, slot_t *slot) {
    for (uint32_t i = 0; i < slot->kept.len; i++)
        if (slot->kept.data[i]->mode == MODE_SESSION && slot->kept.data[i]->solver == slot->solver)
            return slot->kept.data[i];
    vec_reserve(pool->mem, &slot->kept, (uint64_t)slot->kept.len + 1);
    runner_t *runner = pool_runner(pool, slot, MODE_SESSION, slot->solver);
    *vec_push(pool->mem, &slot->kept) = runner;
    return runner;
}

static void reap(runner_t *runner, process_end_t *end) {
    process_reap(&runner->process, end);
    runner->generation++;
    runner->dying = false;
}

static void end_now(runner_t *runner) {
    process_kill(&runner->process);
    reap(runner, &(process_end_t){0});
}

/* The end of an idle session; its exit is an event. */
static void end_soon(runner_t *runner) {
    process_kill(&runner->process);
    runner->dying = true;
}

static bool start(pool_t *pool, runner_t *runner, const char **error) {
    session_t *session = &runner->session;
    strbuf_clear(&session->transcript);
    session->fed = 0;
    session->pipe_full = false;
    session->queries = 0;
    session->memory = 0;
    session->line_len = 0;
    if (getrandom(&session->nonce, sizeof session->nonce, GRND_NONBLOCK) < 0)
        session->nonce = (uint64_t)(clock_wall() * 1e9);
    const process_spec_t spec = {.argv = runner->solver->argv.data,
                                 .env = runner->solver->env.data,
                                 .stdin_fd = -1,
                                 .pool_mark = pool->mark,
                                 .stdin_pipe = true};
    runner->generation++;
    if (!process_start(&runner->process, &spec, error))
        return false;
    const process_t *process = &runner->process;
    if (runner_watch(pool, runner, CHANNEL_EXIT, process->pidfd, EPOLLIN) &&
        runner_watch(pool, runner, CHANNEL_OUT, process->out, EPOLLIN) &&
        runner_watch(pool, runner, CHANNEL_ERR, process->err, EPOLLIN))
        return true;
    *error = strerror(errno);
    end_now(runner);
    return false;
}

/* ---- Asking -------------------------------------------------------------------------------- */

/* As write(), but a pipe without reader is only an error: SIGPIPE is held back in this thread, and
 * taken out when it came. What the program does with that signal otherwise does not change. */
static ssize_t write_quietly(int fd, const char *data, size_t len) {
    sigset_t pipe_only;
    sigset_t before;
    sigemptyset(&pipe_only);
    sigaddset(&pipe_only, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe_only, &before);
    ssize_t put = write(fd, data, len);
    int code = errno;
    if (put < 0 && code == EPIPE && !sigismember(&before, SIGPIPE))
        sigtimedwait(&pipe_only, NULL, &(struct timespec){0});
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = code;
    return put;
}

/* Writes as much as the pipe takes. A solver that closed its input does not get the rest; it may
 * still answer what it has read. */
static void feed(pool_t *pool, runner_t *runner) {
    session_t *session = &runner->session;
    const strbuf_t *text = &session->transcript;
    int *fd = &runner->process.in;
    while (*fd >= 0 && session->fed < text->len) {
        ssize_t put = write_quietly(*fd, text->data + session->fed, text->len - session->fed);
        if (put > 0) {
            session->fed += (size_t)put;
        } else if (put < 0 && errno == EAGAIN) {
            if (!session->pipe_full)
                session->pipe_full = runner_watch(pool, runner, CHANNEL_IN, *fd, EPOLLOUT);
            return;
        } else if (put >= 0 || errno != EINTR) {
            close(*fd);
            *fd = -1;
            session->pipe_full = false;
        }
    }
    if (session->pipe_full)
        epoll_ctl(pool->epoll, EPOLL_CTL_DEL, *fd, NULL);
    session->pipe_full = false;
}

/* The limit of memory is the session's, until the next query has another. Only the soft limit
 * moves: a hard one could not be raised again. */
static void limit_memory(runner_t *runner, const slot_t *slot) {
    uint64_t wish = slot->solver->profile->limit_rss ? 0 : slot->query.limits.memory;
    if (wish == runner->session.memory)
        return;
    struct rlimit limit;
    if (prlimit(runner->process.pid, RLIMIT_AS, NULL, &limit) != 0)
        return;
    limit.rlim_cur = wish != 0 && wish < limit.rlim_max ? wish : limit.rlim_max;
    if (prlimit(runner->process.pid, RLIMIT_AS, &limit, NULL) == 0)
        runner->session.memory = wish;
}

/* Makes the kernel forget the peak of earlier queries; where it does not, the peak is the
 * session's. */
static void forget_peak(pid_t pid) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/clear_refs", (int)pid);
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    if (fd < 0)
        return;
    ssize_t put = write(fd, "5", 1);
    (void)put;
    close(fd);
}

static void set_marker(session_t *session, const char *word) {
    snprintf(session->marker, sizeof session->marker, "assay-%016" PRIx64 "-%" PRIu32 "-%s",
             session->nonce, session->queries, word);
}

static void ask(pool_t *pool, slot_t *slot, runner_t *runner) {
    session_t *session = &runner->session;
    strbuf_t *text = &session->transcript;
    bool first = session->queries++ == 0;
    session->tag = slot->query.tag;
    set_marker(session, "begin");
    if (!first)
        strbuf_format(text, "(reset)\n(echo \"%s\")\n", session->marker);
    strbuf_add(text, slot->query.text, slot->query.len);
    set_marker(session, "end");
    strbuf_format(text, "\n(echo \"%s\")\n", session->marker);
    if (!first)
        set_marker(session, "begin");
    session->phase = first ? SESSION_ANSWER : SESSION_GAP;
    session->line_len = 0;
    session->line_at = 0;
    session->line_total = 0;

    limit_memory(runner, slot);
    if (!first)
        forget_peak(runner->process.pid);
    slot->runner = runner;
    slot_begin(pool, slot, first ? 0 : process_cpu_ms(runner->process.pid));
    feed(pool, runner);
}

static void begin_new(pool_t *pool, slot_t *slot, runner_t *runner) {
    const char *error;
    slot_forget(slot);
    if (start(pool, runner, &error))
        ask(pool, slot, runner);
    else
        slot_fail(pool, slot, runner->solver->argv.data[0], error);
}

void session_begin(pool_t *pool, slot_t *slot) {
    runner_t *runner = find_runner(pool, slot);
    if (runner->process.pid != 0 && !runner->dying) {
        ask(pool, slot, runner);
        return;
    }
    if (runner->dying)
        reap(runner, &(process_end_t){0});
    begin_new(pool, slot, runner);
}

/* ---- Listening ----------------------------------------------------------------------------- */

static bool is_marker(const session_t *session) {
    size_t len = strlen(session->marker);
    const char *line = session->line;
    if (session->line_len == len)
        return memcmp(line, session->marker, len) == 0;
    return session->line_len == len + 2 && line[0] == '"' && line[len + 1] == '"' &&
           memcmp(line + 1, session->marker, len) == 0;
}

/* Nothing, or what :print-success prints. */
static bool is_quiet(const char *text, size_t len) {
    static const char word[] = "success\n";
    while (len > 0) {
        bool success = len >= strlen(word) && memcmp(text, word, strlen(word)) == 0;
        size_t step = success ? strlen(word) : 1;
        if (!success && *text != '\n' && *text != ' ' && *text != '\r')
            return false;
        text += step;
        len -= step;
    }
    return true;
}

/* The process is not in the state it should be in before a query. */
static void ask_again(pool_t *pool, slot_t *slot, runner_t *runner) {
    solver_t *solver = runner->solver;
    end_now(runner);
    if (++solver->troubles >= TROUBLES_MAX && solver->mode == MODE_SESSION) {
        strbuf_t *out = &slot->answer.out;
        out->len = strcspn(strbuf_text(out), "\n");
        strbuf_t why;
        strbuf_init(&why, pool->mem);
        strbuf_format(&why, "between two queries it says: %.200s", strbuf_text(out));
        solver_fall_back(pool, solver, strbuf_text(&why));
        strbuf_done(&why);
    }
    if (solver->mode == MODE_SESSION) {
        begin_new(pool, slot, runner);
        return;
    }
    slot_forget(slot);
    spawn_begin(pool, slot);
}

static bool is_verdict(outcome_t outcome) {
    return outcome == OUTCOME_SAT || outcome == OUTCOME_UNSAT || outcome == OUTCOME_UNKNOWN;
}

/* Whether the queries before may be why the solver rejects this one. */
static bool is_stale(const slot_t *slot, const session_t *session) {
    return session->queries > 1 && slot->answer.outcome == OUTCOME_ERROR &&
           slot->answer.stop == STOP_NONE;
}

/* The end marker came; quiet says whether it was the last thing that did. */
static void answered(pool_t *pool, slot_t *slot, runner_t *runner, bool quiet) {
    session_t *session = &runner->session;
    answer_t *answer = &slot->answer;
    slot_collect(pool, slot, CHANNEL_ERR, true);
    double cpu = process_cpu_ms(runner->process.pid) - slot->cpu_before;
    answer->cpu_ms = cpu > 0 ? cpu : 0;
    slot_look_at_peak(slot);
    if (session->queries > 1)
        runner->solver->troubles = 0;
    bool whole = session->fed == session->transcript.len;
    slot_judge(slot, NULL);
    if (is_stale(slot, session)) {
        end_now(runner);
        begin_new(pool, slot, runner);
        return;
    }
    slot_deliver(pool, slot);
    if (!quiet || !whole || answer->stop != STOP_NONE || !is_verdict(answer->outcome) ||
        session->queries >= SESSION_QUERIES || session->transcript.len >= SESSION_TRANSCRIPT)
        end_soon(runner);
}

static void add_to_line(session_t *session, const char *data, size_t len) {
    size_t room = SESSION_LINE - session->line_len;
    size_t take = len < room ? len : room;
    memcpy(session->line + session->line_len, data, take);
    session->line_len += take;
}

/* Takes output. True when this process has no more to do with the query: it was answered, or is
 * asked again of another. */
static bool take_output(pool_t *pool, slot_t *slot, runner_t *runner, const char *data,
                        size_t len) {
    session_t *session = &runner->session;
    answer_t *answer = &slot->answer;
    while (len > 0) {
        const char *newline = memchr(data, '\n', len);
        size_t step = newline ? (size_t)(newline - data) + 1 : len;
        add_to_line(session, data, step - (newline != NULL));
        slot_keep_out(slot, data, step);
        data += step;
        len -= step;
        if (!newline)
            return false;
        bool marker = is_marker(session);
        session->line_len = 0;
        if (!marker) {
            session->line_at = answer->out.len;
            session->line_total = slot->out_total;
            continue;
        }
        answer->out.len = session->line_at;
        slot->out_total = session->line_total;
        if (session->phase == SESSION_ANSWER) {
            answered(pool, slot, runner, is_quiet(data, len));
            return true;
        }
        if (!is_quiet(answer->out.data, answer->out.len)) {
            ask_again(pool, slot, runner);
            return true;
        }
        slot->out_total = 0;
        strbuf_clear(&answer->out);
        session->line_at = 0;
        session->line_total = 0;
        session->phase = SESSION_ANSWER;
        set_marker(session, "end");
    }
    return false;
}

static void out_event(pool_t *pool, runner_t *runner) {
    slot_t *slot = runner->slot;
    ssize_t got = slot_read(pool, &runner->process.out);
    if (slot->runner == runner) {
        if (got > 0)
            take_output(pool, slot, runner, pool->scratch, (size_t)got);
    } else if (!runner->dying && (got < 0 || !is_quiet(pool->scratch, (size_t)got))) {
        end_soon(runner); /* it prints without a query, or closed its output */
    }
}

/* The process has ended. What it wrote may still hold the whole answer, and then its end is no part
 * of that. */
static void exit_event(pool_t *pool, runner_t *runner) {
    slot_t *slot = runner->slot;
    process_end_t end;
    uint32_t generation = runner->generation;
    ssize_t got = 1;
    while (slot->runner == runner && got > 0 && slot->answer.stop != STOP_OUTPUT) {
        got = slot_read(pool, &runner->process.out);
        if (got > 0 && take_output(pool, slot, runner, pool->scratch, (size_t)got))
            break;
    }
    if (runner->generation != generation)
        return; /* asked again already */
    bool running = slot->runner == runner;
    if (running)
        slot_collect(pool, slot, CHANNEL_ERR, true);
    reap(runner, &end);
    if (!running)
        return;
    if (runner->session.phase == SESSION_GAP && end.signal == 0 && !slot->stopping) {
        ask_again(pool, slot, runner); /* it ended before it was asked */
        return;
    }
    slot_judge(slot, &end);
    if (is_stale(slot, &runner->session))
        begin_new(pool, slot, runner);
    else
        slot_deliver(pool, slot);
}

void session_event(pool_t *pool, runner_t *runner, channel_t channel) {
    switch (channel) {
    case CHANNEL_EXIT:
        exit_event(pool, runner);
        return;
    case CHANNEL_OUT:
        out_event(pool, runner);
        return;
    case CHANNEL_ERR:
        if (runner->slot->runner == runner)
            slot_collect(pool, runner->slot, channel, false);
        else
            slot_read(pool, &runner->process.err);
        return;
    case CHANNEL_IN:
        feed(pool, runner);
        return;
    case CHANNEL_TEMPLATE:
        break;
    }
    assert(false);
}
