#!/bin/sh
# mutate.sh - assay mutate as a user sees it; and with the larger data, where it is there, a mutant of
# each seed.
. "$(dirname "$0")/lib.sh"

mkdir "$TMP/sat"
cat >"$TMP/sat/one.smt2" <<'END'
(set-logic QF_LIA)
(set-info :status sat)
(declare-const x Int)
(declare-const y Int)
(assert (and (< x y) (= (+ x y) 7) (> y 2)))
(check-sat)
END
cat >"$TMP/bad.smt2" <<'END'
(assert (= x 1))
END

expect_exit 0 "$ASSAY" mutate --help
grep -q 'typefuzz:' "$TMP/out" || fail "no strategies in the help of mutate"
expect_exit 1 "$ASSAY" mutate "$TMP/sat/one.smt2"
expect_exit 1 "$ASSAY" mutate --strategy nothing "$TMP/sat/one.smt2"
expect_exit 1 "$ASSAY" mutate --strategy opfuzz
expect_exit 1 "$ASSAY" mutate --strategy opfuzz --steps 0 "$TMP/sat/one.smt2"
expect_exit 2 "$ASSAY" mutate --strategy opfuzz "$TMP/missing.smt2"
expect_exit 2 "$ASSAY" mutate --strategy opfuzz "$TMP/bad.smt2"
grep -q 'bad.smt2:1:12: error: x is not declared' "$TMP/err" || fail "no place for a bad seed"

# Seeds that a strategy cannot use: why, and what may help.
echo '(set-logic QF_LIA)(declare-const x Int)(assert (> x 3))' >"$TMP/plain.smt2"
expect_exit 2 "$ASSAY" mutate --strategy fusion "$TMP/plain.smt2"
grep -qx 'assay mutate: no mutant of 1 seed (logic QF_LIA): its status is not known' "$TMP/err" ||
    fail "not why there is no mutant: $(cat "$TMP/err")"
grep -qx 'assay mutate: --solver S asks solvers for what fusion needs' "$TMP/err" ||
    fail "not what to do about it: $(cat "$TMP/err")"
expect_exit 0 "$ASSAY" mutate --strategy concat "$TMP/sat/one.smt2" "$TMP/plain.smt2" --stats
grep -q ' 1 seed left out$' "$TMP/err" || fail "$(cat "$TMP/err")"
grep -q '^1 mutant, ' "$TMP/err" || fail "$(cat "$TMP/err")"

# Files that a strategy does not look at.
echo '(and Bool Bool Bool)' >"$TMP/ops"
expect_exit 0 "$ASSAY" mutate --strategy opfuzz --ops "$TMP/ops" "$TMP/sat"
grep -qx 'assay mutate: warning: opfuzz does not use --ops' "$TMP/err" || fail "$(cat "$TMP/err")"
expect_exit 0 "$ASSAY" mutate --strategy typefuzz --ops "$TMP/ops" "$TMP/sat"
[ ! -s "$TMP/err" ] || fail "typefuzz uses --ops: $(cat "$TMP/err")"

