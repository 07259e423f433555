#!/bin/sh
# assay reduce as a user sees it, with a solver that lies about one operator.
. "$(dirname "$0")/lib.sh"

cat >"$TMP/liar" <<'END'
#!/bin/sh
query=$(cat)
case $query in
*bvmul*) echo unsat ;;
*) echo sat ;;
esac
END
chmod +x "$TMP/liar"

cat >"$TMP/trigger.smt2" <<'END'
(set-logic QF_BV)
(declare-fun a () (_ BitVec 32))
(declare-fun b () (_ BitVec 32))
(declare-fun c () (_ BitVec 32))
(assert (bvult a b))
(assert (= (bvmul a (bvadd b #x00000001)) (bvor c (bvand b a))))
(assert (or (= a #x00000000) (bvugt b #x00000003)))
(assert (not (= c b)))
(check-sat)
END

# A program of the user's decides.
expect_exit 0 "$ASSAY" reduce --cmd 'grep -q bvugt' -q "$TMP/trigger.smt2"
grep -q 'bvugt #b0 #b0' "$TMP/out" || fail "not reduced: $(cat "$TMP/out")"

# An outcome is what must stay; the file has the best so far, and reducing it again changes nothing.
expect_exit 0 "$ASSAY" reduce --expect unsat -s "$TMP/liar" -o "$TMP/small.smt2" --json \
    "$TMP/trigger.smt2"
grep -q '"finished":true,"confirmed":true' "$TMP/out" || fail "not finished: $(cat "$TMP/out")"
grep -q bvmul "$TMP/small.smt2" || fail "the operator is gone"
[ "$(wc -c <"$TMP/small.smt2")" -lt 80 ] || fail "not small: $(cat "$TMP/small.smt2")"
expect_exit 0 "$ASSAY" reduce --expect unsat -s "$TMP/liar" -q -o "$TMP/again.smt2" "$TMP/small.smt2"
cmp "$TMP/small.smt2" "$TMP/again.smt2" || fail "reducing again changed something"
expect_exit 0 "$ASSAY" check -q "$TMP/small.smt2"

# Names stay when asked.
expect_exit 0 "$ASSAY" reduce --keep-names --cmd 'grep -q "bvugt b"' -q "$TMP/trigger.smt2"
grep -q 'bvugt b' "$TMP/out" || fail "the name is gone"

# A model speaks for the formula: no second solver is needed.
cat >"$TMP/model" <<'END'
((define-fun a () (_ BitVec 32) #x00000000)
 (define-fun b () (_ BitVec 32) #x00000005)
 (define-fun c () (_ BitVec 32) #x00000000))
END
expect_exit 0 "$ASSAY" reduce --expect refutation-soundness --model "$TMP/model" -s "$TMP/liar" \
    -q "$TMP/trigger.smt2"
grep -q bvmul "$TMP/out" || fail "the operator is gone"

# What is not there cannot be kept; what cannot be read is told.
expect_exit 2 "$ASSAY" reduce --expect sat -s "$TMP/liar" "$TMP/trigger.smt2"
grep -q 'does not show what is wanted' "$TMP/err" || fail "no reason"
expect_exit 2 "$ASSAY" reduce --expect refutation-soundness -s "$TMP/liar" "$TMP/trigger.smt2"
grep -q 'needs a second --solver' "$TMP/err" || fail "no reason"
echo '(assert (foo))' >"$TMP/wrong.smt2"
expect_exit 2 "$ASSAY" reduce --cmd true "$TMP/wrong.smt2"
grep -q 'wrong.smt2:1:9: error: foo is not declared' "$TMP/err" || fail "no position"
expect_exit 2 "$ASSAY" reduce --cmd true "$TMP/missing.smt2"
expect_exit 1 "$ASSAY" reduce
expect_exit 1 "$ASSAY" reduce --expect nonsense "$TMP/trigger.smt2"
expect_exit 2 "$ASSAY" reduce --expect nonsense -s "$TMP/liar" "$TMP/trigger.smt2"

# Ctrl-C ends with the best so far.
"$ASSAY" reduce --cmd 'sh -c "sleep 0.3; grep -q bvult"' -q -o "$TMP/cut.smt2" "$TMP/trigger.smt2" &
pid=$!
sleep 2
kill -INT "$pid"
wait "$pid" || fail "interrupted: exit $?"
grep -q bvult "$TMP/cut.smt2" || fail "nothing was kept"

# With real solvers, what is wrong is found out: nothing, here.
have z3 && have cvc5 || exit 0
expect_exit 2 "$ASSAY" reduce -s z3 -s cvc5 "$TMP/trigger.smt2"
grep -q 'nothing is wrong here: z3 says sat, cvc5 says sat' "$TMP/err" || fail "no reason"
expect_exit 0 "$ASSAY" reduce -s "$TMP/liar" -s z3 "$TMP/trigger.smt2"
grep -q 'refutation-soundness (certified)' "$TMP/err" || fail "not certified: $(cat "$TMP/err")"
