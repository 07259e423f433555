/* fuzz_lexer - any bytes are tokens to the end: offsets advance, nothing is read beyond the text. */
#include "base/lexer.h"
#include "target.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    mem_t mem;
    mem_init(&mem);
    span_vec_t comments = {0};
    char *text = malloc(size + 1); /* exactly as long as the input, so that ASan sees an overrun */
    if (size > 0)
        memcpy(text, data, size);
    lexer_t lexer;
    lexer_init(&lexer, text, size);
    lexer.mem = &mem;
    lexer.comments = &comments;
    uint32_t last = 0;
    for (;;) {
        token_t token = lexer_next(&lexer);
        if (token.offset < last || token.end < token.offset || token.end > size)
            BUG("a token goes back or beyond the end");
        if (token.kind == TOKEN_ERROR && !lexer.error)
            BUG("an error without a message");
        if (token.kind == TOKEN_END)
            break;
        if (token.end == last)
            BUG("a token without bytes");
        last = token.end;
    }
    for (uint32_t i = 0; i < comments.len; i++)
        if (text[comments.data[i].offset] != ';')
            BUG("a comment that is none");
    free(text);
    mem_done(&mem);
    return 0;
}
