#!/bin/sh
# hostile.sh - inputs that no one writes: huge, deep, cut off, broken. Each ends in a result or in a
# clear error, within bounded time and memory.
#
# With the sanitizers everything is ten times smaller, and the memory is not limited: they need much
# address space themselves.
. "$(dirname "$0")/lib.sh"

have timeout || skip "no timeout"
deep=1000000
many=100000
long=50000000
if sanitized; then
    deep=$((deep / 10))
    many=$((many / 10))
    long=$((long / 10))
else
    # shellcheck disable=SC3045 # not in POSIX, and where it is missing there is no limit
    ulimit -v 3000000 2>/dev/null || :
fi

# judge CODE FILE: 0 and 2 are answers, and 2 needs a message; everything else is a crash or a hang.
judge() {
    case $1 in
    0) ;;
    2) grep -q ': error: ' "$TMP/err" || fail "$2: rejected without a message" ;;
    124) fail "$2: more than 60 seconds" ;;
    *)
        tail -n 20 "$TMP/err" >&2
        fail "$2: exit $1"
        ;;
    esac
    # No one wants to read a message of a megabyte.
    [ "$(wc -c <"$TMP/err")" -lt 200000 ] || fail "$2: $(wc -c <"$TMP/err") bytes of messages"
}

# feed CODE NAME: checks the text on stdin, which must end with that exit code (? is 0 or 2).
feed() {
    cat >"$TMP/$2.smt2"
    code=0
    timeout 60 "$ASSAY" check --quiet "$TMP/$2.smt2" >"$TMP/out" 2>"$TMP/err" || code=$?
    judge "$code" "$2"
    [ "$1" = '?' ] || [ "$code" -eq "$1" ] || {
        head -n 3 "$TMP/err" | cut -c 1-300 >&2
        fail "$2: exit $code, expected $1"
    }
    [ "$code" -eq 0 ] || rm "$TMP/$2.smt2"
}

# formats NAME [OPTION...]: what feed accepted can be formatted, and read again.
formats() {
    name=$1
    shift
    code=0
    timeout 60 "$ASSAY" fmt "$@" "$TMP/$name.smt2" >"$TMP/formatted" 2>"$TMP/err" || code=$?
    judge "$code" "fmt $* $name"
    [ "$code" -eq 0 ] || fail "fmt $* $name: exit $code"
    code=0
    timeout 60 "$ASSAY" check --quiet - <"$TMP/formatted" >"$TMP/out" 2>"$TMP/err" || code=$?
    judge "$code" "fmt $* $name, read again"
    [ "$code" -eq 0 ] || fail "fmt $* $name gives something wrong: $(head -n 1 "$TMP/err")"
}

# accepted NAME: right, and so are its formatted forms.
accepted() {
    feed 0 "$1"
    formats "$1"
    rm "$TMP/$1.smt2"
}

# nest COUNT BEFORE OPEN MIDDLE CLOSE AFTER: COUNT times OPEN, MIDDLE, COUNT times CLOSE.
nest() {
    awk -v n="$1" -v before="$2" -v open="$3" -v middle="$4" -v close_="$5" -v after="$6" 'BEGIN {
        printf "%s", before
        for (i = 0; i < n; i++) printf "%s", open
        printf "%s", middle
        for (i = 0; i < n; i++) printf "%s", close_
        print after
    }'
}

