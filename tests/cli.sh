#!/bin/sh
# cli.sh - the command line: help, options, exit codes, files and streams of every kind.
. "$(dirname "$0")/lib.sh"

# says FILE TEXT: fails unless a line of the file contains the text.
says() {
    grep -qF -e "$2" "$1" || {
        cat "$1" >&2
        fail "expected to read: $2"
    }
}

# silent FILE: fails unless the file is empty.
silent() {
    [ ! -s "$1" ] || {
        cat "$1" >&2
        fail "expected nothing in $(basename "$1")"
    }
}

cd "$TMP"
printf '(declare-const x Int)\n(assert (> x 1))\n(check-sat)\n' >good.smt2
printf '(assert y)\n(assert (and 1 true))\n' >bad.smt2
printf '(declare-const   x Int)\n' >ugly.smt2
mkdir -p dir/sub empty
cp good.smt2 dir/a.smt2
cp bad.smt2 dir/sub/b.smt2
cp bad.smt2 dir/not-smt2.txt

# --- help and version ---
expect_exit 1 "$ASSAY"
says err 'Usage: assay COMMAND'
silent out
expect_exit 0 "$ASSAY" --help
for command in check fmt; do
    says out "  $command "
done
silent err
cp out help
expect_exit 0 "$ASSAY" help
cmp out help || fail "help and --help differ"
expect_exit 0 "$ASSAY" --version
grep -qxE 'assay [0-9]+\.[0-9]+\.[0-9]+' out || fail "the version is $(cat out)"
for command in check fmt; do
    expect_exit 0 "$ASSAY" "$command" --help
    says out "Usage: assay $command"
    says out '--help'
    silent err
done
expect_exit 0 "$ASSAY" fmt --help
for option in --write --check --width --flat --share; do
    says out "$option"
done

# What an option calls above is there.
for command in check fmt solve eval fuzz mutate gen seeds rules reduce report replay doctor; do
    expect_exit 0 "$ASSAY" "$command" --help
    sed '1,/^Options:$/d' out >options
    ! grep -n 'see below' options || fail "$command --help: the list is above"
    grep -q 'from above\|see above' options || continue
    sed '/^Options:$/q' out | grep -q '^  [a-z]*: ' || fail "$command --help: nothing is above"
done

# --- wrong command lines: 1, a word about it, and where to find help ---
wrong() {
    expect_exit 1 "$ASSAY" "$@"
    silent out
    says err "Try 'assay"
}
wrong nosuch
wrong --nosuch
wrong check
wrong check --nosuch good.smt2
wrong check -x good.smt2
wrong check --json=yes good.smt2
wrong fmt
wrong fmt -w --check good.smt2
wrong fmt --width
for width in 5 0 x 99999999 -7 '' 80x 18446744073709551696; do
    wrong fmt --width "$width" good.smt2
    says err '--width must be a number from'
done
wrong fmt --width=x good.smt2
# refused COMMAND OPTION VALUE MESSAGE: a row of the table says no to this value.
refused() {
    wrong "$1" "$2" "$3"
    says err "assay $1: $4"
}
refused fuzz --time 5x '--time must be a time such as 90'
refused fuzz --limit 0 '--limit must be a number of seconds'
refused fuzz --memory 1 '--memory must be a number from 16 '
refused fuzz --seed -1 '--seed must be a number from 0 '
refused fuzz -j 2000 '--workers must be a number from 1 to 1024'
refused fuzz --mode fast "--mode is spawn, session or snapshot, not 'fast'"
refused fuzz --schedule fast "--schedule is learning or uniform, not 'fast'"
refused fuzz --strategy fusion,nosuch "there is no strategy 'nosuch'"
refused gen --depth 99 '--depth must be a number from 1 to 12'
refused gen --theory nosuch "there is no theory 'nosuch'"
refused gen --recipe nosuch "'nosuch' is no recipe"
refused mutate --steps 0 '--steps must be a number from 1 to 1000'
refused seeds -j 0 '--workers must be a number from 1 to 256'
wrong fuzz --out a --resume b
says err '--out is for a new campaign'
printf '(check-sat)\n' >-w
expect_exit 0 "$ASSAY" check -- -w good.smt2
says out '2 ok, 0 rejected'

