#!/bin/sh
# verdicts.sh [--all] [SOLVER...] - solvers say through assay what they say without it, in every
# mode. The seeds of the shared data come with a status, and with what some solvers answered; here
#
#   - no verdict contradicts the status;
#   - a solver of the very version in the index gives every verdict again that it gave there;
#   - session and snapshot answer as spawn does, and run as what they are.
#
# A limit that was hit is none of these: such files are asked again one at a time with more time, and
# those that still end at a limit are listed. Without --all this asks about a sample; ./dev verdicts
# asks about all seeds, which takes an hour, and leaves the answers in $VERDICTS.
. "$(dirname "$0")/lib.sh"

all=
[ "${1:-}" != --all ] || { all=yes && shift; }
named=$#
[ $# -gt 0 ] || set -- z3 cvc5 cvc4 boolector z3-wasm
data=$(shared_dir) || skip "no shared data"
index=$data/seeds/index.tsv
[ -f "$index" ] || skip "no index of seeds in $data"
cd "$data/seeds"

limit=${LIMIT:-$([ -n "$all" ] && echo 5 || echo 2)}
limit_alone=${LIMIT_ALONE:-60}
every=40 # of a logic's seeds, in the sample
sanitized && every=1000
[ -z "$all" ] || every=1
out=${VERDICTS:-$TMP/verdicts}
mkdir -p "$out"
awk -F '\t' -v every="$every" 'NR > 1 && seen[$2]++ % every == 0 { print $1 }' "$index" >"$TMP/files"
count=$(wc -l <"$TMP/files")
[ "$count" -gt 0 ] || skip "no seeds in $index"

# ask SOLVER MODE LIMIT JOBS FILES: adds lines "mode file outcome, mode it ran in" to $TMP/SOLVER.
ask() {
    tr '\n' '\0' <"$5" |
        xargs -0 "$ASSAY" solve -s "$1" --mode "$2" -t "$3" -j "$4" --json -- >"$TMP/json" \
            2>"$TMP/err" || :
    cat "$TMP/json" >>"$out/$1.$2.json"
    sed -n "s/^{\"file\":\"\([^\"]*\)\",.*\"mode\":\"\([a-z]*\)\",\"outcome\":\"\([a-z]*\)\",.*/$2 \1 \3 \2/p" \
        "$TMP/json" >"$TMP/lines"
    cat "$TMP/lines" >>"$TMP/$1"
}

# column SOLVER: the column of the index with the verdicts of exactly this version, or 0.
column() {
    said=$("$1" --version 2>/dev/null || :)
    head -n 1 "$index" | tr '\t' '\n' | awk -v solver="$1" -v said="$said" '
        sub("^" solver "_", "") && index(said, $0) { at = NR }
        END { print at + 0 }'
}

# judge WHAT SOLVER: compares its answers (the last ones, where it was asked again) with the index
# and the modes with each other. WHAT is
#   slow    "mode file" of those that ended at a limit, and are known to end otherwise
#   faults  a line for each disagreement
#   table   the rows of the table
judge() {
    awk -F '[\t ]' -v what="$1" -v solver="$2" -v column="$(column "$2")" '
        function decided(word) { return word == "sat" || word == "unsat" }
        function limited(word) { return word == "timeout" || word == "memout" }
        function fault(text) { if (what == "faults") print solver, mode ": " file ": " text }

        # Does some mode, or the index, know an end of this file?
        function known(    i) {
            for (i = 1; i <= modes; i++)
                if (!limited(got[order[i], file]))
                    return 1
            return decided(there)
        }

        function look(word) {
            count[mode, decided(word) ? (word == status ? "right" : "wrong") : word]++
            # What the solver rejects may end its template: the query gets a fresh process then.
            if (ran[mode, file] != mode && (decided(word) || word == "unknown"))
                fault("ran in mode " ran[mode, file])
            if (word == "crash")
                fault("crash")
            if (decided(word) && word != status)
                fault(word ", the status is " status)
            if (limited(word)) {
                if (what == "slow" && known())
                    print mode, file
                return
            }
            if (decided(there) && word != there)
                fault(word ", in the index " there)
            if (("spawn", file) in got && !limited(got["spawn", file]) &&
                word != got["spawn", file])
                fault(word ", but spawn " got["spawn", file])
        }

        NR == FNR {
            if (!($1 in seen))
                order[++modes] = $1
            seen[$1]
            asked[$2]
            got[$1, $2] = $3
            ran[$1, $2] = $4
            next
        }
        $1 in asked {
            file = $1
            status = $3
            there = column ? $column : "none"
            for (m = 1; m <= modes; m++) {
                mode = order[m]
                look(got[mode, file])
            }
        }
        END {
            split("right wrong unknown timeout memout unsupported error crash", kinds, " ")
            for (m = 1; m <= modes && what == "table"; m++) {
                printf "%-10s %-9s", solver, order[m]
                for (k = 1; k <= 8; k++)
                    printf " %" length(kinds[k]) "d", count[order[m], kinds[k]]
                print ""
            }
        }' "$TMP/$2" "$index"
}

# run SOLVER: asks in all of its modes; false when it is not here.
run() {
    : >"$TMP/$1"
    seconds=$limit
    [ "$1" != z3-wasm ] || seconds=$((limit * 5)) # after a limit node starts anew, which counts
    for mode in spawn session snapshot; do
        rm -f "$out/$1.$mode.json"
        ask "$1" "$mode" "$seconds" 2 "$TMP/files"
        if [ "$(wc -l <"$TMP/lines")" -eq "$count" ]; then
            continue
        elif [ -s "$TMP/lines" ]; then
            fail "$1 in mode $mode answered $(wc -l <"$TMP/lines") of $count"
        elif ! grep -q "$1 does not run in mode $mode" "$TMP/err"; then
            head -n 1 "$TMP/err"
            return 1
        fi
    done
    judge slow "$1" >"$TMP/slow"
    for mode in spawn session snapshot; do
        sed -n "s/^$mode //p" "$TMP/slow" >"$TMP/again"
        [ ! -s "$TMP/again" ] || ask "$1" "$mode" "$limit_alone" 1 "$TMP/again"
    done
    judge slow "$1" | sed "s|^|$1 |" >>"$TMP/limits"
    judge faults "$1" >>"$TMP/faults"
    judge table "$1" >>"$TMP/table"
}

: >"$TMP/limits"
: >"$TMP/faults"
: >"$TMP/table"
for solver in "$@"; do
    if ! run "$solver"; then
        [ "$named" -eq 0 ] || fail "$solver cannot be run here"
    fi
done
[ -s "$TMP/table" ] || skip "no solver"
printf '%d seeds, %s s each (z3-wasm five times that); those that hit the limit again alone, %s s\n\n' "$count" "$limit" \
    "$limit_alone"
printf '%-10s %-9s right wrong unknown timeout memout unsupported error crash\n' solver mode
cat "$TMP/table"
[ ! -s "$TMP/limits" ] || printf '\nat the limit of %s s, but decided elsewhere:\n%s\n' \
    "$limit_alone" "$(cat "$TMP/limits")"
cp "$TMP/faults" "$out/faults"
[ ! -s "$TMP/faults" ] || fail "$(wc -l <"$TMP/faults") disagreements:
$(head -n 40 "$TMP/faults")"