# --- deep terms ---
declared='(declare-const p Bool)(declare-const x Int)(declare-fun f (Int) Int)'
nest $deep "$declared(assert " '(not ' p ')' ')' | accepted deep-not
nest $deep "$declared(assert " '(and p ' p ' p)' ')' | accepted deep-and
nest $deep "$declared(assert (= x " '(f ' x ')' '))' | accepted deep-application
nest $deep "$declared(assert " '(let ((p p)) ' p ')' ')' | accepted deep-let-body
nest $deep "$declared(assert " '(let ((y ' p ')) y)' ')' | accepted deep-let-value
nest $deep "$declared(assert " '(forall ((x Int)) ' '(= x 1)' ')' ')' | accepted deep-quantifier
nest $deep "$declared(assert " '(! ' p ' :a b)' ')' | accepted deep-annotation
nest $((deep / 4)) '(set-logic HO_ALL)(simplify ' '(lambda ((x Int)) ' 1 ')' ')' | feed 0 deep-lambda
nest $((deep / 4)) "$declared(assert " '(match p ((q ' p ')))' ')' | feed 0 deep-match
nest $deep "$declared(assert " '(ite p p ' p ')' ')' | feed 0 deep-ite
nest $deep "$declared(assert " '((_ nosuch 1) ' p ')' ')' | feed 2 deep-unknown
nest $deep "$declared(assert " '(+ true ' x ')' ')' | feed 2 deep-ill-sorted
nest $deep '(assert ' '(not ' undeclared ')' ')' | feed 2 deep-undeclared
nest $deep "$declared(assert " '(' p ')' ')' | feed 2 deep-brackets
nest $deep '(set-info :x ' '(' a ')' ')' | accepted deep-attribute
nest $deep '(made-up ' '(' a ')' ')' | accepted deep-command
nest $deep "$declared(assert (! p :a " '(' a ')' '))' | accepted deep-value

# --- deep sorts ---
nest $deep '(declare-const a ' '(Array Int ' Int ')' ')' | accepted deep-sort
nest $deep '(declare-const a ' '(Array Int ' Int ')' ')(assert (= a 1))(assert a)' |
    feed 2 deep-sort-message
nest $deep '(declare-datatype D ((c (s ' '(Array Int ' Int ')' '))))' | accepted deep-field
nest $deep '(define-sort S (T) ' '(Array T ' T ')' ')(declare-const s (S Int))' | accepted deep-define
nest $((deep / 10)) '(declare-const f ' '(-> Int ' Int ')' ')' | accepted deep-function-sort

# --- terms and sorts that are small, and trees too large for any disk ---
awk 'BEGIN {
    printf "(declare-const x0 Bool)(assert "
    for (i = 1; i < 60; i++) printf "(let ((x%d (and x%d x%d))) ", i, i - 1, i - 1
    printf "x59"
    for (i = 1; i < 60; i++) printf ")"
    print ")"
}' | feed 0 shared-let
formats shared-let
formats shared-let --share
[ "$(wc -c <"$TMP/formatted")" -lt 10000 ] || fail "fmt --share is not linear"
awk 'BEGIN {
    print "(define-sort A0 (T) (Array T T))"
    for (i = 1; i < 60; i++) printf "(define-sort A%d (T) (Array (A%d T) (A%d T)))\n", i, i - 1, i - 1
    print "(declare-datatype D (par (T) ((mk (f (A59 T))))))(declare-const a (A59 Int))"
    print "(assert (= (mk a) (mk a)))"
}' | accepted shared-sort
awk 'BEGIN {
    print "(define-sort A0 () Int)"
    for (i = 1; i < 60; i++) printf "(define-sort A%d () (Array A%d A%d))\n", i, i - 1, i - 1
    print "(declare-const a A59)(assert a)(assert (= a 1))"
}' | feed 2 shared-sort-message

