#!/bin/sh
# shared.sh - the larger data, where it is there (see shared_dir in lib.sh): every seed and every
# regression file is accepted, formatting is idempotent, and does not change what z3 and cvc5 say.
# Solvers are asked about a sample; with ASSAY_LONG=1 about all files, and with --share as well.
. "$(dirname "$0")/lib.sh"

data=$(shared_dir) || skip "no shared data"
cd "$data"
set --
for folder in seeds regress; do
    [ -d "$folder" ] && set -- "$@" "$folder"
done
[ $# -gt 0 ] || skip "no seeds in $data"

find "$@" -name '*.smt2' -type f | sort >"$TMP/all"
count=$(wc -l <"$TMP/all")
[ "$count" -gt 0 ] || skip "no files in $data"
expect_exit 0 "$ASSAY" check --quiet "$@"
[ "$(cat "$TMP/out")" = "$count ok, 0 rejected" ] || fail "not all accepted: $(cat "$TMP/out")"

others='--flat --share'
sanitized && others= # slow, and accept.sh has them all
for style in '' $others; do
    copy="$TMP/fmt$style"
    mkdir "$copy"
    cp -R "$@" "$copy"
    chmod -R u+w "$copy"
    # shellcheck disable=SC2086 # none or one option
    expect_exit 0 "$ASSAY" fmt -w $style "$copy"
    # shellcheck disable=SC2086
    expect_exit 0 "$ASSAY" fmt --check $style "$copy"
    expect_exit 0 "$ASSAY" check --quiet "$copy"
done
printf '%d files accepted and formatted\n' "$count"

# The text is the same with sanitizers, so there is nothing new to ask.
sanitized && exit 0
have timeout || skip "no timeout"
have "${Z3:-z3}" || have "${CVC5:-cvc5}" || skip "no solver"
step=1
[ -n "${ASSAY_LONG:-}" ] || step=$((count / 60 + 1))
awk -v step="$step" 'NR % step == 0' "$TMP/all" >"$TMP/sample"
for style in '' ${ASSAY_LONG:+--share}; do
    wrong=$(tr '\n' '\0' <"$TMP/sample" |
        LIMIT=5 xargs -0 -P2 -n4 sh "$SRC/tests/accept.sh" --verdicts "$data" "$TMP/fmt$style")
    [ -z "$wrong" ] || fail "$(printf 'fmt %s changes verdicts:\n%s' "$style" "$wrong")"
done
printf 'verdicts of %d files unchanged\n' "$(wc -l <"$TMP/sample")"
