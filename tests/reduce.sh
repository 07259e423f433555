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

# ---- Findings of a campaign ---------------------------------------------------------------------
mkdir "$TMP/seeds"
cat >"$TMP/seeds/a.smt2" <<'END'
(set-logic QF_LIA)
(declare-const a Int)
(declare-const b Int)
(declare-const c Int)
(assert (<= 0 a 10))
(assert (= (+ a b) (+ c 5)))
(assert (or (> b 0) (< c 30) (>= (+ b c) (* 2 a))))
(check-sat)
END
planted=$TMP/planted
ln -s "${PLANTED:-$SRC/build/release/tests/fakes/planted}" "$planted"

# campaign NAME FAULT OPTION...: a campaign that ends with its first finding.
campaign() {
    campaign_name=$1
    campaign_fault=$2
    shift 2
    expect_exit 10 "$ASSAY" fuzz --json --out "$TMP/$campaign_name" --workers 1 --fail-fast \
        --strategy opfuzz --time 60 --solver z3 \
        --solver "$planted $campaign_fault '(- ' cvc5 --lang=smt2 -q" "$@" "$TMP/seeds"
}

# says_to FILE: what the solver that says unsat wrongly answers.
says_to() {
    "$planted" unsat '(- ' cvc5 --lang=smt2 -q <"$1" | head -n 1
}

# A refutation was reduced by the campaign, from what is left when steps that are not needed are
# undone. The finding itself is as it was tested; the recipe with fewer steps is told, and true.
campaign unsat unsat
found=$TMP/unsat/findings/0001
fewer=$(sed -n "s/^Fewer steps show the same: .\(.*\).\$/\1/p" "$found/report.md")
case $fewer in
"$(cat "$found/recipe") undo="*) ;;
*) fail "no fewer steps: $(cat "$found/report.md")" ;;
esac
expect_exit 0 "$ASSAY" mutate --plain --recipe "$fewer" "$TMP/seeds"
[ "$(says_to "$TMP/out")" = unsat ] || fail "the fewer steps do not show it"

# It starts from what is smallest, and keeps what is wrong; to standard output or to a file.
expect_exit 0 "$ASSAY" reduce -q "$found"
cp "$TMP/out" "$TMP/once.smt2"
[ "$(wc -c <"$TMP/once.smt2")" -le "$(wc -c <"$found/reduced.smt2")" ] || fail "it got larger"
[ "$(says_to "$TMP/once.smt2")" = unsat ] || fail "it is gone"
[ "$(z3 "$TMP/once.smt2" | head -n 1)" = sat ] || fail "not satisfiable: $(cat "$TMP/once.smt2")"
expect_exit 0 "$ASSAY" reduce --json -o "$TMP/small.smt2" "$TMP/unsat/findings/1/"
cmp "$TMP/once.smt2" "$TMP/small.smt2" || fail "the file is another"
grep -q "\"bytes_before\":$(wc -c <"$found/reduced.smt2")," "$TMP/out" || fail "$(cat "$TMP/out")"
grep -q "refutation-soundness (certified): $planted" "$TMP/err" || fail "$(cat "$TMP/err")"

# A crash was not reduced: steps of its recipe are undone first, with what the campaign keeps.
campaign crash crash
found=$TMP/crash/findings/0001
[ ! -e "$found/reduced.smt2" ] || fail "the crash was reduced"
mv "$TMP/seeds" "$TMP/away"
expect_exit 0 "$ASSAY" reduce -o "$TMP/small.smt2" --json "$found"
mv "$TMP/away" "$TMP/seeds"
fewer=$(sed -n 's/.*"recipe":"\([^"]*\)".*/\1/p' "$TMP/out")
case $fewer in
*" undo="*) ;;
*) fail "nothing was undone: $(cat "$TMP/out")" ;;
esac
expect_exit 0 "$ASSAY" mutate --plain --recipe "$fewer" "$TMP/seeds"
grep -q '(- ' "$TMP/out" || fail "the recipe makes something else"
grep -q '(- ' "$TMP/small.smt2" || fail "the crash is gone: $(cat "$TMP/small.smt2")"
[ "$(wc -c <"$TMP/small.smt2")" -lt 60 ] || fail "not small: $(cat "$TMP/small.smt2")"

