#include "solver/read.h"

#include "base/lexer.h"
#include "solver/read_priv.h"
#include "solver/signature.h"

#include <signal.h>
#include <string.h>

/* The best rule that some line matched: rows are in order of rank, the lowest wins. */
typedef struct match {
    uint32_t rank; /* UINT32_MAX: none */
    outcome_t outcome;
    slice_t line;
} match_t;

typedef struct reading {
    const profile_t *profile;
    answer_t *answer;
    match_t benign;    /* what is not a bug */
    match_t crash;     /* what is one */
    slice_t error;     /* the first (error ...) that counts */
    slice_t timeout;   /* a line "timeout", as z3 -T prints */
    slice_t no_answer; /* a line "unsupported" */
    slice_t first;     /* the first line that is no reply, for want of a better message */
    bool voided;       /* an error came: verdicts from here on do not count */
    bool bare_model;   /* the model is a row of (define-fun ...) or (= ...) without a list around */
    bool model_done;
} reading_t;

static void match_rule(match_t *match, uint32_t rank, outcome_t outcome, slice_t line) {
    if (rank < match->rank)
        *match = (match_t){rank, outcome, line};
}

/* What a row says of a line. */
typedef enum { LINE_PLAIN, LINE_NOTHING, LINE_RULED } line_sense_t;

static line_sense_t apply_rules(reading_t *r, const line_rule_t *rules, uint32_t count,
                                uint32_t rank, slice_t line, outcome_t *outcome) {
    for (uint32_t i = 0; i < count; i++) {
        if (rules[i].outcome == OUTCOME_CRASH || !slice_has(line, rules[i].text))
            continue;
        if (rules[i].nothing)
            return LINE_NOTHING;
        *outcome = rules[i].outcome;
        match_rule(&r->benign, rank + i, rules[i].outcome, line);
        return LINE_RULED;
    }
    return LINE_PLAIN;
}

static void apply_crash_rules(reading_t *r, const line_rule_t *rules, uint32_t count, uint32_t rank,
                              slice_t line) {
    for (uint32_t i = 0; i < count; i++)
        if (rules[i].outcome == OUTCOME_CRASH && slice_has(line, rules[i].text))
            match_rule(&r->crash, rank + i, OUTCOME_CRASH, line);
}

/* Looks a line up: the profile's rows, then the generic ones; first those that are no bugs. */
static line_sense_t judge_line(reading_t *r, slice_t line, outcome_t *outcome) {
    uint32_t generic_count;
    const line_rule_t *generic = read_generic_rules(&generic_count);
    const line_rule_t *own = r->profile->lines.data;
    uint32_t own_count = r->profile->lines.len;
    line_sense_t sense = apply_rules(r, own, own_count, 0, line, outcome);
    if (sense == LINE_PLAIN)
        sense = apply_rules(r, generic, generic_count, own_count, line, outcome);
    if (sense == LINE_PLAIN) {
        apply_crash_rules(r, own, own_count, 0, line);
        apply_crash_rules(r, generic, generic_count, own_count, line);
    }
    return sense;
}

/* ---- Models ---- */

static bool defines(const token_t *token) {
    return token->kind == TOKEN_SYMBOL && (slice_starts(token_slice(token), "define-") ||
                                           slice_starts(token_slice(token), "declare-"));
}

/* Answers to get-model: (model ...), ((define-fun ...) ...), (), and without a list around them
 * (define-fun ...) and the (= x 1) of Yices. Answers to get-value and others are no models. */
static void read_model(reading_t *r, const piece_t *piece) {
    strbuf_t *model = &r->answer->model;
    lexer_t lexer;
    lexer_init(&lexer, piece->text, piece->len);
    lexer_next(&lexer);
    token_t head = lexer_next(&lexer);
    token_t inner = head.kind == TOKEN_OPEN ? lexer_next(&lexer) : head;
    bool list = head.kind == TOKEN_CLOSE || (head.kind == TOKEN_OPEN && defines(&inner)) ||
                (head.kind == TOKEN_SYMBOL && slice_is(token_slice(&head), "model"));
    bool bare =
        defines(&head) || (head.kind == TOKEN_SYMBOL && head.len == 1 && head.text[0] == '=');
    if (r->model_done || (!list && !bare) || (list && r->bare_model)) {
        r->model_done = r->model_done || model->len > 0;
        return;
    }
    if (model->len > 0)
        strbuf_char(model, '\n');
    strbuf_add(model, piece->text, piece->len);
    r->bare_model = bare;
    r->model_done = list;
}

/* ---- Standard output ---- */

