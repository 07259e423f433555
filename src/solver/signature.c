#include "solver/signature.h"

#include "solver/normal_priv.h"
#include "solver/read_priv.h"

#include <signal.h>
#include <string.h>

enum { FRAMES = 3, MOST_MESSAGE = 160, MOST_CONDITION = 200 };

/* A place in one of the two streams. */
typedef struct cursor {
    const char *line;
    size_t len;
    const char *at; /* of the next line */
    const char *end;
} cursor_t;

static bool step(cursor_t *cursor) {
    return next_line(&cursor->at, cursor->end, &cursor->line, &cursor->len);
}

/* The next line that says something. */
static bool step_over_blanks(cursor_t *cursor) {
    while (step(cursor)) {
        trim(&cursor->line, &cursor->len);
        if (cursor->len > 0)
            return true;
    }
    return false;
}

/* What follows word in the line; NULL when it is not there. */
static const char *after(const cursor_t *cursor, const char *word) {
    const char *found = memmem(cursor->line, cursor->len, word, strlen(word));
    return found ? found + strlen(word) : NULL;
}

static size_t rest_of(const cursor_t *cursor, const char *from) {
    return (size_t)(cursor->line + cursor->len - from);
}

/* ---- Sanitizers ---- */

/* Frames of these are the messenger, not the culprit. */
static bool is_foreign_function(const char *name, size_t len) {
    static const char *const prefixes[] = {
        "__asan",
        "__interceptor",
        "__sanitizer",
        "__msan",
        "__tsan",
        "__ubsan",
        "__lsan",
        "___interceptor",
        "operator new",
        "operator delete",
        "std::",
        "__gnu_cxx::",
        "__cxa_",
        "__libc_",
        "__GI_",
        "__assert",
        "_start",
        "__cxx",
        "(anonymous namespace)::asan",
        "__pthread",
        "__restore_rt",
        "__uflow",
        "_IO_",
    };
    static const char *const names[] = {
        "malloc", "calloc", "realloc", "free",    "memcpy", "memmove", "memset", "memcmp", "strlen",
        "strcmp", "strdup", "raise",   "gsignal", "abort",  "main",    "strcpy", "qsort",
    };
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (slice_starts((slice_t){name, len}, prefixes[i]))
            return true;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (slice_is((slice_t){name, len}, names[i]))
            return true;
    return false;
}

static bool is_foreign_place(const char *place, size_t len) {
    static const char *const parts[] = {
        "/libc.so",         "/libc-",           "/libstdc++",  "/libc++",    "/libasan",
        "/libubsan",        "/libgcc_s",        "/libpthread", "/ld-linux",  "compiler-rt",
        "sanitizer_common", "/usr/include/c++", "/sysdeps/",   "/bits/stl_",
    };
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (slice_has((slice_t){place, len}, parts[i]))
            return true;
    return false;
}

/* Where the place starts in "f(int) /src/f.cpp:3:4" and "f(int) (/bin/z3+0x12) (BuildId: 3)". */
static size_t place_start(const char *text, size_t len) {
    for (size_t i = len; i-- > 0;)
        if (text[i] == ' ' && i + 1 < len &&
            (text[i + 1] == '/' || (text[i + 1] == '(' && i + 2 < len && text[i + 2] == '/')))
            return i;
    return len;
}

/* "    #1 0x55d0 in f(int) /src/f.cpp:3:4" or "    #1 0x55d0  (/usr/bin/z3+0x1234)". Adds the
 * frame's name if it is the solver's own. */
static bool add_frame(const cursor_t *cursor, bool first, strbuf_t *out) {
    const char *name = after(cursor, " in ");
    const char *place = cursor->line;
    if (name) {
        size_t len = place_start(name, rest_of(cursor, name));
        place = name + len;
        if (is_foreign_place(place, rest_of(cursor, place)))
            return false;
        strbuf_t frame;
        strbuf_init(&frame, out->mem);
        normal_function(name, len, &frame);
        bool own = !is_foreign_function(frame.data, frame.len) && !is_foreign_function(name, len);
        if (own) {
            strbuf_str(out, first ? ": " : " < ");
            strbuf_add(out, frame.data, frame.len);
        }
        strbuf_done(&frame);
        return own;
    }
    if (is_foreign_place(place, rest_of(cursor, place)))
        return false;
    /* Without a name: the offset in the module does not move with the address. */
    const char *slash = memrchr(place, '/', rest_of(cursor, place));
    const char *close = slash ? memchr(slash, ')', rest_of(cursor, slash)) : NULL;
    if (!close)
        return false;
    strbuf_str(out, first ? ": " : " < ");
    strbuf_add(out, slash + 1, (size_t)(close - slash - 1));
    return true;
}

static void add_frames(cursor_t *cursor, strbuf_t *out) {
    uint32_t count = 0;
    bool started = false;
    while (count < FRAMES && step(cursor)) {
        const char *text = cursor->line;
        size_t len = cursor->len;
        trim(&text, &len);
        if (len == 0 || text[0] != '#') {
            if (started)
                return; /* the first stack ends; the others are about the past */
            continue;
        }
        started = true;
        count += add_frame(cursor, count == 0, out);
    }
}

