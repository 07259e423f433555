#!/bin/sh
# solve.sh - assay solve, with real solvers and with programs that lie or crash.
. "$(dirname "$0")/lib.sh"

cat >"$TMP/sat.smt2" <<'END'
(set-logic QF_LIA)
(set-info :status unsat)
(declare-const x Int)
(assert (> x 3))
(check-sat)
END
cat >"$TMP/unsat.smt2" <<'END'
(set-logic QF_LIA)
(declare-const x Int)
(assert (and (> x 3) (< x 3)))
(check-sat)
END
cat >"$TMP/liar" <<'END'
#!/bin/sh
cat >/dev/null
echo sat
END
cat >"$TMP/crasher" <<'END'
#!/bin/sh
cat >/dev/null
kill -SEGV $$
END
chmod +x "$TMP/liar" "$TMP/crasher"

expect_exit 0 "$ASSAY" solve --help
grep -q -- '--solver' "$TMP/out" || fail "no options in the help of solve"
expect_exit 1 "$ASSAY" solve --mode fast "$TMP/sat.smt2"
expect_exit 1 "$ASSAY" solve
expect_exit 1 "$ASSAY" solve --limit never "$TMP/sat.smt2"
expect_exit 2 "$ASSAY" solve --solver /nowhere/z3 "$TMP/sat.smt2"
expect_exit 2 "$ASSAY" solve --solver "$TMP/liar" "$TMP/missing.smt2"

expect_exit 0 "$ASSAY" solve --solver "$TMP/liar" "$TMP/sat.smt2"
grep -q ': sat ' "$TMP/out" || fail "the liar's answer is not shown"
expect_exit 10 "$ASSAY" solve --solver "$TMP/crasher" "$TMP/sat.smt2"
grep -q ': crash .*SIGSEGV' "$TMP/out" || fail "a crash is not shown with its signal"

# Some solvers must be told that there is more than one question.
cat >"$TMP/two.smt2" <<'END'
(set-logic QF_LIA)
(declare-const x Int)
(push 1)
(assert (> x 3))
(check-sat)
(pop 1)
(assert (and (> x 3) (< x 3)))
(check-sat)
END
for solver in z3 cvc5 cvc4; do
    have "$solver" || continue
    for mode in spawn session snapshot; do
        expect_exit 0 "$ASSAY" solve --solver "$solver" --mode "$mode" "$TMP/two.smt2"
        grep -q ": sat unsat " "$TMP/out" || fail "$solver, $mode: $(cat "$TMP/out")"
    done
done

# A tier is all rows of its name, each a solver of its own.
cat >"$TMP/tiers.sexp" <<END
(profile teller (command "$TMP/teller") (modes spawn)
  (tier common "sat" "--very") (tier other "unknown") (tier common "unsat"))
END
cat >"$TMP/teller" <<'END'
#!/bin/sh
cat >/dev/null
echo "${1:-unknown}"
END
chmod +x "$TMP/teller"
expect_exit 10 "$ASSAY" solve --profile "$TMP/tiers.sexp" -s teller --tier common "$TMP/sat.smt2"
grep -q ': teller sat --very: sat ' "$TMP/out" || fail "the first row of the tier is not run"
grep -q ': teller unsat: unsat ' "$TMP/out" || fail "the second row of the tier is not run"
grep -q ': teller sat --very says sat, teller unsat says unsat$' "$TMP/out" ||
    fail "rows that contradict each other are not named"
expect_exit 10 "$ASSAY" solve --json --profile "$TMP/tiers.sexp" -s teller --tier common \
    "$TMP/sat.smt2"
grep -qF '"options":["sat","--very"]' "$TMP/out" || fail "no options in the JSON of solve"
for tier in '' '--tier default'; do
    # shellcheck disable=SC2086 # none or two words
    expect_exit 0 "$ASSAY" solve --json --profile "$TMP/tiers.sexp" -s teller $tier "$TMP/sat.smt2"
    grep -qF '"options":[],' "$TMP/out" || fail "options that were not chosen"
    [ "$(wc -l <"$TMP/out")" -eq 1 ] || fail "more than one run without a tier"
done
expect_exit 2 "$ASSAY" solve --profile "$TMP/tiers.sexp" -s teller --tier none "$TMP/sat.smt2"
grep -q "teller has no tier 'none'" "$TMP/err" || fail "a tier that is not there is not named"

# A wrong model is a finding, shown with what is false; JSON has it as an event.
cat >"$TMP/modeller" <<'END'
#!/bin/sh
cat >/dev/null
echo sat
echo "((define-fun x () Int 3))"
END
cat >"$TMP/denier" <<'END'
#!/bin/sh
cat >/dev/null
echo unsat
END
chmod +x "$TMP/modeller" "$TMP/denier"
expect_exit 10 "$ASSAY" solve --model --solver "$TMP/modeller" "$TMP/sat.smt2"
grep -q 'sat.smt2: invalid-model, certified: .*modeller says sat, but its own model is false$' \
    "$TMP/out" || fail "a wrong model is not found"
