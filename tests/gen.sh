#!/bin/sh
# gen.sh - assay gen as a user sees it; and what it makes is read by z3 and cvc5, which agree with
# its claims.
. "$(dirname "$0")/lib.sh"

# ---- The command -------------------------------------------------------------------------------
expect_exit 0 "$ASSAY" gen --help
grep -q 'strings: strings and regular expressions' "$TMP/out" || fail "no theories in the help"
expect_exit 1 "$ASSAY" gen --mode perhaps
expect_exit 1 "$ASSAY" gen --theory ink
expect_exit 1 "$ASSAY" gen --depth 0
expect_exit 1 "$ASSAY" gen --logic QF_LIA --theory bv
grep -q 'QF_LIA: the logic does not have these theories' "$TMP/err" || fail "$(cat "$TMP/err")"
expect_exit 1 "$ASSAY" gen --logic HO_ALL
expect_exit 1 "$ASSAY" gen --recipe 'gen rng=1,2,3'
grep -q 'expected rng=A,B,C,D' "$TMP/err" || fail "what is wrong with the recipe?"
expect_exit 1 "$ASSAY" gen file.smt2
expect_exit 2 "$ASSAY" gen -o /dev/null/no

# The same seed, the same formulas.
expect_exit 0 "$ASSAY" gen -n 20 --seed 5
mv "$TMP/out" "$TMP/first"
expect_exit 0 "$ASSAY" gen -n 20 --seed 5
cmp -s "$TMP/first" "$TMP/out" || fail "the same seed gives other formulas"
expect_exit 0 "$ASSAY" gen -n 20 --seed 6
! cmp -s "$TMP/first" "$TMP/out" || fail "another seed gives the same formulas"
[ "$(grep -c '^; claim: ' "$TMP/first")" -eq 20 ] || fail "not 20 formulas"
expect_exit 0 "$ASSAY" gen -n 5 --plain
! grep -q '^;' "$TMP/out" || fail "a comment in plain text"
expect_exit 0 "$ASSAY" gen -n 3 --mode sat --models --logic QF_UFLIA
grep -q '^; (define-fun' "$TMP/out" || fail "no model"
expect_exit 0 "$ASSAY" gen --json --mode unsat --logic QF_BV
grep -q '"strategy":"gen","claim":"unsat","recipe":"gen rng=.* logic=QF_BV mode=unsat","logic":"QF_BV"' \
    "$TMP/out" || fail "JSON is not as said: $(cat "$TMP/out")"
expect_exit 0 "$ASSAY" gen --theory seq --theory uf -n 3 --plain
[ "$(grep -c '^(set-logic ALL)' "$TMP/out")" -eq 3 ] || fail "sequences are not of ALL"

# ---- Files, recipes, models --------------------------------------------------------------------
number=190
! sanitized || number=40
expect_exit 0 "$ASSAY" gen --logic every -n $number --models -o "$TMP/all"
[ ! -s "$TMP/out" ] || fail "-o prints as well"
find "$TMP/all" -name '*.smt2' | sort >"$TMP/files"
[ "$(wc -l <"$TMP/files")" -eq $number ] || fail "not $number files"
expect_exit 0 "$ASSAY" check -q "$TMP/all"
awk 'NR % 10 == 3' "$TMP/files" | while IFS= read -r file; do
    recipe=$(sed -n 's/^; recipe: //p' "$file")
    expect_exit 0 "$ASSAY" gen --recipe "$recipe"
    cmp -s "$TMP/out" "$file" || fail "$recipe makes something else"
done
find "$TMP/all" -path '*/sat/*.smt2' | awk 'NR % 4 == 1' | while IFS= read -r file; do
    expect_exit 0 "$ASSAY" eval -q "$file" "${file%smt2}model"
done
[ "$(find "$TMP/all" -path '*/sat/*.smt2' | wc -l)" -eq "$(find "$TMP/all" -name '*.model' | wc -l)" ] ||
    fail "not a model for each that is sat"

# ---- Solvers -----------------------------------------------------------------------------------
{ have z3 && have cvc5 && ! sanitized; } || exit 0
"$ASSAY" solve --json --limit 2 --solver z3 --solver cvc5 "$TMP/all" >"$TMP/answers" ||
    [ $? -eq 10 ] || fail "the solvers did not run"
sed -n 's|.*/\([a-z]*\)/gen-[0-9]*\.smt2","solver":"\([^"]*\)",.*"outcome":"\([a-z]*\)",.*|\1 \2 \3|p' \
    "$TMP/answers" | sort | uniq -c >"$TMP/counts"
! grep -E ' (error|unsupported)$' "$TMP/counts" || fail "a solver refuses some of them"
! grep -E ' sat [a-z0-9]* unsat$| unsat [a-z0-9]* sat$' "$TMP/counts" ||
    fail "a claim is contradicted: $(grep -E '/sat/.*"unsat"|/unsat/.*"sat"' "$TMP/answers")"
