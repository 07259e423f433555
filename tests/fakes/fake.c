/* fake - solvers with planted faults, one per row of the table at the end.
 *
 *     fake [read] NAME [ARGUMENT]
 *
 * What most do wrong does not depend on the query: they do not read it, unless told to. Those named
 * session read commands, one on a line, until the end of input. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static void say(const char *text) {
    fputs(text, stdout);
    fflush(stdout);
}

static void nap(double seconds) {
    struct timespec time = {(time_t)seconds, (long)((seconds - (double)(time_t)seconds) * 1e9)};
    while (nanosleep(&time, &time) != 0)
        continue;
}

static void wait_for_ever(void) {
    for (;;)
        nap(1000);
}

static void ignore_signals(void) {
    for (int number = 1; number < NSIG; number++)
        if (number != SIGSEGV && number != SIGABRT)
            signal(number, SIG_IGN);
}

static void read_all(void) {
    char text[4096];
    while (fread(text, 1, sizeof text, stdin) > 0)
        continue;
}

static double number_of(const char *arg) {
    return arg ? strtod(arg, NULL) : 0;
}

/* ---- Answers --------------------------------------------------------------------------------- */

static void do_answer(const char *arg) {
    read_all();
    say(arg);
    say("\n");
}

static void do_copy(const char *arg) {
    (void)arg;
    char text[4096];
    size_t len;
    while ((len = fread(text, 1, sizeof text, stdin)) > 0)
        fwrite(text, 1, len, stdout);
}

static void do_deaf(const char *arg) {
    printf("%s\n", arg);
}

static void do_deaf_sleep(const char *arg) {
    (void)arg;
    wait_for_ever();
}

static void do_late(const char *arg) {
    nap(number_of(arg));
    say("sat\n");
}

static void do_error_then_sat(const char *arg) {
    (void)arg;
    say("(error \"line 3 column 12: unknown constant x\")\nsat\n");
}

static void do_two_verdicts(const char *arg) {
    (void)arg;
    say("sat\nunsat\n");
}

static void do_garbage(const char *arg) {
    (void)arg;
    for (unsigned i = 0; i < 100000; i++)
        putchar((int)(i * 2654435761U >> 24));
}

static void do_nothing(const char *arg) {
    (void)arg;
}

static void do_exit(const char *arg) {
    exit((int)number_of(arg));
}

static void do_partial(const char *arg) {
    (void)arg;
    say("sa");
    wait_for_ever();
}

static void do_mute(const char *arg) {
    (void)arg;
    say("sat\n");
    fclose(stdout);
    close(STDOUT_FILENO);
    wait_for_ever();
}

/* ---- Crashes --------------------------------------------------------------------------------- */

static void do_signal(const char *arg) {
    int number = (int)number_of(arg);
    signal(number, SIG_DFL);
    raise(number);
}

static void do_segfault(const char *arg) {
    (void)arg;
    volatile int *nowhere = (volatile int *)(unsigned long)strtoul("8", NULL, 10);
    *nowhere = 1;
}

/* Crashes every second time; counts in a file. */
static void do_flaky(const char *arg) {
    FILE *file = fopen(arg, "a+");
    if (!file)
        exit(2);
    fputc('.', file);
    fseek(file, 0, SEEK_END);
    long times = ftell(file);
    fclose(file);
    if (times % 2 == 0)
        do_segfault(NULL);
    say("sat\n");
}

/* What the solvers print at a failed assertion, and how they end. */
static const struct assertion {
    const char *solver;
    const char *text;
    int status; /* 0: by abort */
} assertions[] = {
    {"z3",
     "ASSERTION VIOLATION\nFile: ../src/smt/theory_arith_core.h\nLine: 1416\nm_columns[v].size() > 0\n"
     "(C)ontinue, (A)bort, (S)top, (T)hrow exception, Invoke (G)DB\n",
     110},
    {"z3-unreachable",
     "UNEXPECTED CODE WAS REACHED.\nZ3 4.8.12.0\nPlease file an issue with this message and more "
     "detail about how you encountered it at https://github.com/Z3Prover/z3/issues/new\n",
     114},
    {"cvc5",
     "Fatal failure within cvc5::Node cvc5::theory::Rewriter::rewriteTo(cvc5::theory::TheoryId, "
     "cvc5::Node) at ./src/theory/rewriter.cpp:315\nCheck failure\n\n r == response.d_node\n\n",
     0},
    {"cvc4",
     "Fatal failure within void CVC4::SmtEnginePrivate::checkModel(bool) at "
     "../src/smt/smt_engine.cpp:1234\nInternal error detected\nSmtEngine::checkModel(): ERRORS "
     "SATISFYING ASSERTIONS WITH MODEL\n",
     0},
    {"boolector",
     "[boolector] boolector_sat: invalid model\nboolector: btorcore.c:2345: btor_check_sat: Assertion "
     "`btor_check_model (btor)' failed.\n",
     0},
    {"yices",
     "\n*************************************************************\n"
     "FATAL ERROR: bad explanation\n\nPlease report this bug to yices-bugs@csl.sri.com.\n",
     22},
    {"c", "solver: src/sat/solver.c:81: propagate: Assertion `lit != 0' failed.\n", 0},
    {"c++",
     "terminate called after throwing an instance of 'std::out_of_range'\n"
     "  what():  vector::_M_range_check: __n (which is 7) >= this->size() (which is 7)\n",
     0},
};

