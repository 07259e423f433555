#!/bin/sh
# embedded_seeds.sh [--all] - the seeds of the tree are those of the binary, data/seeds/index.tsv lists
# them, and no solver contradicts what it says. With --all (./dev seeds) z3, cvc5 and cvc4 are asked
# about all of them, not about a sample, and must decide what the index says they decide; what ends
# at the limit on a busy machine is asked again, alone and with more time.
#
# Evidence in the index: a solver's name, it says so; z3-arrays, z3 does with sets as arrays (it has
# no others); model, all is true under the model beside it; no-model, there is none that evaluation
# can confirm (quantifiers); made, by construction.
. "$(dirname "$0")/lib.sh"

all=${1:-}
cd "$SRC/data/seeds"
index=$SRC/data/seeds/index.tsv

# ---- Binary, tree and index --------------------------------------------------------------------
expect_exit 0 "$ASSAY" gen --embedded --models -o "$TMP/seeds"
find . -name '*.smt2' -o -name '*.model' | sort >"$TMP/tree"
(cd "$TMP/seeds" && find . -type f | sort) >"$TMP/binary"
diff "$TMP/tree" "$TMP/binary" >&2 || fail "the binary has other seeds than the tree"
while IFS= read -r file; do
    cmp -s "$file" "$TMP/seeds/$file" || fail "$file is not what the binary has"
done <"$TMP/tree"
awk -F '\t' '!/^#/ { print "./" $1 }' "$index" | sort >"$TMP/listed"
grep '\.smt2$' "$TMP/tree" | diff - "$TMP/listed" >&2 || fail "index.tsv does not list all seeds"
expect_exit 0 "$ASSAY" check -q .
awk -F '\t' '!/^#/ {
    split($1, part, "/")
    if (NF != 5 || part[1] != $2 || part[2] != $3 || ($4 != "hand" && $4 != "gen")) print
}' "$index" >"$TMP/odd"
[ ! -s "$TMP/odd" ] || fail "odd rows in the index: $(head -n 3 "$TMP/odd")"
[ "$(grep -c '	hand	' "$index")" -ge 100 ] || fail "fewer than 100 seeds by hand"

# ---- Solvers -----------------------------------------------------------------------------------
solvers=
for solver in z3 cvc5 cvc4; do
    ! have "$solver" || solvers="$solvers $solver"
done
[ -n "$solvers" ] || exit 0
every=25
! sanitized || every=120
[ "$all" != --all ] || every=1
awk -F '\t' -v every="$every" '!/^#/ && ++n % every == 0 { print $1 }' "$index" >"$TMP/files"

# ask LIMIT JOBS FILES: adds lines "file solver outcome" to $TMP/answers.
ask() {
    # shellcheck disable=SC2046,SC2086 # names of solvers
    tr '\n' '\0' <"$3" |
        xargs -0 "$ASSAY" solve --json -t "$1" -j "$2" $(printf -- '-s %s ' $solvers) -- \
            >"$TMP/json" 2>"$TMP/err" || [ $? -eq 123 ] || fail "$(head -n 3 "$TMP/err")"
    sed -n 's/^{"file":"\([^"]*\)","solver":"\([^"]*\)",.*"outcome":"\([a-z]*\)",.*/\1 \2 \3/p' \
        "$TMP/json" >>"$TMP/answers"
}

# Sets are arrays to Bool in z3, whose names for what is done with them are others.
as_arrays() {
    sed 's/(as set\.empty (Set Int))/((as const (Array Int Bool)) false)/g
         s/(Set Int)/(Array Int Bool)/g
         /^(set-logic/a\
(define-fun set.union ((a (Array Int Bool)) (b (Array Int Bool))) (Array Int Bool) ((_ map or) a b))\
(define-fun set.inter ((a (Array Int Bool)) (b (Array Int Bool))) (Array Int Bool) ((_ map and) a b))\
(define-fun set.minus ((a (Array Int Bool)) (b (Array Int Bool))) (Array Int Bool) ((_ map and) a ((_ map not) b)))\
(define-fun set.member ((x Int) (a (Array Int Bool))) Bool (select a x))\
(define-fun set.subset ((a (Array Int Bool)) (b (Array Int Bool))) Bool (= ((_ map or) a b) b))\
(define-fun set.singleton ((x Int)) (Array Int Bool) (store ((as const (Array Int Bool)) false) x true))
' "$1"
}

: >"$TMP/answers"
ask 3 "$(nproc)" "$TMP/files"
if have z3; then
    mkdir "$TMP/arrays"
    awk -F '\t' '$5 ~ /z3-arrays/ { print $1 }' "$index" | while IFS= read -r file; do
        as_arrays "$file" >"$TMP/arrays/set.smt2"
        expect_exit 0 "$ASSAY" solve --json -s z3 "$TMP/arrays/set.smt2"
        sed -n "s|.*\"outcome\":\"\([a-z]*\)\".*|$file z3-arrays \1|p" "$TMP/out"
    done >>"$TMP/answers"
fi

# judge WHAT: wrong: verdicts that contradict the index; missing: files whose evidence did not come
# again.
judge() {
    awk -F '[\t ]' -v what="$1" -v solvers="$solvers" '
        FNR == 1 { file++ }
        file == 1 {
            if (!/^#/) { status[$1] = $3; for (i = 5; i <= NF; i++) said[$1, $i] = 1 }
            next
        }
        { if ($3 != "timeout" || !($1 SUBSEP $2 in got)) got[$1, $2] = $3; asked[$1] = 1 }
        END {
            count = split(solvers " z3-arrays", name, " ")
            for (f in asked) {
                missing = ""
                for (i = 1; i <= count; i++) {
                    verdict = got[f, name[i]]
                    if ((verdict == "sat" || verdict == "unsat") && verdict != status[f])
                        if (what == "wrong") print f ": " name[i] " says " verdict
                    if (said[f, name[i]] && verdict != status[f]) missing = missing " " name[i]
                }
                if (what == "missing" && missing != "") print f
                if (what == "told" && missing != "") print f ":" missing
            }
        }' "$index" "$TMP/answers"
}

judge wrong >"$TMP/wrong"
[ ! -s "$TMP/wrong" ] || fail "$(cat "$TMP/wrong")"
[ "$all" = --all ] || exit 0
judge missing >"$TMP/slow"
[ ! -s "$TMP/slow" ] || ask 30 1 "$TMP/slow"
judge wrong >"$TMP/wrong"
[ ! -s "$TMP/wrong" ] || fail "$(cat "$TMP/wrong")"
judge told >"$TMP/told"
[ ! -s "$TMP/told" ] || fail "not decided again: $(cat "$TMP/told")"
printf '%d seeds as the index says, by%s\n' "$(wc -l <"$TMP/files")" "$solvers"
awk -F '\t' '!/^#/ { logics[$2] = 1; n[$3]++; origin[$4]++; if ($5 ~ / model/) models++ }
    END {
        for (l in logics) count++
        printf "%d logics; %d sat, %d unsat; %d by hand, %d generated; %d with a model\n",
            count, n["sat"], n["unsat"], origin["hand"], origin["gen"], models
    }' "$index"
