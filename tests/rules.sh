#!/bin/sh
# The rules of fusion are proved, wrong ones are refuted with a counterexample, and mutate refuses
# them.
. "$(dirname "$0")/lib.sh"

# ---- The rules of the tree ---------------------------------------------------------------------
expect_exit 0 "$ASSAY" rules
grep -c '^(fusion ' "$TMP/out" >"$TMP/count"
[ "$(cat "$TMP/count")" -gt 30 ] || fail "only $(cat "$TMP/count") rules"

# What is printed can be read again.
cp "$TMP/out" "$TMP/again.sexp"
expect_exit 0 "$ASSAY" rules --rules "$TMP/again.sexp"
cmp "$TMP/again.sexp" "$TMP/out" || fail "the rules change when they are read again"

# Trying alone refutes none of them, and proves those over finite sorts.
expect_exit 4 "$ASSAY" rules --verify --solver none
grep -q ' 0 refuted' "$TMP/out" || fail "a rule is refuted: $(grep refuted "$TMP/out")"
grep -q '^bool.xor: proved' "$TMP/out" || fail "xor is not proved by all its values"

if have z3 && ! sanitized; then
    expect_exit 0 "$ASSAY" rules --verify --solver z3 --name bv.
    expect_exit 0 "$ASSAY" rules --verify --solver z3 --name int.
fi

# ---- Wrong rules -------------------------------------------------------------------------------
# Figure 6 without conditions, a coefficient that may be 0, floats that round, a lossy function.
cat >"$TMP/wrong.sexp" <<'END'
(fusion int.mul (sort Int) (z (* x y)) (x (div z y)) (y (div z x)))
(fusion real.mul (sort Real) (z (* x y)) (x (/ z y)) (y (/ z x)))
(fusion linear (sort Int) (coefficients c)
    (z (+ (* c x) y)) (x (div (- z y) c)) (y (- z (* c x))))
(fusion float (widths e s) (sort (_ FloatingPoint e s))
    (z (fp.add RNE x y)) (x (fp.sub RNE z y)) (y (fp.sub RNE z x)))
(fusion even (widths n) (sort (_ BitVec n)) (coefficients c)
    (z (bvadd (bvmul c x) y)) (x (bvudiv (bvsub z y) c)) (y (bvsub z (bvmul c x))))
(fusion suffix (sort String)
    (z (str.++ y x)) (x (str.substr z 0 (str.len x))) (y (str.replace z x "")))
END
expect_exit 10 "$ASSAY" rules --verify --solver none --rules "$TMP/wrong.sexp"
[ "$(grep -c ': refuted .*: x = ' "$TMP/out")" -eq 6 ] || fail "not all refuted: $(cat "$TMP/out")"
grep -q 'y = 0, z = 0, but (div z y) can be' "$TMP/out" || fail "no division by zero"

# The one that values cannot refute is refuted by a solver.
if have z3; then
    cat >"$TMP/rare.sexp" <<'END'
(fusion rare (sort Int) (z (+ x y)) (x (ite (= x 123456789) 0 (- z y))) (y (- z x)))
END
    expect_exit 4 "$ASSAY" rules --verify --solver none --rules "$TMP/rare.sexp"
    expect_exit 10 "$ASSAY" rules --verify --solver z3 --rules "$TMP/rare.sexp"
    grep -q 'rare: refuted .*z3: refuted): x = 123456789, ' "$TMP/out" || fail "$(cat "$TMP/out")"
fi

# ---- Mistakes, and rules for mutants -----------------------------------------------------------
printf '(fusion a (sort Int)\n  (z (+ x w)) (x z) (y y))\n' >"$TMP/mistake.sexp"
expect_exit 2 "$ASSAY" rules --rules "$TMP/mistake.sexp"
grep -q 'mistake.sexp:2:11: error: .*w' "$TMP/err" || fail "$(cat "$TMP/err")"

printf '(set-info :status sat)(declare-const x Int)(assert (> x 1))' >"$TMP/seed.smt2"
expect_exit 2 "$ASSAY" mutate -S fusion --rules "$TMP/wrong.sexp" "$TMP/seed.smt2"
grep -q 'does not hold: x = ' "$TMP/err" || fail "a wrong rule was taken: $(cat "$TMP/err")"
printf '(fusion mine (sort Int) (z (+ x y 77)) (x (- z y 77)) (y (- z x 77)))' >"$TMP/mine.sexp"
expect_exit 0 "$ASSAY" mutate -S fusion -n 200 --rules "$TMP/mine.sexp" "$TMP/seed.smt2"
grep -q '(- z0!c x!b 77)' "$TMP/out" || fail "the rule is never used"
