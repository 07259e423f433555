#!/bin/sh
# mutate.sh - assay mutate as a user sees it; and with the larger data, where it is there, mutants of
# all seeds: each is well-sorted here, a sample is taken by z3 and cvc5.
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
printf '(not Bool Bool)\n' >"$TMP/ops"
expect_exit 0 "$ASSAY" mutate --strategy typefuzz --ops "$TMP/ops" -n 9 --plain --steps 1 "$TMP/sat"
[ "$(grep -c '(not ' "$TMP/out")" -eq 9 ] || fail "other operators than those of the file"

# All seeds.
data=$(shared_dir) || exit 0
[ -d "$data/seeds" ] || exit 0
number=3
! sanitized || number=1
for strategy in opfuzz typefuzz; do
    all=$TMP/all-$strategy
    expect_exit 0 "$ASSAY" mutate --strategy "$strategy" -n $number --stats -o "$all" "$data/seeds"
    grep -q ' 0 seeds left out' "$TMP/err" || fail "$strategy: $(tail -n 3 "$TMP/err")"
    expect_exit 0 "$ASSAY" check -q "$all"
    ! sanitized || continue
    { have z3 && have cvc5; } || continue
    find "$all" -name '*.smt2' | sort | awk 'NR % 40 == 7' >"$TMP/sample"
    # What a solver says is not the matter here, only that it reads it: exit 10 is no failure.
    # shellcheck disable=SC2046 # names without spaces
    "$ASSAY" solve --json --limit 1 --solver z3 --solver cvc5 $(cat "$TMP/sample") \
        >"$TMP/answers" || [ $? -eq 10 ] || fail "$strategy: the solvers did not run"
    grep '"outcome":"error"' "$TMP/answers" >"$TMP/refused" || true
    count=$(wc -l <"$TMP/refused")
    [ "$count" -le 2 ] || fail "$strategy: $count mutants refused: $(head -n 3 "$TMP/refused")"
done