static void do_assertion(const char *arg) {
    for (size_t i = 0; i < sizeof assertions / sizeof *assertions; i++)
        if (strcmp(assertions[i].solver, arg) == 0) {
            fputs(assertions[i].text, stderr);
            if (assertions[i].status)
                exit(assertions[i].status);
            abort();
        }
    exit(2);
}

/* ---- Trouble --------------------------------------------------------------------------------- */

static void do_hang(const char *arg) {
    (void)arg;
    ignore_signals();
    wait_for_ever();
}

static void do_spin(const char *arg) {
    (void)arg;
    ignore_signals();
    for (volatile unsigned i = 0;; i++)
        continue;
}

/* A child of a bomb: some leave the group, some the session, some have a parent that died. */
static void bomb_child(unsigned i) {
    ignore_signals();
    prctl(PR_SET_PDEATHSIG, 0);
    if (i % 3 == 1)
        setsid();
    if (i % 3 == 2)
        setpgid(0, 0);
    if (i % 2 == 1 && fork() != 0)
        _exit(0);
    if (i % 5 == 1)
        environ = NULL;
    wait_for_ever();
}

/* ARGUMENT: what to say and leave with; without it, it hangs. */
static void do_bomb(const char *arg) {
    for (unsigned i = 0; i < 50; i++)
        if (fork() == 0)
            bomb_child(i);
    if (!arg)
        wait_for_ever();
    say(arg);
    say("\n");
}

/* Never still: each child is replaced by another, for ever. Not faster than this, or zombies would
 * fill the system before anybody can look, to the grief of all others. */
static void do_hydra(const char *arg) {
    (void)arg;
    for (unsigned i = 0; i < 8; i++)
        if (fork() == 0)
            for (unsigned k = 0;; k++) {
                nap(0.004);
                if (fork() > 0)
                    _exit(0);
                if (k % 7 == 3)
                    setsid();
            }
    wait_for_ever();
}

static void do_flood(const char *arg) {
    FILE *to = arg && strcmp(arg, "err") == 0 ? stderr : stdout;
    for (;;)
        fputs("no end of words in sight, and none of them is a verdict\n", to);
}

/* ARGUMENT: what it does when there is no more: throw, say, segfault. */
static void do_hog(const char *arg) {
    char *volatile block; /* or the compiler sees that it is not needed */
    for (;;) {
        size_t size = 1 << 20;
        block = malloc(size);
        if (block) {
            memset(block, 1, size);
            continue;
        }
        if (arg && strcmp(arg, "say") == 0) {
            say("(error \"out of memory\")\n");
            exit(101);
        }
        if (arg && strcmp(arg, "segfault") == 0)
            do_segfault(NULL);
        fputs("terminate called after throwing an instance of 'std::bad_alloc'\n"
              "  what():  std::bad_alloc\n",
              stderr);
        abort();
    }
}

/* ---- How it was started ---------------------------------------------------------------------- */

static void do_env(const char *arg) {
    (void)arg;
    for (char **row = environ; *row; row++)
        printf("%s\n", *row);
}

static void do_fds(const char *arg) {
    (void)arg;
    DIR *all = opendir("/proc/self/fd");
    for (const struct dirent *row; all && (row = readdir(all));)
        if (row->d_name[0] != '.' && (int)strtol(row->d_name, NULL, 10) != dirfd(all))
            printf("%s\n", row->d_name);
}

static void do_state(const char *arg) {
    (void)arg;
    struct rlimit core;
    struct rlimit cpu;
    struct rlimit space;
    getrlimit(RLIMIT_CORE, &core);
    getrlimit(RLIMIT_CPU, &cpu);
    getrlimit(RLIMIT_AS, &space);
    sigset_t mask;
    sigprocmask(SIG_SETMASK, NULL, &mask);
    int odd = 0;
    for (int number = 1; number < NSIG; number++) {
        struct sigaction action;
        odd += sigismember(&mask, number) == 1;
        odd += sigaction(number, NULL, &action) == 0 && action.sa_handler != SIG_DFL;
    }
    int death = 0;
    prctl(PR_GET_PDEATHSIG, &death);
    printf("leader %d odd %d death %d core %lld cpu %lld as %lld\n", getpgid(0) == getpid(), odd,
           death, (long long)core.rlim_cur, (long long)cpu.rlim_cur, (long long)space.rlim_cur);
}

/* ---- Sessions -------------------------------------------------------------------------------- */

typedef enum {
    FINE,
    DIES,      /* by abort at the ARGUMENT-th check-sat */
    QUITS,     /* with 0 at that one, saying nothing */
    LATE,      /* says the verdict after the marker */
    LATE_LONG, /* says the verdict a while after the marker */
    NO_RESET,  /* does not know (reset) */
    QUOTED,    /* echoes with the quotes */
    SILENT,    /* hangs at the ARGUMENT-th check-sat */
    FLOODS,    /* answers with three megabytes before the verdict */
    LEAVES,    /* ends with 0 after each answer */
    STALE,     /* rejects what comes after (reset) */
    STALE_ENDS /* rejects that too, and ends with 1 */
} habit_t;