# --- check ---
expect_exit 0 "$ASSAY" check good.smt2
printf 'good.smt2: ok\n1 ok, 0 rejected\n' | diff - out || fail "check of a right file"
silent err
expect_exit 2 "$ASSAY" check bad.smt2
printf '0 ok, 1 rejected\n' | diff - out || fail "check of a wrong file"
says err 'bad.smt2:1:9: error: y is not declared'
says err 'bad.smt2:2:9: error: and takes'
expect_exit 2 "$ASSAY" check good.smt2 bad.smt2 good.smt2
[ "$(tail -n 1 out)" = '2 ok, 1 rejected' ] || fail "the last line is $(tail -n 1 out)"
expect_exit 2 "$ASSAY" check -q good.smt2 bad.smt2
printf '1 ok, 1 rejected\n' | diff - out || fail "check -q"
expect_exit 0 "$ASSAY" check - <good.smt2
says out '<stdin>: ok'
expect_exit 2 "$ASSAY" check - <bad.smt2
says err '<stdin>:1:9: error: y is not declared'
expect_exit 0 "$ASSAY" check - </dev/null
expect_exit 0 "$ASSAY" check /dev/null
# shellcheck disable=SC2002,SC2016 # a pipe is what is tried
expect_exit 0 sh -c 'cat good.smt2 | "$0" check -' "$ASSAY"
says out '1 ok, 0 rejected'
expect_exit 2 "$ASSAY" check dir
[ "$(tail -n 1 out)" = '1 ok, 1 rejected' ] || fail "a directory: $(tail -n 1 out)"
says out 'dir/a.smt2: ok'
says err 'dir/sub/b.smt2:1:9: error:'
expect_exit 0 "$ASSAY" check empty
printf '0 ok, 0 rejected\n' | diff - out || fail "an empty directory"
expect_exit 2 "$ASSAY" check nosuch.smt2 good.smt2
says err 'nosuch.smt2: error: No such file or directory'
[ "$(tail -n 1 out)" = '1 ok, 1 rejected' ] || fail "a missing file: $(tail -n 1 out)"
: >nothing.smt2
expect_exit 0 "$ASSAY" check nothing.smt2
printf '(check-sat)\0\0(assert \377)\n' >noise.smt2
expect_exit 2 "$ASSAY" check noise.smt2
says err 'noise.smt2:1:12: error: unexpected NUL byte'
awk 'BEGIN { for (i = 0; i < 1000; i++) print "(assert x)" }' >many.smt2
expect_exit 2 "$ASSAY" check many.smt2
[ "$(grep -c ': error: ' err)" -eq 100 ] || fail "$(grep -c ': error: ' err) errors are shown"
says err 'many.smt2: 900 more errors'
if [ "$(id -u)" -ne 0 ]; then # root may read everything
    cp good.smt2 secret.smt2
    chmod 000 secret.smt2
    expect_exit 2 "$ASSAY" check secret.smt2
    says err 'secret.smt2: error: Permission denied'
fi

# --- check --json: one object per line with file, ok and errors; the count goes to stderr ---
printf '(assert "\303\244")(assert |\377|)\n' >odd.smt2
expect_exit 2 "$ASSAY" check --json good.smt2 bad.smt2 nosuch.smt2 odd.smt2
[ "$(wc -l <out)" -eq 4 ] || fail "--json printed $(wc -l <out) lines"
[ "$(tail -n 1 err)" = '1 ok, 3 rejected' ] || fail "--json: the last line is $(tail -n 1 err)"
[ "$(head -n 1 out)" = '{"file":"good.smt2","ok":true,"errors":[]}' ] || fail "$(head -n 1 out)"
while read -r line; do
    case $line in
    '{"file":"'*'","ok":'*',"errors":['*']}') ;;
    *) fail "not the expected keys: $line" ;;
    esac
    if have python3; then
        printf '%s\n' "$line" | python3 -m json.tool >/dev/null || fail "no JSON: $line"
    fi
done <out
sed -n 2p out >line
says line '{"line":1,"column":9,"message":"y is not declared"}'
says line '"line":2,"column":9'
sed -n 3p out >line
says line 'No such file or directory'

# --- fmt ---
expect_exit 0 "$ASSAY" fmt ugly.smt2
printf '(declare-const x Int)\n' | diff - out || fail "fmt"
expect_exit 0 "$ASSAY" fmt - <ugly.smt2
printf '(declare-const x Int)\n' | diff - out || fail "fmt -"
expect_exit 0 "$ASSAY" fmt good.smt2 ugly.smt2
[ "$(wc -l <out)" -eq 4 ] || fail "fmt of two files"
expect_exit 2 "$ASSAY" fmt bad.smt2
silent out
says err 'bad.smt2:1:9: error:'
expect_exit 2 "$ASSAY" fmt nosuch.smt2
says err 'nosuch.smt2: error: No such file or directory'
printf '(assert (and true (or false true true true true true true)))\n' >wide.smt2
expect_exit 0 "$ASSAY" fmt --width 30 wide.smt2
[ "$(wc -l <out)" -gt 1 ] || fail "--width 30 changed nothing"
expect_exit 0 "$ASSAY" fmt --width=30 --flat wide.smt2
diff wide.smt2 out || fail "--flat is one line per command"
printf '(declare-const p Bool)\n(assert (and (or p (not p)) (or p (not p))))\n' >twice.smt2
expect_exit 0 "$ASSAY" fmt --share twice.smt2
says out '(let ('

