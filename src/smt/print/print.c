#include "smt/print/print.h"

#include "base/bug.h"
#include "smt/print/print_priv.h"

#include <string.h>

/* --- kinds of nodes --- */

#define KIND(op, indices, attr)                                                                    \
    ((op) == OP_LET                                ? NODE_LET                                      \
     : (attr) == OP_ATTR_BIND                      ? NODE_FORM                                     \
     : (attr) == OP_ATTR_AS || sizeof(indices) > 1 ? NODE_HEAD                                     \
                                                   : NODE_PLAIN)

static const uint8_t kinds[] = {
    [OP_BAD] = NODE_BAD,       [OP_NUMERAL] = NODE_TEXT, [OP_DECIMAL] = NODE_TEXT,
    [OP_HEX] = NODE_TEXT,      [OP_BINARY] = NODE_TEXT,  [OP_STRING] = NODE_LITERAL,
    [OP_BVNUM] = NODE_LITERAL, [OP_CHAR] = NODE_LITERAL, [OP_FIELD] = NODE_LITERAL,
    [OP_VAR] = NODE_VAR,       [OP_APP] = NODE_APP,      [OP_APP_AS] = NODE_HEAD,
    [OP_APPLY] = NODE_FORM,
#define OP(id, name, theory, indices, args, result, attr, doc)                                     \
    [OP_##id] = KIND(OP_##id, indices, OP_ATTR_##attr),
#include "smt/term/ops.def"
};

node_kind_t print_node_kind(op_t op) {
    return (node_kind_t)kinds[op];
}

/* The text of a NODE_LITERAL. */
static void print_literal(const bank_t *bank, term_t term, strbuf_t *out) {
    uint32_t count;
    const uint32_t *words = term_words(bank, term, &count);
    sym_t text = words[0];
    sort_t sort = words[1];
    switch (term_op(bank, term)) {
    case OP_STRING:
        strbuf_char(out, '"');
        print_text(bank, text, out);
        strbuf_char(out, '"');
        return;
    case OP_BVNUM:
        strbuf_str(out, "(_ bv");
        print_text(bank, text, out);
        strbuf_char(out, ' ');
        print_index(bank, sort_words(bank, sort_canon(bank, sort), &count)[0], out);
        break;
    case OP_CHAR:
        strbuf_str(out, sort == SORT_CHAR ? "(_ Char " : "(_ char ");
        print_text(bank, text, out);
        break;
    default: /* OP_FIELD: #f3m7 is all in the text, the other form only the number */
        if (symbol_text(&bank->symbols, text)[0] == '#') {
            print_text(bank, text, out);
            return;
        }
        strbuf_str(out, "(as ff");
        print_text(bank, text, out);
        strbuf_char(out, ' ');
        sort_print(bank, sort, out);
        break;
    }
    strbuf_char(out, ')');
}

/* One index; its letter in ops.def says what it is: C and F a function, S a sort. */
static void add_index(const bank_t *bank, char letter, uint32_t word, strbuf_t *out) {
    strbuf_char(out, ' ');
    if (letter == 'S')
        sort_print(bank, word, out);
    else if ((letter == 'C' || letter == 'F') && word >> 31 == 0)
        print_symbol(bank, fun_row(bank, word)->name, out);
    else
        print_index(bank, word, out);
}

/* The last argument of an array sort. */
static void add_element_sort(const bank_t *bank, term_t array, strbuf_t *out) {
    uint32_t count;
    const sort_t *sorts = sort_args(bank, term_sort(bank, array), &count);
    assert(count > 0);
    sort_print(bank, sorts[count - 1], out);
}

/* z3 wants (_ map (+ (Int Int) Int)), with the sorts of the operator; (_ map f) alone is for
 * declared functions and the connectives. */
static bool needs_signature(const bank_t *bank, op_t op, uint32_t index) {
    if (op != OP_MAP || index >> 31 == 0)
        return false;
    switch (op_of_code(op_of_symbol(bank, index & ~(UINT32_C(1) << 31)))) {
    case OP_NOT:
    case OP_AND:
    case OP_OR:
    case OP_XOR:
    case OP_IMPLIES:
        return false;
    default:
        return true;
    }
}

static void add_signature(const bank_t *bank, term_t term, uint32_t index, strbuf_t *out) {
    uint32_t count;
    const term_t *children = term_children(bank, term, &count);
    strbuf_str(out, " (");
    print_index(bank, index, out);
    for (uint32_t i = 0; i < count; i++) {
        strbuf_str(out, i == 0 ? " (" : " ");
        add_element_sort(bank, children[i], out);
    }
    strbuf_str(out, ") ");
    add_element_sort(bank, term, out);
    strbuf_char(out, ')');
}

void print_head(const bank_t *bank, term_t term, strbuf_t *out) {
    uint32_t count;
    const uint32_t *head = term_head(bank, term, &count);
    opcode_t code = term_opcode(bank, term);
    op_t op = op_of_code(code);
    bool app = op == OP_APP_AS;
    const op_info_t *info = op_info(op);
    if (info->attr == OP_ATTR_AS && head[count - 1] == SORT_BAD) { /* nil, its sort left open */
        print_symbol(bank, op_symbol(bank, code), out);
        return;
    }
    if (app || info->attr == OP_ATTR_AS) {
        strbuf_str(out, "(as ");
        print_symbol(bank, app ? fun_row(bank, head[0])->name : op_symbol(bank, code), out);
        strbuf_char(out, ' ');
        sort_print(bank, head[count - 1], out);
    } else {
        strbuf_str(out, "(_ ");
        print_symbol(bank, op_symbol(bank, code), out);
        bool any = op_head(op) < 0; /* the first word is their number */
        if (needs_signature(bank, op, head[0]))
            add_signature(bank, term, head[0], out);
        else
            for (uint32_t i = any; i < count; i++)
                add_index(bank, any ? 'i' : info->indices[(size_t)2 * i], head[i], out);
    }
    strbuf_char(out, ')');
}

/* --- terms on one line --- */

/* What is left to do of a node whose '(' is written. */
typedef struct frame {
    uint32_t at; /* its children are term_words[at..end) */
    uint32_t end;
    uint32_t span; /* its place in the spans */
    uint32_t form; /* 0, or FRAME_FORM: the children come from the newest form, or the n of a let */
} frame_t;

#define FRAME_FORM UINT32_MAX

enum { FEW_FRAMES = 32 };

typedef struct work {
    const bank_t *bank;
    strbuf_t *out;
    VEC(frame_t) frames;
    frame_t few[FEW_FRAMES]; /* where frames are until they are many: most terms are shallow */
    VEC(form_t) forms;
    mem_t *span_mem;
    print_span_vec_t *spans;
    size_t start;   /* of the text in out */
    uint32_t muted; /* frames below the pattern being written; UINT32_MAX outside of one */
} work_t;

/* The end of the output, out of memory and into registers. */
typedef struct tip {
    char *at;
    char *limit;
} tip_t;

static inline tip_t tip_take(const strbuf_t *out) {
    return (tip_t){out->data + out->len, out->data + out->cap};
}

static inline void tip_give(strbuf_t *out, tip_t tip) {
    out->len = (size_t)(tip.at - out->data);
}

static __attribute__((noinline)) tip_t tip_grow(strbuf_t *out, tip_t tip, size_t more) {
    tip_give(out, tip);
    strbuf_reserve(out, more);
    return tip_take(out);
}

static inline tip_t tip_room(strbuf_t *out, tip_t tip, size_t more) {
    return __builtin_expect((size_t)(tip.limit - tip.at) >= more, 1) ? tip
                                                                     : tip_grow(out, tip, more);
}

/* Names are short, and a call of memcpy costs more than they do. Never reads past the text. */
static inline char *copy_short(char *to, const char *text, uint32_t len) {
    if (len > 16) {
        memcpy(to, text, len);
    } else if (len >= 8) {
        memcpy(to, text, 8);
        memcpy(to + len - 8, text + len - 8, 8);
    } else if (len >= 4) {
        memcpy(to, text, 4);
        memcpy(to + len - 4, text + len - 4, 4);
    } else if (len > 0) {
        to[0] = text[0];
        to[len / 2] = text[len / 2];
        to[len - 1] = text[len - 1];
    }
    return to + len;
}

/* A symbol after '(' when it opens a node. */
static inline tip_t tip_symbol(work_t *work, tip_t tip, sym_t sym, bool open) {
    const symbol_t *row = symbol_row(&work->bank->symbols, sym);
    tip = tip_room(work->out, tip, (size_t)row->len + 3);
    if (open)
        *tip.at++ = '(';
    if (!row->bare)
        *tip.at++ = '|';
    tip.at = copy_short(tip.at, row->text, row->len);
    if (!row->bare)
        *tip.at++ = '|';
    return tip;
}

static inline tip_t tip_text(work_t *work, tip_t tip, sym_t sym) {
    const symbol_t *row = symbol_row(&work->bank->symbols, sym);
    tip = tip_room(work->out, tip, row->len);
    tip.at = copy_short(tip.at, row->text, row->len);
    return tip;
}

static inline sym_t name_of_code(const bank_t *bank, opcode_t code) {
    return code <= OP_ROW_MASK ? bank->ops.symbols.data[code] : op_symbol(bank, code);
}

static uint32_t span_open(work_t *work, tip_t tip, term_t term) {
    if (work->muted != UINT32_MAX)
        return UINT32_MAX;
    size_t start = (size_t)(tip.at - work->out->data) - work->start;
    if (start >= UINT32_MAX)
        mem_fail(work->span_mem);
    *vec_push(work->span_mem, work->spans) = (print_span_t){.term = term, .start = (uint32_t)start};
    return work->spans->len - 1;
}

static void span_close(work_t *work, tip_t tip, uint32_t span) {
    if (span == UINT32_MAX)
        return;
    size_t end = (size_t)(tip.at - work->out->data) - work->start;
    if (end >= UINT32_MAX)
        mem_fail(work->span_mem);
    work->spans->data[span].end = (uint32_t)end;
}

/* The next child of the newest form, or TERM_NONE when it is done with. */
static term_t next_of_form(work_t *work, tip_t *tip) {
    pen_t pen = {.bank = work->bank, .out = work->out};
    tip_give(work->out, *tip);
    form_t *form = &vec_last(&work->forms);
    term_t child = form_next(&pen, form);
    if (work->muted == UINT32_MAX && form->pattern && child != TERM_NONE)
        work->muted = work->frames.len;
    else if (work->muted == work->frames.len && !form->pattern)
        work->muted = UINT32_MAX;
    if (child == TERM_NONE)
        work->forms.len--;
    *tip = tip_take(work->out);
    return child;
}

/* Writes the start of a node that is none of the common kinds; at goes on from its words to its
 * children. True when it has some. */
static bool open_rare(work_t *work, tip_t *tip, term_t term, node_kind_t kind, uint32_t *at,
                      uint32_t *form) {
    const bank_t *bank = work->bank;
    strbuf_t *out = work->out;
    uint32_t count;
    uint32_t head;
    bool open = false;
    tip_give(out, *tip);
    if (kind == NODE_LET && bank->term_words.data[*at] == 0)
        kind = NODE_FORM; /* (let () t): the frame would look like a plain one */
    switch (kind) {
    case NODE_LET:
        *form = bank->term_words.data[*at];
        *at += 1 + *form;
        strbuf_str(out, "(let (");
        open = true;
        break;
    case NODE_FORM:
        *form = FRAME_FORM;
        *vec_push(out->mem, &work->forms) = form_start(term);
        open = true;
        break;
    case NODE_LITERAL:
        print_literal(bank, term, out);
        break;
    case NODE_HEAD:
        term_words(bank, term, &count);
        term_head(bank, term, &head);
        *at += head;
        open = count > head;
        if (open)
            strbuf_char(out, '(');
        print_head(bank, term, out);
        break;
    default:
        strbuf_char(out, '?');
        break;
    }
    *tip = tip_take(out);
    return open;
}

/* Writes the node up to its first child; top is then what is left of it. False for a leaf. */
static inline __attribute__((always_inline)) bool open_node(work_t *work, tip_t *tip, term_t term,
                                                            frame_t *top) {
    const bank_t *bank = work->bank;
    const term_row_t *row = &bank->terms.data[term];
    const uint32_t *words = bank->term_words.data;
    node_kind_t kind = (node_kind_t)kinds[row->op & OP_ROW_MASK];
    uint32_t at = row->words;
    uint32_t end = row[1].words;
    uint32_t form = 0;
    bool open;
    switch (kind) {
    case NODE_VAR:
        *tip = tip_symbol(work, *tip, words[at], false);
        return false;
    case NODE_TEXT:
        *tip = tip_text(work, *tip, words[at]);
        return false;
    case NODE_APP:
        open = ++at < end;
        *tip = tip_symbol(work, *tip, bank->funs.data[words[at - 1]].name, open);
        break;
    case NODE_PLAIN:
        open = at < end;
        *tip = tip_symbol(work, *tip, name_of_code(bank, row->op), open);
        break;
    default:
        open = open_rare(work, tip, term, kind, &at, &form);
        break;
    }
    *top = (frame_t){.at = at, .end = end, .span = top->span, .form = form};
    return open;
}

static __attribute__((noinline)) void more_frames(work_t *work) {
    mem_t *mem = work->out->mem;
    if (work->frames.data == work->few) {
        frame_t *data = mem_alloc(mem, 2 * sizeof work->few);
        memcpy(data, work->few, sizeof work->few);
        work->frames.data = data;
        work->frames.cap = 2 * FEW_FRAMES;
    } else {
        vec_reserve(mem, &work->frames, (uint64_t)work->frames.len + 1);
    }
}

static inline void push_frame(work_t *work, frame_t frame) {
    if (work->frames.len == work->frames.cap)
        more_frames(work);
    work->frames.data[work->frames.len++] = frame;
}

/* What stands in front of the next value of a let, or of its body. It has a syntax in print_form.c
 * too; large files are full of it. */
static inline tip_t before_let_child(work_t *work, tip_t tip, const frame_t *top) {
    const bank_t *bank = work->bank;
    uint32_t first = top->end - 1 - top->form;
    tip = tip_room(work->out, tip, 4);
    if (top->at > first)
        *tip.at++ = ')';
    if (top->at == top->end - 1) {
        *tip.at++ = ')';
    } else {
        if (top->at > first)
            *tip.at++ = ' ';
        term_t var = bank->term_words.data[top->at - top->form];
        tip = tip_symbol(work, tip, bank->term_words.data[bank->terms.data[var].words], true);
        tip = tip_room(work->out, tip, 1);
    }
    *tip.at++ = ' ';
    return tip;
}

/* The loop of both print_term functions: made twice, so that the plain one does not pay for the
 * spans. The frame in work is kept in top, those around it in frames. */
static inline __attribute__((always_inline)) void walk(work_t *work, term_t term, bool spans) {
    const bank_t *bank = work->bank;
    strbuf_t *out = work->out;
    tip_t tip = tip_take(out);
    frame_t top = {.span = UINT32_MAX};
    for (uint32_t depth = 0;;) {
        uint32_t span = spans ? span_open(work, tip, term) : UINT32_MAX;
        frame_t next = {.span = span};
        if (open_node(work, &tip, term, &next)) {
            push_frame(work, top);
            top = next;
            depth++;
        } else if (spans) {
            span_close(work, tip, span);
        }
        for (;;) {
            if (depth == 0) {
                tip_give(out, tip);
                return;
            }
            tip = tip_room(out, tip, 2);
            if (top.form == FRAME_FORM) {
                term = next_of_form(work, &tip);
                if (term != TERM_NONE)
                    break;
            } else if (top.at < top.end) {
                if (top.form == 0)
                    *tip.at++ = ' ';
                else
                    tip = before_let_child(work, tip, &top);
                term = bank->term_words.data[top.at++];
                if (top.at < top.end) /* the next one is on its way while this one is written */
                    __builtin_prefetch(&bank->terms.data[bank->term_words.data[top.at]]);
                break;
            } else {
                *tip.at++ = ')';
            }
            if (spans)
                span_close(work, tip, top.span);
            top = vec_pop(&work->frames);
            depth--;
        }
    }
}

/* A term that was read from a file lies with its subterms, made just before it: asks for them all
 * at once instead of line by line on the way down. */
static void fetch_around(const bank_t *bank, term_t term) {
    enum { LINES = 12, ROWS = 64 / sizeof(term_row_t), WORDS = 64 / sizeof(uint32_t) };
    const term_row_t *row = &bank->terms.data[term];
    const uint32_t *words = bank->term_words.data + row->words;
    for (size_t i = 1; i <= LINES && i * ROWS <= term; i++)
        __builtin_prefetch(row - i * ROWS);
    for (size_t i = 1; i <= LINES && i * WORDS <= row->words; i++)
        __builtin_prefetch(words - i * WORDS);
}

static void work_init(work_t *work, const bank_t *bank, strbuf_t *out) {
    work->bank = bank;
    work->out = out;
    work->frames.data = work->few;
    work->frames.len = 0;
    work->frames.cap = FEW_FRAMES;
    work->forms.data = NULL;
    work->forms.len = 0;
    work->forms.cap = 0;
    work->spans = NULL;
    work->start = out->len;
    work->muted = UINT32_MAX;
    strbuf_reserve(out, 64);
}

static void work_done(work_t *work) {
    if (work->frames.data != work->few)
        vec_free(work->out->mem, &work->frames);
    vec_free(work->out->mem, &work->forms);
}

void print_term(const bank_t *bank, term_t term, strbuf_t *out) {
    work_t work;
    work_init(&work, bank, out);
    fetch_around(bank, term);
    walk(&work, term, false);
    work_done(&work);
}

void print_term_spans(const bank_t *bank, term_t term, strbuf_t *out, mem_t *mem,
                      print_span_vec_t *spans) {
    work_t work;
    work_init(&work, bank, out);
    work.span_mem = mem;
    work.spans = spans;
    fetch_around(bank, term);
    walk(&work, term, true);
    work_done(&work);
}
