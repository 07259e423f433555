#!/bin/sh
# assay report and assay replay on the directory of a campaign of a few seconds: a cvc5 with a
# planted bug is found, written about in all forms, tried again, and mended.
. "$(dirname "$0")/lib.sh"

have z3 || skip "no z3"
have cvc5 || skip "no cvc5"
planted=${PLANTED:-$SRC/build/release/tests/fakes/planted}
dir=$TMP/night

cat >"$TMP/seed.smt2" <<'END'
(set-info :status sat)
(set-logic QF_LIA)
(declare-const x Int)
(declare-const y Int)
(assert (and (> x 3) (< (- x y) 20)))
(assert (or (= x 5) (>= y (- (* 2 x) 1))))
(check-sat)
END

# suspect FAULT: from now on the solver of this name has that bug.
suspect() {
    cat >"$TMP/profile" <<END
(profile suspect
  (command "$planted" "$1" "(-" "cvc5" "--lang=smt2" "-q")
  (modes spawn)
  (models ":produce-models"))
END
}

# campaign FAULT: in $dir, until the first finding.
campaign() {
    rm -rf "$dir"
    suspect "$1"
    expect_exit 10 "$ASSAY" fuzz --json --time 30 --fail-fast --out "$dir" \
        --profile "$TMP/profile" --solver z3 --solver suspect "$TMP/seed.smt2"
}

# section NAME: its text, from $dir/findings/0001/report.md.
section() {
    awk -v name="## $1" '/^## /{on = $0 == name; next} on' "$dir/findings/0001/report.md"
}

# code LANGUAGE: the first block of that language, from standard input.
code() {
    awk -v open="\`\`\`$1" '$0 == open{on = 1; next} /^```$/{if (on) exit} on'
}

# shown: what the command of the report prints in a directory with nothing but the input.
shown() {
    rm -rf "$TMP/empty"
    mkdir "$TMP/empty"
    # shellcheck disable=SC2016 # backquotes of Markdown
    file=$(section Input | sed -n 's/^`\(.*\)`:$/\1/p')
    section Input | code smt2 >"$TMP/empty/$file"
    section Command | code sh >"$TMP/shown"
    (cd "$TMP/empty" && sh "$TMP/shown") || :
}

# ---- A wrong unsat ------------------------------------------------------------------------------
campaign unsat
report=$dir/findings/0001/report.md
expect_exit 0 "$ASSAY" report "$dir/findings/1"
# More triggers of it may have come since.
sed 's/^Seen [0-9]* times*;/Seen;/' "$report" >"$TMP/a"
sed 's/^Seen [0-9]* times*;/Seen;/' "$TMP/out" | diff "$TMP/a" - >&2 ||
    fail "the report in the directory is another one"
head -n 1 "$report" | grep -q '^# suspect [0-9.]*: unsat on a satisfiable formula (' ||
    fail "the title: $(head -n 1 "$report")"
section Input | code smt2 | diff - "$dir/findings/0001/reduced.smt2" >&2 || fail "another input"
[ "$(shown)" = unsat ] || fail "the command shows: $(shown)"
[ "$(section Command | code sh)" = "$(tail -n 1 "$dir/findings/0001/command")" ] ||
    fail "the file says: $(cat "$dir/findings/0001/command")"
section Observed | grep -q '^Its answer is unsat\.$' || fail "observed: $(section Observed)"
section Expected | grep -q '^sat: there is a model' || fail "expected: $(section Expected)"
section Why | grep -q "^Grade: \*\*certified\*\*: assay's own evaluator computed every" ||
    fail "no grade: $(section Why)"
# The certificate: another solver sees that the formula with the model put in is sat.
section Why | grep -q 'other than suspect on it, for instance z3 [0-9.]*\. ' ||
    fail "who checks: $(section Why)"
section Why | sed -n '/The answer to expect is sat/,$p' | code smt2 >"$TMP/check"
[ "$(z3 "$TMP/check")" = sat ] || fail "the certificate: $(cat "$TMP/check")"
section Answers | grep -q '^| z3 [0-9][0-9.]* | sat |' || fail "answers: $(section Answers)"
section Versions | grep -q '^Seen with suspect .*\. Not tried with other versions yet' ||
    fail "versions: $(section Versions)"