static void add_verdict(reading_t *r, outcome_t verdict) {
    *vec_push(r->answer->mem, &r->answer->verdicts) = r->voided ? OUTCOME_ERROR : verdict;
    if (verdict == OUTCOME_SAT)
        strbuf_clear(&r->answer->model);
    r->bare_model = false;
    r->model_done = verdict != OUTCOME_SAT || r->voided;
}

static bool is_verdict(slice_t line, outcome_t *verdict) {
    *verdict = slice_is(line, "sat")     ? OUTCOME_SAT
               : slice_is(line, "unsat") ? OUTCOME_UNSAT
                                         : OUTCOME_UNKNOWN;
    return *verdict != OUTCOME_UNKNOWN || slice_is(line, "unknown");
}

/* Half a line at the end of a process that was torn down may be the start of another one:
 * "unsat" may have been going to be "unsatisfiable core". */
static bool is_believable(const reading_t *r, const piece_t *piece) {
    const answer_t *answer = r->answer;
    return piece->whole || (answer->exit_status >= 0 && answer->stop == STOP_NONE && !answer->cut);
}

/* What a solver says to a command that it does not know; z3 adds a comment with the command. A
 * crash later on has nothing to do with it. */
static bool is_reply(slice_t line) {
    return slice_is(line, "unsupported") || slice_starts(line, ";");
}

static void read_line(reading_t *r, const piece_t *piece, bool out) {
    slice_t line = {piece->text, piece->len};
    while (line.len > 0 && strchr(" \t\r", line.data[line.len - 1]) && line.data[line.len - 1])
        line.len--;
    outcome_t outcome;
    if (out && is_verdict(line, &outcome)) {
        if (is_believable(r, piece))
            add_verdict(r, outcome);
        return;
    }
    trim(&line.data, &line.len);
    if (line.len == 0 || slice_is(line, "success"))
        return;
    if (slice_is(line, "timeout"))
        r->timeout = line;
    if (slice_is(line, "unsupported"))
        r->no_answer = line;
    match_t before = r->benign;
    line_sense_t sense = judge_line(r, line, &outcome);
    if (sense == LINE_RULED && out && outcome <= OUTCOME_UNKNOWN && is_believable(r, piece)) {
        /* The profile knows a verdict in other words: dReal's delta-sat. */
        r->benign = before;
        add_verdict(r, outcome);
    }
    if (sense != LINE_NOTHING && !is_reply(line) && !r->first.data)
        r->first = line;
}

/* What stands between the quotes of (error "..."). */
static slice_t error_text(const piece_t *piece) {
    slice_t text = {piece->text + strlen("(error"), piece->len - strlen("(error")};
    if (text.len > 0 && text.data[text.len - 1] == ')')
        text.len--;
    trim(&text.data, &text.len);
    if (text.len > 0 && text.data[0] == '"') {
        text.data++;
        text.len--;
    }
    if (text.len > 0 && text.data[text.len - 1] == '"')
        text.len--;
    trim(&text.data, &text.len);
    return text;
}

static void read_error(reading_t *r, const piece_t *piece, bool out) {
    slice_t text = error_text(piece);
    const match_t benign = r->benign;
    const match_t crash = r->crash;
    bool interrupted = false;
    const char *at = text.data;
    slice_t line;
    while (next_line(&at, text.data + text.len, &line.data, &line.len)) {
        outcome_t outcome;
        trim(&line.data, &line.len);
        switch (judge_line(r, line, &outcome)) {
        case LINE_NOTHING:
            r->benign = benign;
            r->crash = crash;
            return;
        case LINE_RULED:
            interrupted |= outcome == OUTCOME_TIMEOUT || outcome == OUTCOME_MEMOUT;
            break;
        case LINE_PLAIN:
            break;
        }
    }
    if (!r->error.data)
        r->error = text.len > 0 ? text : (slice_t){piece->text, piece->len};
    /* On standard error its place among the verdicts is not known: the worst is assumed, unless it
     * says that the run ended with it. */
    if (out)
        r->voided = true;
    else if (!interrupted)
        for (uint32_t i = 0; i < r->answer->verdicts.len; i++)
            r->answer->verdicts.data[i] = OUTCOME_ERROR;
}

static void read_stream(reading_t *r, const strbuf_t *text, bool out) {
    pieces_t pieces = pieces_of(text);
    for (;;) {
        piece_t piece = pieces_next(&pieces);
        switch (piece.kind) {
        case PIECE_END:
            return;
        case PIECE_LINE:
            read_line(r, &piece, out);
            break;
        case PIECE_ERROR:
            read_error(r, &piece, out);
            break;
        case PIECE_FORM:
            if (out)
                read_model(r, &piece);
            break;
        }
    }
}

