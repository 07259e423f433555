/* reader - a solver as a snapshot sees it: it reads lines, in the way its argument says, and does
 * what they say. Every line is printed first.
 *
 *     reader HOW     read, byte, fgets, getline: by these; others: see prepare()
 */
#include <dirent.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static void wait_for_ever(void) {
    for (;;)
        pause();
}

/* ---- What a line asks for ----------------------------------------------------------------------
 */

static void eat_memory(void) {
    size_t total = 0;
    static char *volatile block; /* or the compiler sees that it is not looked at */
    for (; (block = malloc(1 << 20)); total += 1 << 20)
        memset(block, 1, 1 << 20);
    printf("no memory after more than %d MB\n", total > (10 << 20) ? 10 : 0);
}

/* Two that survive their parent: one in its group, one in a session of its own. */
static void leave_family(void) {
    for (int i = 0; i < 2; i++) {
        fflush(stdout);
        pid_t pid = fork();
        if (pid == 0) {
            if (i == 1)
                setsid();
            close(0);
            close(1);
            close(2);
            wait_for_ever();
        }
        printf("%d\n", (int)pid);
    }
}

static int open_descriptors(void) {
    DIR *all = opendir("/proc/self/fd");
    int count = -3; /* ".", ".." and that of all itself */
    while (readdir(all))
        count++;
    closedir(all);
    return count;
}

/* Everything that could tell a snapshot from a process of its own, and does not differ between two
 * of these either. */
static void show_state(void) {
    for (char **row = environ; *row; row++)
        if (strncmp(*row, "PATH=", 5) != 0 && strncmp(*row, "HOME=", 5) != 0)
            printf("%s\n", *row);
    struct stat info;
    fstat(0, &info);
    printf("input: kind %o, size %d, at %d, terminal %d\n", info.st_mode & S_IFMT,
           (int)info.st_size, (int)lseek(0, 0, SEEK_CUR), isatty(0));
    sigset_t mask;
    sigprocmask(SIG_BLOCK, NULL, &mask);
    printf("blocked:");
    for (int i = 1; i < 32; i++)
        if (sigismember(&mask, i))
            printf(" %d", i);
    struct sigaction action;
    sigaction(SIGCHLD, NULL, &action);
    printf("\non child: %d\n", action.sa_handler == SIG_IGN);
    printf("leader: %d, main thread: %d\n", getpgrp() == getpid(), gettid() == getpid());
    printf("descriptors: %d\n", open_descriptors());
}

static void obey(const char *line) {
    printf("got: %s\n", line);
    if (strcmp(line, "crash") == 0) {
        raise(SIGSEGV);
    } else if (strcmp(line, "abort") == 0) {
        abort();
    } else if (strcmp(line, "spin") == 0) {
        for (volatile unsigned n = 0;; n++)
            continue;
    } else if (strcmp(line, "sleep") == 0) {
        fflush(stdout);
        wait_for_ever();
    } else if (strcmp(line, "hog") == 0) {
        eat_memory();
    } else if (strcmp(line, "family") == 0) {
        leave_family();
    } else if (strcmp(line, "state") == 0) {
        show_state();
    } else if (strcmp(line, "complain") == 0) {
        fprintf(stderr, "a complaint\n");
    } else if (strncmp(line, "exit ", 5) == 0) {
        exit((int)strtol(line + 5, NULL, 10));
    }
}

/* ---- Ways to read ------------------------------------------------------------------------------
 */

static void obey_all(char *text) {
    for (char *rest = text, *line; (line = strsep(&rest, "\n")) && rest;)
        obey(line);
}

static void read_by(size_t most) {
    static char text[1 << 20];
    static char *volatile nowhere;
    size_t len = 0;
    /* A read of nothing, and one that fails, tell what they always do. */
    printf("nothing: %zd\n", read(0, text, 0));
    ssize_t bad = read(0, nowhere, 1);
    printf("bad address: %zd, %d\n", bad, errno);
    for (;;) {
        ssize_t got = read(0, text + len, most);
        if (got < 0 && errno == EINTR) {
            printf("interrupted\n");
            continue;
        }
        if (got <= 0)
            break;
        len += (size_t)got;
        if (len + most >= sizeof text)
            break;
    }
    text[len] = '\0';
    obey_all(text);
}

static void read_fgets(void) {
    char line[100];
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = '\0';
        obey(line);
    }
}

static void read_getline(void) {
    char *line = NULL;
    size_t size = 0;
    while (getline(&line, &size, stdin) > 0) {
        line[strcspn(line, "\n")] = '\0';
        obey(line);
    }
    free(line);
}

/* ---- What happens before the first read --------------------------------------------------------
 */

static void *idle(void *arg) {
    wait_for_ever();
    return arg;
}

static void *nothing(void *arg) {
    return arg;
}

static void on_alarm(int number) {
    static const char text[] = "alarm\n";
    (void)number;
    if (write(1, text, sizeof text - 1) > 0)
        _exit(7);
}

static void prepare(const char *how) {
    pthread_t thread;
    if (strcmp(how, "ends") == 0)
        exit(0);
    if (strcmp(how, "deaf") == 0)
        wait_for_ever();
    if (strcmp(how, "threads") == 0)
        pthread_create(&thread, NULL, idle, NULL);
    if (strcmp(how, "joined") == 0) {
        pthread_create(&thread, NULL, nothing, NULL);
        pthread_join(thread, NULL);
    }
    if (strcmp(how, "banner") == 0) {
        fprintf(stderr, "a warning\n");
        printf("written\n");
        fflush(stdout);
        printf("not yet written\n");
    }
    if (strcmp(how, "alarm") == 0) {
        signal(SIGALRM, on_alarm);
        setitimer(ITIMER_REAL, &(struct itimerval){.it_value.tv_usec = 300000}, NULL);
    }
    if (strcmp(how, "careful") == 0) {
        sigset_t some;
        sigemptyset(&some);
        sigaddset(&some, SIGUSR1);
        sigprocmask(SIG_BLOCK, &some, NULL);
        signal(SIGCHLD, SIG_IGN);
        int left = 0;
        struct pollfd input = {.fd = 0, .events = POLLIN};
        printf("terminal %d, ready %d, pending %d\n", isatty(0), poll(&input, 1, 0),
               ioctl(0, FIONREAD, &left));
    }
}

int main(int argc, char **argv) {
    const char *how = argc > 1 ? argv[1] : "getline";
    prepare(how);
    if (strcmp(how, "read") == 0)
        read_by(4096);
    else if (strcmp(how, "byte") == 0)
        read_by(1);
    else if (strcmp(how, "fgets") == 0)
        read_fgets();
    else
        read_getline();
    return 0;
}