# --- many of a kind ---
awk -v n=$many 'BEGIN {
    printf "(assert (let ("
    for (i = 0; i < n; i++) printf "(x%d true)", i
    printf ") x%d))\n", n - 1
}' | accepted many-bindings
awk -v n=$many 'BEGIN {
    printf "(declare-const x0 Bool)(assert "
    for (i = 1; i < n; i++) printf "(let ((x%d (not x%d))) ", i, i - 1
    printf "x%d", n - 1
    for (i = 1; i < n; i++) printf ")"
    print ")"
}' | accepted many-lets
awk -v n=$((many / 10)) 'BEGIN {
    printf "(declare-const x0 Bool)(assert "
    for (i = 1; i < n; i++) printf "(let ((x%d (! (not x%d) :named n%d))) ", i, i - 1, i
    printf "x%d", n - 1
    for (i = 1; i < n; i++) printf ")"
    print ")"
}' | feed 0 many-names
awk -v n=$((many / 10)) 'BEGIN {
    printf "(declare-datatype D ("
    for (i = 0; i < n; i++) printf "(c%d (f%d Int) (g%d D))", i, i, i
    printf "(end)))(declare-const d D)(assert (match d ("
    for (i = 0; i < n; i++) printf "((c%d x y) (= x 1))", i
    print "(end true))))"
}' | accepted many-constructors
awk -v n=$many 'BEGIN {
    for (i = 0; i < n; i++) printf "(declare-sort S%d 0)(declare-fun f (S%d) Bool)\n", i, i
    print "(declare-const s S7)(assert (f s))"
}' | feed '?' many-overloads
awk -v n=$many 'BEGIN { for (i = 0; i < n; i++) print "(assert (f x" i "))" }' | feed 2 many-errors
awk -v n=$many 'BEGIN { printf "(assert (distinct"; for (i = 0; i < n; i++) printf " %d", i; print "))" }' |
    accepted many-arguments
awk -v n=$many 'BEGIN { for (i = 0; i < n; i++) print ";" i "\n" }' | accepted many-comments
printf '(push 1000000)(push 1)(pop 1000001)\n' | feed 0 push
printf '(push 4000000000)(push 1000000000)\n' | feed 2 push-too-many

# --- large tokens ---
awk -v n=$deep 'BEGIN { printf "(assert (= "; for (i = 0; i < n; i++) printf "7"; print " 1))" }' |
    accepted large-numeral
awk -v n=$deep 'BEGIN { printf "(assert (= #b"; for (i = 0; i < n; i++) printf "1"; print " #b1))" }' |
    feed 2 large-binary
{
    printf '(declare-const '
    head -c $((long / 5)) /dev/zero | tr '\0' x
    printf ' Int)(assert (= |'
    head -c $((long / 5)) /dev/zero | tr '\0' y
    printf '| 1))\n'
} | sed 's/|y*|/z/' | feed 2 large-symbol # the name is fine, z is not declared
{
    printf '(assert '
    head -c $((long / 5)) /dev/zero | tr '\0' x
    printf ')\n'
} >"$TMP/undeclared.smt2"
code=0
timeout 60 "$ASSAY" check "$TMP/undeclared.smt2" >"$TMP/out" 2>"$TMP/err" || code=$?
[ "$code" -eq 2 ] || fail "an undeclared symbol of many megabytes: exit $code"
rm "$TMP/undeclared.smt2"
awk -v n=$((long / 25)) 'BEGIN {
    printf "(declare-const p Bool)"
    for (i = 0; i < n; i++) printf "(assert (and p (not p)))"
}' | feed 0 one-line
rm "$TMP/one-line.smt2"
awk -v n=$many 'BEGIN { printf "(echo \""; for (i = 0; i < n; i++) printf "\"\"\n"; print "\")" }' |
    accepted large-string

# --- huge indices ---
bits='(declare-const b (_ BitVec 8))(assert (= b'
for term in '((_ extract 4000000000 0) b)' '((_ extract 99999999999999999999 0) b)' \
    '((_ repeat 4000000000) b)' '((_ repeat 999999999) b)' '((_ zero_extend 2147483647) b)' \
    '((_ zero_extend 18446744073709551616) b)' '(_ bv1 4000000000)' '(_ bv1 0)'; do
    printf '%s %s))\n' "$bits" "$term" | feed 2 index
