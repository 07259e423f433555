#!/bin/sh
# No solver contradicts what the strategy core claims: its mutants are unsatisfiable. With
# ASSAY_LONG=1 also of the larger data, where it is there.
. "$(dirname "$0")/lib.sh"

{ have z3 && have cvc5; } || skip "needs two families: z3 and cvc5"
sanitized && skip "the solvers are what is slow here"

# seed NAME TEXT
seed() {
    mkdir -p "$TMP/seeds"
    printf '%s\n' "$2" >"$TMP/seeds/$1.smt2"
}
seed int '(set-logic QF_LIA)(declare-const x Int)(declare-const y Int)(declare-const z Int)
    (assert (and (< x y) (> z (+ x 3))))(assert (= (* 2 z) (- y 1)))(assert (or (< y x) (> x y)))'
seed one '(set-logic QF_LIA)(declare-const x Int)(declare-const p Bool)(assert (let ((a (> x 3))
    (b (ite p (< x 9) (= x 1)))) (and a b (not (=> (< x 20) (or p (> x 3)))))))'
seed bits '(set-logic QF_BV)(declare-const x (_ BitVec 8))(declare-const y (_ BitVec 8))
    (assert (bvult x #x03))(assert (= (bvand x y) #x01))(assert (= ((_ extract 7 7) x) #b1))'
seed real '(set-logic QF_LRA)(declare-const x Real)(declare-const y Real)
    (assert (< x 2.0))(assert (or (> y x) (< y 0.0)))(assert (> x (+ 2.0 1.0)))'
seed text '(set-logic QF_SLIA)(declare-const x String)(declare-const y String)
    (assert (= (str.len x) 3))(assert (str.prefixof y x))(assert (= (str.++ x "a") "b"))'
seed table '(set-logic QF_ALIA)(declare-const a (Array Int Int))(declare-const i Int)
    (declare-const j Int)(assert (= (store a i 3) a))(assert (distinct (select a j) 3))
    (assert (= i j))(assert (> (select a 0) i))'
seed forall '(set-logic LIA)(declare-const k Int)(assert (forall ((x Int)) (and (< x k) (> x 0))))
    (assert (exists ((y Int)) (= k (* 2 y))))'
seed named '(set-logic QF_UF)(declare-sort U 0)(declare-fun f (U) U)(declare-const a U)
    (declare-const b U)(assert (! (= a b) :named h1))(assert (! (= (f a) b) :named h2))
    (assert (! (distinct (f a) (f b)) :named h3))'

expect_exit 0 "$ASSAY" mutate -S core -s z3 -s cvc5 -t 10 -n 16 -o "$TMP/mutants" "$TMP/seeds"
[ "$(find "$TMP/mutants" -name '*.smt2' | wc -l)" -eq 128 ] || fail "not 16 mutants of each seed"
expect_exit 0 "$ASSAY" check -q "$TMP/mutants"

# ask DIRECTORY: what z3 and cvc5 say; the answers are in $TMP/answers.
ask() {
    "$ASSAY" solve --json --limit 5 -s z3 -s cvc5 "$1" >"$TMP/answers" || [ $? -eq 10 ] ||
        fail "the solvers did not run"
    ! grep '"outcome":"sat"' "$TMP/answers" || fail "a claim is refuted"
    ! grep '"outcome":"error"' "$TMP/answers" || fail "a mutant is refused"
}
ask "$TMP/mutants"
unsat=$(grep -c '"outcome":"unsat"' "$TMP/answers")
[ "$unsat" -gt 200 ] || fail "only $unsat answers"

# The recipe has the core, and makes the mutant again without a solver.
file=$(find "$TMP/mutants" -name 'one-*.smt2' | sort | head -n 1)
recipe=$(sed -n 's/^; recipe: //p' "$file")
case $recipe in
*' core='*) ;;
*) fail "no core in '$recipe'" ;;
esac
expect_exit 0 "$ASSAY" mutate --recipe "$recipe" "$TMP/seeds/one.smt2"
sed 1,4d "$TMP/out" >"$TMP/again"
sed 1,4d "$file" >"$TMP/first"
cmp -s "$TMP/again" "$TMP/first" || fail "the recipe makes something else"

[ -n "${ASSAY_LONG:-}" ] || exit 0
data=$(shared_dir) || exit 0
[ -d "$data/seeds" ] || exit 0
"$ASSAY" seeds --cores -s z3 -s cvc5 -t 1 -o "$TMP/index.sexp" "$data/seeds" || :
expect_exit 0 "$ASSAY" mutate -S core -n 3 -o "$TMP/long" "$TMP/index.sexp"
expect_exit 0 "$ASSAY" check -q "$TMP/long"
ask "$TMP/long"
