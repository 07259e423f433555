#include "cli/common/options.h"

#include "cli/common/exit.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void args_init(args_t *args, const command_line_t *command, int argc, char **argv) {
    *args = (args_t){.command = command, .argc = argc, .argv = argv, .next = 1};
}

int args_complain(const args_t *args, const char *format, ...) {
    va_list list;
    va_start(list, format);
    fprintf(stderr, "assay %s: ", args->command->name);
    vfprintf(stderr, format, list);
    fprintf(stderr, "\nTry 'assay %s --help'.\n", args->command->name);
    va_end(list);
    return EXIT_USAGE;
}

static void print_option(const option_t *option) {
    char left[64];
    int used = option->letter
                   ? snprintf(left, sizeof left, "-%c, --%s", option->letter, option->name)
                   : snprintf(left, sizeof left, "    --%s", option->name);
    if (option->value)
        snprintf(left + used, sizeof left - (size_t)used, " %s", option->value);
    printf("  %-22s  %s\n", left, option->help);
}

static int print_help(const command_line_t *command) {
    printf("Usage: assay %s %s\n\n%s\n\n%s\n\nOptions:\n", command->name, command->usage,
           command->summary, command->about);
    for (const option_t *option = command->options; option->name; option++)
        print_option(option);
    print_option(&(option_t){0, "help", NULL, "show this"});
    return ARGS_HELP;
}

static int take_value(args_t *args, const option_t *option, const char *given) {
    args->value = given;
    if (option->value && !given) {
        if (args->next + args->moved == args->argc) {
            args_complain(args, "--%s needs a value: --%s %s", option->name, option->name,
                          option->value);
            return ARGS_WRONG;
        }
        char *value = args->argv[args->next + args->moved];
        for (int i = args->next + args->moved; i > args->next; i--)
            args->argv[i] = args->argv[i - 1];
        args->argv[args->next++] = value;
        args->value = value;
    }
    return (int)(option - args->command->options);
}

static int long_option(args_t *args, const char *text) {
    size_t len = strcspn(text, "=");
    const char *value = text[len] == '=' ? text + len + 1 : NULL;
    if (len == 4 && memcmp(text, "help", 4) == 0)
        return print_help(args->command);
    for (const option_t *option = args->command->options; option->name; option++)
        if (strlen(option->name) == len && memcmp(option->name, text, len) == 0) {
            if (value && !option->value) {
                args_complain(args, "--%s takes no value", option->name);
                return ARGS_WRONG;
            }
            return take_value(args, option, value);
        }
    args_complain(args, "unknown option --%.*s", (int)len, text);
    return ARGS_WRONG;
}

static int short_option(args_t *args) {
    char letter = *args->joined++;
    for (const option_t *option = args->command->options; option->name; option++)
        if (option->letter == letter) {
            const char *rest = option->value && *args->joined ? args->joined : NULL;
            if (rest)
                args->joined = "";
            return take_value(args, option, rest);
        }
    args_complain(args, "unknown option -%c", letter);
    return ARGS_WRONG;
}

/* Options may stand behind arguments: the place of the next one, or -1. */
static int next_option(const args_t *args) {
    for (int i = args->next; i < args->argc; i++)
        if (args->argv[i][0] == '-' && args->argv[i][1] != '\0')
            return i;
    return -1;
}

/* Moves the option at this place before the arguments it stood behind, and its value with it. */
static char *take_option(args_t *args, int at) {
    char *text = args->argv[at];
    for (int i = at; i > args->next; i--)
        args->argv[i] = args->argv[i - 1];
    args->argv[args->next++] = text;
    args->moved = at + 1 - args->next;
    return text;
}

int args_next(args_t *args) {
    if (args->joined && *args->joined)
        return short_option(args);
    if (args->next == args->argc)
        return ARGS_END;
    int at = next_option(args);
    if (at < 0)
        return ARGS_END;
    char *text = take_option(args, at);
    if (strcmp(text, "--") == 0)
        return ARGS_END;
    if (text[1] == '-')
        return long_option(args, text + 2);
    args->joined = text + 1;
    return short_option(args);
}

bool args_number(const args_t *args, const char *what, uint64_t low, uint64_t high,
                 uint64_t *value) {
    char *end;
    errno = 0;
    unsigned long long number = strtoull(args->value, &end, 10);
    if (args->value[0] < '0' || args->value[0] > '9' || *end != '\0' || errno != 0 ||
        number < low || number > high) {
        args_complain(args, "%s must be a number from %llu to %llu, not '%s'", what,
                      (unsigned long long)low, (unsigned long long)high, args->value);
        return false;
    }
    *value = number;
    return true;
}

bool args_megabytes(const args_t *args, const char *what, uint64_t *bytes) {
    uint64_t number;
    if (!args_number(args, what, 16, 1 << 20, &number))
        return false;
    *bytes = number << 20;
    return true;
}

bool args_seconds(const args_t *args, const char *what, double *value) {
    char *end;
    errno = 0;
    double number = strtod(args->value, &end);
    if (end == args->value || *end != '\0' || errno != 0 || !(number > 0) || number > 1e6) {
        args_complain(args, "%s must be a number of seconds such as 2.5, not '%s'", what,
                      args->value);
        return false;
    }
    *value = number;
    return true;
}

bool args_duration(const args_t *args, const char *what, double *value) {
    static const char units[] = "smhd";
    static const double seconds[] = {1, 60, 3600, 86400};
    char *end;
    errno = 0;
    double number = strtod(args->value, &end);
    const char *unit = end != args->value && *end != '\0' ? strchr(units, *end) : NULL;
    bool ok = end != args->value && errno == 0 && number > 0 && number < 1e9 &&
              (*end == '\0' || (unit && end[1] == '\0'));
    if (!ok) {
        args_complain(args, "%s must be a time such as 90, 90s, 10m, 8h or 2d, not '%s'", what,
                      args->value);
        return false;
    }
    *value = unit ? number * seconds[unit - units] : number;
    return true;
}
