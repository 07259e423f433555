#!/bin/sh
# base/banned.h: a banned call does not compile, in either spelling, and system headers after it do.
. "$(dirname "$0")/lib.sh"

CC=${CC:-cc}

compiles() {
    "$CC" -std=c17 -D_GNU_SOURCE= -Wall -Wextra -Werror -I "$SRC/src" -include base/banned.h \
        -fsyntax-only -x c - 2>"$TMP/err"
}

cat >"$TMP/good.c" <<'END'
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>
int ok(char *to, size_t size) { return snprintf(to, size, "%zu", strlen("x")); }
END
compiles <"$TMP/good.c" || fail "system headers do not compile after banned.h: $(cat "$TMP/err")"

count=0
banned=$(sed -n 's/^#pragma GCC poison//p' "$SRC/src/base/banned.h")
for name in $banned; do
    count=$((count + 1))
    printf '#include <stdlib.h>\n#include <string.h>\nvoid *f = (void *)%s;\n' "$name" >"$TMP/bad.c"
    if compiles <"$TMP/bad.c"; then
        fail "$name compiles"
    fi
    grep -q poisoned "$TMP/err" || fail "$name: not refused for being banned"
done
[ "$count" -ge 10 ] || fail "banned.h bans only $count names"
