#include "smt/term/sig.h"

#include "base/bug.h"
#include "smt/term/bank.h"

#include <string.h>

void sig_cache_init(sig_cache_t *cache, mem_t *mem) {
    *cache = (sig_cache_t){0};
    sig_row_t *rows = vec_extend(mem, &cache->rows, OP_COUNT);
    memset(rows, 0, OP_COUNT * sizeof *rows);
}

void sig_cache_done(sig_cache_t *cache, mem_t *mem) {
    vec_free(mem, &cache->rows);
    vec_free(mem, &cache->words);
}

void sig_cache_forget(sig_cache_t *cache, sort_t first) {
    for (uint32_t op = 0; op < cache->rows.len; op++) {
        sig_row_t *sig = &cache->rows.data[op];
        if (sig->last_sort >= first || sig->last_result >= first)
            sig->last_sort = SORT_NONE;
    }
}

/* The texts come from ops.def, so a mistake in them is a bug of ours: BUG names the row. */
typedef struct reader {
    bank_t *bank;
    op_t op;
    const char *at;
} reader_t;

static _Noreturn void complain(const reader_t *reader) {
    BUG("ops.def, row of %s: cannot read \"%s\"", op_info(reader->op)->name, reader->at);
}

static void emit(reader_t *reader, uint32_t word) {
    *vec_push(reader->bank->mem, &reader->bank->sigs.words) = word;
}

static void skip_space(reader_t *reader) {
    while (*reader->at == ' ')
        reader->at++;
}

static bool take(reader_t *reader, char c) {
    if (*reader->at != c)
        return false;
    reader->at++;
    return true;
}

