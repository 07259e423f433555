#!/bin/sh
# judge.sh - planted solvers are found out, with the right kind and grade, and honest ones are not
# accused.
#
# The planted ones wrap z3: they lie about formulas of some shape, spoil a value of a model, crash
# on an operator, reject their own models. The honest ones are z3 and cvc5 on seeds of the shared
# data, a sample of them; with ASSAY_LONG=1 on all.
. "$(dirname "$0")/lib.sh"

have z3 || skip "no z3"

cat >"$TMP/sat.smt2" <<'END'
(set-logic QF_SLIA)
(declare-const x Int)
(declare-const s String)
(assert (and (> x 3) (< x 5)))
(assert (= (str.len s) x))
(check-sat)
END
cat >"$TMP/unsat.smt2" <<'END'
(set-logic QF_SLIA)
(declare-const s String)
(assert (= (str.len s) 2))
(assert (str.prefixof "abc" s))
(check-sat)
END
cat >"$TMP/other.smt2" <<'END'
(set-logic QF_LIA)
(declare-const x Int)
(assert (= x 4))
(check-sat)
END

# plant NAME: a solver that hands its input to z3 and passes the answer through this script.
# shellcheck disable=SC2016 # the planted solver expands these
plant() {
    {
        printf '#!/bin/sh\nquery=$(cat)\n'
        printf 'ask() { printf "%%s\\n" "$query" | z3 -smt2 -in; }\n'
        cat
    } >"$TMP/$1"
    chmod +x "$TMP/$1"
}
plant denies <<'END'
case $query in *str.len*) ask | sed 's/^sat$/unsat/' ;; *) ask ;; esac
END
plant affirms <<'END'
case $query in *str.prefixof*) ask | sed 's/^unsat$/sat/' ;; *) ask ;; esac
END
plant spoils <<'END'
case $query in *str.len*) ask | sed 's/ 4)/ 3)/' ;; *) ask ;; esac
END
plant crashes <<'END'
case $query in *str.len*) kill -SEGV $$ ;; *) ask ;; esac
END
plant knows-nothing <<'END'
ask | sed 's/^[uns]*sat$/unknown/'
END
plant honest <<'END'
ask
END
cat >"$TMP/validates" <<'END'
#!/bin/sh
cat >/dev/null
echo sat
echo '(error "line 6 column 10: an invalid model was generated")'
[ "$1" = mute ] || echo "((define-fun x () Int $1) (define-fun s () String \"aaaa\"))"
END
chmod +x "$TMP/validates"
cat >"$TMP/profiles.sexp" <<END
(profile validator (command "$TMP/validates") (modes spawn) (models ":produce-models")
  (tier right "4") (tier wrong "3") (tier mute "mute")
  (line "an invalid model was generated" crash))
END

# expect_lines COUNT TEXT WHAT: COUNT lines of $TMP/out have the text.
expect_lines() {
    [ "$(grep -c -- "$2" "$TMP/out")" -eq "$1" ] || {
        cat "$TMP/out" >&2
        fail "$3"
    }
}

expect_exit 10 "$ASSAY" solve -s "$TMP/denies" -s "$TMP/honest" "$TMP/sat.smt2" "$TMP/other.smt2"
expect_lines 1 'refutation-soundness, certified: .*denies says unsat, but the model of .*honest' \
    "a wrong unsat is not certified"
expect_lines 1 ', certified: ' "an honest solver is accused"
expect_exit 10 "$ASSAY" solve -s "$TMP/affirms" -s "$TMP/honest" "$TMP/unsat.smt2" "$TMP/other.smt2"
expect_lines 1 'soundness, cross-checked: .*affirms says sat, .*honest says unsat$' \
    "a wrong sat is not found"
expect_lines 1 'soundness, ' "there is more than one finding"
expect_exit 10 "$ASSAY" solve --model -s "$TMP/spoils" -s "$TMP/honest" "$TMP/sat.smt2" "$TMP/other.smt2"
expect_lines 1 'invalid-model, certified: .*spoils says sat' "a wrong model is not found"
expect_lines 1 '^    x = 3$' "what is wrong with a model is not shown"
expect_exit 10 "$ASSAY" solve -s "$TMP/crashes" -s "$TMP/honest" "$TMP/sat.smt2" "$TMP/other.smt2"
expect_lines 1 ': crash .*SIGSEGV' "a crash is not found"
expect_exit 0 "$ASSAY" solve --model -s "$TMP/knows-nothing" -s "$TMP/honest" "$TMP/sat.smt2" "$TMP/unsat.smt2" \
    "$TMP/other.smt2"

# A validator's complaint counts when the evaluator does not find the model true.
validator() {
    expect_exit "$1" "$ASSAY" solve --model --profile "$TMP/profiles.sexp" -s validator --tier "$2" \
        "$TMP/sat.smt2"
}
validator 10 wrong
expect_lines 1 'invalid-model, certified: ' "a right complaint is not certified"
validator 10 mute
expect_lines 1 'invalid-model, claimed: .* rejects its own model' "a complaint is not heard"
validator 0 right
expect_lines 0 'invalid-model' "a complaint about a right model is believed"

# ---- No honest solver is accused ---------------------------------------------------------------
have cvc5 || skip "no cvc5"
data=$(shared_dir) || skip "no shared data"
index=$data/seeds/index.tsv
[ -f "$index" ] || skip "no index of seeds in $data"
every=12
sanitized && every=100
[ -z "${ASSAY_LONG:-}" ] || every=1
cd "$data/seeds"
awk -F '\t' -v every="$every" \
    'NR > 1 && ($6 < 4000 || every == 1) && $4 ~ /sat/ && $5 ~ /sat/ && n++ % every == 0 { print $1 }' \
    "$index" >"$TMP/files"
[ -s "$TMP/files" ] || skip "no seeds in $index"
tr '\n' '\0' <"$TMP/files" |
    xargs -0 "$ASSAY" solve --model --json -s z3 -s cvc5 -t 0.5 -- >"$TMP/out" 2>"$TMP/err" || :
expect_lines 0 '"event":"finding"' "z3 or cvc5 is accused on a seed"
answers=$(grep -c '"outcome":"[un]*sat"' "$TMP/out") || :
[ "$answers" -gt 0 ] || fail "no solver answers anything"
printf '%s seeds, %s verdicts\n' "$(wc -l <"$TMP/files")" "$answers"
