#!/bin/sh
# assay fuzz: planted bugs are found, with the right kind and grade, in one cluster; honest solvers
# give nothing; what dies in the middle loses nothing that was stored; full and read-only disks.
#
# Campaigns end with their first finding where that is enough. ASSAY_LONG=1 lets all run longer.
. "$(dirname "$0")/lib.sh"

have z3 || skip "no z3"
have cvc5 || skip "no cvc5"
long=${ASSAY_LONG:-}
dir=$TMP/campaign

assay=
trap '[ -z "$assay" ] || kill -9 "$assay" 2>/dev/null; rm -rf "$TMP"' EXIT

# A name of its own, so that its processes can be told from those of other tests.
ln -s "${PLANTED:-$SRC/build/release/tests/fakes/planted}" "$TMP/planted"

# ---- Seeds: small, with numbers in their models -------------------------------------------------
mkdir -p "$TMP/seeds/sat" "$TMP/seeds/unsat"
cat >"$TMP/seeds/sat/a.smt2" <<'END'
(set-logic QF_LIA)
(declare-const x Int)
(declare-const y Int)
(declare-const p Bool)
(assert (and (> x 3) (< (+ x y) 20)))
(assert (or p (>= y (* 2 x))))
(assert (=> p (distinct x y)))
(check-sat)
END
cat >"$TMP/seeds/sat/b.smt2" <<'END'
(set-logic QF_LIA)
(declare-const a Int)
(declare-const b Int)
(declare-const c Int)
(assert (<= 0 a 10))
(assert (= (+ a b) (- c 5)))
(assert (ite (> b 0) (< c 30) (> c (- 30))))
(check-sat)
END
cat >"$TMP/seeds/unsat/c.smt2" <<'END'
(set-logic QF_LIA)
(declare-const x Int)
(declare-const y Int)
(assert (> x y))
(assert (> y (+ x 1)))
(assert (or (= x 0) (= y 7)))
(check-sat)
END
cat >"$TMP/seeds/unsat/d.smt2" <<'END'
(set-logic QF_LIA)
(declare-const m Int)
(declare-const n Int)
(assert (= (* 2 m) (- (* 2 n) 1)))
(assert (>= n 0))
(check-sat)
END

# seconds SHORT LONG: how long a campaign runs.
seconds() {
    [ -n "$long" ] && echo "$2" || echo "$1"
}

# planted FAULT SHAPE: a cvc5 with that bug.
planted() {
    printf "%s %s '%s' cvc5 --lang=smt2 -q" "$TMP/planted" "$1" "$2"
}

# campaign EXIT OPTION...: a new campaign in $dir, with z3 as the second opinion. Its events are in
# $TMP/out afterwards.
campaign() {
    campaign_exit=$1
    shift
    rm -rf "$dir"
    expect_exit "$campaign_exit" "$ASSAY" fuzz --json --out "$dir" --solver z3 "$@" "$TMP/seeds"
}

# new_findings: the events of findings that were new, from $TMP/out.
new_findings() {
    grep '"event": *"finding"' "$TMP/out" | grep '"new": *true' || :
}

# number KEY EVENT: the first value of that key in the last event of that kind.
number() {
    grep "\"event\": *\"$2\"" "$TMP/out" | tail -n 1 | grep -o "\"$1\": *[0-9.]*" | head -n 1 |
        sed 's/.*: *//'
}

# nothing_left: no process of a planted solver is there any more.
nothing_left() {
    for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
        pgrep -f "^$TMP/planted " >/dev/null || return 0
        sleep 0.5
    done
    fail "solvers are left: $(pgrep -af "^$TMP/planted ")"
}

