#!/bin/sh
# eval.sh - assay eval as a user sees it: what it prints, and how it ends. tests/eval.expect has it
# all; the solvers come last.
. "$(dirname "$0")/lib.sh"

cd "$TMP"
cat >f.smt2 <<'END'
(set-logic QF_UFLIA)
(declare-const x Int)
(declare-const y Int)
(declare-fun f (Int) Int)
(assert (> x 3))
(assert (! (=> (> x 3) (and (= (f x) y) (< y 10))) :named second))
(push 1)
(assert (distinct x
                  y))
(check-sat)
(pop 1)
END
cat >true.model <<'END'
sat
(
  (define-fun x () Int 4)
  (define-fun y () Int 5)
  (define-fun f ((x!0 Int)) Int (+ x!0 1))
)
END
cat >false.model <<'END'
((x 4) (y 4) ((f 4) 5))
END
cat >part.model <<'END'
((x 4) (y 5))
END
cat >broken.model <<'END'
((define-fun x () Int true)
 (define-fun y () Int 5))
END
cat >shown.smt2 <<'END'
(set-logic ALL)
(declare-const b (_ BitVec 8))
(declare-const r Real)
(declare-const s String)
(declare-const a (Array Int Int))
(assert (let ((c (bvadd b #x01))) (bvult c b)))
(assert (or (= (/ r 0.0) 1.0) (str.< s "a")))
(assert (= (select a 3) (str.len s)))
(check-sat)
END
cat >shown.model <<'END'
((define-fun b () (_ BitVec 8) #xfe)
 (define-fun r () Real (/ 1.0 3.0))
 (define-fun s () String "b")
 (define-fun a () (Array Int Int) (store ((as const (Array Int Int)) 0) 3 1)))
END
printf '(assert (> x 1))\n' >bad.smt2
: >none.smt2
cat >open.smt2 <<'END'
(declare-const x Real)
(assert (= (/ x 0.0) (/ (+ x 0.0) 0.0)))
END

# show CODE ARGUMENT...: runs assay eval, which must end so, and prints what it said.
show() {
    show_code=$1
    shift
    printf '$ assay eval %s\n' "$*"
    expect_exit "$show_code" "$ASSAY" eval "$@"
    cat out err
    printf 'exit %s\n\n' "$show_code"
}

{
    show 0 f.smt2 true.model
    show 10 f.smt2 false.model
    show 4 f.smt2 part.model
    show 4 f.smt2
    show 2 f.smt2 broken.model
    show 10 --explain f.smt2 false.model
    show 0 -q f.smt2 true.model
    show 10 -q f.smt2 false.model
    show 10 --quiet --explain f.smt2 false.model
    show 0 --json f.smt2 true.model
    show 10 --json --explain f.smt2 false.model
    show 4 --json f.smt2 part.model
    show 10 --explain shown.smt2 shown.model
    show 0 open.smt2
    show 0 none.smt2
    show 2 bad.smt2 true.model
    show 2 missing.smt2 true.model
    show 2 f.smt2 missing.model
    show 1
    show 1 f.smt2 true.model false.model
    show 1 --nonsense f.smt2
    show 2 --solver /nowhere/z3 f.smt2
} >said
expect_same "$SRC/tests/eval.expect" said

expect_exit 0 "$ASSAY" eval f.smt2 - <true.model
grep -q '^f.smt2: <stdin>: true' out || fail "a model from standard input has no name"
expect_exit 10 sh -c "\"$ASSAY\" eval f.smt2 - <false.model"

# --- solvers: programs that say what they are told ---
# teller NAME TEXT: a solver that answers so.
teller() {
    printf '#!/bin/sh\ncat >/dev/null\ncat <<END\n%s\nEND\n' "$2" >"$1"
    chmod +x "$1"
}
teller right "$(cat true.model)"
teller wrong "sat
((define-fun x () Int 0) (define-fun y () Int 0) (define-fun f ((x Int)) Int 0))"
teller broken "sat
((define-fun x () Int true) (define-fun y () Int 5))"
teller refuses unsat
teller silent sat
expect_exit 0 "$ASSAY" eval -s ./right f.smt2
grep -q '^f.smt2: ./right: true$' out || fail "a right solver: $(cat out)"
expect_exit 10 "$ASSAY" eval -s ./right -s ./wrong f.smt2
grep -q '^f.smt2: ./right: true$' out || fail "the first of two: $(cat out)"
grep -q '^f.smt2: ./wrong: false$' out || fail "the second of two: $(cat out)"
expect_exit 4 "$ASSAY" eval -s ./refuses f.smt2
grep -q '^f.smt2: ./refuses: unknown: ./refuses says unsat$' out || fail "no model: $(cat out)"
expect_exit 4 "$ASSAY" eval -s ./silent f.smt2
grep -q './silent says sat, but gives no model$' out || fail "sat without a model: $(cat out)"
expect_exit 2 "$ASSAY" eval -s ./broken f.smt2
grep -q '^./broken:1:[0-9]*: error: the body of x is Bool, not Int$' err ||
    fail "a solver's broken model: $(cat err)"
mkdir tree
cp f.smt2 tree/a.smt2
cp f.smt2 tree/b.smt2
expect_exit 10 "$ASSAY" eval -q -s ./wrong tree
[ "$(grep -c '^tree/[ab].smt2: ./wrong: false$' out)" -eq 2 ] || fail "a directory: $(cat out)"
grep -q '^0 true, 2 false, 0 unknown$' out || fail "no counts: $(cat out)"
expect_exit 10 "$ASSAY" eval --json -s ./wrong -s ./refuses tree
[ "$(grep -c '"value":"false"' out)" -ge 2 ] || fail "JSON of two solvers: $(cat out)"
grep -q '^0 true, 2 false, 2 unknown$' err || fail "counts beside JSON: $(cat err)"

# --- real solvers ---
for solver in z3 cvc5 cvc4; do
    have $solver || continue
    expect_exit 0 "$ASSAY" eval -t 60 -s $solver f.smt2 shown.smt2
    [ "$(grep -c ": $solver: true" out)" -eq 2 ] || fail "$solver: $(cat out)"
done