/* ---- The decision ---- */

/* The first line of a text, printable whatever the solver wrote. */
static void say(reading_t *r, slice_t quote) {
    enum { MOST = 400 };
    strbuf_t *message = &r->answer->message;
    strbuf_clear(message);
    const char *at = quote.data;
    slice_t line;
    if (!next_line(&at, quote.data + quote.len, &line.data, &line.len))
        return;
    trim(&line.data, &line.len);
    for (size_t i = 0; i < line.len && i < MOST; i++)
        strbuf_char(message, line.data[i] >= ' ' && line.data[i] < 0x7F ? line.data[i] : '?');
}

static void decide(reading_t *r, outcome_t outcome, slice_t why, const char *otherwise) {
    r->answer->outcome = outcome;
    say(r, why.data ? why : (slice_t){otherwise, strlen(otherwise)});
}

int end_signal(const answer_t *answer) {
    static const int reported[] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGKILL, SIGXCPU};
    if (answer->stop != STOP_NONE)
        return 0; /* ours */
    for (uint32_t i = 0; i < sizeof reported / sizeof *reported; i++)
        if (answer->exit_status == 128 + reported[i])
            return reported[i];
    return answer->signal;
}

static bool is_crash_signal(int number) {
    return number == SIGSEGV || number == SIGABRT || number == SIGBUS || number == SIGFPE ||
           number == SIGILL || number == SIGTRAP;
}

static const exit_rule_t *exit_rule(const reading_t *r) {
    if (r->answer->stop == STOP_NONE)
        for (uint32_t i = 0; i < r->profile->exits.len; i++)
            if (r->profile->exits.data[i].status == r->answer->exit_status)
                return &r->profile->exits.data[i];
    return NULL;
}

/* Is there a check-sat without a verdict that counts? */
static bool is_missing(const reading_t *r) {
    const answer_t *answer = r->answer;
    if (answer->verdicts.len == 0 || vec_last(&answer->verdicts) == OUTCOME_ERROR)
        return true;
    if (answer->asked > 0)
        return answer->verdicts.len < answer->asked;
    return answer->stop != STOP_NONE || r->timeout.data; /* something was still going on */
}

static bool decide_crash(reading_t *r) {
    answer_t *answer = r->answer;
    int number = end_signal(answer);
    const exit_rule_t *rule = exit_rule(r);
    bool seen = r->crash.rank != UINT32_MAX || is_crash_signal(number) ||
                (rule && rule->outcome == OUTCOME_CRASH);
    /* A program that gets no memory may fall over in any way. */
    if (!seen || r->benign.rank != UINT32_MAX || answer->stop == STOP_MEMORY)
        return false;
    decide(r, OUTCOME_CRASH, r->crash.rank != UINT32_MAX ? r->crash.line : r->first, "");
    if (answer->message.len == 0 && number != 0)
        strbuf_format(&answer->message, "ended by SIG%s", sigabbrev_np(number));
    else if (answer->message.len == 0)
        strbuf_format(&answer->message, "exit status %d", answer->exit_status);
    signature_make(answer);
    return true;
}

static bool decide_stop(reading_t *r) {
    static const struct {
        outcome_t outcome;
        const char *message;
    } stops[] = {
        [STOP_NONE] = {OUTCOME_ERROR, ""},
        [STOP_WALL] = {OUTCOME_TIMEOUT, "stopped at the time limit"},
        [STOP_CPU] = {OUTCOME_TIMEOUT, "stopped at the CPU limit"},
        [STOP_MEMORY] = {OUTCOME_MEMOUT, "stopped at the memory limit"},
        [STOP_OUTPUT] = {OUTCOME_ERROR, "stopped for too much output"},
        [STOP_CANCEL] = {OUTCOME_TIMEOUT, "stopped because it was no longer wanted"},
    };
    stop_t stop = r->answer->stop;
    if (stop == STOP_NONE)
        return false;
    decide(r, stops[stop].outcome, (slice_t){0}, stops[stop].message);
    return true;
}

/* Signals that are neither ours nor the sign of a bug. */
static bool decide_signal(reading_t *r) {
    int number = end_signal(r->answer);
    if (number == 0)
        return false;
    if (number == SIGKILL)
        decide(r, OUTCOME_MEMOUT, (slice_t){0},
               "ended by SIGKILL, as the kernel does when memory "
               "runs out");
    else if (number == SIGXCPU)
        decide(r, OUTCOME_TIMEOUT, (slice_t){0}, "stopped at the CPU limit");
    else {
        decide(r, OUTCOME_ERROR, (slice_t){0}, "");
        const char *name = sigabbrev_np(number);
        strbuf_format(&r->answer->message, "ended by SIG%s from outside", name ? name : "?");
    }
    return true;
}

