/* file.h - whole files in and out, and names in a directory.
 *
 * A function that fails returns false with strerror's text in *error, good until the next failure,
 * and leaves nothing half done. The caller knows the path and says it. Running out of memory is not
 * such a failure: mem.h says what happens then, and no descriptor is lost. */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include "base/mem.h"
#include "base/vec.h"

typedef struct file_text {
    const char *data; /* len bytes; not NUL-terminated */
    size_t len;
    bool mapped;
} file_text_t;

/* Reads path, or standard input for "-". A regular file is mapped: its pages cost memory only while
 * they are looked at, and it must not be cut short in that time (replacing it is fine). */
bool file_read(mem_t *mem, const char *path, file_text_t *text, const char **error);
void file_release(mem_t *mem, file_text_t *text);

/* Replaces path in one step: a reader sees the old text or the new, also after a crash. Keeps the
 * permissions of an existing file; a symbolic link stays, and the file it leads to is replaced.
 * Devices and pipes (/dev/null, /dev/stdout) are written to directly. */
bool file_write(mem_t *mem, const char *path, const char *data, size_t len, const char **error);

typedef VEC(char *) name_vec_t;

bool file_is_dir(const char *path);

/* Appends the paths of the regular files below dir whose names end in suffix, sorted by byte among
 * themselves. Links to files count as files; links to directories are not followed. The paths are
 * blocks of mem, for the caller to free. */
bool file_walk(mem_t *mem, const char *dir, const char *suffix, name_vec_t *names,
               const char **error);

#endif
