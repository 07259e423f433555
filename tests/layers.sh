#!/bin/sh
# Every #include in src/ is one that src/LAYERS allows, and every folder and room there has a line in
# it.
# `tests/layers.sh DIRECTORY` checks another tree: that is how this script tests itself.
. "$(dirname "$0")/lib.sh"

# check TREE: prints one line per offence, fails if there is any.
check() (
    cd "$1"
    find . -mindepth 1 -type d | sed 's|^\./||' >"$TMP/folders"
    find . -type f \( -name '*.c' -o -name '*.h' -o -name '*.def' \) \
        -exec grep -Hn '^[[:space:]]*#[[:space:]]*include' {} + | sed 's|^\./||' >"$TMP/includes"
    awk '
    function complain(where, what) {
        print "src/" where ": " what
        bad = 1
    }
    function directory(path) {
        if (!sub(/\/[^\/]*$/, "", path)) return ""
        return path
    }
    function top(path) {
        sub(/\/.*/, "", path)
        return path
    }
    # First file: the rules.
    FILENAME == ARGV[1] {
        sub(/#.*/, "")
        if ($0 !~ /:/) {
            if ($0 ~ /[^[:space:]]/) complain("LAYERS:" FNR, "expected \"name: folders\"")
            next
        }
        colon = index($0, ":")
        count = split(substr($0, 1, colon - 1), names, " ")
        right = substr($0, colon + 1)
        for (i = 1; i <= count; i++) {
            if (names[i] !~ /^</) layer[names[i]] = 1
            else library[names[i]] = 1
            total = split(right, folders, " ")
            for (j = 1; j <= total; j++) {
                if (folders[j] !~ /(^|\/)\*$/ && !(folders[j] in layer))
                    complain("LAYERS:" FNR, folders[j] " is not a folder named above")
                allowed[names[i], folders[j]] = 1
            }
        }
        next
    }
    # Second file: the folders that exist.
    FILENAME == ARGV[2] {
        if (!($0 in layer)) complain($0, "this folder is not in src/LAYERS")
        next
    }
    # Third file: FILE:LINE:#include ...
    {
        split($0, part, ":")
        where = part[1] ":" part[2]
        if (!index(part[1], "/")) {
            complain(where, "a source file belongs in a folder")
            next
        }
        room = directory(part[1])
        folder = top(room)
        if (match($0, /<[^>]*>/)) {
            header = substr($0, RSTART, RLENGTH)
            if (!(header in library))
                complain(where, header " is not in src/LAYERS: say there which folder it is for")
            else if (!((header, folder) in allowed) && !((header, "*") in allowed))
                complain(where, header " may not be included by " folder)
        } else if (match($0, /"[^"]*"/)) {
            header = substr($0, RSTART + 1, RLENGTH - 2)
            target = directory(header)
            if (target == "")
                complain(where, "\"" header "\" does not name its folder")
            else if (!(target in layer))
                complain(where, "\"" header "\" is in no folder of src/LAYERS")
            else if (target != room && !((room, target) in allowed) && \
                     !((room, top(target) "/*") in allowed) && \
                     (top(target) == folder || !((room, top(target)) in allowed)))
                complain(where, room " may not include " target " (\"" header "\")")
            else if (top(target) != folder && header ~ /_priv\.h$/)
                complain(where, "\"" header "\" is private to " top(target))
        } else {
            complain(where, "an include that names no file")
        }
    }
    END { exit bad }
    ' LAYERS "$TMP/folders" "$TMP/includes"
)

# rejects FILE TEXT MESSAGE: a tree with TEXT in FILE must be refused with MESSAGE.
rejects() {
    rm -rf "$TMP/tree"
    mkdir -p "$TMP/tree/$(dirname "$1")"
    cp "$SRC/src/LAYERS" "$TMP/tree"
    printf '%s\n' "$2" >"$TMP/tree/$1"
    if check "$TMP/tree" >"$TMP/said"; then
        fail "accepted '$2' in $1"
    fi
    grep -qF "$3" "$TMP/said" || fail "for '$2' in $1 said: $(cat "$TMP/said")"
}

if [ $# -gt 0 ]; then
    check "$1"
    exit
fi

rejects base/a.c '#include "smt/term/term.h"' 'src/base/a.c:1: base may not include smt'
rejects smt/term/a.h '#  include  "cli/main.h"' 'src/smt/term/a.h:1: smt/term may not include cli'
rejects smt/term/a.c '#include "smt/print/print.h"' 'smt/term may not include smt/print'
rejects mutate/gen/a.c '#include "mutate/diver/intervals.h"' 'mutate/gen may not include mutate/diver'
rejects smt/a.c '#include <jansson.h>' '<jansson.h> may not be included by smt'
rejects smt/a.c '#include <curl/curl.h>' '<curl/curl.h> is not in src/LAYERS'
rejects smt/a.c '#include "a.h"' '"a.h" does not name its folder'
rejects smt/a.c '#include "../tests/a.h"' 'is in no folder'
rejects cli/a.c '#include "smt/term/term_priv.h"' 'private to smt'
rejects a.c '#include <stdio.h>' 'belongs in a folder'
rejects magic/a.c '' 'src/magic: this folder is not in src/LAYERS'
rejects smt/deep/a.c '' 'src/smt/deep: this folder is not in src/LAYERS'

check "$SRC/src" || fail "src/ does not keep to src/LAYERS"
