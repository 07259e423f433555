/* planted - a real solver with a planted bug.
 *
 *     planted FAULT SHAPE SOLVER [ARGUMENT...]
 *
 * Reads a query, has the solver answer it, and passes the answer on. Where the query contains the
 * text SHAPE it does wrong instead:
 *
 *   unsat     says unsat where the solver says sat
 *   sat       says sat where the solver says unsat, with a model of zeros
 *   flip      says the opposite of either
 *   model     the first number of the model is another
 *   crash     fails an assertion
 *   slow      thinks for two seconds more
 *   unknown   says unknown
 *   flaky     crashes at the first and every second time that it gets a query; $TMPDIR remembers
 *   honest    does nothing wrong */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

typedef struct text {
    char *data; /* with a NUL */
    size_t len;
} text_t;

static text_t read_all(int fd) {
    text_t text = {malloc(1), 0};
    char block[1 << 16];
    ssize_t got;
    while ((got = read(fd, block, sizeof block)) > 0 || (got < 0 && errno == EINTR)) {
        if (got < 0)
            continue;
        text.data = realloc(text.data, text.len + (size_t)got + 1);
        memcpy(text.data + text.len, block, (size_t)got);
        text.len += (size_t)got;
    }
    text.data[text.len] = '\0';
    return text;
}

/* What the solver prints; *status is how it ended. */
static text_t ask(char **argv, const text_t *query, int *status) {
    int in = memfd_create("query", 0);
    int out[2];
    if (in < 0 || write(in, query->data, query->len) != (ssize_t)query->len ||
        lseek(in, 0, SEEK_SET) != 0 || pipe(out) != 0)
        exit(2);
    pid_t pid = fork();
    if (pid == 0) {
        dup2(in, 0);
        dup2(out[1], 1);
        close(out[0]);
        execvp(argv[0], argv);
        _exit(127);
    }
    close(out[1]);
    text_t answer = read_all(out[0]);
    waitpid(pid, status, 0);
    return answer;
}

static void pass_on(const text_t *answer, int status) {
    fwrite(answer->data, 1, answer->len, stdout);
    fflush(stdout);
    if (WIFSIGNALED(status)) {
        signal(WTERMSIG(status), SIG_DFL);
        raise(WTERMSIG(status));
    }
    exit(WIFEXITED(status) ? WEXITSTATUS(status) : 2);
}

static bool says(const text_t *answer, const char *verdict) {
    size_t len = strlen(verdict);
    return strncmp(answer->data, verdict, len) == 0 && answer->data[len] == '\n';
}

static void crash(void) {
    fputs("planted: rewriter.cpp:42: rewrite: Assertion `is_normal(term)' failed.\n", stderr);
    abort();
}

static void think(double seconds) {
    clock_t end = clock() + (clock_t)(seconds * CLOCKS_PER_SEC);
    while (clock() < end)
        continue;
}

/* Another first number behind the name of its sort: " Int 3)" becomes " Int 4)". */
static void print_wrong_model(const text_t *answer) {
    char *at = strstr(answer->data, " Int");
    while (at && !strpbrk(at, "0123456789"))
        at = NULL;
    char *digit = at ? strpbrk(at, "0123456789") : NULL;
    if (digit)
        *digit = (char)(*digit == '9' ? '1' : *digit + 1);
    fwrite(answer->data, 1, answer->len, stdout);
}

/* How often this query came, with this time. */
static long count_visits(const text_t *query) {
    unsigned long hash = 5381;
    for (size_t i = 0; i < query->len; i++)
        hash = hash * 33 + (unsigned char)query->data[i];
    const char *dir = getenv("TMPDIR");
    char path[512];
    snprintf(path, sizeof path, "%s/visits-%lx", dir ? dir : "/tmp", hash);
    FILE *file = fopen(path, "a");
    if (!file)
        exit(2);
    fputc('x', file);
    long count = ftell(file);
    fclose(file);
    return count;
}

static bool wants(const char *fault, const char *name) {
    return strcmp(fault, name) == 0;
}

/* Zero for every Int, false for the rest, for what is declared in lines of their own. */
static void print_zeros(const text_t *query) {
    puts("sat\n(");
    for (char *line = query->data; line && *line; line = strchr(line, '\n')) {
        char name[256];
        char sort[256];
        line += *line == '\n';
        if (sscanf(line, "(declare-const %255s %255[^)\n]", name, sort) == 2 ||
            sscanf(line, "(declare-fun %255s () %255[^)\n]", name, sort) == 2)
            printf("(define-fun %s () %s %s)\n", name, sort,
                   strcmp(sort, "Int") == 0 ? "0" : "false");
    }
    puts(")");
}

static bool lie(const char *fault, const text_t *query, const text_t *answer) {
    if ((wants(fault, "unsat") || wants(fault, "flip")) && says(answer, "sat")) {
        puts("unsat");
        return true;
    }
    if ((wants(fault, "sat") || wants(fault, "flip")) && says(answer, "unsat")) {
        print_zeros(query);
        return true;
    }
    if (wants(fault, "model") && says(answer, "sat")) {
        print_wrong_model(answer);
        return true;
    }
    return false;
}

int main(int argc, char **argv) {
    if (argc < 4)
        return 2;
    const char *fault = argv[1];
    text_t query = read_all(0);
    bool fits = strstr(query.data, argv[2]) != NULL;
    if (fits && wants(fault, "crash"))
        crash();
    if (fits && wants(fault, "flaky") && count_visits(&query) % 2 == 1)
        crash();
    if (fits && wants(fault, "slow"))
        think(2);
    if (fits && wants(fault, "unknown")) {
        puts("unknown");
        return 0;
    }
    int status;
    text_t answer = ask(argv + 3, &query, &status);
    if (fits && lie(fault, &query, &answer))
        return 0;
    pass_on(&answer, status);
}