grep -q 'Z3 version' "$report" && fail "more than the number of a version: $(grep Z3 "$report")"
section 'How it was found' | grep -q '^Seen [0-9]* times*; reproduced 3 of 3 times in fresh' ||
    fail "how often: $(section 'How it was found')"
strategy=$(section 'How it was found' | sed -n 's/.*strategy \([a-z]*\): [a-z].*/\1/p')
[ "$strategy" = "$(cut -d ' ' -f 1 "$dir/findings/0001/recipe")" ] || fail "strategy: $strategy"
# shellcheck disable=SC2016 # backquotes of Markdown
recipe=$(section 'How it was found' | sed -n 's/.*Recipe: `\([^`]*\)`.*/\1/p')
[ "$recipe" = "$(cat "$dir/findings/0001/recipe")" ] || fail "the recipe: $recipe"

# From inside the directory.
(cd "$dir/findings/.." && expect_exit 0 "$ASSAY" report findings/0001)
[ "$(head -n 1 "$TMP/out")" = "$(head -n 1 "$report")" ] || fail "another one: $(cat "$TMP/out")"

# The files are made again when they are gone and the store says so.
sqlite=$(command -v sqlite3 || :)
if [ -n "$sqlite" ]; then
    rm -r "$dir/findings"
    "$sqlite" "$dir/campaign.db" 'UPDATE clusters SET written = 0'
    expect_exit 10 "$ASSAY" fuzz --resume "$dir" --json --time 0.1
    [ -s "$report" ] || fail "the report was not made again"
fi

# Lines for people: numbers with their nouns, and where to read on.
expect_exit 10 "$ASSAY" fuzz --resume "$dir" --time 0.1
grep -q '^1 seed, [0-9]* strategies, ' "$TMP/err" || fail "the plan: $(cat "$TMP/err")"
grep -q '^1 finding with [0-9]* triggers*, 0 flaky, 0 alarms$' "$TMP/out" ||
    fail "the summary: $(cat "$TMP/out")"
grep -q ' 1 triggers' "$TMP/out" && fail "the summary: $(cat "$TMP/out")"
grep -qx "To read about them: assay report $dir" "$TMP/out" || fail "no way on: $(cat "$TMP/out")"

# ---- All forms, to files ------------------------------------------------------------------------
expect_exit 0 "$ASSAY" report -o "$TMP/all.md" "$dir"
grep -q '^| 1 | refutation-soundness | certified | suspect [0-9.]* | ' "$TMP/all.md" ||
    fail "the table: $(cat "$TMP/all.md")"
expect_exit 0 "$ASSAY" report --json -o "$TMP/all.json" "$dir"
[ "$(wc -l <"$TMP/all.json")" -eq 1 ] || fail "not one object: $(cat "$TMP/all.json")"
for text in '"cluster":1' '"kind":"refutation-soundness"' '"check_answer":"sat"' \
    '"title":"suspect '; do
    grep -q "$text" "$TMP/all.json" || fail "no $text: $(cat "$TMP/all.json")"
done
expect_exit 0 "$ASSAY" report --sarif -o "$TMP/all.sarif" "$dir"
for text in '"version": "2.1.0"' '"ruleId": "refutation-soundness"' '"level": "error"'; do
    grep -q "$text" "$TMP/all.sarif" || fail "no $text: $(cat "$TMP/all.sarif")"
done
uri=$(sed -n 's/.*"uri": "\(.*\)".*/\1/p' "$TMP/all.sarif")
[ -s "$dir/$uri" ] || fail "there is no $uri"
[ "$uri" = findings/0001/reduced.smt2 ] || fail "not what the command is given: $uri"
# The fingerprints are made of the key of the cluster, and of nothing else that a campaign stores.
# fingerprints DIR: those of its findings.
fingerprints() {
    expect_exit 0 "$ASSAY" report --sarif "$1"
    sed -n '/"partialFingerprints"/,/}/p' "$TMP/out"
}
fingerprints "$dir" >"$TMP/fingerprints"
for text in '"cluster/v1": "refutation-soundness suspect ' \
    '"primaryLocationLineHash": "[0-9a-f]\{16\}:1"'; do
    grep -q "$text" "$TMP/fingerprints" || fail "no $text: $(cat "$TMP/fingerprints")"