/* ==1==ERROR: AddressSanitizer: heap-use-after-free on address 0x6 at pc 0x5 bp 0x7 sp 0x7 */
static bool of_sanitizer(cursor_t cursor, strbuf_t *out) {
    static const char *const names[][2] = {
        {"AddressSanitizer: ", "asan"},
        {"LeakSanitizer: ", "lsan"},
        {"MemorySanitizer: ", "msan"},
        {"ThreadSanitizer: ", "tsan"},
        {"UndefinedBehaviorSanitizer: ", "ubsan"},
    };
    while (step(&cursor)) {
        if (slice_starts((slice_t){cursor.line, cursor.len}, "SUMMARY:"))
            continue;
        for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
            const char *kind = after(&cursor, names[i][0]);
            if (!kind)
                continue;
            size_t len = rest_of(&cursor, kind);
            const char *on = memmem(kind, len, " on ", 4);
            strbuf_format(out, "%s ", names[i][1]);
            normal_message(kind, on ? (size_t)(on - kind) : len, MOST_MESSAGE, out);
            add_frames(&cursor, out);
            return true;
        }
    }
    return false;
}

/* /src/f.cpp:3:4: runtime error: signed integer overflow: 5 + 2147483647 cannot be ... */
static bool of_undefined(cursor_t cursor, strbuf_t *out) {
    while (step(&cursor)) {
        const char *what = after(&cursor, ": runtime error: ");
        if (!what)
            continue;
        strbuf_str(out, "ubsan ");
        normal_place(cursor.line, (size_t)(what - cursor.line) - strlen(": runtime error: "), out);
        strbuf_str(out, ": ");
        normal_message(what, rest_of(&cursor, what), MOST_MESSAGE, out);
        return true;
    }
    return false;
}

/* ---- Assertions ---- */

/* z3:  ASSERTION VIOLATION / File: ../src/ast/ast.cpp / Line: 12 / condition */
static bool of_violation(cursor_t cursor, strbuf_t *out) {
    while (step(&cursor)) {
        if (!slice_has((slice_t){cursor.line, cursor.len}, "ASSERTION VIOLATION"))
            continue;
        strbuf_str(out, "assert ");
        const char *file = step_over_blanks(&cursor) ? after(&cursor, "File: ") : NULL;
        if (!file)
            return true;
        normal_place(file, rest_of(&cursor, file), out);
        const char *number = step_over_blanks(&cursor) ? after(&cursor, "Line: ") : NULL;
        if (!number)
            return true;
        strbuf_char(out, ':');
        strbuf_add(out, number, rest_of(&cursor, number));
        if (step_over_blanks(&cursor)) {
            strbuf_str(out, ": ");
            normal_condition(cursor.line, cursor.len, MOST_CONDITION, out);
        }
        return true;
    }
    return false;
}

/* cvc5:  Fatal failure within void f(int) at /src/f.cpp:12 / Check failure / <blank> / condition.
 * After the condition, and after the words of the other kinds, there may be formulas. */
static bool of_fatal_failure(cursor_t cursor, strbuf_t *out) {
    static const char *const kinds[] = {
        "Check failure",
        "Assertion failure",
        "Internal error detected",
        "Unreachable code reached",
        "Unhandled case encountered",
        "Illegal argument detected",
    };
    while (step(&cursor)) {
        const char *function = after(&cursor, "Fatal failure within ");
        if (!function)
            continue;
        size_t len = rest_of(&cursor, function);
        const char *place = function;
        for (const char *at; (at = memmem(place, len, " at ", 4));) {
            len -= (size_t)(at + 4 - place);
            place = at + 4;
        }
        if (place == function)
            continue;
        strbuf_str(out, "fatal ");
        normal_place(place, len, out);
        strbuf_str(out, " in ");
        normal_function(function, (size_t)(place - 4 - function), out);
        if (!step_over_blanks(&cursor))
            return true;
        for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
            if (!slice_starts((slice_t){cursor.line, cursor.len}, kinds[i]))
                continue;
            strbuf_format(out, ": %s", kinds[i]);
            if (i < 2 && step_over_blanks(&cursor)) {
                strbuf_str(out, ": ");
                normal_condition(cursor.line, cursor.len, MOST_CONDITION, out);
            }
        }
        return true;
    }
    return false;
}

/* C:  z3: ../src/f.c:12: int f(void): Assertion `x > 0' failed. */
static bool of_assertion(cursor_t cursor, strbuf_t *out) {
    while (step(&cursor)) {
        const char *condition = after(&cursor, ": Assertion ");
        if (!condition || rest_of(&cursor, condition) < 2)
            continue;
        size_t len = (size_t)(condition - cursor.line) - strlen(": Assertion ");
        const char *function = normal_find_place_end(cursor.line, len);
        const char *quote = memrchr(condition + 1, '\'', rest_of(&cursor, condition + 1));
        const char *stop = quote ? quote : cursor.line + cursor.len;
        strbuf_str(out, "assert ");
        if (function) {
            normal_place(cursor.line, (size_t)(function - cursor.line), out);
            strbuf_str(out, " in ");
            const char *name = function;
            size_t rest = (size_t)(cursor.line + len - name);
            while (rest > 0 && (*name == ':' || *name == ' ')) {
                name++;
                rest--;
            }
            normal_function(name, rest, out);
            strbuf_str(out, ": ");
        }
        normal_condition(condition + 1, (size_t)(stop - condition - 1), MOST_CONDITION, out);
        return true;
    }
    return false;
}