# assay replay reads findings the same way, for any solver.
for fault in crash honest; do
    code=$([ $fault = crash ] && echo 10 || echo 0)
    expect_exit "$code" "$ASSAY" replay --json --solver "$planted $fault '(- ' cvc5 --lang=smt2 -q" \
        "$found"
    want=$([ $fault = crash ] && echo there || echo fixed)
    grep -q "\"result\":\"$want\"" "$TMP/out" || fail "not $want: $(cat "$TMP/out")"
done

# A wrong sat needs the word of who said unsat, whichever solver of the campaign that was.
suspect="$planted sat '(- ' cvc5 --lang=smt2 -q"
expect_exit 10 "$ASSAY" fuzz --json --out "$TMP/sat" --workers 1 --fail-fast --strategy opfuzz \
    --time 60 --solver "$suspect" --solver z3 "$TMP/seeds"
expect_exit 10 "$ASSAY" replay --json --solver "$suspect" "$TMP/sat/findings/1"
grep -q '"result":"there"' "$TMP/out" || fail "not there: $(cat "$TMP/out")"

# The options of the solver are those of the finding: without them it is right.
cat >"$TMP/shaky" <<END
#!/bin/sh
case "\$*" in
*--shaky*) exec "$planted" unsat '(- ' cvc5 --lang=smt2 -q ;;
*) exec cvc5 --lang=smt2 -q ;;
esac
END
chmod +x "$TMP/shaky"
cat >"$TMP/profile" <<END
(profile shaky
  (family cvc5)
  (command "$TMP/shaky")
  (modes spawn)
  (models ":produce-models")
  (tier steady "--steady")
  (tier common "--steady")
  (tier common "--shaky"))
END
expect_exit 10 "$ASSAY" fuzz --json --out "$TMP/tier" --workers 1 --fail-fast --strategy opfuzz \
    --time 60 --profile "$TMP/profile" --solver z3 --solver shaky "$TMP/seeds"
expect_exit 0 "$ASSAY" reduce -q --profile "$TMP/profile" "$TMP/tier/findings/1"
[ "$(says_to "$TMP/out")" = unsat ] || fail "it is gone: $(cat "$TMP/out")"
expect_exit 2 "$ASSAY" reduce "$TMP/tier/findings/1"
grep -q 'its solver shaky is not on this machine' "$TMP/err" || fail "$(cat "$TMP/err")"
sed -i 's/"--shaky"/"--shakier"/' "$TMP/profile"
expect_exit 2 "$ASSAY" reduce --profile "$TMP/profile" "$TMP/tier/findings/1"
grep -q "no tier 'common' with the options '--shaky'" "$TMP/err" || fail "$(cat "$TMP/err")"

# What a finding says does not go with options that say something else.
for option in '--expect unsat' '--cmd true' "--model $TMP/model" '--solver z3' '--tier common'; do
    # shellcheck disable=SC2086 # two words
    expect_exit 1 "$ASSAY" reduce $option "$found"
    grep -q 'a finding says what is to stay' "$TMP/err" || fail "$option: $(cat "$TMP/err")"
done

# complains PATH TEXT: it cannot be used, and why.
complains() {
    expect_exit 2 "$ASSAY" reduce "$1"
    grep -q "$2" "$TMP/err" || fail "$1: $(cat "$TMP/err")"
}
complains "$TMP/seeds" 'is no finding: DIR/findings/ID is one'
complains "$TMP/crash" 'is no finding: DIR/findings/ID is one'
complains "$TMP/crash/findings" 'is no finding: DIR/findings/ID is one'
complains "$TMP/crash/findings/77" 'there is no finding 77'
complains "$TMP/nowhere/findings/1" 'no such directory'
campaign unknown unknown --incompleteness
complains "$TMP/unknown/findings/1" 'the kind incompleteness cannot be reduced'
rm "$planted"
complains "$found" "its solver $planted crash .* is not on this machine"
# Another program of that name does not show it, nor does one that crashes otherwise.
cat >"$planted" <<'END'
#!/bin/sh
echo "other.cpp:7: f: Assertion \`false' failed." >&2
kill -ABRT $$
END
chmod +x "$planted"
complains "$found" 'does not show what is wanted'
