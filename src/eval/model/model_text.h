/* model_text.h - a model as text that model_read reads back.
 *
 *     strbuf_t text;
 *     strbuf_init(&text, mem);
 *     if (!model_text(&model, &script, &text)) ...     // a value that has no term
 *
 * One line each: elements of uninterpreted sorts and how many there are, helpers that the model
 * defines for itself, the script's functions in the order of their declarations, operators that the
 * standard leaves open. It depends on what the model says and on nothing else, so its hash names
 * the model; read back and written again, it is the same text. It is never empty, so that an empty
 * text can mean that there is no model: one that says nothing is an empty line. More lines may
 * follow it: (define-fun fresh () Int 7). */
#ifndef EVAL_MODEL_TEXT_H
#define EVAL_MODEL_TEXT_H

#include "base/strbuf.h"
#include "eval/model/model.h"

/* Appends the lines. False when a value cannot be written. Terms of values are made in the script's
 * bank and released again. */
bool model_text(const model_t *model, const script_t *script, strbuf_t *out);

#endif
