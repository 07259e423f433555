#include "cli/common/options.h"

#include "cli/common/exit.h"

#include <assert.h>
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

/* The option at an index, of whichever table the subcommand has. */
static option_t option_at(const command_line_t *command, int i) {
    if (!command->rows)
        return command->options[i];
    const option_row_t *row = &command->rows[i];
    return (option_t){row->letter, row->name, row->value, row->help};
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
    option_t option;
    for (int i = 0; (option = option_at(command, i)).name; i++)
        print_option(&option);
    print_option(&(option_t){0, "help", NULL, "show this"});
    return ARGS_HELP;
}

static int take_value(args_t *args, int index, const char *given) {
    option_t option = option_at(args->command, index);
    args->value = given;
    args->row = args->command->rows ? &args->command->rows[index] : NULL;
    if (option.value && !given) {
        if (args->next + args->moved == args->argc) {
            args_complain(args, "--%s needs a value: --%s %s", option.name, option.name,
                          option.value);
            return ARGS_WRONG;
        }
        char *value = args->argv[args->next + args->moved];
        for (int i = args->next + args->moved; i > args->next; i--)
            args->argv[i] = args->argv[i - 1];
        args->argv[args->next++] = value;
        args->value = value;
    }
    return index;
}

static int long_option(args_t *args, const char *text) {
    size_t len = strcspn(text, "=");
    const char *value = text[len] == '=' ? text + len + 1 : NULL;
    if (len == 4 && memcmp(text, "help", 4) == 0)
        return print_help(args->command);
    option_t option;
    for (int i = 0; (option = option_at(args->command, i)).name; i++)
        if (strlen(option.name) == len && memcmp(option.name, text, len) == 0) {
            if (value && !option.value) {
                args_complain(args, "--%s takes no value", option.name);
                return ARGS_WRONG;
            }
            return take_value(args, i, value);
        }
    args_complain(args, "unknown option --%.*s", (int)len, text);
    return ARGS_WRONG;
}

static int short_option(args_t *args) {
    char letter = *args->joined++;
    option_t option;
    for (int i = 0; (option = option_at(args->command, i)).name; i++)
        if (option.letter == letter) {
            const char *rest = option.value && *args->joined ? args->joined : NULL;
            if (rest)
                args->joined = "";
            return take_value(args, i, rest);
        }
    args_complain(args, "unknown option -%c", letter);
    return ARGS_WRONG;
}

/* The place of the next option, which may follow arguments, or -1. */
static int next_option(const args_t *args) {
    for (int i = args->next; i < args->argc; i++)
        if (args->argv[i][0] == '-' && args->argv[i][1] != '\0')
            return i;
    return -1;
}

/* Moves the option at this place before the arguments that it follows. Its value comes later. */
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

bool args_take_one(const args_t *args, void *job) {
    const option_row_t *row = args->row;
    assert(row && row->take);
    return row->take(args, (char *)job + row->offset);
}

int args_take(args_t *args, void *job) {
    int option;
    while ((option = args_next(args)) >= 0)
        if (!args_take_one(args, job))
            return EXIT_USAGE;
    return option == ARGS_HELP ? EXIT_NOTHING : option == ARGS_WRONG ? EXIT_USAGE : ARGS_END;
}

/* --- values --- */

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

/* --- what a row does --- */

enum { NAME_SIZE = 32 };

/* "--name", as messages call the option. */
static const char *name_of(const args_t *args, char buffer[NAME_SIZE]) {
    snprintf(buffer, NAME_SIZE, "--%s", args->row->name);
    return buffer;
}

bool take_flag(const args_t *args, void *target) {
    assert(!args->row->value);
    return *(bool *)target = true;
}

bool take_bits(const args_t *args, void *target) {
    assert(args->row->low > 0 && args->row->low <= UINT32_MAX);
    *(uint32_t *)target |= (uint32_t)args->row->low;
    return true;
}

bool take_text(const args_t *args, void *target) {
    assert(args->value);
    *(const char **)target = args->value;
    return true;
}

bool take_number(const args_t *args, void *target) {
    char buffer[NAME_SIZE];
    return args_number(args, name_of(args, buffer), args->row->low, args->row->high, target);
}

bool take_count(const args_t *args, void *target) {
    uint64_t number;
    assert(args->row->high <= UINT32_MAX);
    if (!take_number(args, &number))
        return false;
    *(uint32_t *)target = (uint32_t)number;
    return true;
}

bool take_seconds(const args_t *args, void *target) {
    char buffer[NAME_SIZE];
    return args_seconds(args, name_of(args, buffer), target);
}

bool take_duration(const args_t *args, void *target) {
    char buffer[NAME_SIZE];
    return args_duration(args, name_of(args, buffer), target);
}

bool take_megabytes(const args_t *args, void *target) {
    char buffer[NAME_SIZE];
    return args_megabytes(args, name_of(args, buffer), target);
}