done
if [ -n "$sqlite" ]; then
    cp -R "$dir" "$TMP/other"
    "$sqlite" "$TMP/other/campaign.db" "UPDATE findings SET trigger = trigger || '; more',
        reduced = '', recipe = 'another', evidence = '', witness = '', logic = 'ALL';
        UPDATE clusters SET count = 99, first = 9, last = 9, strategy = 'gen', bytes = 9"
    fingerprints "$TMP/other" | diff "$TMP/fingerprints" - >&2 || fail "the fingerprints drift"
fi
expect_exit 0 "$ASSAY" report --html -o "$TMP/all.html" "$dir"
grep -q '&lt;reduced.smt2' "$TMP/all.html" || fail "no command in the page"
grep -q '<td>z3 [0-9.]*</td>' "$TMP/all.html" || fail "no version in the page"
[ ! -s "$TMP/out" ] || fail "something is on standard output"
if have python3; then
    python3 -c 'import json, sys; [json.loads(line) for line in sys.stdin]' <"$TMP/all.json" ||
        fail "not JSON"
    python3 -c 'import json, sys; json.load(sys.stdin)' <"$TMP/all.sarif" || fail "not SARIF"
fi
expect_exit 2 "$ASSAY" report "$dir/findings/2"
expect_exit 2 "$ASSAY" report -o "$TMP/no/such/file" "$dir"

# ---- Replay -------------------------------------------------------------------------------------
# replay EXIT OPTION...: of all findings on the suspect as it is now.
replay() {
    replay_exit=$1
    shift
    expect_exit "$replay_exit" "$ASSAY" replay --json --profile "$TMP/profile" --other z3 "$@" \
        --solver suspect "$dir"
}
replay 10
grep -q '"result": *"there"' "$TMP/out" || fail "gone: $(cat "$TMP/out")"
replay 0 --fail-on new
suspect honest
replay 0
grep -q '"result": *"fixed"' "$TMP/out" || fail "not fixed: $(cat "$TMP/out")"
expect_exit 0 "$ASSAY" report "$dir/findings/1"
grep -q '^- suspect [0-9.]*: fixed$' "$TMP/out" || fail "the replay is not in the report"
suspect unsat
replay 10 --fail-on new
grep -q '"new": *true' "$TMP/out" || fail "not new: $(cat "$TMP/out")"
replay 0 --fail-on new
replay 10 --fail-on any

# ---- A wrong model ------------------------------------------------------------------------------
# The input asks for the model, which is what is wrong; the check is of the formula as it was found.
campaign model
report=$dir/findings/0001/report.md
shown >"$TMP/shown-model"
[ "$(head -n 1 "$TMP/shown-model")" = sat ] || fail "the command: $(cat "$TMP/shown-model")"
grep -q define-fun "$TMP/shown-model" || fail "no model is shown: $(section Input)"
section Why | sed -n '/The answer to expect is unsat/,$p' | code smt2 >"$TMP/check"
[ "$(z3 "$TMP/check")" = unsat ] || fail "the certificate: $(cat "$TMP/check")"

# ---- A crash ------------------------------------------------------------------------------------
campaign crash
report=$dir/findings/0001/report.md
head -n 1 "$report" | grep -q ': a crash (.*): planted: rewriter.cpp:42: rewrite: Assert' ||
    fail "the title: $(head -n 1 "$report")"
section Observed | grep -q '^It crashes, ended by signal 6: .* planted: rewriter.cpp:42: rewrite' ||
    fail "observed: $(section Observed)"
section Why | grep -q '^Grade: .*: it crashed again, .* fresh processes, in each of 3\.$' ||
    fail "why: $(section Why)"
section 'How it was found' | grep -q '^Signature, .*: `assert rewriter.cpp:42' ||
    fail "the details: $(section 'How it was found')"
shown 2>&1 | grep -q 'is_normal(term)' || fail "the command shows nothing"

# What comes and goes has its report in flaky.
rm -rf "$dir"
suspect flaky
TMPDIR=$TMP
export TMPDIR
expect_exit 0 "$ASSAY" fuzz --json --time 4 --out "$dir" --profile "$TMP/profile" --solver z3 \
    --solver suspect "$TMP/seed.smt2"
expect_exit 0 "$ASSAY" report "$dir/flaky/0001"
grep -q '^# suspect [0-9.]*: a crash' "$TMP/out" || fail "the flaky crash: $(cat "$TMP/out")"
grep -q 'it is flaky' "$TMP/out" || fail "not flaky: $(cat "$TMP/out")"
grep -q 'it is flaky' "$dir/flaky/0001/report.md" || fail "no report of what is flaky"
