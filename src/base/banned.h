/* banned.h - functions that assay does not call.
 *
 * The build puts this file before every source file of src/ (-include), so that a banned name does
 * not compile. `#pragma GCC poison` rejects the name wherever it stands, even as a function
 * pointer, and would reject the declarations in system headers too: that is why those headers are
 * included here first, where their include guards make later inclusions empty.
 *
 * Sources must not lean on that: tests/headers.sh compiles them without this file.
 */
#ifndef ASSAY_BASE_BANNED_H
#define ASSAY_BASE_BANNED_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>

/* They write without knowing how much room there is, or leave the terminator off: use the string
 * buffer of base, snprintf or memcpy. */
#pragma GCC poison strcpy strcat stpcpy strncpy strncat stpncpy sprintf vsprintf gets

/* They cannot tell a number from noise: use strtol and friends, and look at errno and the end. */
#pragma GCC poison atoi atol atoll atof

/* They keep hidden state, so two callers disturb each other. Use strtok_r or strcspn, localtime_r,
 * gmtime_r, strftime. */
#pragma GCC poison strtok localtime gmtime ctime asctime

/* They are not the same on every machine: use the generator of base. */
#pragma GCC poison rand srand rand_r drand48 lrand48 mrand48

/* They race with whoever makes the file first (use mkstemp, mkdtemp), or hand text to a shell. */
#pragma GCC poison mktemp tmpnam tempnam popen

#endif
