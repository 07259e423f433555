#!/bin/sh
# seeds.sh - assay seeds as a user sees it: the index, what solvers say and what is made of it.
. "$(dirname "$0")/lib.sh"

# seed PATH TEXT
seed() {
    mkdir -p "$TMP/seeds/$(dirname "$1")"
    printf '%s\n' "$2" >"$TMP/seeds/$1"
}
seed one.smt2 '(set-logic QF_LIA)(declare-const x Int)(assert (> (* 3 x) 10))(assert (< x 9))'
seed same.smt2 '(set-logic QF_LIA) (declare-const y Int) (assert (> (* 3 y) 10)) (assert (< y 9))'
seed wrong.smt2 '(set-logic QF_LIA)(set-info :status unsat)(declare-const x Int)(assert (> x 3))'
seed sat/bool.smt2 '(set-logic QF_UF)(declare-const p Bool)(assert (or p (not p)))'
seed core.smt2 '(set-logic QF_LIA)(declare-const a Int)(declare-const b Int)
    (assert (and (< a b) (= b 3)))(assert (distinct a (* 2 b)))(assert (> a b))'
index=$TMP/seeds/assay-seeds.sexp

expect_exit 0 "$ASSAY" seeds --help
expect_exit 1 "$ASSAY" seeds
expect_exit 1 "$ASSAY" seeds --limit 0 "$TMP/seeds"
expect_exit 2 "$ASSAY" seeds -o "$TMP/missing/x.sexp" "$TMP/seeds"

# Without solvers.
expect_exit 0 "$ASSAY" seeds "$TMP/seeds"
grep -q '^QF_LIA  *4  *0  *1  *3 ' "$TMP/out" || fail "no line for QF_LIA: $(cat "$TMP/out")"
grep -q '^all  *5  *1  *1  *3  *0  *0  *2  *0  *1  *0$' "$TMP/out" || fail "$(cat "$TMP/out")"
grep -q '^(seed "sat/bool.smt2" (hash #x[0-9a-f]*) .* (status sat directory))$' "$index" ||
    fail "no row for bool.smt2"
hash=$(sed -n 's/^(seed "one.smt2" (hash #x\([0-9a-f]*\)).*/\1/p' "$index")
grep -q "^(seed \"same.smt2\" .* (duplicate-of #x$hash)" "$index" || fail "no duplicate"
[ "$(grep -c duplicate-of "$index")" -eq 1 ] || fail "too many duplicates"
expect_exit 0 "$ASSAY" seeds --json "$TMP/seeds"
grep -q '"file":"wrong.smt2".*"status":"unsat","source":"label"' "$TMP/out" || fail "JSON"

# Again: everything is known, and the file is the same.
cp "$index" "$TMP/before"
expect_exit 0 "$ASSAY" seeds "$TMP/seeds"
grep -q '5 of 5 seeds .*, 5 of them known before' "$TMP/err" || fail "not used again"
cmp -s "$index" "$TMP/before" || fail "an index made again is another"

# A file that cannot be read is told and left out; one that is gone has no row.
echo '(assert (= z 1))' >"$TMP/seeds/bad.smt2"
expect_exit 2 "$ASSAY" seeds "$TMP/seeds"
grep -q 'bad.smt2:1:12: error: z is not declared' "$TMP/err" || fail "no place for a mistake"
cmp -s "$index" "$TMP/before" || fail "a file that cannot be read is in the index"
rm "$TMP/seeds/bad.smt2"
cp "$TMP/seeds/one.smt2" "$TMP/seeds/copy.smt2"
expect_exit 0 "$ASSAY" seeds "$TMP/seeds"
rm "$TMP/seeds/copy.smt2"
expect_exit 0 "$ASSAY" seeds "$TMP/seeds"
cmp -s "$index" "$TMP/before" || fail "a file that is gone is in the index"

