#!/bin/sh
# The files of examples/ do what its README says. Commands of that page are run by docs.sh.
. "$(dirname "$0")/lib.sh"

examples=$SRC/examples

# ---- mysolver.sexp: a solver that assay does not know -------------------------------------------
mkdir "$TMP/bin"
cat >"$TMP/bin/mysolver" <<'END'
#!/bin/sh
# Wrong about one formula, breaks on another.
[ "${1:-}" != --version ] || { echo 'mysolver 1.0' && exit; }
query=$(cat)
case $query in
*broken*) echo 'internal error: broken' && exit 1 ;;
*large*) exit 101 ;;
*'(not p)'*) echo unsat ;;
*wrong*) echo sat && echo '((define-fun wrong () Int 0))' ;;
*) echo sat && echo '((define-fun x () Int 1))' ;;
esac
END
chmod +x "$TMP/bin/mysolver"
PATH=$TMP/bin:$PATH

# said NAME TEXT: what assay solve says of (assert (> NAME 0)) has the text.
said() {
    printf '(declare-const %s Int)\n(assert (> %s 0))\n(check-sat)\n' "$1" "$1" >"$TMP/$1.smt2"
    "$ASSAY" solve --profile "$examples/mysolver.sexp" --solver mysolver --model "$TMP/$1.smt2" \
        >"$TMP/out" 2>"$TMP/err" || :
    grep -q "$2" "$TMP/out" || fail "no '$2' about $1: $(cat "$TMP/out" "$TMP/err")"
}
said x ': mysolver: sat'
said large ': mysolver: memout'
said broken ': mysolver: crash'
said wrong 'invalid-model, certified'

expect_exit 0 "$ASSAY" doctor --profile "$examples/mysolver.sexp"
grep -q '^solver  *mysolver  *ok  *.*mysolver 1.0' "$TMP/out" ||
    fail "the doctor does not know mysolver: $(cat "$TMP/out")"

# ---- shifts.ops: operators of typefuzz ----------------------------------------------------------
cat >"$TMP/bits.smt2" <<'END'
(set-logic QF_BV)
(declare-const a (_ BitVec 8))
(declare-const b (_ BitVec 8))
(assert (bvult (bvadd a b) #x40))
(check-sat)
END
expect_exit 0 "$ASSAY" mutate --strategy typefuzz --ops "$examples/shifts.ops" -n 60 --plain \
    "$TMP/bits.smt2"
# The five operators, each somewhere, and no other that is new.
grep -oE '\((_ )?[a-z][a-z_-]*' "$TMP/out" | sed 's/^(\(_ \)*//' | sort -u |
    grep -v '^\(set-logic\|declare-const\|assert\|check-sat\|BitVec\|bvult\|bvadd\)$' >"$TMP/used"
printf '%s\n' bvashr bvlshr bvshl rotate_left rotate_right | diff - "$TMP/used" >&2 ||
    fail "typefuzz does not use the operators of shifts.ops"

# ---- squares.sexp: rules of fusion and sparrow --------------------------------------------------
expect_exit 0 "$ASSAY" rules --rules "$examples/squares.sexp"
[ "$(grep -c 'mine\.square' "$TMP/out")" -eq 2 ] || fail "two rules, and not: $(cat "$TMP/out")"
for solver in z3 cvc5; do
    have "$solver" || continue
    expect_exit 0 "$ASSAY" rules --rules "$examples/squares.sexp" --verify --solver "$solver"
    grep -q '^2 proved, 0 refuted, 0 unknown$' "$TMP/out" || fail "$solver: $(cat "$TMP/out")"
done
printf '(set-logic QF_NIA)\n(set-info :status sat)\n(declare-const x Int)\n%s\n(check-sat)\n' \
    '(assert (and (< (* x x) 30) (> x 2)))' >"$TMP/squares.smt2"
expect_exit 0 "$ASSAY" mutate --strategy sparrow --rules "$examples/squares.sexp" -n 300 --plain \
    "$TMP/squares.smt2"
grep -q '(< x 30)' "$TMP/out" || fail "the rule of sparrow is not used"
