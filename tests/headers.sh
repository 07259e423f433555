#!/bin/sh
# Every file of src/ includes what it uses: each header compiles alone, and twice; each source file
# compiles without the system headers that base/banned.h brings; x.c includes its x.h first.
. "$(dirname "$0")/lib.sh"

CC=${CC:-cc}

# compiles: does the C text on stdin compile, with nothing before it?
compiles() {
    "$CC" -std=c17 -D_GNU_SOURCE= -DASSAY_VERSION='""' -Wall -Wextra -Werror \
        -Wno-unused-function -I "$SRC/src" -fsyntax-only -x c - 2>"$TMP/err"
}

# check_alone FILE: as often as given, so that a header also proves its include guard.
check_alone() {
    for file in "$@"; do
        printf '#include "%s"\n' "$file"
    done >"$TMP/unit.c"
    compiles <"$TMP/unit.c" && return
    printf 'src/%s does not compile alone:\n' "$1"
    head -n 20 "$TMP/err"
}

# check_own_first FILE: x.c proves that x.h needs nothing before it.
check_own_first() {
    own=${1%.c}.h
    first=$(sed -n 's/^[[:space:]]*#[[:space:]]*include[[:space:]]*//p' "$1" | head -n 1)
    [ ! -f "$own" ] || [ "$first" = "\"$own\"" ] ||
        printf 'src/%s: the first include must be its own header, "%s"\n' "$1" "$own"
}

if echo 'size_t needs_stddef(void);' | compiles; then
    fail "a file without its includes was accepted"
fi

cd "$SRC/src"
find . -name '*.[ch]' | sed 's|^\./||' | sort >"$TMP/files"
[ -s "$TMP/files" ] || fail "found no source files"
while IFS= read -r source; do
    case $source in
    *.h) check_alone "$source" "$source" ;;
    *.c) check_own_first "$source" && check_alone "$source" ;;
    esac
done <"$TMP/files" >"$TMP/offences"

if [ -s "$TMP/offences" ]; then
    cat "$TMP/offences" >&2
    fail "files of src/ do not stand alone"
fi
