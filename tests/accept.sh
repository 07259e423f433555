#!/bin/sh
# accept.sh - every file of tests/accept is accepted; formatting it is idempotent, can be read again
# in every style, and does not change what solvers say.
#
#   accept.sh --verdicts OLD NEW FILE...    compares OLD/FILE with NEW/FILE; for shared.sh, too
#
# The first line of a file may name its solvers: "; accepted by: z3 cvc5 (what it shows)". Without
# it the file is for both. LIMIT is the time for one run in seconds. With the sanitizers no solver is
# asked: the texts are the same.

Z3=${Z3:-z3}
CVC5=${CVC5:-cvc5}
export Z3 CVC5

# solvers FILE: those that the file is for and that are installed.
solvers() {
    line=
    read -r line <"$1" || : # empty, or a single line without its end
    case $line in
    '; accepted by: z3 cvc5'*) wanted="$Z3 $CVC5" ;;
    '; accepted by: z3'*) wanted=$Z3 ;;
    '; accepted by: cvc5'*) wanted=$CVC5 ;;
    *) wanted="$Z3 $CVC5" ;;
    esac
    for solver in $wanted; do
        command -v "$solver" >/dev/null 2>&1 && echo "$solver"
    done
    return 0
}

# answers SOLVER FILE: its verdicts, and a line for each error; fails when it ran out of time.
answers() {
    case $1 in
    "$Z3") set -- "$2" "$1" ;;
    *) set -- "$2" "$1" --strings-exp --incremental ;;
    esac
    file=$1
    shift
    said=$(timeout "${LIMIT:-10}" "$@" "$file" 2>/dev/null </dev/null) || [ $? -ne 124 ] || return 1
    printf '%s\n' "$said" | grep -E '^(sat|unsat|unknown)$|^\(error' | sed 's/^(error.*/(error)/'
    return 0
}

if [ "${1-}" = --verdicts ]; then
    old=$2
    new=$3
    shift 3
    cd "$new" # some files name an output channel, which a solver may take for a file
    for file; do
        for solver in $(solvers "$old/$file"); do
            # A run that is cut off says nothing about the other.
            before=$(answers "$solver" "$old/$file") || continue
            after=$(answers "$solver" "$new/$file") || continue
            [ "$before" = "$after" ] && continue
            printf '%s: %s says %s, and of the formatted file %s\n' "$file" "$solver" \
                "$(printf '%s' "$before" | tr '\n' ' ')" "$(printf '%s' "$after" | tr '\n' ' ')"
        done
    done
    exit 0
fi

. "$(dirname "$0")/lib.sh"

cd "$SRC/tests/accept"
set -- *.smt2
[ -f "$1" ] || fail "no files in tests/accept"
expect_exit 0 "$ASSAY" check --quiet .
[ "$(cat "$TMP/out")" = "$# ok, 0 rejected" ] || fail "not all accepted: $(cat "$TMP/out")"

for style in '' --flat --share '--flat --share' '--width 40'; do
    copy="$TMP/fmt$style"
    cp -R . "$copy"
    # shellcheck disable=SC2086 # none or several options
    expect_exit 0 "$ASSAY" fmt -w $style "$copy"
    # shellcheck disable=SC2086
    expect_exit 0 "$ASSAY" fmt --check $style "$copy"
    expect_exit 0 "$ASSAY" check --quiet "$copy"
done

# The styles differ in layout only (--flat drops empty lines).
for style in --flat '--width 40'; do
    expect_exit 0 "$ASSAY" fmt -w "$TMP/fmt$style"
    diff -rB "$TMP/fmt" "$TMP/fmt$style" >&2 || fail "fmt after fmt $style is not fmt"
done

printf '%d files accepted and formatted\n' $#
sanitized && exit 0
have timeout || skip "no timeout"
have "$Z3" || have "$CVC5" || skip "no solver"
for style in '' --share; do
    for file; do # with --share only those where it changes something
        cmp -s "$TMP/fmt/$file" "$TMP/fmt$style/$file" && [ -n "$style" ] || printf '%s\0' "$file"
    done >"$TMP/files"
    wrong=$(xargs -0 -P2 -n12 sh "$SRC/tests/accept.sh" --verdicts "$PWD" "$TMP/fmt$style" \
        <"$TMP/files")
    [ -z "$wrong" ] || fail "$(printf 'fmt %s changes verdicts:\n%s' "$style" "$wrong")"
done
echo "verdicts unchanged"