/* ---- Exceptions and traps ---- */

/* terminate called after throwing an instance of 'z3::exception' /   what():  index out of bounds
 */
static bool of_exception(cursor_t cursor, strbuf_t *out) {
    while (step(&cursor)) {
        const char *type = after(&cursor, "terminate called after throwing an instance of '");
        if (!type)
            continue;
        const char *stop = memchr(type, '\'', rest_of(&cursor, type));
        strbuf_str(out, "exception ");
        strbuf_add(out, type, stop ? (size_t)(stop - type) : rest_of(&cursor, type));
        const char *what = step_over_blanks(&cursor) ? after(&cursor, "what():") : NULL;
        if (what) {
            strbuf_str(out, ": ");
            normal_message(what, rest_of(&cursor, what), MOST_MESSAGE, out);
        }
        return true;
    }
    return false;
}

/* Rust, old and new:
 *   thread 'main' panicked at 'index out of bounds', src/f.rs:3:4
 *   thread 'main' panicked at src/f.rs:3:4: / index out of bounds */
static bool of_panic(cursor_t cursor, strbuf_t *out) {
    while (step(&cursor)) {
        const char *what = after(&cursor, "' panicked at ");
        if (!what)
            continue;
        size_t len = rest_of(&cursor, what);
        strbuf_str(out, "panic ");
        const char *comma = len > 0 && *what == '\'' ? memmem(what, len, "', ", 3) : NULL;
        if (comma) {
            normal_place(comma + 3, rest_of(&cursor, comma + 3), out);
            strbuf_str(out, ": ");
            normal_message(what + 1, (size_t)(comma - what - 1), MOST_MESSAGE, out);
            return true;
        }
        normal_place(what, len, out);
        if (step_over_blanks(&cursor)) {
            strbuf_str(out, ": ");
            normal_message(cursor.line, cursor.len, MOST_MESSAGE, out);
        }
        return true;
    }
    return false;
}

/* RuntimeError: memory access out of bounds /     at wasm://wasm/0125ab:wasm-function[7]:0x3f */
static bool of_wasm(cursor_t cursor, strbuf_t *out) {
    while (step(&cursor)) {
        const char *what = after(&cursor, "RuntimeError: ");
        if (!what)
            continue;
        strbuf_str(out, "trap ");
        normal_message(what, rest_of(&cursor, what), MOST_MESSAGE, out);
        for (uint32_t count = 0; count < FRAMES && step_over_blanks(&cursor);) {
            const char *frame = slice_starts((slice_t){cursor.line, cursor.len}, "at ")
                                    ? after(&cursor, "wasm-function[")
                                    : NULL;
            const char *close = frame ? memchr(frame, ']', rest_of(&cursor, frame)) : NULL;
            if (!close)
                break;
            strbuf_str(out, count++ ? " < " : ": ");
            strbuf_format(out, "function %.*s", (int)(close - frame), frame);
        }
        return true;
    }
    return false;
}

/* ---- The rest ---- */

static bool holds(const strbuf_t *text, const strbuf_t *part) {
    return text->len > 0 && memmem(text->data, text->len, part->data, part->len);
}

/* Signal and words. The message counts when it is the solver's own; else it only repeats how the
 * run ended. */
static void of_signal(answer_t *answer) {
    strbuf_t *out = &answer->signature;
    const strbuf_t *message = &answer->message;
    int number = end_signal(answer);
    if (number != 0)
        strbuf_format(out, "SIG%s", sigabbrev_np(number));
    if (message->len > 0 && (holds(&answer->err, message) || holds(&answer->out, message))) {
        size_t before = out->len;
        strbuf_str(out, before > 0 ? ": " : "");
        size_t start = out->len;
        normal_message(message->data, message->len, MOST_MESSAGE, out);
        if (out->len == start)
            out->len = before; /* nothing but noise */
    }
    if (out->len == 0)
        strbuf_format(out, "exit status %d", answer->exit_status);
}

void signature_make(answer_t *answer) {
    static bool (*const readers[])(cursor_t, strbuf_t *) = {
        of_sanitizer, of_undefined, of_violation, of_fatal_failure,
        of_assertion, of_exception, of_panic,     of_wasm,
    };
    strbuf_t *out = &answer->signature;
    strbuf_clear(out);
    for (size_t i = 0; i < sizeof readers / sizeof *readers; i++) {
        const strbuf_t *streams[] = {&answer->err, &answer->out};
        for (int k = 0; k < 2; k++) {
            const char *text = streams[k]->data;
            if (streams[k]->len > 0 &&
                readers[i]((cursor_t){.at = text, .end = text + streams[k]->len}, out))
                return;
        }
    }
    of_signal(answer);
}