# ---- Planted bugs -------------------------------------------------------------------------------
# finds FAULT KIND GRADE: and it is one cluster, without alarms.
finds() {
    if [ -n "$long" ]; then
        campaign 10 --time 60 --solver "$(planted "$1" '(-')"
    else
        campaign 10 --time 120 --fail-fast --workers 1 --solver "$(planted "$1" '(-')"
    fi
    new_findings >"$TMP/found"
    [ "$(wc -l <"$TMP/found")" -eq 1 ] || fail "$1: not one cluster: $(cat "$TMP/found")"
    grep -q "\"kind\": *\"$2\"" "$TMP/found" || fail "$1: not $2: $(cat "$TMP/found")"
    grep -q "\"grade\": *\"$3\"" "$TMP/found" || fail "$1: not $3: $(cat "$TMP/found")"
    grep -q "\"solver\": *\"$TMP/planted $1" "$TMP/found" || fail "$1: another solver is blamed"
    [ "$(number alarms end)" -eq 0 ] || fail "$1: alarms: $(grep '"alarm"' "$TMP/out")"
    for file in trigger.smt2 command recipe report.md output-z3.txt; do
        [ -s "$dir/findings/0001/$file" ] || fail "$1: no $file"
    done
    grep -q "$3" "$dir/findings/0001/report.md" || fail "$1: the report does not give the grade"
}

finds unsat refutation-soundness certified
# The planted solver is a path.
ls "$dir"/findings/0001/output-[!.-]*planted-unsat* >/dev/null ||
    fail "the name of an output: $(ls "$dir/findings/0001")"
grep -q '(- ' "$dir/findings/0001/reduced.smt2" || fail "the trigger lost its shape"
[ "$(wc -c <"$dir/findings/0001/reduced.smt2")" -lt 200 ] || fail "the trigger is not reduced"
[ -s "$dir/findings/0001/model.smt2" ] || fail "no model"
[ "$(sh "$dir/findings/0001/command" | head -n 1)" = unsat ] || fail "the command shows nothing"
# The recipe makes the trigger again.
expect_exit 0 "$ASSAY" mutate --plain --recipe "$(cat "$dir/findings/0001/recipe")" "$TMP/seeds"
grep -v 'produce-models\|get-model' "$dir/findings/0001/trigger.smt2" | diff - "$TMP/out" >&2 ||
    fail "the recipe makes something else"

finds sat solution-soundness certified
finds model invalid-model certified
finds crash crash certified
grep -q 'rewriter.cpp:42' "$TMP/found" || fail "no signature: $(cat "$TMP/found")"

if [ -n "$long" ]; then
    campaign 10 --time 60 --performance --solver "$(planted slow '(-')"
    new_findings >"$TMP/found"
    grep -q '"kind": *"performance"' "$TMP/found" || fail "slow was not found"
    [ "$(wc -l <"$TMP/found")" -eq 1 ] || fail "slow: not one cluster: $(cat "$TMP/found")"
fi

# A crash that comes and goes is kept apart, and is no finding.
TMPDIR=$TMP
export TMPDIR
campaign 0 --time "$(seconds 6 30)" --solver "$(planted flaky '(-')"
[ "$(number findings end)" -eq 0 ] || fail "a flaky crash is a finding"
[ -s "$dir/flaky/0001/trigger.smt2" ] || fail "the flaky crash was not kept"
[ ! -e "$dir/findings" ] || fail "there are findings"

# ---- Honest solvers -----------------------------------------------------------------------------
for fault in honest unknown; do
    campaign 0 --time "$(seconds 5 600)" --solver "$(planted $fault '(')"
    [ "$(number findings end)" -eq 0 ] || fail "$fault: findings: $(new_findings)"
    [ "$(number alarms end)" -eq 0 ] || fail "$fault: alarms: $(grep '"alarm"' "$TMP/out")"
    [ "$(number tested stats)" -gt 0 ] || fail "$fault: nothing was tested"
    [ ! -e "$dir/flaky" ] || fail "$fault: something is flaky"
done

# ---- Death --------------------------------------------------------------------------------------
# begin FAULT: a campaign in the background, up to its first finding; $assay is its process.
begin() {
    rm -rf "$dir"
    : >"$TMP/events"
    "$ASSAY" fuzz --json --workers 2 --out "$dir" --solver z3 --solver "$(planted "$1" '(-')" \
        "$TMP/seeds" >"$TMP/events" 2>"$TMP/words" &
    assay=$!
    tries=0
    until grep -q '"event": *"finding"' "$TMP/events"; do
        kill -0 "$assay" 2>/dev/null || { assay= && fail "assay is gone: $(cat "$TMP/words")"; }
        tries=$((tries + 1))
        [ "$tries" -lt 600 ] || fail "nothing was found in two minutes"
        sleep 0.2
    done
}

# ended: waits for it; $code is how it ended. Another process may have its number from now on.
ended() {
    code=0
    wait "$assay" 2>/dev/null || code=$?
    assay=
}

