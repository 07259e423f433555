/* html_text.h - text inside HTML or SVG, between tags and in attributes. */
#ifndef REPORT_HTML_TEXT_H
#define REPORT_HTML_TEXT_H

#include "base/strbuf.h"

/* What is special there is escaped, what is no text replaced. */
void html_text(strbuf_t *out, const char *text, size_t len);

#endif
