#!/bin/sh
# The examples of docs/howto.md work: they are put into a copy of the tree, which is built, and what
# they add is there.
#
# The page says where a block goes by the line above it: "`FILE`:" is a new file, and
# "`FILE`, before `TEXT`:" a place in one, before the first line that begins with TEXT.
. "$(dirname "$0")/lib.sh"

if sanitized; then
    skip "the release is enough"
fi
if ! have cmake || ! have ninja; then
    skip "no cmake, or no ninja"
fi

# follow TREE <PAGE: does what the page says; prints what cannot be done.
follow() {
    awk -v tree="$1" '
    function complain(what) {
        print "line " FNR ": " what
    }
    # Puts text before the first line of the file that begins with anchor.
    function insert(file, anchor, text, line, all, done) {
        while ((getline line <file) > 0) {
            if (!done && index(line, anchor) == 1) {
                all = all text
                done = 1
            }
            all = all line "\n"
        }
        close(file)
        if (!done) complain("no line of " file " begins with " anchor)
        printf "%s", all >file
        close(file)
    }
    /^```/ && !open {
        open = 1
        text = ""
        file = anchor = ""
        count = split(above, part, "`")
        if (above ~ /^`[^`]*`:$/ || above ~ /^`[^`]*`, before `[^`]*`:$/) {
            file = tree "/" part[2]
            anchor = part[4]
        } else if (above != "") {
            complain("a block without a place")
        }
        next
    }
    /^```$/ {
        open = 0
        if (file != "" && anchor != "") {
            insert(file, anchor, text)
        } else if (file != "") {
            if ((getline line <file) >= 0) complain(file " is there already")
            printf "%s", text >file
            close(file)
        }
        above = ""
        next
    }
    open { text = text $0 "\n"; next }
    NF { above = $0 }'
}

(cd "$SRC" && tar -cf - --exclude=./build --exclude=./.git --exclude=./fuzz/corpus .) |
    (mkdir "$TMP/tree" && cd "$TMP/tree" && tar -xf -)
follow "$TMP/tree" <"$SRC/docs/howto.md" >"$TMP/said"
[ ! -s "$TMP/said" ] || fail "docs/howto.md: $(cat "$TMP/said")"

# Quick to compile, and with all warnings of the tree.
cmake -S "$TMP/tree" -B "$TMP/build" -G Ninja -DCMAKE_BUILD_TYPE=Debug \
    -DCMAKE_C_COMPILER="${CC:-cc}" -DCMAKE_C_FLAGS='-O0 -g0' >"$TMP/log" 2>&1 || fail "cannot configure: $(tail -n 20 "$TMP/log")"
cmake --build "$TMP/build" --target assay >"$TMP/log" 2>&1 ||
    fail "what docs/howto.md adds does not build: $(grep -A 5 'error' "$TMP/log" | head -n 40)"
new=$TMP/build/assay

# shows TEXT COMMAND...: the command succeeds, and a line of what it prints is the text.
shows() {
    text=$1
    shift
    expect_exit 0 "$@"
    grep -qxF -e "$text" "$TMP/out" || fail "no line '$text' in: $(cat "$TMP/out")"
}

# An operator: read and evaluated.
printf '(declare-const x Int)\n(assert (= (int.square x) 169))\n' >"$TMP/square.smt2"
echo '((x (- 13)))' >"$TMP/model"
shows "$TMP/square.smt2:2:1: true" "$new" eval "$TMP/square.smt2" "$TMP/model"
echo '(assert (= (int.square true) 169))' >"$TMP/wrong.smt2"
expect_exit 2 "$new" check "$TMP/wrong.smt2"

# A command: its term is checked.
echo '(display (+ 1 2))' >"$TMP/display.smt2"
shows '(display (+ 1 2))' "$new" fmt "$TMP/display.smt2"
echo '(display (+ 1 true))' >"$TMP/wrong.smt2"
expect_exit 2 "$new" check "$TMP/wrong.smt2"

# A solver: found by the name of its profile.
mkdir "$TMP/bin"
cat >"$TMP/bin/mini" <<'END'
#!/bin/sh
[ "${1:-}" != --version ] || { echo 'mini 1.0' && exit; }
query=$(cat)
case $query in
*confused*) echo 'mini is confused' && exit 1 ;;
*large*) exit 101 ;;
esac
echo sat
END
chmod +x "$TMP/bin/mini"
echo '(declare-const x Int)(assert (> x 0))(check-sat)' >"$TMP/one.smt2"
PATH=$TMP/bin:$PATH expect_exit 0 "$new" solve --solver mini "$TMP/one.smt2"
grep -q ': mini: sat' "$TMP/out" || fail "mini is not run: $(cat "$TMP/out")"
echo '(declare-const confused Int)(assert (> confused 0))(check-sat)' >"$TMP/two.smt2"
PATH=$TMP/bin:$PATH expect_exit 10 "$new" solve --solver mini "$TMP/two.smt2"
grep -q ': mini: crash' "$TMP/out" || fail "mini does not crash: $(cat "$TMP/out")"

# A pass: what only it can do is done.
printf '(declare-fun first () Int)\n(assert (< first 1))\n' >"$TMP/fun.smt2"
shows '(declare-const x0 Int)' "$new" reduce --quiet --cmd 'grep -q "< [a-z]"' "$TMP/fun.smt2"

# A subcommand: in the help, and at work.
shows '  count     count the commands of files' "$new" --help
shows "$TMP/fun.smt2: 2" "$new" count "$TMP/fun.smt2"

# A strategy: in the help, its mutants have their claim, and their recipes make them again.
"$new" mutate --help | grep -qx '  doubled: an assertion negated twice' || fail "doubled is not listed"
printf '(set-logic QF_LIA)\n(set-info :status sat)\n(declare-const x Int)\n(assert (> x 0))\n' \
    >"$TMP/seed.smt2"
shows '; claim: sat (negated twice)' "$new" mutate --strategy doubled "$TMP/seed.smt2"
shows '(assert (not (not (> x 0))))' "$new" mutate --recipe \
    "$(sed -n 's/^; recipe: //p' "$TMP/out")" "$TMP/seed.smt2"

# A kind of finding, and the oracle that finds it.
printf '#!/bin/sh\necho sat\n' >"$TMP/bin/yes"
chmod +x "$TMP/bin/yes"
echo '(declare-const large Int)(assert (> large 0))(check-sat)' >"$TMP/three.smt2"
PATH=$TMP/bin:$PATH expect_exit 10 "$new" solve --solver mini --solver yes "$TMP/three.smt2"
grep -q 'memory, cross-checked: mini runs out of memory, yes decides' "$TMP/out" ||
    fail "mini is not accused: $(cat "$TMP/out")"