# await WORDS COMMAND...: waits until the command succeeds, two minutes at most.
await() {
    await_words=$1
    shift
    tries=0
    until "$@"; do
        kill -0 "$assay" 2>/dev/null || { assay= && fail "assay is gone: $(cat "$TMP/words")"; }
        tries=$((tries + 1))
        [ "$tries" -lt 600 ] || fail "$await_words"
        sleep 0.2
    done
}

# no_child PID: it has no process below it.
no_child() {
    ! pgrep -P "$1" >/dev/null
}

# goes_on FOUND: --resume does, and has at least what was found.
goes_on() {
    expect_exit 10 "$ASSAY" fuzz --resume "$dir" --json --time 3
    [ "$(number findings end)" -ge "$1" ] || fail "findings were lost: $(cat "$TMP/out")"
    [ -s "$dir/findings/0001/trigger.smt2" ] || fail "the files are gone"
    [ "$(number elapsed end | cut -d. -f1)" -ge 3 ] || fail "time was lost"
}

# of assay
begin crash
kill -9 "$assay"
ended
nothing_left
goes_on 1
before=$(number tested stats)
goes_on 1
[ "$(number tested stats)" -gt "$before" ] || fail "counters do not go on"

# of workers and solvers; then an orderly end
begin unsat
worker=$(pgrep -P "$assay" | head -n 1)
kill -9 "$worker"
pkill -9 -f "^$TMP/planted " || :
tries=0
until grep -q '"event": *"alarm"' "$TMP/events"; do
    tries=$((tries + 1))
    [ "$tries" -lt 300 ] || fail "the worker's death is no alarm"
    sleep 0.2
done
grep '"event": *"alarm"' "$TMP/events" | grep -q 'worker-died' || fail "not an alarm of that kind"
lines=$(grep -c '"event": *"stats"' "$TMP/events")
tries=0
until [ "$(grep -c '"event": *"stats"' "$TMP/events")" -gt $((lines + 1)) ]; do
    kill -0 "$assay" 2>/dev/null || { assay= && fail "assay did not go on: $(cat "$TMP/words")"; }
    tries=$((tries + 1))
    [ "$tries" -lt 300 ] || fail "assay hangs"
    sleep 0.2
done
kill -INT "$assay"
ended
[ "$code" -eq 10 ] || fail "exit $code after an interrupt, expected 10: $(cat "$TMP/words")"
grep '"event": *"end"' "$TMP/events" | grep -q '"how": *"signal"' || fail "no end"
nothing_left
goes_on 1

# One at a time.
begin crash
expect_exit 2 "$ASSAY" fuzz --resume "$dir" --time 1
grep -q 'another assay works on this campaign' "$TMP/err" || fail "$(cat "$TMP/err")"
kill -TERM "$assay"
ended
nothing_left

# ---- Disks --------------------------------------------------------------------------------------
# Files may not grow any more: what was stored stays, assay waits, and says what is wrong.
rm -rf "$dir"
code=0
(
    ulimit -f "${FILE_BLOCKS:-900}"
    exec "$ASSAY" fuzz --json --workers 2 --out "$dir" --solver z3 \
        --solver "$(planted crash '(-')" --time 100 "$TMP/seeds" >"$TMP/events" 2>"$TMP/words"
) || code=$?
if grep -q 'waiting for this to pass' "$TMP/words"; then
    [ "$code" -eq 2 ] || fail "exit $code on a full disk: $(cat "$TMP/words")"
    grep -q 'is the disk full' "$TMP/words" || fail "no word of the disk: $(cat "$TMP/words")"
    grep -q '"event": *"finding"' "$TMP/events" || fail "nothing was found before the disk was full"
    goes_on 1
else
    fail "the disk did not get full: $code $(tail -n 3 "$TMP/words")"
fi

# What could not be stored while the workers were there is stored when they are gone: another
# program has locked the database, and a solver goes wrong only then.
sqlite=$(command -v sqlite3 || :)
if [ -n "$sqlite" ]; then
    cat >"$TMP/late" <<END
