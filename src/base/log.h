/* log.h - messages for people, on stderr or wherever the owner wants them.
 *
 *     log_t log = {.out = stderr, .level = LOG_WARNING};
 *     log_say(&log, LOG_INFO, "read %u files", n);
 *
 * One line a message, written with one call, so that lines of several processes do not mix. A line
 * is cut to 1023 bytes. A log_t without a stream is silent. */
#ifndef BASE_LOG_H
#define BASE_LOG_H

#include <stdbool.h>
#include <stdio.h>

typedef enum { LOG_ERROR, LOG_WARNING, LOG_INFO, LOG_DEBUG } log_level_t;

typedef struct log {
    FILE *out;
    log_level_t level; /* messages above this level are dropped */
    bool stamp;        /* put the seconds since start in front */
    double start;      /* clock_wall() of the first message, when stamp is set */
} log_t;

void log_say(log_t *log, log_level_t level, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
