#!/bin/sh
# doctor.sh - assay doctor says what is wrong with a solver or the kernel, and what to do about it.
# The solvers are planted; the kernels lack what tests/fakes/denied takes away.
. "$(dirname "$0")/lib.sh"

CC=${CC:-cc}
expect_exit 1 "$ASSAY" doctor please

# plant NAME: a profile of this name, for the program $TMP/NAME, in $TMP/NAME.sexp.
plant() {
    chmod +x "$TMP/$1"
    printf '(profile %s (command "%s") (version "--version") (modes spawn snapshot))\n' "$1" \
        "$TMP/$1" >"$TMP/$1.sexp"
}

# diagnose NAME: what doctor says about the planted solver, in $TMP/line.
diagnose() {
    "$ASSAY" doctor --profile "$TMP/$1.sexp" >"$TMP/out" 2>"$TMP/err" || [ $? -eq 2 ] ||
        fail "doctor fails: $(cat "$TMP/err")"
    grep "^solver  *$1 " "$TMP/out" >"$TMP/line" || fail "doctor has no line for $1"
}

# says NAME PATTERN: doctor's line for the planted solver has it.
says() {
    diagnose "$1"
    grep -q -- "$2" "$TMP/line" || fail "no '$2' in: $(cat "$TMP/line")"
}

printf '\177ELF and then nothing of use' >"$TMP/damaged"
plant damaged
says damaged 'no .*/damaged cannot be started: Exec format error; .* another machine'

printf '#!/nowhere/interpreter\n' >"$TMP/lonely"
plant lonely
says lonely 'no .*/lonely cannot be started: .*; the interpreter or loader .* is missing'

# A program whose library went away, was damaged, or is too old.
if have "$CC"; then
    echo 'int answer(void) { return 42; }' >"$TMP/library.c"
    echo 'int answer(void); int main(void) { return answer(); }' >"$TMP/main.c"
    echo 'NEW_1.0 { global: answer; };' >"$TMP/new.map"
    (
        cd "$TMP"
        "$CC" -shared -fPIC -Wl,-soname,libassaygone.so.7 -Wl,--version-script=new.map \
            -o libassaygone.so.7 library.c
        "$CC" -o orphan main.c "$TMP/libassaygone.so.7" -Wl,-rpath,"$TMP"
        sed 's/NEW_1/OLD_1/' new.map >old.map
        "$CC" -shared -fPIC -Wl,-soname,libassaygone.so.7 -Wl,--version-script=old.map \
            -o old.so library.c
        mv libassaygone.so.7 new.so
    )
    plant orphan
    says orphan 'no .*/orphan misses the shared library libassaygone.so.7; install the Debian '
    echo 'not a library' >"$TMP/libassaygone.so.7"
    says orphan 'no .* cannot use a shared library: .*libassaygone.so.7: .*'
    cp "$TMP/old.so" "$TMP/libassaygone.so.7"
    says orphan 'no .*/orphan needs NEW_1.0, which the libraries here are too old for'
    cp "$TMP/new.so" "$TMP/libassaygone.so.7"
    says orphan 'no .*spawn answers error'
fi

# Words of the loader are taken for its own only on standard error; and a solver that works.
cat >"$TMP/good" <<'END'
#!/bin/sh
[ "${1:-}" != --version ] || exec echo 'good 1.2, error while loading shared libraries: none:'
cat >/dev/null
echo unsat
END
plant good
says good 'ok .*good 1\.2.*; spawn ok; snapshot no: '

# z3-wasm without its package: one line that says what to do.
(
    cd "$TMP"
    unset ASSAY_NPM
    export HOME="$TMP" XDG_CACHE_HOME="$TMP"
    "$ASSAY" doctor --profile good.sexp >out
)
grep '^solver *z3-wasm' "$TMP/out" >"$TMP/line"
if have node; then
    grep -q 'no .*no npm package z3-solver; npm install z3-solver here' "$TMP/line" ||
        fail "no advice for z3-wasm: $(cat "$TMP/line")"
else
    grep -q 'no .*install Node.js' "$TMP/line" || fail "no advice for node: $(cat "$TMP/line")"
fi
[ "$(wc -c <"$TMP/line")" -le 160 ] || fail "a long line: $(cat "$TMP/line")"

# The kernel. Each line is one fact, and it is said when that is missing.
facts=$(sed -n 's/^kernel *\([a-z_]*\) .*/\1/p' "$TMP/out" | tr '\n' ' ')
[ "$facts" = "pidfd_open memfd_create proc subreaper rlimit_locks rlimit_as rlimit_cpu seccomp \
ptrace " ] || fail "facts of the kernel: $facts"
expect_exit 0 "$ASSAY" doctor --json --profile "$TMP/good.sexp"
grep -q '"part":"kernel","name":"proc","ok":\(true\|false\),"text":' "$TMP/out" ||
    fail "no kernel in the JSON of doctor"

[ -n "${DENIED:-}" ] || skip "DENIED is not set: it names the program of tests/fakes"
sanitized && exit 0 # the sanitizers need what is taken away
for fact in pidfd_open memfd_create subreaper rlimit_locks rlimit_as rlimit_cpu seccomp; do
    status=0
    "$DENIED" "$fact" "$ASSAY" doctor --profile "$TMP/good.sexp" >"$TMP/out" 2>"$TMP/err" ||
        status=$?
    [ "$status" -ne 77 ] || skip "no kernel to test this on: $(cat "$TMP/err")"
    missing=$(sed -n 's/^kernel *\([a-z_]*\) *no .*/\1/p' "$TMP/out" | tr '\n' ' ')
    [ "$missing" = "$fact " ] || fail "$fact is taken away, doctor misses: $missing"
done
grep -q '^solver *z3 .*snapshot ok' "$TMP/out" && fail "snapshots without seccomp"
have z3 || exit 0
grep -q '^solver *z3 .*snapshot no: the kernel refuses a seccomp filter' "$TMP/out" ||
    fail "doctor does not say why there is no snapshot of z3"
