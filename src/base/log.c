#include "base/log.h"

#include "base/clock.h"

#include <stdarg.h>

static const char *const names[] = {"error", "warning", "info", "debug"};

void log_say(log_t *log, log_level_t level, const char *format, ...) {
    if (!log->out || level > log->level)
        return;
    char line[1024];
    size_t used = 0;
    if (log->stamp) {
        double now = clock_wall();
        if (log->start == 0)
            log->start = now;
        used = (size_t)snprintf(line, sizeof line, "[%9.3f] ", now - log->start);
    }
    used += (size_t)snprintf(line + used, sizeof line - used, "assay: %s: ", names[level]);
    va_list args;
    va_start(args, format);
    int len = vsnprintf(line + used, sizeof line - used - 1, format, args);
    va_end(args);
    if (len > 0)
        used += (size_t)len < sizeof line - used - 1 ? (size_t)len : sizeof line - used - 2;
    line[used++] = '\n';
    fwrite(line, 1, used, log->out);
    fflush(log->out);
}