done
printf '%s ((_ rotate_left 99999999999999999999) b)))\n' "$bits" | accepted index-rotate
printf '(declare-const b (_ BitVec 4000000000))\n' | feed 2 index-sort
printf '(declare-const b (_ BitVec 2147483647))(assert (= b (concat b b)))\n' | feed 2 index-concat
printf '(declare-const b (_ FloatingPoint 99999999999 2))\n' | feed 2 index-float
printf '(declare-sort S 2147483647)(declare-const s (S Int))\n' | feed 2 index-arity
printf '(declare-datatypes ((D 2147483647)) ((par (X) ((c)))))\n' | feed 2 index-datatype

# --- brackets, noise, NUL bytes, bad UTF-8 ---
nest $deep '' '(' '' '' '' | feed 2 only-open
nest $deep '' ')' '' '' '' | feed 2 only-close
nest $deep '(assert ' '(' '' '' '' | feed 2 open-in-term
nest $deep '(assert ' ')' '' '' '' | feed 2 close-in-term
nest $deep '(declare-const x ' '(' '' '' '' | feed 2 open-in-sort
nest $deep '(declare-datatypes ' '(' '' '' '' | feed 2 open-in-datatypes
nest $((deep / 10)) '' '(assert (= 1
' '' '' '' | feed 2 open-commands
head -c 1000000 /dev/zero | feed 2 zeros
{ printf '(check-sat)\n' && head -c 1000000 /dev/zero && printf '(check-sat)\n'; } | feed 2 zeros-inside
awk 'BEGIN { srand(7); for (i = 0; i < 200000; i++) printf "%c", int(rand() * 256) }' | feed 2 noise
awk 'BEGIN {
    srand(7)
    split("( ) ( ) assert and x 1 let forall #x1 \"s\" |q| :k ; ! _ as match declare-fun Int", word, " ")
    for (i = 0; i < 200000; i++) printf "%s%s", word[1 + int(rand() * 22)], i % 9 ? " " : "\n"
}' | feed 2 word-noise
printf '(declare-const \303\244 Int)\n(echo "\377\376")(set-info :a |\200|)\n' | feed 2 bad-utf8
printf '(echo "\377\376 \300\200")(declare-const |\355\240\200| Int) ; \377\n' | accepted bad-utf8-quoted
printf '\377\376(\0c\0h\0e\0c\0k\0' | feed 2 utf16

# --- models and their evaluation ---
# evaluates CODES NAME: $TMP/NAME.model is a model of the script on stdin; assay eval must end with
# one of the exit codes, and soon.
evaluates() {
    cat >"$TMP/$2.smt2"
    code=0
    timeout 60 "$ASSAY" eval --quiet "$TMP/$2.smt2" "$TMP/$2.model" >"$TMP/out" 2>"$TMP/err" || code=$?
    case " $1 " in
    *" $code "*) ;;
    *)
        head -n 3 "$TMP/out" "$TMP/err" | cut -c 1-300 >&2
        fail "eval $2: exit $code, expected $1"
        ;;
    esac
    [ "$code" -ne 4 ] || grep -q ': unknown: .' "$TMP/out" || fail "eval $2: unknown without a reason"
    [ "$(cat "$TMP/out" "$TMP/err" | wc -c)" -lt 200000 ] || fail "eval $2: a flood of text"
    rm "$TMP/$2.smt2" "$TMP/$2.model"
}

# model NAME: the model is on stdin.
model() {
    cat >"$TMP/$1.model"
}

awk -v n=$deep 'BEGIN { print "("; for (i = 0; i < n; i++) print "(define-fun x" i " () Int " i ")"; print ")" }' |
    model million-entries
printf '(declare-const x7 Int)(assert (= x7 7))\n' | evaluates 0 million-entries
awk -v n=$many 'BEGIN {
    print "(function f "
    for (i = 0; i < n; i++) printf "(= (f %d) %d)\n", i, i
    print "(default 0))"
}' | model many-values
printf '(declare-fun f (Int) Int)(assert (= (f 999) 999))\n' | evaluates 0 many-values
printf '((define-fun x () (_ BitVec 8) (_ bv1 4000000000)))\n' | model wide-value
printf '(declare-const x (_ BitVec 8))(assert (= x #x01))\n' | evaluates 2 wide-value
printf '((x 3))\n' | model power
printf '(declare-const x Int)(assert (= (^ 2 (^ 2 64)) x))(assert (= (^ x (^ x 20)) 1))\n' |
    evaluates 4 power
