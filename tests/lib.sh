# shellcheck shell=sh
# lib.sh - what the test scripts share. A script begins with
#
#   . "$(dirname "$0")/lib.sh"
#
# and may then use $ASSAY (the binary), $SRC (the source tree) and $TMP (a directory of its own,
# removed at the end). It ends with 0 (passed), 77 (skipped) or anything else (failed). By hand:
# `./dev build && tests/NAME.sh`.

set -eu
export LC_ALL=C

SRC=${SRC:-$(cd "$(dirname "$0")/.." && pwd)}
ASSAY=${ASSAY:-$SRC/build/assay}
TMP=$(mktemp -d "${TMPDIR:-/tmp}/assay-test.XXXXXX")
trap 'rm -rf "$TMP"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# fail MESSAGE...: the test has failed.
fail() {
    printf 'FAILED: %s\n' "$*" >&2
    exit 1
}

# skip REASON...: the test cannot run here.
skip() {
    printf 'skipped: %s\n' "$*"
    exit 77
}

# have PROGRAM: is it installed?
have() {
    command -v "$1" >/dev/null 2>&1
}

# sanitized: is $ASSAY built with the sanitizers? They are slow, and they do not work under
# `ulimit -v`.
sanitized() {
    [ -n "${ASSAY_SANITIZED:-}" ]
}

# shared_dir: prints the optional directory of larger test data ($ASSAY_SHARED, or `shared` next to
# the source tree); fails when there is none.
#   data=$(shared_dir) || skip "no shared data"
shared_dir() {
    shared_dir_=${ASSAY_SHARED:-$SRC/../shared}
    [ -d "$shared_dir_" ] && (cd "$shared_dir_" && pwd)
}

# expect_exit CODE COMMAND...: runs the command and fails unless it exits with CODE. What it wrote
# is in $TMP/out and $TMP/err afterwards.
expect_exit() {
    expect_exit_want=$1
    shift
    expect_exit_got=0
    "$@" >"$TMP/out" 2>"$TMP/err" || expect_exit_got=$?
    [ "$expect_exit_got" -eq "$expect_exit_want" ] && return 0
    head -n 40 "$TMP/out" "$TMP/err" >&2
    fail "exit $expect_exit_got, expected $expect_exit_want: $*"
}

# expect_same GOLDEN ACTUAL: fails, showing the difference, unless the two files are equal. With
# BLESS=1 (./dev bless) GOLDEN is rewritten instead.
expect_same() {
    if [ -n "${BLESS:-}" ]; then
        cmp -s "$1" "$2" || { cp "$2" "$1" && printf 'blessed %s\n' "$1"; }
    else
        diff -u "$1" "$2" >&2 || fail "$1 is not what came out (./dev bless accepts it)"
    fi
}

# claims_hold LEAST FILE...: asks z3 and cvc5 about mutants. Fails when one of them says the contrary
# of what a mutant's header claims, or refuses it, or when fewer than LEAST answers agree.
claims_hold() {
    claims_hold_least=$1
    shift
    claims_hold_count=0
    for claims_hold_file in "$@"; do
        claims_hold_claim=$(sed -n 's/^; claim: \([a-z]*\).*/\1/p' "$claims_hold_file")
        for claims_hold_solver in 'z3 -T:2' 'cvc5 --tlimit=2000 --strings-exp --arrays-exp --fp-exp'; do
            have "${claims_hold_solver%% *}" || continue
            # shellcheck disable=SC2086 # a command line
            claims_hold_answer=$($claims_hold_solver "$claims_hold_file" 2>&1 | head -n 1) || :
            case $claims_hold_answer in
            "$claims_hold_claim") claims_hold_count=$((claims_hold_count + 1)) ;;
            sat | unsat) fail "$claims_hold_solver says $claims_hold_answer: $(cat "$claims_hold_file")" ;;
            *error*) fail "$claims_hold_solver: $claims_hold_answer: $(cat "$claims_hold_file")" ;;
            esac
        done
    done
    [ "$claims_hold_count" -ge "$claims_hold_least" ] || fail "only $claims_hold_count answers"
}
