/* replay.c - runs a fuzz target over files, without libFuzzer.
 *
 *   replay_NAME FILE|DIRECTORY...
 *
 * The test suite links this main with each fuzz target and hands it the kept corpus, which
 * fuzz/corpus.sh unpacks. Also the way to look at one input in a debugger.
 */
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int fail(const char *path) {
    fprintf(stderr, "%s: error: %s\n", path, strerror(errno));
    return -1;
}

/* Returns the number of inputs run, or -1. The input is copied to a block of exactly its size, so
 * that a sanitizer sees the first byte read beyond it. */
static int replay_file(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file) {
        return fail(path);
    }
    uint8_t *data = NULL;
    size_t size = 0;
    struct stat info;
    int result = -1;
    if (fstat(fileno(file), &info) == 0) {
        size = (size_t)info.st_size;
        data = malloc(size);
        if (size == 0 || (data && fread(data, 1, size, file) == size)) {
            LLVMFuzzerTestOneInput(data, size);
            result = 1;
        }
    }
    if (result < 0) {
        fail(path);
    }
    free(data);
    fclose(file);
    return result;
}

static int replay_directory(const char *path) {
    DIR *directory = opendir(path);
    if (!directory) {
        return fail(path);
    }
    int count = 0;
    for (struct dirent *entry; count >= 0 && (entry = readdir(directory)) != NULL;) {
        char child[PATH_MAX];
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) {
            continue;
        }
        if (snprintf(child, sizeof child, "%s/%s", path, entry->d_name) >= (int)sizeof child) {
            errno = ENAMETOOLONG;
            count = fail(path);
            break;
        }
        count = replay_file(child) < 0 ? -1 : count + 1;
    }
    closedir(directory);
    return count;
}

int main(int argc, char **argv) {
    int total = 0;
    for (int i = 1; i < argc; i++) {
        struct stat info;
        if (stat(argv[i], &info) != 0) {
            fail(argv[i]);
            return 2;
        }
        int count = S_ISDIR(info.st_mode) ? replay_directory(argv[i]) : replay_file(argv[i]);
        if (count < 0) {
            return 2;
        }
        total += count;
    }
    printf("%d inputs\n", total);
    /* A target that ran on nothing was not tested. */
    return total > 0 ? 0 : 2;
}
