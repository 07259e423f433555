#!/bin/sh
# The rules of approximation are proved, wrong ones are refuted with a counterexample, and mutate
# refuses them. ASSAY_LONG=1 has all of them proved by all solvers.
. "$(dirname "$0")/lib.sh"

# ---- The rules of the tree ---------------------------------------------------------------------
expect_exit 0 "$ASSAY" rules
[ "$(grep -c '^(approx ' "$TMP/out")" -gt 400 ] || fail "only $(grep -c '^(approx ' "$TMP/out") rules"
sed -n 's/^(\(approx\|fusion\) \([^ ]*\).*/\2/p' "$TMP/out" | sort | uniq -d >"$TMP/twice"
[ ! -s "$TMP/twice" ] || fail "two rules of one name: $(cat "$TMP/twice")"

# Where all values can be tried, that is a proof.
expect_exit 0 "$ASSAY" rules --verify --solver none --name logic.

if have z3 && ! sanitized; then
    for group in number. equal. distinct. datatype. forall. exists.; do
        expect_exit 0 "$ASSAY" rules --verify --solver z3 --limit 20 --name "$group"
    done
fi
if [ -n "${ASSAY_LONG:-}" ]; then
    expect_exit 0 "$ASSAY" rules --verify --limit 20
fi

# ---- Wrong rules -------------------------------------------------------------------------------
wrong=$SRC/tests/rules/wrong_approx.sexp
count=$(grep -c '^(approx ' "$wrong")
expect_exit 10 "$ASSAY" rules --verify --solver none --rules "$wrong"
[ "$(grep -c ': refuted (.*): [a-zA-Z]* = ' "$TMP/out")" -eq "$count" ] ||
    fail "not all refuted: $(grep -v ': refuted' "$TMP/out")"
grep -q '^table2.suffix-le: refuted .*(str.suffixof x y) is true, but (str.<= x y) is not' "$TMP/out" ||
    fail "$(cat "$TMP/out")"
if have z3; then
    expect_exit 10 "$ASSAY" rules --verify --solver z3 --rules "$wrong"
    [ "$(grep -c ': refuted' "$TMP/out")" -eq "$count" ] || fail "$(grep -v refuted "$TMP/out")"
    # Values do not refute this one.
    cat >"$TMP/rare.sexp" <<'END'
(approx rare (terms (x y Int)) (strong (< x y)) (weak (distinct x 123456789)))
END
    expect_exit 4 "$ASSAY" rules --verify --solver none --rules "$TMP/rare.sexp"
    expect_exit 10 "$ASSAY" rules --verify --solver z3 --rules "$TMP/rare.sexp"
    grep -q 'rare: refuted .*: x = .*, y = .* (implies, by z3)' "$TMP/out" || fail "$(cat "$TMP/out")"
fi

# ---- Rules for mutants -------------------------------------------------------------------------
printf '(set-info :status sat)(declare-const x Int)(declare-const y Int)(assert (< x y))' \
    >"$TMP/seed.smt2"
expect_exit 2 "$ASSAY" mutate -S sparrow --rules "$wrong" "$TMP/seed.smt2"
grep -q 'wrong_approx.sexp:[0-9]*:1: error: the rule table2.sgt-sle does not hold: x = ' "$TMP/err" ||
    fail "a wrong rule was taken: $(cat "$TMP/err")"

# One file for both kinds.
cat >"$TMP/mine.sexp" <<'END'
(fusion mine (sort Int) (z (+ x y 77)) (x (- z y 77)) (y (- z x 77)))
(approx mine (terms (x y Int)) (strong (< x y)) (weak (distinct (* 77 x) (* 77 y))) (over 50))
END
expect_exit 0 "$ASSAY" mutate -S sparrow -n 50 --rules "$TMP/mine.sexp" "$TMP/seed.smt2"

# As many mutants of a seed as the paper makes, unless told.
"$ASSAY" mutate -S sparrow "$TMP/seed.smt2" >"$TMP/many.smt2"
[ "$(grep -c '^; strategy: sparrow' "$TMP/many.smt2")" -eq 300 ] || fail "sparrow makes 300 of a seed"
grep -q '(distinct (\* 77 x) (\* 77 y))' "$TMP/out" || fail "the rule is never used"
expect_exit 0 "$ASSAY" mutate -S fusion -n 100 --rules "$TMP/mine.sexp" "$TMP/seed.smt2"
grep -q ' 77)' "$TMP/out" || fail "the rule of fusion is never used"
expect_exit 0 "$ASSAY" rules --rules "$TMP/mine.sexp"
[ "$(wc -l <"$TMP/out")" -eq 2 ] || fail "$(cat "$TMP/out")"