for strategy in opfuzz typefuzz; do
    expect_exit 0 "$ASSAY" mutate --strategy "$strategy" -n 20 --seed 5 "$TMP/sat"
    mv "$TMP/out" "$TMP/first"
    expect_exit 0 "$ASSAY" mutate --strategy "$strategy" -n 20 --seed 5 "$TMP/sat"
    cmp -s "$TMP/first" "$TMP/out" || fail "$strategy: the same seed gives other mutants"
    expect_exit 0 "$ASSAY" mutate --strategy "$strategy" -n 20 --seed 6 "$TMP/sat"
    cmp -s "$TMP/first" "$TMP/out" && fail "$strategy: another seed gives the same mutants"
    [ "$(grep -c '^; claim: none' "$TMP/first")" -eq 20 ] || fail "$strategy: not 20 mutants"

    # Recipes.
    expect_exit 0 "$ASSAY" mutate --strategy "$strategy" -n 20 -o "$TMP/$strategy" "$TMP/sat"
    [ ! -s "$TMP/out" ] || fail "$strategy: -o prints as well"
    for file in "$TMP/$strategy"/*.smt2; do
        recipe=$(sed -n 's/^; recipe: //p' "$file")
        expect_exit 0 "$ASSAY" mutate --recipe "$recipe" "$TMP/sat"
        cmp -s "$TMP/out" "$file" || fail "$strategy: $recipe makes something else"
    done
    expect_exit 0 "$ASSAY" check "$TMP/$strategy"

    # Chains: each mutant is made of the one before, and again from the first seed.
    expect_exit 0 "$ASSAY" mutate --strategy "$strategy" --chain 12 -o "$TMP/$strategy-chain" \
        "$TMP/sat"
    file=$TMP/$strategy-chain/one-0-$strategy-0-11.smt2
    recipe=$(sed -n 's/^; recipe: //p' "$file")
    [ "$(printf '%s' "$recipe" | tr -cd '|' | wc -c)" -ge 9 ] || fail "$strategy: not a chain: $recipe"
    expect_exit 0 "$ASSAY" mutate --recipe "$recipe" "$TMP/sat"
    cmp -s "$TMP/out" "$file" || fail "$strategy: $recipe makes something else"
    expect_exit 0 "$ASSAY" check "$TMP/$strategy-chain"

    expect_exit 0 "$ASSAY" mutate --strategy "$strategy" --plain "$TMP/sat"
    ! grep -q '^;' "$TMP/out" || fail "$strategy: a comment in plain text"
    expect_exit 0 "$ASSAY" mutate --strategy "$strategy" --json "$TMP/sat"
    grep -q "\"strategy\":\"$strategy\",\"claim\":\"none\",\"recipe\":\"$strategy seed=" \
        "$TMP/out" || fail "$strategy: JSON is not as said: $(cat "$TMP/out")"
done
expect_exit 2 "$ASSAY" mutate --recipe 'opfuzz seed=12 rng=1,2,3,4' "$TMP/sat"
grep -q 'seed 1 of the recipe is not among the files' "$TMP/err" || fail "which seed is missing?"
expect_exit 2 "$ASSAY" mutate --recipe 'opfuzz' "$TMP/sat"
grep -q 'is no recipe' "$TMP/err" || fail "what is wrong with the recipe?"

# Operators from a file.
printf '(not Bool Bool)\n(+ Int Itn)\n' >"$TMP/ops"
expect_exit 2 "$ASSAY" mutate --strategy typefuzz --ops "$TMP/ops" "$TMP/sat"
grep -q 'ops:2:8: error: this is no sort' "$TMP/err" || fail "no place for a bad sort"
expect_exit 0 "$ASSAY" mutate -S typefuzz --ops "$SRC/tests/ops/figure4.ops" -n 5 "$TMP/sat"
printf '(not Bool Bool)\n' >"$TMP/ops"
expect_exit 0 "$ASSAY" mutate --strategy typefuzz --ops "$TMP/ops" -n 9 --plain --steps 1 "$TMP/sat"
[ "$(grep -c '(not ' "$TMP/out")" -eq 9 ] || fail "other operators than those of the file"

# Models: of the seed, where it is one.
printf '((define-fun x () Int 3) (define-fun y () Int 4))\n' >"$TMP/good.model"
printf '((define-fun x () Int 4) (define-fun y () Int 3))\n' >"$TMP/wrong.model"
printf '((define-fun x () Int 3)\n (define-fun y () Bool 4))\n' >"$TMP/bad.model"
expect_exit 0 "$ASSAY" mutate -S opfuzz --model "$TMP/good.model" "$TMP/sat"
expect_exit 2 "$ASSAY" mutate -S opfuzz --model "$TMP/wrong.model" "$TMP/sat"
grep -q 'wrong.model: it is a model of no seed' "$TMP/err" || fail "a wrong model is taken"
expect_exit 2 "$ASSAY" mutate -S opfuzz --model "$TMP/bad.model" "$TMP/sat"
grep -q 'bad.model:2:' "$TMP/err" || fail "no place for a bad model"

# Statistics.
expect_exit 0 "$ASSAY" mutate -S typefuzz -n 50 --stats "$TMP/sat"
grep -q '^QF_LIA  *1  *1' "$TMP/err" || fail "no row for the logic: $(cat "$TMP/err")"
grep -q '^50 mutants, ' "$TMP/err" || fail "no counts: $(cat "$TMP/err")"
expect_exit 0 "$ASSAY" mutate -S fusion --stats --json "$TMP/sat"
grep -q '"event":"stats","strategy":"fusion","made":1,' "$TMP/out" || fail "no stats in JSON"
grep -q '"event":"logic","strategy":"fusion","logic":"QF_LIA","seeds":1,"used":1,' "$TMP/out" ||
    fail "no logics in JSON"

# A recipe names the files that it was made with.
printf '(not Bool Bool)\n(+ Int Int Int)\n' >"$TMP/ops"
expect_exit 0 "$ASSAY" mutate -S typefuzz --ops "$TMP/ops" "$TMP/sat"
cp "$TMP/out" "$TMP/first"
recipe=$(sed -n 's/^; recipe: //p' "$TMP/out")
expect_exit 0 "$ASSAY" mutate --recipe "$recipe" --ops "$TMP/ops" "$TMP/sat"
cmp -s "$TMP/first" "$TMP/out" || fail "$recipe makes something else"
expect_exit 2 "$ASSAY" mutate --recipe "$recipe" "$TMP/sat"
grep -q 'the recipe needs the file for --ops' "$TMP/err" || fail "the file of a recipe is not missed"
echo >>"$TMP/ops"
expect_exit 2 "$ASSAY" mutate --recipe "$recipe" --ops "$TMP/ops" "$TMP/sat"
grep -q 'the recipe needs another file for --ops' "$TMP/err" || fail "any file does for a recipe"

# All seeds; what solvers say of mutants is the business of tests/claims.
data=$(shared_dir) || exit 0
[ -d "$data/seeds" ] || exit 0
for strategy in opfuzz typefuzz; do
    all=$TMP/all-$strategy
    expect_exit 0 "$ASSAY" mutate --strategy "$strategy" --stats -o "$all" "$data/seeds"
    grep -q ' 0 seeds left out' "$TMP/err" || fail "$strategy: $(tail -n 3 "$TMP/err")"
    expect_exit 0 "$ASSAY" check -q "$all"
done
