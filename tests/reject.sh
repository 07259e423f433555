#!/bin/sh
# reject.sh - every file of tests/reject is rejected, with just the messages of tests/reject.expect,
# at just those places. `./dev bless` accepts new ones: read them before.
. "$(dirname "$0")/lib.sh"

cd "$SRC/tests/reject"
set -- *.smt2
[ -f "$1" ] || fail "no files in tests/reject"
expect_exit 2 "$ASSAY" check "$@"

# Each file is counted as rejected, and none is listed as right.
[ "$(tail -n 1 "$TMP/out")" = "0 ok, $# rejected" ] || fail "not all rejected: $(cat "$TMP/out")"

grep '^[^ ].*: error: ' "$TMP/err" | sort >"$TMP/errors"
cut -d : -f 1 "$TMP/errors" | uniq >"$TMP/named"
printf '%s\n' "$@" | sort | diff - "$TMP/named" >&2 || fail "files without a message"

# A message is one line, and its place is shown with a caret below.
awk '/^[^ ].*: error: / { want = 2; next }
     want == 2 && /^    / { want = 1; next }
     want == 1 && /^    *\^$/ { want = 0; next }
     { print NR ": " $0; bad = 1 }
     END { exit bad }' "$TMP/err" >&2 || fail "these lines are not part of any message"

expect_same "$SRC/tests/reject.expect" "$TMP/errors"
printf '%d files, %d messages\n' $# "$(wc -l <"$TMP/errors")"
