#!/bin/sh
# corpus.sh - the kept inputs of a fuzz target NAME, packed in fuzz/corpus/NAME.tar.gz: thousands of
# small files would be most of the tree. Every Debian has tar and gzip.
#
#   corpus.sh unpack NAME DIRECTORY           adds the kept inputs to those that lie there
#   corpus.sh pack NAME DIRECTORY             keeps the inputs that lie there, and no others
#   corpus.sh add NAME FILE...                keeps these too
#   corpus.sh replay NAME PROGRAM DIRECTORY   unpacks to a fresh DIRECTORY and runs PROGRAM on it
set -eu

folder=$(cd "$(dirname "$0")" && pwd)

die() {
    printf 'corpus.sh: error: %s\n' "$*" >&2
    exit 1
}

unpack() {
    [ -s "$pack" ] || die "no inputs for $name in $pack; see ./dev fuzz-self and ./dev fuzz-add"
    mkdir -p "$1"
    tar -xzf "$pack" --no-same-owner -C "$1" || die "$pack is broken"
}

# The same inputs make the same bytes: in order, and without owners, modes and times. The old pack
# stays in place until the new one is complete.
pack() {
    [ -n "$(find "$1" -type f | head -n 1)" ] || die "no inputs in $1"
    mkdir -p "$folder/corpus"
    new=$pack.new
    (cd "$1" && find . -type f -printf '%P\0') | LC_ALL=C sort -z |
        tar -c -C "$1" --null --files-from=- --format=ustar --owner=0 --group=0 --numeric-owner \
            --mode=644 --mtime=@0 -I 'gzip -9n' -f "$new" || {
        rm -f "$new"
        die "$1 could not be packed"
    }
    mv "$new" "$pack"
}

# An input is named by its content, as libFuzzer does, so none is there twice.
add() {
    tmp=$(mktemp -d)
    trap 'rm -rf "$tmp"' EXIT
    trap 'exit 1' HUP INT TERM
    [ ! -e "$pack" ] || unpack "$tmp"
    for file; do
        [ -f "$file" ] || die "no file $file"
        sum=$(sha1sum <"$file")
        cp "$file" "$tmp/${sum%% *}"
    done
    pack "$tmp"
    printf '%s: %d inputs\n' "$name" "$(find "$tmp" -type f | wc -l)"
}

# What was unpacked stays: it may be wanted in a debugger.
replay() {
    rm -rf "$2"
    unpack "$2"
    exec "$1" "$2"
}

[ $# -ge 3 ] || die "usage: corpus.sh unpack|pack|add|replay NAME ARGUMENT..."
command=$1
name=$2
pack=$folder/corpus/$name.tar.gz
shift 2
[ -f "$folder/fuzz_$name.c" ] || die "no fuzz target $name"
case $command in
unpack | pack | add | replay) "$command" "$@" ;;
*) die "no command $command" ;;
esac
