#!/bin/sh
# No solver contradicts the claims of fused formulas.
. "$(dirname "$0")/lib.sh"

have z3 || have cvc5 || skip "no solver"
sanitized && skip "the solvers are what is slow here"

# seed NAME STATUS TEXT
seed() {
    mkdir -p "$TMP/seeds/$2"
    printf '%s\n' "$3" >"$TMP/seeds/$2/$1.smt2"
}
seed int sat '(declare-const x Int)(declare-const b Bool)(assert (> x 3))(assert (=> b (< x 9)))(assert b)'
seed bound sat '(declare-const x Int)(declare-const y Int)(assert (exists ((y Int)) (= x (+ y y))))
    (assert (= y (div x 2)))'
seed real sat '(set-logic QF_LRA)(declare-const x Real)(declare-const y Real)(assert (< x y))(assert (> x 2))'
seed bits sat '(declare-const x (_ BitVec 8))(declare-const y (_ BitVec 4))(assert (bvult x #x20))
    (assert (= ((_ extract 3 0) x) y))'
seed text sat '(declare-const x String)(declare-const y String)(assert (= (str.len x) 3))(assert (str.prefixof y x))'
seed table sat '(declare-const a (Array Int Int))(declare-const i Int)(assert (> (select a i) (select a 0)))'
seed int unsat '(declare-const x Int)(declare-const y Int)(assert (< x y))(assert (< y (+ x 1)))'
seed bits unsat '(declare-const x (_ BitVec 8))(assert (bvult x #x03))(assert (= ((_ extract 7 7) x) #b1))'
seed text unsat '(declare-const x String)(assert (= (str.len x) 3))(assert (= (str.++ x x) "ababa"))'
seed real unsat '(set-logic QF_LRA)(declare-const x Real)(assert (< x 2))(assert (> x 2))'

for strategy in fusion concat; do
    expect_exit 0 "$ASSAY" mutate -S "$strategy" -n 12 -o "$TMP/$strategy" "$TMP/seeds"
    expect_exit 0 "$ASSAY" check -q "$TMP/$strategy"
done

claims_hold 61 "$TMP"/fusion/*.smt2 "$TMP"/concat/*-0.smt2
