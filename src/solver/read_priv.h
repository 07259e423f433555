/* read_priv.h - a solver's output in pieces: lines, and s-expressions that may span lines. */
#ifndef SOLVER_READ_PRIV_H
#define SOLVER_READ_PRIV_H

#include "solver/read.h"

typedef enum {
    PIECE_END,
    PIECE_LINE,  /* one line, without its end */
    PIECE_ERROR, /* (error ...), which may hold anything, also lines that look like verdicts */
    PIECE_FORM   /* another s-expression: an answer to a command */
} piece_kind_t;

typedef struct piece {
    piece_kind_t kind;
    const char *text;
    size_t len;
    bool whole; /* a newline follows */
} piece_t;

typedef struct pieces {
    const char *at;
    const char *end;
    uint32_t failures; /* scans for a closing parenthesis that came to nothing */
} pieces_t;

pieces_t pieces_of(const strbuf_t *text);
piece_t pieces_next(pieces_t *pieces);

/* The next line of [*at, end), without its end; moves *at past it. False at the end. */
bool next_line(const char **at, const char *end, const char **line, size_t *len);

/* Without white space at both ends. */
void trim(const char **text, size_t *len);

/* The signal that ended the run, also when a shell or a wrapper reports it as 128 + n; 0 when none
 * did, or it was ours. */
int end_signal(const answer_t *answer);

bool slice_has(slice_t slice, const char *word);

#endif
