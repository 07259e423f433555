#!/bin/sh
# Files that are named exist: in the pages (in backquotes, outside of blocks of code) and in
# comments of sources and scripts.
#
# A name with folders is a path from the root of the tree, from src/ or from the folder of the file
# that names it; a name alone is that of any file. A word in capitals stands for anything, as *
# does: `tests/NAME.sh`. `tests/doc_paths.sh DIRECTORY` checks another tree: that is how this script
# tests itself.
. "$(dirname "$0")/lib.sh"

# list_files: paths and folders of the tree here, without what is built.
list_files() {
    find . \( -name .git -o -path ./build \) -prune -o -mindepth 1 -print | sed 's|^\./||'
}

# The folders and files that a path begins with.
roots='^(src|tests|docs|data|bench|fuzz|cmake|examples|\.ci|\.github|dev|CMakeLists\.txt)(\/|$)'

# named_in_pages FILE...: lines "FILE:LINE NAME".
named_in_pages() {
    awk -v roots="$roots" '
    FNR == 1 { block = 0 }
    /^```/ { block = !block }
    block { next }
    /`:$/ { next } # a file that the page makes
    {
        rest = $0
        while (match(rest, /`[^`]*`/)) {
            name = substr(rest, RSTART + 1, RLENGTH - 2)
            rest = substr(rest, RSTART + RLENGTH)
            if (name ~ /^[A-Za-z0-9_.\/*<>-]+$/ && name !~ /^[.\/*<]/ &&
                (name ~ roots || name ~ /.[.](c|h|def|sh)$/))
                print FILENAME ":" FNR, name
        }
    }' "$@"
}

# named_in_comments FILE...: the same. Comments are those of C, and for scripts lines that begin so.
named_in_comments() {
    awk '
    FNR == 1 { inside = 0; script = FILENAME !~ /\.(c|h|def)$/ }
    script && !/^[ \t]*#[^!]/ { next }
    {
        text = $0 " "
        if (!script) {
            gsub(/"([^"\\]|\\.)*"/, "", text)
            text = comment_of(text)
        }
        while (match(text, /[A-Za-z0-9_.\/*-]*[A-Za-z0-9_]\.(c|h|def|sh|md)[^A-Za-z0-9_*]/)) {
            name = substr(text, RSTART, RLENGTH - 1)
            before = substr(text, RSTART - 1, 1)
            text = substr(text, RSTART + RLENGTH)
            if (before !~ /[$<{}&]/ && name !~ /^(\/|\.)/ &&
                (name !~ /\.md$/ || name ~ /\//))
                print FILENAME ":" FNR, name
        }
    }
    function comment_of(line, out) {
        out = ""
        while (line != "") {
            if (inside) {
                if (!match(line, /\*\//)) return out line " "
                out = out substr(line, 1, RSTART) " "
                inside = 0
            } else {
                if (!match(line, /\/[*\/]/)) return out
                if (substr(line, RSTART, 2) == "//") return out substr(line, RSTART) " "
                inside = 1
            }
            line = substr(line, RSTART + 2)
        }
        return out
    }' "$@"
}

# missing <NAMES: those of them that are no file of the list in $1.
missing() {
    awk '
    FILENAME == ARGV[1] {
        path[$0] = 1
        name = $0
        sub(/.*\//, "", name)
        base[name] = 1
        all = all "\n" $0
        bases = bases "\n" name
        next
    }
    # Headers of libraries: <setjmp.h> and the like.
    FILENAME == ARGV[2] {
        while (match($0, /<[^>]*>/)) {
            base[substr($0, RSTART + 1, RLENGTH - 2)] = 1
            $0 = substr($0, RSTART + RLENGTH)
        }
        next
    }
    # Whether a pattern fits one of the lines.
    function fits(pattern, lines) {
        gsub(/\./, "[.]", pattern)
        gsub(/[A-Z][A-Z]+/, "*", pattern)
        gsub(/\*+/, "[^\n/]*", pattern)
        return lines "\n" ~ "\n(src/)?" pattern "\n"
    }
    {
        name = $2
        sub(/\/$/, "", name)
        folder = $1
        sub(/[^\/]*$/, "", folder)
        if (name in path || ("src/" name) in path || (folder name) in path) next
        if (name ~ /^.[.][ch]$/) next # x.c and x.h, for any
        if (index(name, "/") == 0 && name in base) next
        if (name ~ /[*]|[A-Z][A-Z]/ && fits(name, index(name, "/") ? all : bases)) next
        print $1 ": no file " $2
    }' "$1" src/LAYERS -
}

# check TREE: prints one line per offence, fails if there is any.
check() (
    cd "$1"
    list_files >"$TMP/files"
    grep -E '^([^/]*|docs/.*|bench/.*|tests/transcripts/.*|examples/.*)\.md$' "$TMP/files" |
        grep -v '^CHANGELOG' >"$TMP/pages"
    grep -E -e '^(src|tests|bench|fuzz)/.*\.(c|h|def|sh)$' \
        -e '^(dev|\.ci/run|src/LAYERS|CMakeLists\.txt)$|^cmake/' "$TMP/files" >"$TMP/sources"
    # shellcheck disable=SC2046 # lists of files
    { named_in_pages $(cat "$TMP/pages") && named_in_comments $(cat "$TMP/sources"); } >"$TMP/names"
    missing "$TMP/files" <"$TMP/names" >"$TMP/offences"
    cat "$TMP/offences"
    [ ! -s "$TMP/offences" ]
)

# rejects FILE NAME <TEXT: a tree with the text in FILE must be refused, because there is no NAME.
rejects() {
    cat >"$TMP/tree/$1"
    if check "$TMP/tree" >"$TMP/said"; then
        fail "accepted a $1 that names $2"
    fi
    grep -q "^$1:[0-9]*: no file $2\$" "$TMP/said" || fail "for $2 in $1 said: $(cat "$TMP/said")"
    rm "$TMP/tree/$1"
}

if [ $# -gt 0 ]; then
    check "$1"
    exit
fi

mkdir -p "$TMP/tree/src/base" "$TMP/tree/docs"
echo '<setjmp.h>: base' >"$TMP/tree/src/LAYERS"
cat >"$TMP/tree/src/base/here.h" <<'END'
/* here.h and base/here.h, src/base/here.h, <stdio.h>, setjmp.h; any x.h has an x.c. */
const char *name = "gone.h"; // docs/page.md
END
cat >"$TMP/tree/docs/page.md" <<'END'
`src/base/`, `here.h`, `src/base/*.h`, `src/FOLDER/NAME.h`, `findings/ID/report.md`, gone.h
```
`gone.h`
```
END
check "$TMP/tree" || fail "a good tree is refused"
rejects src/base/a.h gone.h <<'END'
/* A comment
 * that names gone.h, */
END
rejects src/base/a.c here/gone.h <<'END'
int i; // here/gone.h
END
printf '#!/bin/sh\n# see tests/gone.sh\n' | rejects dev tests/gone.sh
rejects docs/b.md src/gone/ <<'END'
In `src/gone/` there is nothing.
END
rejects docs/b.md 'src/NAME/gone_[*].c' <<'END'
As in `src/NAME/gone_*.c`.
END
rejects README.md gone.def <<'END'
A row of `gone.def`.
END

check "$SRC" >"$TMP/said" || { cat "$TMP/said" >&2 && fail "files are named that do not exist"; }
[ "$(wc -l <"$TMP/names")" -ge 500 ] || fail "only $(wc -l <"$TMP/names") names were found"