expect_exit 2 "$ASSAY" fmt --check ugly.smt2 good.smt2
printf 'ugly.smt2 would change\n' | diff - out || fail "--check"
expect_exit 0 "$ASSAY" fmt --check good.smt2
silent out
expect_exit 2 "$ASSAY" fmt --check dir
says err 'dir/sub/b.smt2:1:9: error:'
expect_exit 0 "$ASSAY" fmt -w - <ugly.smt2
printf '(declare-const x Int)\n' | diff - out || fail "fmt -w - prints"

# -w: permissions and links stay, a file that is right is not touched, one with errors is left alone
cp ugly.smt2 mode.smt2
chmod 640 mode.smt2
ln -s mode.smt2 link.smt2
expect_exit 0 "$ASSAY" fmt -w link.smt2
silent out
printf '(declare-const x Int)\n' | diff - mode.smt2 || fail "fmt -w"
[ -L link.smt2 ] || fail "fmt -w replaced the link"
case $(ls -l mode.smt2) in
-rw-r-----*) ;;
*) fail "fmt -w changed the permissions: $(ls -l mode.smt2)" ;;
esac
touch -t 200001010000 good.smt2
expect_exit 0 "$ASSAY" fmt -w good.smt2
[ -z "$(find good.smt2 -newermt 2001-01-01)" ] || fail "fmt -w wrote a file that was right"
cp bad.smt2 bad.before
expect_exit 2 "$ASSAY" fmt -w bad.smt2 ugly.smt2
cmp bad.smt2 bad.before || fail "fmt -w changed a file with errors"
printf '(declare-const x Int)\n' | diff - ugly.smt2 || fail "fmt -w stopped at the file before"

# In one step: another name of the old file keeps the old text, so it was replaced, not overwritten;
# and nothing else is left in the directory.
mkdir atomic
printf '(check-sat  )\n' >atomic/f.smt2
ln atomic/f.smt2 kept
expect_exit 0 "$ASSAY" fmt -w atomic/f.smt2
printf '(check-sat  )\n' | cmp - kept || fail "fmt -w wrote into the file"
[ "$(ls atomic)" = f.smt2 ] || fail "fmt -w left $(ls atomic)"
if [ "$(id -u)" -ne 0 ]; then
    printf '(check-sat  )\n' >atomic/f.smt2
    chmod 555 atomic
    expect_exit 2 "$ASSAY" fmt -w atomic/f.smt2
    says err 'atomic/f.smt2: Permission denied'
    printf '(check-sat  )\n' | cmp - atomic/f.smt2 || fail "a failed fmt -w changed the file"
    chmod 755 atomic
fi

# --- streams that do not work: 2, a word about it, no crash ---
awk 'BEGIN { for (i = 0; i < 20000; i++) print "(assert (= 1 " i "))" }' >long.smt2
for arguments in 'check good.smt2' 'check --json good.smt2' 'fmt good.smt2' 'fmt long.smt2' \
    '--help' '--version' 'check --help' 'fmt --check twice.smt2'; do
    case $arguments in
    'fmt --check'*) printf '(check-sat  )\n' >twice.smt2 ;;
    esac
    code=0
    # shellcheck disable=SC2086 # several words
    "$ASSAY" $arguments >&- 2>err || code=$?
    [ "$code" -eq 2 ] || fail "stdout closed: exit $code from $arguments"
    if [ -c /dev/full ]; then
        code=0
        # shellcheck disable=SC2086
        "$ASSAY" $arguments >/dev/full 2>err || code=$?
        [ "$code" -eq 2 ] || fail "stdout full: exit $code from $arguments"
    fi
done
code=0
"$ASSAY" check bad.smt2 >out 2>&- || code=$?
[ "$code" -eq 2 ] || fail "stderr closed: exit $code"
code=0
"$ASSAY" check - <&- >out 2>err || code=$?
[ "$code" -eq 2 ] || fail "stdin closed: exit $code"
says err '<stdin>: error: Bad file descriptor'
# A reader that goes away ends the program quietly.
"$ASSAY" fmt long.smt2 2>err | head -n 1 >out
[ "$(cat out)" = '(assert (= 1 0))' ] || fail "fmt into head: $(cat out)"
! grep -qi 'sanitizer' err || fail "$(cat err)"
echo "all as expected"