for count in 1000 $many; do
    printf '((s "abc"))\n' | model complements
    nest "$count" '(declare-const s String)(assert (str.in_re s ' '(re.comp ' \
        '(re.++ (str.to_re "a") re.all)' ')' '))' | evaluates 0 complements
    printf '((s "aaaaaaaaaaaaaaaaaaaa"))\n' | model complements
    nest "$count" '(declare-const s String)(assert (str.in_re s ' \
        '(re.comp (re.++ (str.to_re "a") ' re.all '))' '))' | evaluates '0 4 10' complements
done
printf '((s "aaaaaaaaaaaaaaaaaaaa"))\n' | model loops
printf '(declare-const s String)(assert (str.in_re s %s))\n' \
    '((_ re.loop 1000000000 2000000000) ((_ re.loop 0 2000000000) (re.opt (str.to_re "a"))))' |
    evaluates '0 4' loops
printf '()\n' | model recursion
cat <<'END' | evaluates 4 recursion
(define-fun-rec up ((x Int)) Int (+ 1 (up (+ x 1))))
(define-fun-rec same ((x Int)) Int (same x))
(define-fun-rec both ((x Int)) Int (+ (both (- x 1)) (both (+ x 1))))
(define-fun-rec large ((x Int)) Int (large (* x x)))
(assert (= (up 0) 1))
(assert (= (same 0) 1))
(assert (= (both 0) 1))
(assert (= (large 3) 1))
END
printf '((define-fun x () Int (f x))(define-fun f ((y Int)) Int (+ (f y) x)))\n' | model model-recursion
printf '(declare-const x Int)(declare-fun f (Int) Int)(assert (= x (f 0)))\n' |
    evaluates 4 model-recursion
nest $deep '((define-fun p () Bool ' '(not ' true ')' '))' | model deep-value
nest $deep "$declared(assert " '(not ' p ')' ')' | evaluates 0 deep-value
printf '((x 3)(define-fun f ((y Int)) Int (ite (> y 10) 0 (+ y 1))))\n' | model deep-calls
nest $deep "$declared(assert (>= 10 " '(f ' x ')' '))' | evaluates '0 10' deep-calls
printf '((p true))\n' | model deep-let
nest $deep "$declared(assert " '(let ((p (not p))) ' p ')' ')' | evaluates 0 deep-let
printf '((p true))\n' | model deep-quantifier
nest $((deep / 10)) "$declared(assert " '(forall ((q Bool)) ' '(or q p)' ')' ')' |
    evaluates '0 4' deep-quantifier
printf '()\n' | model deep-lambda
nest $((many / 10)) '(assert (= 0 (select ' '(lambda ((x Int)) (select ' \
    '((as const (Array Int Int)) 0)' ' x))' ' 1)))' | evaluates '0 4' deep-lambda
# tower OPERATOR SORT VALUE STEPS: each let is twice the one before.
tower() {
    printf '((x0 %s))\n' "$3" | model tower
    awk -v op="$1" -v sort="$2" -v n="$4" 'BEGIN {
        printf "(declare-const x0 %s)(assert ", sort
        for (i = 1; i <= n; i++) printf "(let ((x%d (%s x%d x%d))) ", i, op, i - 1, i - 1
        printf "(= x%d x%d)", n, n - 1
        for (i = 1; i <= n; i++) printf ")"
        print ")"
    }'
}
tower '*' Int 3 60 | evaluates 4 tower
tower + Int 3 60 | evaluates 10 tower
tower str.++ String '"a"' 60 | evaluates 4 tower
tower bvmul '(_ BitVec 64)' '#x0000000000000003' 60 | evaluates 10 tower
awk -v n=$many 'BEGIN {
    printf "((define-fun a () (Array Int Int) "
    for (i = 0; i < n; i++) printf "(store "
    printf "((as const (Array Int Int)) 0)"
    for (i = 0; i < n; i++) printf " %d %d)", i, i + 1
    print "))"
}' | model stores
printf '(declare-const a (Array Int Int))(assert (= (select a 5) 6))\n' | evaluates '0 4' stores
printf '((s "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"))\n' | model replace
nest 60 '(declare-const s String)(assert (= "b" ' '(str.replace_all ' s ' "a" "aa")' '))' |
    evaluates '4 10' replace
