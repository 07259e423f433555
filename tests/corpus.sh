#!/bin/sh
# corpus.sh - the two corpora against real solvers: every file of tests/reject is rejected by z3 and
# by cvc5, every file of tests/accept is accepted by the solvers its first line names.
#
# That line reads "; accepted by: z3 cvc5 (what it shows)", with one solver or both. A file without
# it is accepted by both. Z3 and CVC5 say which binaries to run.

Z3=${Z3:-z3}
CVC5=${CVC5:-cvc5}
newline='
'

# says FILE SOLVER [OPTION]: leaves in $out what the solver prints; fails when it runs out of time
# or dies. (Both solvers exit with 1 after an error in the file.)
says() {
    case $2 in
        z3) out=$(timeout 10 "$Z3" "$1" </dev/null 2>&1) ;;
        *) out=$(timeout 10 "$CVC5" --strings-exp ${3:+"$3"} "$1" </dev/null 2>&1) ;;
    esac
    [ $? -le 1 ]
}

# rejects FILE SOLVER: does the solver report an error?
rejects() {
    says "$1" "$2" --incremental || return 1
    case $newline$out in
        *"$newline(error \""*) return 0 ;;
    esac
    return 1
}

# accepts FILE SOLVER [OPTION]: does the solver run the whole file without complaint?
accepts() {
    says "$@" || return 1
    case $newline$out$newline in
        *"$newline(error \""* | *"${newline}unsupported$newline"*) return 1 ;;
    esac
    return 0
}

# Called back by xargs for a few files: prints one line for each surprise.
if [ "${1-}" = --check ]; then
    kind=$2
    shift 2
    for file; do
        if [ "$kind" = reject ]; then
            rejects "$file" z3 || echo "$file: not rejected by z3"
            rejects "$file" cvc5 || echo "$file: not rejected by cvc5"
            continue
        fi
        line=
        read -r line <"$file" || : # empty, or a single line without its end
        solvers='z3 cvc5'
        case $line in
            '; accepted by: z3 cvc5'*) ;;
            '; accepted by: z3'*) solvers=z3 ;;
            '; accepted by: cvc5'*) solvers=cvc5 ;;
        esac
        case $solvers in
            z3*) accepts "$file" z3 || echo "$file: not accepted by z3" ;;
        esac
        case $solvers in
            *cvc5)
                # Some theories do not work incrementally.
                accepts "$file" cvc5 --incremental || accepts "$file" cvc5 ||
                    echo "$file: not accepted by cvc5"
                ;;
        esac
    done
    exit 0
fi

. "$(dirname "$0")/lib.sh"
export Z3 CVC5

have "$Z3" || skip "no z3"
have "$CVC5" || skip "no cvc5"
have timeout || skip "no timeout"

SRC=$(cd "$SRC" && pwd)
self=$SRC/tests/corpus.sh
for kind in reject accept; do
    set -- "$SRC/tests/$kind"/*.smt2
    [ -f "$1" ] || fail "no files in tests/$kind"
    # Some files make solvers write files where they stand.
    wrong=$(cd "$TMP" && printf '%s\0' "$@" | xargs -0 -P2 -n12 sh "$self" --check "$kind")
    if [ -n "$wrong" ]; then
        printf '%s\n' "$wrong" >&2
        fail "tests/$kind: $(printf '%s\n' "$wrong" | wc -l) surprises"
    fi
    printf 'tests/%s: %d files as expected\n' "$kind" "$#"
done
