#!/bin/sh
# Mutants of diver are satisfiable: solvers read them and none says unsat; the models that come
# with them make them true.
. "$(dirname "$0")/lib.sh"

have z3 || have cvc5 || skip "no solver"
sanitized && skip "the solvers are what is slow here"

# seed NAME MODEL TEXT: a dozen mutants of it
seed() {
    printf '%s\n' "$3" >"$TMP/$1.smt2"
    printf '(%s)\n' "$2" >"$TMP/$1.model"
    expect_exit 0 "$ASSAY" mutate -S diver -n 12 -o "$TMP/made" --models --model "$TMP/$1.model" \
        "$TMP/$1.smt2"
}
seed lia '(define-fun x () Int 3)(define-fun y () Int 5)(define-fun b () Bool true)' \
    '(set-logic QF_LIA)(declare-const x Int)(declare-const y Int)(declare-const b Bool)
    (assert (and (< x y) (or b (= x 9))))(assert (> (+ x (* 2 y)) 3))'
seed lra '(define-fun r () Real (/ 1 3))(define-fun q () Real 0.5)' \
    '(set-logic QF_LRA)(declare-const r Real)(declare-const q Real)(assert (< r (+ q 1.0)))
    (assert (let ((v (- r q))) (and (> v (- 9.0)) (distinct v 3.0))))'
seed nra '(define-fun u () Real 2.0)(define-fun w () Real 4.0)' \
    '(set-logic QF_NRA)(declare-const u Real)(declare-const w Real)
    (assert (>= w (* u u)))(assert (> (* u w) 7.5))'
seed str '(define-fun t () String "-0")' \
    '(set-logic QF_SLIA)(declare-fun t () String)
    (assert (str.prefixof "-" (str.substr t 0 1)))(assert (> (str.len (str.substr t 0 2)) 1))
    (assert (not (= (- 1) (str.to_int (str.substr t 1 1)))))(assert (>= (+ 0 2) (str.len t)))'
seed bv '(define-fun u () (_ BitVec 8) #x03)(define-fun v () (_ BitVec 4) #x3)' \
    '(set-logic QF_BV)(declare-const u (_ BitVec 8))(declare-const v (_ BitVec 4))
    (assert (bvult (bvadd u #x10) #x20))(assert (= ((_ extract 3 0) u) v))
    (assert (let ((w (concat v v))) (bvsle w (bvor w u))))'
seed fp '(define-fun p () Float16 (fp #b0 #b01111 #b0000000000))(define-fun m () RoundingMode RTZ)' \
    '(set-logic QF_FP)(declare-const p Float16)(declare-const m RoundingMode)
    (assert (fp.lt (fp.add m p p) (fp #b0 #b10100 #b0000000000)))(assert (not (fp.isNaN p)))'
seed auf '(define-fun a () (Array Int Int) ((as const (Array Int Int)) 7))(define-fun i () Int 2)
    (define-fun f ((k Int)) Int (ite (= k 7) 9 0))' \
    '(set-logic QF_AUFLIA)(declare-const a (Array Int Int))(declare-const i Int)
    (declare-fun f (Int) Int)(assert (= (select (store a i 4) i) 4))(assert (> (f (select a 0)) i))'
seed data '(define-fun l () L (cons 2 nil))' \
    '(set-logic ALL)(declare-datatype L ((nil) (cons (head Int) (tail L))))(declare-const l L)
    (assert ((_ is cons) l))(assert (< (head l) 9))'
seed quant '(define-fun x () Int 3)(define-fun y () Int 5)' \
    '(set-logic ALL)(declare-const x Int)(declare-const y Int)
    (assert (exists ((k (_ BitVec 2))) (and (distinct k #b01) (< x y))))
    (assert (let ((b (+ x y)) (x (< x y))) (and x (< b 20))))'

expect_exit 0 "$ASSAY" check -q "$TMP/made"

for file in "$TMP"/made/*.smt2; do
    grep -q '^; claim: sat (the model makes it true)' "$file" || fail "no claim in $file"
    "$ASSAY" eval "$file" "$file.model" >/dev/null || fail "not true: $(cat "$file" "$file.model")"
done
claims_hold 61 "$TMP"/made/*.smt2

# The same bytes again, from the recipe, with the model at hand.
for file in "$TMP"/made/str-*-3.smt2; do
    recipe=$(sed -n 's/^; recipe: //p' "$file")
    expect_exit 0 "$ASSAY" mutate --recipe "$recipe" --model "$TMP/str.model" "$TMP/str.smt2"
    cmp "$TMP/out" "$file" || fail "the recipe makes something else"
    expect_exit 2 "$ASSAY" mutate --recipe "$recipe" "$TMP/str.smt2"
done
