/* json.h - JSON lines on standard output. */
#ifndef CLI_JSON_H
#define CLI_JSON_H

#include <jansson.h>

/* Text that may hold any bytes: what is not UTF-8 becomes U+FFFD. */
json_t *json_text(const char *text);
json_t *json_bytes(const char *data, size_t len);

/* Prints the object on one line and drops it. */
void json_line(json_t *object);

#endif