# An index somewhere else has full names; a wrong one is told about and made again.
echo '(assay-seeds 1)(seed "x" (bytes so))' >"$TMP/other.sexp"
expect_exit 0 "$ASSAY" seeds -o "$TMP/other.sexp" "$TMP/seeds/core.smt2"
grep -q 'other.sexp:1:33: error: expected a number' "$TMP/err" || fail "no place in an index"
grep -q '^(seed "seeds/core.smt2"' "$TMP/other.sexp" || fail "no name from its directory on"
mkdir "$TMP/elsewhere"
expect_exit 0 "$ASSAY" seeds -o "$TMP/elsewhere/i.sexp" "$TMP/seeds"
grep -q '^(seed "/.*/seeds/core.smt2"' "$TMP/elsewhere/i.sexp" || fail "no full name"
expect_exit 0 "$ASSAY" mutate -S opfuzz "$TMP/elsewhere/i.sexp"
[ "$(grep -c '^; recipe' "$TMP/out")" -eq 5 ] || fail "not all seeds of an index"

# Solvers that contradict each other.
cat >"$TMP/liars" <<END
(profile yes (family yes) (command "$FAKE" "answer" "sat") (modes spawn))
(profile no (family no) (command "$FAKE" "answer" "unsat") (modes spawn))
END
expect_exit 10 "$ASSAY" seeds --profile "$TMP/liars" -s yes -s no -o "$TMP/liars.sexp" \
    "$TMP/seeds/one.smt2"
grep -q 'one.smt2: yes says sat; no says unsat' "$TMP/out" || fail "who contradicts whom?"
! grep -q '(status' "$TMP/liars.sexp" || fail "a status out of a contradiction"
expect_exit 0 "$ASSAY" seeds --profile "$TMP/liars" -s no -o "$TMP/liars.sexp" "$TMP/seeds/core.smt2"
grep -q 'warning: all solvers are of one family' "$TMP/err" || fail "one family is not enough"
grep -q '^(seed "seeds/core.smt2" .* (status unsat solver) (by "no")' "$TMP/liars.sexp" ||
    fail "no weak status"

# What real ones know.
{ have z3 && have cvc5; } || exit 0
expect_exit 10 "$ASSAY" seeds --models --cores -s z3 -s cvc5 -t 20 "$TMP/seeds"
grep -q '^.*wrong.smt2: its label says unsat, but there is a model' "$TMP/out" ||
    fail "a wrong label is not told: $(cat "$TMP/out")"
[ "$(wc -l <"$TMP/out")" -eq 5 ] || fail "more is told: $(cat "$TMP/out")"
grep -q '^(seed "wrong.smt2" .* (label unsat) (status sat model) (by "z3" "cvc5")' "$index" ||
    fail "$(cat "$index")"
grep -q '^(seed "core.smt2" .* (status unsat solvers) .* (core 0 2) (loose 4) (core-by "z3" "cvc5"))' \
    "$index" || fail "no core: $(cat "$index")"
grep -q '^all  *5  *4  *1  *0  *4  *1  *0  *1  *1  *1$' "$TMP/out" || fail "$(cat "$TMP/out")"
expect_exit 10 "$ASSAY" seeds --label -s z3 "$TMP/seeds"
grep -q '5 of 5 seeds .*, 5 of them known before' "$TMP/err" || fail "asked again"

# assay mutate uses it: the wrong label is not believed.
expect_exit 0 "$ASSAY" mutate -S concat -n 30 --models "$TMP/seeds"
grep -q '^; claim: sat' "$TMP/out" || fail "no satisfiable seeds"
hash=$(sed -n 's/^(seed "wrong.smt2" (hash #x\([0-9a-f]*\)).*/\1/p' "$index")
grep -q "^; recipe: concat seed=$hash+.* status=sat+" "$TMP/out" || fail "no status from the index"
! grep -q "^; recipe: concat seed=$hash+.* status=unsat+" "$TMP/out" || fail "a label is believed"
printf '(set-logic QF_LIA)(declare-const a Int)(assert (< a 7))\n' >"$TMP/seeds/core.smt2"
expect_exit 0 "$ASSAY" mutate -S opfuzz "$TMP/seeds"
grep -q 'core.smt2: warning: it has changed since it was indexed' "$TMP/err" || fail "stale row"
