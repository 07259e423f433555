#!/bin/sh
# The docs tell the truth.
#
# Each page is made again from itself: the files it shows are written, its commands are run, and
# what they print now takes the place of what the page says. The result must be the same page.
#
#   - A block below a line that ends with "`NAME.smt2`:" is that file.
#   - In a block `console`, what follows "$ assay ..." is what the command prints, errors included.
#   - In a block `sh`, a line that runs assay must succeed.
#   - A command with `--solver NAME` is run where that solver is installed, in a version that the page
#     names.
#
# Other commands are not run. The counts in the table of docs/smtlib.md are made again from the
# tables of src/smt. With BLESS=1 the pages are rewritten. Besides: links lead somewhere, each
# `./dev COMMAND` exists, lists of pages, layers and strategies are complete, the man page has the
# commands and options of --help, and its version and that of CHANGELOG.md are this one.
. "$(dirname "$0")/lib.sh"

ran=0
mkdir "$TMP/bin"
ln -s "$ASSAY" "$TMP/bin/assay"
PATH=$TMP/bin:$PATH

# ---- Commands and what they print --------------------------------------------------------------
# write_files PAGE: the files it shows, into $TMP/place.
write_files() {
    rm -rf "$TMP/place"
    mkdir -p "$TMP/place/build"
    ln -s "$ASSAY" "$TMP/place/build/assay"
    ln -s "$SRC/examples" "$TMP/place/examples"
    awk -v work="$TMP/place" '
        !open && /^```/ {
            open = 1
            file = ""
            if (match(above, /`[A-Za-z0-9_-]+\.smt2`:$/)) {
                file = work "/" substr(above, RSTART + 1, RLENGTH - 3)
                printf "" >file
            }
            next
        }
        open && /^```$/ { open = 0; above = ""; if (file != "") close(file); next }
        open && file != "" { print >file }
        !open && NF { above = $0 }
    ' "$1"
}

# has_solvers PAGE COMMAND: whether the solvers that the command names are those that the page is
# about.
has_solvers() {
    for solver in $(printf '%s\n' "$2" | grep -oE -e '--solver [a-z0-9]+' | sed 's/.* //'); do
        [ "$solver" != none ] || continue
        have "$solver" || return 1
        version=$("$solver" --version 2>/dev/null | grep -oE '[0-9]+(\.[0-9]+)+' | head -n 1)
        grep -qF -e "$solver $version" "$1" || return 1
    done
}

# run_ours PAGE COMMAND: runs it if it is about assay; false if not. Leaves $status and $TMP/said.
run_ours() {
    case " $2" in
    *' assay '* | *' build/assay '*) ;;
    *) return 1 ;;
    esac
    has_solvers "$1" "$2" || return 1
    ran=$((ran + 1))
    status=0
    (cd "$TMP/place" && sh -c "$2") </dev/null >"$TMP/said" 2>&1 || status=$?
}

# replay PAGE: prints the page as it should be.
# shellcheck disable=SC2094 # the page is only read
replay() {
    block=  # the language of the block we are in
    shown=  # whether the lines here are output that was replaced
    while IFS= read -r line || [ -n "$line" ]; do
        case $block:$line in
        :'```'*) block=${line#???} && block=${block:-plain} ;;
        *:'```') block= ;;
        'console:$ '*)
            shown=
            printf '%s\n' "$line"
            if run_ours "$1" "${line#??}"; then
                shown=yes
                cat "$TMP/said"
                case $status in
                0 | 2) ;;
                *) fail "$1: exit $status: ${line#??}" ;;
                esac
            fi
            continue
            ;;
        console:*)
            [ -n "$shown" ] || printf '%s\n' "$line"
            continue
            ;;
        sh:*)
            if run_ours "$1" "$line" && [ "$status" -ne 0 ]; then
                cat "$TMP/said" >&2
                fail "$1: exit $status: $line"
            fi
            ;;
        esac
        shown=
        printf '%s\n' "$line"
    done <"$1"
}

check_commands() {
    write_files "$1"
    replay "$1" >"$TMP/page"
    expect_same "$1" "$TMP/page"
}