printf '((x 0))\n' | model distinct
awk -v n=$many 'BEGIN {
    printf "(declare-const x Int)(assert (distinct x"
    for (i = 1; i < n; i++) printf " (+ x %d)", i
    print "))"
}' | evaluates 0 distinct
printf '()\n' | model distinct-functions
awk -v n=$((many / 10)) 'BEGIN {
    printf "(assert (distinct"
    for (i = 1; i < n; i++) printf " (lambda ((i Int)) (* %d i))", i
    print "))"
}' | evaluates '0 4' distinct-functions
printf '((b #x00000007))\n' | model quantifiers
awk 'BEGIN {
    printf "(declare-const b (_ BitVec 32))(assert "
    for (i = 0; i < 20; i++) printf "(%s ((x%d (_ BitVec 32))) ", i % 2 ? "forall" : "exists", i
    printf "(= b (bvadd"
    for (i = 0; i < 20; i++) printf " x%d", i
    printf "))"
    for (i = 0; i < 20; i++) printf ")"
    print ")"
}' | evaluates 4 quantifiers
awk -v n=$many 'BEGIN {
    printf "((define-fun f ((x Int)) Int "
    for (i = 0; i < n; i++) printf "(ite (= x %d) %d ", i, i + 1
    printf "0"
    for (i = 0; i < n; i++) printf ")"
    print "))"
}' | model cases
awk -v n=$many 'BEGIN {
    printf "(declare-fun f (Int) Int)(assert (= 0 (+"
    for (i = 0; i < 1000; i++) printf " (f %d)", n + i
    print ")))"
}' | evaluates '0 4' cases

# --- files cut off anywhere ---
cat >"$TMP/whole.smt2" <<'END'
(set-logic ALL)
(set-info :source |two
lines|) ; and a comment
(declare-datatypes ((L 1) (T 0)) ((par (X) ((nil) (cons (hd X) (tl (L X))))) ((leaf) (node (k (L T))))))
(define-fun-rec len ((l (L Int))) Int (match l ((nil 0) ((cons h t) (+ 1 (len t))))))
(assert (! (forall ((x Int)) (! (= (let ((y (* x x)) (z #b01)) y) 1.5) :pattern ((+ x 1)))) :named n))
(assert (= (_ bv5 8) ((_ extract 7 0) #x00ff) ((_ zero_extend 4) #xf)))
(assert (= "a""b" (str.++ "" ((as const (Array Int String)) "x"))))
(push 1)
(check-sat-assuming (n (not n)))
(pop 1)
END
size=$(wc -c <"$TMP/whole.smt2")
mkdir "$TMP/prefixes"
length=0
while [ "$length" -lt "$size" ]; do
    head -c "$length" "$TMP/whole.smt2" >"$TMP/prefixes/$length.smt2"
    length=$((length + 1))
done
code=0
timeout 60 "$ASSAY" check --quiet "$TMP/prefixes" >"$TMP/out" 2>"$TMP/err" || code=$?
[ "$code" -eq 2 ] || fail "cut-off files: exit $code"
awk -v size="$size" '{ exit !($1 + $3 == size && $1 >= 5 && $3 > $1) }' "$TMP/out" ||
    fail "cut-off files: $(cat "$TMP/out")"
echo "all ended as they should"
