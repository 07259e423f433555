#include "report/html_text.h"

void html_text(strbuf_t *out, const char *text, size_t len) {
    for (size_t i = 0; i < len; i++) {
        unsigned char c = (unsigned char)text[i];
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
                strbuf_format(out, "&#xFFFD;");
            break;
        }
    }
}