# ---- What the text mentions --------------------------------------------------------------------
# mentions REGEX PAGE: each match, once.
mentions() {
    grep -oE -e "$1" "$2" | sort -u || :
}

# anchors PAGE: what the headings of a page are called in links.
anchors() {
    sed -n 's/^##* //p' "$1" | tr 'A-Z ' 'a-z-' | tr -cd 'a-z0-9_\n-'
}

# check_links PAGE: [text](file), [text](file#heading) and [text](#heading).
check_links() {
    mentions '\]\([^):]+\)' "$1" | sed 's/^](//; s/)$//' | while IFS= read -r target; do
        file=$1
        case $target in
        '#'*) ;;
        *) file=$(dirname "$1")/${target%%#*} ;;
        esac
        case $target in
        *'#'*) heading=${target#*#} ;;
        *) heading= ;;
        esac
        if [ ! -e "$file" ]; then
            echo "$1: no file ${target%%#*}"
        elif [ -n "$heading" ] && ! anchors "$file" | grep -qx -e "$heading"; then
            echo "$1: no heading $target"
        fi
    done
}

# check_dev PAGE: each ./dev COMMAND is one that ./dev help names.
check_dev() {
    mentions '\./dev [a-z][a-z-]*' "$1" | sed 's/.* //' | while IFS= read -r command; do
        [ "$command" = help ] || grep -q "^  $command " "$TMP/dev-help" ||
            echo "$1: there is no ./dev $command"
    done
}

check_text() {
    { check_links "$1" && check_dev "$1"; } >"$TMP/offences"
    [ ! -s "$TMP/offences" ] || fail "$(cat "$TMP/offences")"
}

