/* html_text.h - text inside HTML or SVG, between tags and in attributes. */
#ifndef REPORT_HTML_TEXT_H
#define REPORT_HTML_TEXT_H

#include "base/strbuf.h"

/* Appends it: what is special there is escaped, what is no ASCII text replaced. The one way for
 * text that is not a constant of ours. */
void html_text(strbuf_t *out, slice_t text);

#endif