grep -q '^    x = 3$' "$TMP/out" || fail "why a model is wrong is not shown"
expect_exit 10 "$ASSAY" solve --json --model -s "$TMP/modeller" -s "$TMP/denier" "$TMP/unsat.smt2"
for part in '"event":"finding"' '"kind":"solution-soundness"' '"grade":"certified"' \
    '"certificate":"own-model"' '"disputed":false' '"cluster":"solution-soundness ' '"model":"' \
    '"why":"(assert '; do
    grep -qF "$part" "$TMP/out" || fail "no $part in the JSON of a finding"
done
expect_exit 10 "$ASSAY" solve -s "$TMP/modeller" -s "$TMP/denier" "$TMP/unsat.smt2"
grep -q ': solution-soundness, certified: .*modeller says sat where others say unsat, but' "$TMP/out" ||
    fail "the model was not asked for"
expect_exit 10 "$ASSAY" solve -s "$TMP/liar" -s "$TMP/denier" "$TMP/sat.smt2"
grep -q ': refutation-soundness, cross-checked: .*liar says sat, .*denier says unsat$' "$TMP/out" ||
    fail "a dispute is not shown"

# What the standard leaves open is no finding.
cat >"$TMP/open.smt2" <<'END'
(declare-const x Int)
(assert (= (div x 0) 7))
(check-sat)
END
expect_exit 0 "$ASSAY" solve -s "$TMP/liar" -s "$TMP/denier" "$TMP/open.smt2"
grep -q ': suspicion of refutation-soundness: ' "$TMP/out" || fail "a suspicion is not shown"
grep -q '^  may depend on what is left open: div: ' "$TMP/out" || fail "what is open is not said"
expect_exit 0 "$ASSAY" solve --json -s "$TMP/liar" -s "$TMP/denier" "$TMP/open.smt2"
grep -qF '"event":"suspicion"' "$TMP/out" || fail "no suspicion in JSON"

have z3 || skip "no z3"
for mode in spawn session snapshot; do
    expect_exit 0 "$ASSAY" solve --solver z3 --mode $mode "$TMP/sat.smt2" "$TMP/unsat.smt2"
    grep -q 'unsat.smt2: z3: unsat ' "$TMP/out" || fail "z3 in mode $mode does not say unsat"
    grep -q '/sat.smt2: z3: sat ' "$TMP/out" || fail "z3 in mode $mode does not say sat"
done
# (exit) is not sent: the session goes on, and nothing from there on is asked.
for file in sat unsat; do
    printf '(exit)\n(check-sat)\n' | cat "$TMP/$file.smt2" - >"$TMP/$file-exit.smt2"
done
expect_exit 0 "$ASSAY" solve --solver z3 --mode session --json -j1 "$TMP/sat-exit.smt2" \
    "$TMP/unsat-exit.smt2"
[ "$(grep -c '"mode":"session",.*"verdicts":\["[a-z]*"\],.*"exit":-1,' "$TMP/out")" -eq 2 ] ||
    fail "(exit) ends a session"
expect_exit 0 "$ASSAY" solve --solver z3 --model --json "$TMP/sat.smt2"
for key in file solver mode outcome cpu_ms wall_ms model; do
    grep -q "\"$key\":" "$TMP/out" || fail "no $key in the JSON of solve"
done
# The peak of a large process is known in every mode. That of one smaller than assay itself the
# kernel does not tell, and then 0 would be a lie. Which of the two is smaller here, who knows.
for mode in spawn session snapshot; do
    expect_exit 0 "$ASSAY" solve --solver z3 --mode $mode --json "$TMP/sat.smt2"
    grep -q '"peak_kb": *[1-9][0-9][0-9][0-9][0-9]' "$TMP/out" || fail "no peak of z3 in $mode"
done
expect_exit 0 "$ASSAY" solve --solver 'echo sat' --json "$TMP/sat.smt2"
grep -Eq '"peak_kb": *(null|[1-9][0-9]*)[,}]' "$TMP/out" || fail "a peak that is not known is not null"
expect_exit 10 "$ASSAY" solve --solver z3 --solver "$TMP/liar" "$TMP/unsat.smt2"
grep -q 'says sat, z3 says unsat' "$TMP/out" || fail "a contradiction is not shown"
# z3 is asked for its model, which is true: whoever says unsat is wrong.
expect_exit 10 "$ASSAY" solve --solver z3 --solver "$TMP/denier" "$TMP/sat.smt2" "$TMP/open.smt2"
[ "$(grep -c ': refutation-soundness, certified: .*denier says unsat, but the model of z3 is true' \
    "$TMP/out")" -eq 2 ] || fail "a wrong unsat is not certified"
expect_exit 0 "$ASSAY" doctor
grep -q '^solver *z3 *ok' "$TMP/out" || fail "doctor does not find z3"