# ---- The table of theories ---------------------------------------------------------------------
# count_operators PAGE: prints it with the right numbers in the rows
#   | theory | who defines it | names | rows | ...
count_operators() {
    awk -F '"' '
        FILENAME ~ /theories\.def$/ {
            if (/^THEORY\(/) {
                id = $1
                gsub(/THEORY\(|[^A-Z_]/, "", id)
                theory[$2] = id
                origin[$2] = $4
                left[$2] = 1
            }
            next
        }
        FILENAME ~ /ops\.def$/ {
            if (/^OP\(/) {
                id = $3
                gsub(/[^A-Z_]/, "", id)
                rows[id]++
                rows["ALL"]++
                if (!seen[id, $2]++) names[id]++
                if (!seen["ALL", $2]++) names["ALL"]++
            }
            next
        }
        {
            count = split($0, cell, / *\| */)
            name = cell[2]
            if (count >= 6 && (name in theory || name == "all together")) {
                id = name in theory ? theory[name] : "ALL"
                delete left[name]
                printf "| %s | %s | %d | %d |", name, origin[name], names[id], rows[id]
                for (i = 6; i < count; i++) printf " %s |", cell[i]
                print ""
            } else {
                print
            }
        }
        END { for (name in left) print "no row for the theory " name }
    ' "$SRC/src/smt/term/theories.def" "$SRC/src/smt/term/ops.def" "$1"
}

# ---- The man page ------------------------------------------------------------------------------
check_manual() {
    page=$SRC/docs/assay.1
    "$ASSAY" --help >"$TMP/help"
    sed -n 's/^  \([a-z]*\)  .*/\1/p' "$TMP/help" >"$TMP/commands"
    while IFS= read -r command; do
        grep -q "^\.SS .*$command" "$page" || fail "assay.1 does not describe assay $command"
        sed '/^\.SH DESCRIPTION/q' "$page" | grep -q "^\.B assay $command" ||
            fail "the synopsis of assay.1 lacks assay $command"
        "$ASSAY" "$command" --help >>"$TMP/help"
    done <"$TMP/commands"
    grep -oE -e '--[a-z]+(-[a-z]+)*' "$TMP/help" | sort -u >"$TMP/options"
    sed 's/\\-/-/g' "$page" | grep -oE -e '--[a-z]+(-[a-z]+)*' | sort -u >"$TMP/documented"
    diff "$TMP/options" "$TMP/documented" >&2 || fail "assay.1 and --help name different options"
    have groff || return 0
    groff -ww -man -Tascii -z "$page" 2>"$TMP/err" || :
    [ ! -s "$TMP/err" ] || fail "groff complains: $(cat "$TMP/err")"
}

# ---- Lists that must be complete ---------------------------------------------------------------
check_index() {
    for file in "$SRC"/docs/*; do
        name=${file##*/}
        [ "$name" = README.md ] || grep -qF "$name" "$SRC/docs/README.md" ||
            fail "docs/README.md does not name $name"
    done
}

# The man page and the list of changes are those of this version.
check_version() {
    version=$("$ASSAY" --version | sed "s/.* //")
    head -n 1 "$SRC/docs/assay.1" | grep -qF "\"assay $version\"" ||
        fail "assay.1 is not of $version"
    changes=$(sed -n "s/^## \[\(.*\)\].*/\1/p" "$SRC/CHANGELOG.md" | head -n 1)
    [ "$changes" = "$version" ] || fail "CHANGELOG.md begins with $changes, and this is $version"
}

# The folders of src/LAYERS, in their order, are the rows of the table of layers.
check_layers() {
    sed -n 's/^\([a-z]*\):.*/\1/p' "$SRC/src/LAYERS" >"$TMP/layers"
    sed -n '/^## Layers/,/^## Words/s/^| \([a-z]*\) | .*/\1/p' "$SRC/docs/architecture.md" |
        grep -vx folder >"$TMP/rows"
    diff "$TMP/layers" "$TMP/rows" >&2 ||
        fail "the layers of docs/architecture.md are not those of src/LAYERS"
}

# Each strategy has a row in mutate.md.
check_strategies() {
    "$ASSAY" mutate --help | sed -n 's/^  \([a-z]*\): .*/\1/p' >"$TMP/strategies"
    [ -s "$TMP/strategies" ] || fail "assay mutate --help lists no strategies"
    while IFS= read -r strategy; do
        grep -q "^| .*\<$strategy\>.* |" "$SRC/docs/mutate.md" ||
            fail "docs/mutate.md has no row for $strategy"
    done <"$TMP/strategies"
}

# ---- This script -------------------------------------------------------------------------------
# refuses WHAT MESSAGE <PAGE: the page must be found wrong, with the message.
refuses() {
    mkdir -p "$TMP/bad"
    cat >"$TMP/bad/page.md"
    if (BLESS='' && check_commands "$TMP/bad/page.md" && check_text "$TMP/bad/page.md") \
        >"$TMP/refused" 2>&1; then
        fail "accepted $1"
    fi
    grep -qF -e "$2" "$TMP/refused" || fail "$1: $(cat "$TMP/refused")"
}

"$SRC/dev" help >"$TMP/dev-help"

refuses 'output that is not what comes out' '-1 ok, 1 rejected' <<'END_PAGE'
`good.smt2`:

```smt2
(check-sat)
```

```console
$ assay check -q good.smt2
1 ok, 1 rejected
```
END_PAGE
refuses 'output that is missing' '+1 ok, 0 rejected' <<'END_PAGE'
The file `good.smt2`:
```smt2
(check-sat)
```
```console
$ assay check -q good.smt2
$ true
```
END_PAGE
refuses 'a wrong option' 'exit 1: assay check --frobnicate' <<'END_PAGE'
```console
$ assay check --frobnicate
```
END_PAGE
refuses 'a command that fails' 'exit 2: build/assay check missing.smt2' <<'END_PAGE'
```sh
build/assay check missing.smt2
```
END_PAGE
refuses 'a command of ./dev' 'there is no ./dev frobnicate' <<'END_PAGE'
Run `./dev frobnicate` twice.
END_PAGE
refuses 'a link' 'no file nowhere.md' <<'END_PAGE'
See [there](nowhere.md#place).
END_PAGE

# ---- The pages ---------------------------------------------------------------------------------
ran=0
for page in "$SRC/README.md" "$SRC/CONTRIBUTING.md" "$SRC"/docs/*.md "$SRC/examples/README.md"; do
    check_commands "$page"
    check_text "$page"
done
[ "$ran" -ge 5 ] || fail "only $ran commands were run"

count_operators "$SRC/docs/smtlib.md" >"$TMP/page"
expect_same "$SRC/docs/smtlib.md" "$TMP/page"

check_index
check_layers
check_strategies
check_version
check_manual
