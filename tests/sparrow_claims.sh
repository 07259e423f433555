#!/bin/sh
# No solver contradicts the claims of approximated formulas, on the formulas as they are and in
# clauses; recipes make the same mutants again.
. "$(dirname "$0")/lib.sh"

# seed NAME STATUS TEXT
seed() {
    mkdir -p "$TMP/seeds/$2"
    printf '%s\n' "$3" >"$TMP/seeds/$2/$1.smt2"
}
seed int sat '(set-logic QF_LIA)(declare-const x Int)(declare-const b Bool)(assert (> x 3))
    (assert (=> b (not (>= x 9))))(assert (xor b (= x 10)))'
seed bound sat '(declare-const x Int)(assert (exists ((y Int)) (and (= x (+ y y)) (not (< y 2)))))
    (assert (forall ((z Int)) (=> (> z x) (distinct z x))))'
seed bits sat '(set-logic QF_BV)(declare-const x (_ BitVec 8))(declare-const y (_ BitVec 4))
    (assert (let ((v (bvult x #x20))) (ite v (= ((_ extract 3 0) x) y) (not v))))'
seed text sat '(declare-const x String)(declare-const y String)(assert (= (str.len x) 3))
    (assert (or (str.prefixof y x) (not (str.in_re y (re.* (str.to_re "ab"))))))'
seed float sat '(set-logic QF_FP)(declare-const x Float32)(declare-const y Float32)
    (assert (not (fp.leq x y)))(assert (or (fp.isNaN x) (fp.eq x y)))'
seed int unsat '(set-logic QF_LIA)(declare-const x Int)(declare-const y Int)(assert (< x y))
    (assert (not (>= y (+ x 1))))'
seed real unsat '(set-logic QF_LRA)(declare-const x Real)(assert (or (< x 2.0) (= x 1.0)))
    (assert (not (<= x 2.0)))'
seed table unsat '(declare-const a (Array Int Int))(declare-const b (Array Int Int))
    (assert (= a (store b 1 (select a 1))))(assert (distinct (select a 2) (select b 2)))'
seed data unsat '(declare-datatypes ((T 0)) (((c (s Int)) (d))))(declare-const x T)
    (assert (not ((_ is c) x)))(assert (distinct x d))'

for kind in plain cnf; do
    flags=
    [ "$kind" = plain ] || flags=--cnf
    # shellcheck disable=SC2086 # nothing, or a flag
    expect_exit 0 "$ASSAY" mutate -S sparrow $flags -n 8 -o "$TMP/$kind" "$TMP/seeds"
    expect_exit 0 "$ASSAY" check -q "$TMP/$kind"
    for file in "$TMP/$kind"/*-[07].smt2; do
        recipe=$(sed -n 's/^; recipe: //p' "$file")
        expect_exit 0 "$ASSAY" mutate --recipe "$recipe" "$TMP/seeds"
        cmp -s "$TMP/out" "$file" || fail "$recipe makes something else"
    done
done
grep -q '(declare-fun t!0 () Bool)' "$TMP/cnf"/bits-*-0.smt2 || fail "these are no clauses"

have z3 || have cvc5 || skip "no solver"
sanitized && skip "the solvers are what is slow here"
claims_hold 61 "$TMP"/plain/*.smt2 "$TMP"/cnf/*-[0-2].smt2
