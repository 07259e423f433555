#!/bin/sh
# instructions.sh - what a fixed amount of work costs in instructions, for two builds of assay.
#
#     bench/instructions.sh OLD NEW [SEEDS]
#
# OLD and NEW are programs, SEEDS a directory (default ../shared/seeds), of which every 29th file is
# used. Runs the same commands with both under callgrind, which counts the same however busy the
# machine is, and prints a row for each: instructions in millions, the ratio, and whether both
# printed the same bytes.
set -eu

old=$1
new=$2
seeds=${3:-${ASSAY_SHARED:-../shared}/seeds}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# count NAME PROGRAM ARGUMENT...: the millions of instructions; what is printed goes to NAME.
count() {
    name=$1
    shift
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$@" >"$tmp/$name" 2>"$tmp/$name.err" || :
    sed -n 's/.*Collected : \([0-9]*\).*/\1/p' "$tmp/$name.err" | awk '{ printf "%.1f", $1 / 1e6 }'
}

# row WHAT ARGUMENT...
row() {
    what=$1
    shift
    before=$(count old "$old" "$@")
    after=$(count new "$new" "$@")
    same=no
    cmp -s "$tmp/old" "$tmp/new" && same=yes
    awk -v w="$what" -v b="$before" -v a="$after" -v s="$same" \
        'BEGIN { printf "%-10s %10.1f %10.1f %7.3f  %s\n", w, b, a, (b > 0 ? a / b : 0), s }'
}

printf '%-10s %10s %10s %7s  %s\n' work old new ratio same
# shellcheck disable=SC2046 # names without spaces
set -- $(find "$seeds" -name '*.smt2' | sort | awk 'NR % 29 == 1')
row check check "$@"
row fmt fmt "$@"
for strategy in opfuzz typefuzz fusion concat sparrow; do
    row "$strategy" mutate --strategy "$strategy" --seed 7 -n 100 --plain "$@"
done
row gen gen --seed 7 -n 200
