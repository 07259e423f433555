#include "cli/common/json.h"

#include "base/strbuf.h"

#include <stdio.h>

json_t *json_bytes(const char *data, size_t len) {
    json_t *value = json_stringn(data, len);
    if (value)
        return value;
    mem_t mem;
    mem_init(&mem);
    strbuf_t clean;
    strbuf_init(&clean, &mem);
    for (size_t i = 0; i < len; i++) {
        if ((unsigned char)data[i] < 0x80)
            strbuf_char(&clean, data[i]);
        else
            strbuf_str(&clean, "\xEF\xBF\xBD");
    }
    value = json_stringn(clean.data, clean.len);
    mem_done(&mem);
    return value;
}

json_t *json_text(const char *text) {
    return json_bytes(text, strlen(text));
}

void json_line(json_t *object) {
    json_dumpf(object, stdout, JSON_COMPACT | JSON_PRESERVE_ORDER);
    putchar('\n');
    json_decref(object);
}