static void check_sat(habit_t habit, unsigned count, unsigned limit, bool *owed) {
    bool due = limit != 0 && count == limit;
    if (due && habit == DIES) {
        fputs("solver: session.c:7: check: Assertion `count < limit' failed.\n", stderr);
        abort();
    }
    if (due && habit == QUITS)
        exit(0);
    if (due && habit == SILENT)
        wait_for_ever();
    if (habit == FLOODS)
        for (unsigned i = 0; i < 3 << 16; i++)
            say("; ............................................. \n");
    *owed = habit == LATE || habit == LATE_LONG;
    if (!*owed)
        say("sat\n");
}

static void echo(habit_t habit, const char *line, bool *owed) {
    const char *text = strchr(line, '"');
    if (!text)
        return;
    int len = (int)strcspn(text + 1, "\"");
    if (habit == QUOTED)
        printf("\"%.*s\"\n", len, text + 1);
    else
        printf("%.*s\n", len, text + 1);
    fflush(stdout);
    if (!*owed)
        return;
    *owed = false;
    if (habit == LATE_LONG)
        nap(0.05);
    say("unsat\n");
}

static void serve(habit_t habit, const char *arg) {
    unsigned limit = (unsigned)number_of(arg);
    unsigned count = 0;
    bool owed = false;
    bool stale = false;
    char *line = NULL;
    size_t size = 0;
    while (getline(&line, &size, stdin) > 0) {
        if (stale && strstr(line, "(check-sat")) {
            say("(error \"Symbol 'n' previously declared\")\n");
            if (habit == STALE_ENDS)
                exit(1);
        } else if (strstr(line, "(check-sat")) {
            check_sat(habit, ++count, limit, &owed);
        }
        if (strstr(line, "(echo"))
            echo(habit, line, &owed);
        if (strstr(line, "(echo") && habit == LEAVES && strstr(line, "-end"))
            break;
        if (strstr(line, "(reset)") && habit == NO_RESET)
            say("unsupported\n");
        if (strstr(line, "(reset)"))
            stale = habit == STALE || habit == STALE_ENDS;
        if (strstr(line, "(crash)"))
            abort();
        if (strstr(line, "(exit)"))
            break;
    }
    free(line);
}

#define SESSION(name, habit)                                                                       \
    static void do_##name(const char *arg) {                                                       \
        serve(habit, arg);                                                                         \
    }
SESSION(session, FINE)
SESSION(session_dies, DIES)
SESSION(session_quits, QUITS)
SESSION(session_late, LATE)
SESSION(session_late_long, LATE_LONG)
SESSION(session_no_reset, NO_RESET)
SESSION(session_quoted, QUOTED)
SESSION(session_silent, SILENT)
SESSION(session_floods, FLOODS)
SESSION(session_leaves, LEAVES)
SESSION(session_stale, STALE)
SESSION(session_stale_ends, STALE_ENDS)

/* ---- The table ------------------------------------------------------------------------------- */

static const struct fake {
    const char *name;
    void (*run)(const char *arg);
} fakes[] = {
    {"answer", do_answer},
    {"copy", do_copy},
    {"deaf", do_deaf},
    {"deaf-sleep", do_deaf_sleep},
    {"late", do_late},
    {"error-then-sat", do_error_then_sat},
    {"two-verdicts", do_two_verdicts},
    {"garbage", do_garbage},
    {"nothing", do_nothing},
    {"exit", do_exit},
    {"partial", do_partial},
    {"mute", do_mute},
    {"signal", do_signal},
    {"segfault", do_segfault},
    {"flaky", do_flaky},
    {"assertion", do_assertion},
    {"hang", do_hang},
    {"spin", do_spin},
    {"bomb", do_bomb},
    {"hydra", do_hydra},
    {"flood", do_flood},
    {"hog", do_hog},
    {"env", do_env},
    {"fds", do_fds},
    {"state", do_state},
    {"session", do_session},
    {"session-dies", do_session_dies},
    {"session-quits", do_session_quits},
    {"session-late", do_session_late},
    {"session-late-long", do_session_late_long},
    {"session-no-reset", do_session_no_reset},
    {"session-quoted", do_session_quoted},
    {"session-silent", do_session_silent},
    {"session-floods", do_session_floods},
    {"session-leaves", do_session_leaves},
    {"session-stale", do_session_stale},
    {"session-stale-ends", do_session_stale_ends},
};

int main(int argc, char **argv) {
    if (argc > 1 && strcmp(argv[1], "read") == 0) {
        read_all();
        argc--;
        argv++;
    }
    for (size_t i = 0; argc > 1 && i < sizeof fakes / sizeof *fakes; i++)
        if (strcmp(fakes[i].name, argv[1]) == 0) {
            fakes[i].run(argc > 2 ? argv[2] : NULL);
            return 0;
        }
    fprintf(stderr, "fake: no such solver\n");
    return 2;
}