#!/bin/sh
[ -e "$TMP/locked" ] || exec cvc5 --lang=smt2 -q
exec $(planted crash '(-')
END
    chmod +x "$TMP/late"
    rm -rf "$dir"
    : >"$TMP/words"
    "$ASSAY" fuzz --json --workers 1 --out "$dir" --solver z3 --solver "$TMP/late" "$TMP/seeds" \
        >"$TMP/events" 2>"$TMP/words" &
    assay=$!
    await "no campaign" test -s "$dir/campaign.db-wal"
    sleep 1
    "$sqlite" "$dir/campaign.db" 'BEGIN IMMEDIATE' ".shell touch '$TMP/locked'" \
        ".shell while [ ! -e '$TMP/free' ]; do sleep 0.1; done" COMMIT &
    await "nothing was found" grep -q 'waiting for this to pass' "$TMP/words"
    kill -INT "$assay"
    await "workers are left" no_child "$assay"
    touch "$TMP/free"
    ended
    [ "$code" -eq 10 ] || fail "exit $code after a lock: $(cat "$TMP/words")"
    grep '"event": *"finding"' "$TMP/events" | grep -q '"kind": *"crash"' || fail "not stored"
    [ -s "$dir/findings/0001/report.md" ] || fail "no report"
fi

# A directory that may not be written to.
mkdir "$TMP/closed"
chmod 555 "$TMP/closed"
run=
if [ "$(id -u)" -eq 0 ]; then
    have setpriv && chmod 755 "$TMP" && run='setpriv --reuid=65534 --regid=65534 --clear-groups'
fi
if [ "$(id -u)" -ne 0 ] || [ -n "$run" ]; then
    # shellcheck disable=SC2086 # words
    expect_exit 2 $run "$ASSAY" fuzz --out "$TMP/closed/x" --solver z3 --time 1 "$TMP/seeds"
    grep -q 'Permission denied' "$TMP/err" || fail "$(cat "$TMP/err")"
fi

# ---- Without arguments --------------------------------------------------------------------------
# The seeds that are part of assay, the solvers on PATH, a fresh directory; JSON or lines.
mkdir "$TMP/here"
(
    cd "$TMP/here"
    code=0
    "$ASSAY" fuzz --time 4 >"$TMP/out" 2>"$TMP/err" || code=$?
    [ "$code" -eq 0 ] || [ "$code" -eq 10 ] || fail "exit $code: $(cat "$TMP/err")"
    grep -q '^[0-9]* seeds, [0-9]* strategies' "$TMP/err" || fail "no plan: $(cat "$TMP/err")"
    grep -q 'tested [0-9]' "$TMP/err" || fail "no progress: $(cat "$TMP/err")"
    grep -q 'CPU: solvers [0-9.]* s, assay [0-9.]* s' "$TMP/out" || fail "no summary"
    [ "$(find . -name campaign.db | grep -c '^./assay-out-')" -eq 1 ] || fail "not one directory"
)
campaign 0 --time 2 --strategy opfuzz,gen --tier common --schedule uniform
grep -q '"phase": *"uniform"' "$TMP/out" || fail "not uniform"
grep '"event": *"stats"' "$TMP/out" | tail -n 1 | grep -q '"options": *"smt.arith.solver=2"' ||
    fail "no solver of the tier"
[ "$(grep '"event": *"stats"' "$TMP/out" | tail -n 1 | grep -o '"strategy":' | wc -l)" -eq 2 ] ||
    fail "not two strategies"

# ---- Usage --------------------------------------------------------------------------------------
mkdir "$TMP/there"
expect_exit 2 "$ASSAY" fuzz --out "$TMP/there" --solver z3 --time 1 "$TMP/seeds"
grep -q 'File exists; choose another' "$TMP/err" || fail "$(cat "$TMP/err")"
rmdir "$TMP/there" || fail "something was written there"
expect_exit 2 "$ASSAY" fuzz --resume "$TMP/seeds" --time 1
expect_exit 1 "$ASSAY" fuzz --resume x --out y
expect_exit 1 "$ASSAY" fuzz --strategy nonsense "$TMP/seeds"
expect_exit 1 "$ASSAY" fuzz --schedule nonsense "$TMP/seeds"
expect_exit 1 "$ASSAY" fuzz --time 3weeks "$TMP/seeds"
expect_exit 2 "$ASSAY" fuzz --solver "$TMP/no-such-solver" --time 1 "$TMP/seeds"
expect_exit 2 "$ASSAY" fuzz --solver z3 --time 1 "$TMP/no-such-file.smt2"