/* There are more verdicts than questions: which is whose? */
static bool decide_surplus(reading_t *r) {
    answer_t *answer = r->answer;
    if (answer->asked == 0 || answer->verdicts.len <= answer->asked)
        return false;
    decide(r, OUTCOME_ERROR, (slice_t){0}, "");
    strbuf_format(&answer->message, "%u verdicts for %u check-sats", answer->verdicts.len,
                  answer->asked);
    for (uint32_t i = 0; i < answer->verdicts.len; i++)
        answer->verdicts.data[i] = OUTCOME_ERROR;
    return true;
}

/* Why there is no verdict, or not enough of them. */
static void decide_missing(reading_t *r) {
    answer_t *answer = r->answer;
    const exit_rule_t *rule = exit_rule(r);
    if (r->benign.rank != UINT32_MAX)
        decide(r, r->benign.outcome, r->benign.line, "");
    else if (decide_stop(r) || decide_signal(r))
        return;
    else if (r->timeout.data)
        decide(r, OUTCOME_TIMEOUT, r->timeout, "");
    else if (rule && rule->outcome > OUTCOME_UNKNOWN && rule->outcome != OUTCOME_ERROR)
        decide(r, rule->outcome, r->error.data ? r->error : r->first, "by its exit status");
    else if (r->error.data)
        decide(r, OUTCOME_ERROR, r->error, "");
    else if (r->no_answer.data && answer->verdicts.len == 0)
        decide(r, OUTCOME_UNSUPPORTED, r->no_answer, "");
    else if (answer->cut)
        decide(r, OUTCOME_ERROR, (slice_t){0}, "too much output");
    else
        decide(r, OUTCOME_ERROR, r->first, "no answer");
}

/* All verdicts are there. */
static void decide_verdict(reading_t *r) {
    answer_t *answer = r->answer;
    outcome_t verdict = vec_last(&answer->verdicts);
    const exit_rule_t *rule = exit_rule(r);
    if (verdict == OUTCOME_UNKNOWN && r->benign.rank != UINT32_MAX) {
        decide(r, r->benign.outcome, r->benign.line, ""); /* it says why */
    } else if (rule && rule->outcome < OUTCOME_UNKNOWN && rule->outcome != verdict) {
        decide(r, OUTCOME_ERROR, (slice_t){0}, "");
        strbuf_format(&answer->message, "says %s, but its exit status %d means %s",
                      outcome_name(verdict), answer->exit_status, outcome_name(rule->outcome));
        vec_last(&answer->verdicts) = OUTCOME_ERROR;
    } else {
        answer->outcome = verdict;
    }
}

void read_answer(const profile_t *profile, answer_t *answer) {
    answer->verdicts.len = 0;
    strbuf_clear(&answer->model);
    strbuf_clear(&answer->message);
    strbuf_clear(&answer->signature);
    reading_t r = {.profile = profile, .answer = answer, .model_done = true};
    r.benign.rank = r.crash.rank = UINT32_MAX;
    read_stream(&r, &answer->out, true);
    read_stream(&r, &answer->err, false);
    if (decide_crash(&r) || decide_surplus(&r))
        return;
    if (is_missing(&r))
        decide_missing(&r);
    else
        decide_verdict(&r);
}

asked_t read_asked(const char *text, size_t len) {
    lexer_t lexer;
    lexer_init(&lexer, text, len);
    asked_t asked = {0};
    uint32_t depth = 0;
    token_t last = {.kind = TOKEN_END};
    for (;;) {
        token_t token = lexer_next(&lexer);
        if (token.kind == TOKEN_END)
            return asked;
        if (token.kind == TOKEN_SYMBOL && depth == 1 && last.kind == TOKEN_OPEN) {
            asked.checks += slice_is(token_slice(&token), "check-sat") ||
                            slice_is(token_slice(&token), "check-sat-assuming");
            asked.incremental |= asked.checks > 1 || slice_is(token_slice(&token), "push") ||
                                 slice_is(token_slice(&token), "pop");
            if (slice_is(token_slice(&token), "exit"))
                return asked;
        }
        depth += token.kind == TOKEN_OPEN;
        depth -= token.kind == TOKEN_CLOSE && depth > 0;
        last = token;
    }
}
