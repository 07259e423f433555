#include "report/html_text.h"

void html_text(strbuf_t *out, slice_t text) {
    for (size_t i = 0; i < text.len; i++) {
        unsigned char c = (unsigned char)text.data[i];
        switch (c) {
        case '<':
            strbuf_str(out, "&lt;");
            break;
        case '>':
            strbuf_str(out, "&gt;");
            break;
        case '&':
            strbuf_str(out, "&amp;");
            break;
        case '"':
            strbuf_str(out, "&quot;");
            break;
        case '\'':
            strbuf_str(out, "&#39;");
            break;
        default:
            if (c == '\n' || c == '\t' || (c >= ' ' && c < 127))
                strbuf_char(out, (char)c);
            else
                strbuf_str(out, "&#xFFFD;");
            break;
        }
    }
}