static bool is_lower(char c) {
    return c >= 'a' && c <= 'z';
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/* A product of numbers and at most two variables. */
static void read_product(reader_t *reader, int32_t sign) {
    uint32_t vars[2] = {SIG_NO_VAR, SIG_NO_VAR};
    int32_t factor = sign;
    int used = 0;
    do {
        if (is_lower(*reader->at)) {
            if (used < 2)
                vars[used++] = (uint32_t)(*reader->at++ - 'a');
            else
                complain(reader);
        } else if (is_digit(*reader->at)) {
            int32_t number = 0;
            while (is_digit(*reader->at))
                number = number * 10 + (*reader->at++ - '0');
            factor *= number;
        } else {
            complain(reader);
        }
    } while (take(reader, '*'));
    emit(reader, (uint32_t)factor);
    emit(reader, vars[0]);
    emit(reader, vars[1]);
}

/* Returns where the expression starts in words. */
static uint32_t read_index(reader_t *reader) {
    uint32_t start = reader->bank->sigs.words.len;
    if (take(reader, '?')) {
        emit(reader, SIG_ANY_INDEX);
        return start;
    }
    emit(reader, 0);
    uint32_t products = 0;
    int32_t sign = take(reader, '-') ? -1 : 1;
    for (;;) {
        read_product(reader, sign);
        products++;
        if (take(reader, '+'))
            sign = 1;
        else if (take(reader, '-'))
            sign = -1;
        else
            break;
    }
    reader->bank->sigs.words.data[start] = products;
    return start;
}

static size_t word_len(const char *text) {
    size_t len = 0;
    while ((text[len] >= 'A' && text[len] <= 'Z') || is_lower(text[len]) || is_digit(text[len]) ||
           (text[len] == '-' && text[len + 1] == '>') || (len > 0 && text[len] == '>'))
        len++;
    return len;
}

/* The kind with this name; the table says Float and Char for short. */
static sort_kind_t find_kind(const reader_t *reader, size_t len) {
    if (len == 5 && memcmp(reader->at, "Float", 5) == 0)
        return SORT_FLOAT;
    if (len == 4 && memcmp(reader->at, "Char", 4) == 0)
        return SORT_CHAR;
    for (uint32_t kind = SORT_BAD + 1; kind < SORT_USER; kind++) {
        const char *name = sort_info((sort_kind_t)kind)->name;
        if (strlen(name) == len && memcmp(name, reader->at, len) == 0)
            return (sort_kind_t)kind;
    }
    complain(reader);
}

/* Patterns nest as deep as ops.def writes them: two or three levels. */
static uint32_t read_pattern(reader_t *reader) { /* NOLINT(misc-no-recursion) */
    uint32_t start = reader->bank->sigs.words.len;
    size_t len = word_len(reader->at);
    if (take(reader, '?')) {
        emit(reader, PAT_ANY);
    } else if (len == 1 && is_lower(*reader->at)) {
        emit(reader, PAT_VAR);
        emit(reader, (uint32_t)(*reader->at++ - 'a'));
    } else if (len == 3 && memcmp(reader->at, "Num", 3) == 0) {
        emit(reader, PAT_NUM);
        reader->at += len;
    } else if (take(reader, '(')) {
        len = word_len(reader->at);
        sort_kind_t kind = find_kind(reader, len);
        reader->at += len;
        emit(reader, PAT_MAKE);
        emit(reader, kind);
        uint32_t indices = (uint32_t)sort_info(kind)->indices;
        emit(reader, indices);
        emit(reader, 0);
        uint32_t args = 0;
        for (; skip_space(reader), !take(reader, ')'); args++) {
            if (args < indices)
                read_index(reader);
            else
                read_pattern(reader);
        }
        reader->bank->sigs.words.data[start + 3] = args - indices;
    } else {
        sort_kind_t kind = find_kind(reader, len);
        assert(kind <= SORT_LAST_PLAIN);
        emit(reader, PAT_SORT);
        emit(reader, kind);
        reader->at += len;
    }
    return start;
}

static void read_conditions(reader_t *reader, sig_row_t *sig) {
    while (skip_space(reader), *reader->at != '\0') {
        assert(sig->conds < sizeof sig->cond / sizeof *sig->cond);
        sig_cond_t *cond = &sig->cond[sig->conds++];
        cond->left = read_index(reader);
        if (take(reader, '<'))
            cond->relation = take(reader, '=') ? COND_LE : COND_LT;
        else if (take(reader, '='))
            cond->relation = COND_EQ;
        else
            complain(reader);
        cond->right = read_index(reader);
    }
}

static void read_args(reader_t *reader, sig_row_t *sig) {
    while (skip_space(reader), *reader->at != '\0') {
        if (take(reader, '|')) {
            read_conditions(reader, sig);
            return;
        }
        assert(sig->patterns < SIG_MAX_ARGS && !sig->repeats);
        sig->args[sig->patterns++] = read_pattern(reader);
        sig->least = sig->patterns;
        if (take(reader, '*')) {
            sig->repeats = true;
            sig->least--;
        } else if (take(reader, '+')) {
            sig->repeats = true;
        }
    }
}

static void read_indices(const char *names, sig_row_t *sig) {
    for (size_t i = 0; names[i] != '\0'; i += 2) {
        assert(sig->indices < sizeof sig->index_vars);
        sig->index_vars[sig->indices++] =
            is_lower(names[i]) ? (uint8_t)(names[i] - 'a') : (uint8_t)SIG_NO_VAR;
        if (names[i + 1] == '+')
            sig->index_any = true;
        if (names[i + 1] != ' ')
            break;
    }
}

static void compile(bank_t *bank, op_t op, sig_row_t *sig) {
    const op_info_t *info = op_info(op);
    reader_t reader = {bank, op, info->args};
    sig_row_t made = {0};
    read_indices(info->indices, &made);
    read_args(&reader, &made);
    reader.at = info->result;
    made.result = read_pattern(&reader);
    made.compiled = true;
    made.last_sort = SORT_NONE;
    *sig = made;
}

sig_row_t *sig_get(bank_t *bank, op_t op) {
    sig_row_t *sig = &bank->sigs.rows.data[op];
    if (!sig->compiled)
        compile(bank, op, sig);
    return sig;
}
