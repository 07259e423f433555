#!/bin/bash
# What `cmake --install` puts into a prefix works there: the program alone, its man page, and the
# completion for bash, which knows every command and option of --help.
. "$(dirname "$0")/lib.sh"

build=$(dirname "$ASSAY")
[ -f "$build/CMakeCache.txt" ] || build=$build/release
[ -f "$build/CMakeCache.txt" ] || skip "no build directory beside $ASSAY"
have cmake || skip "no cmake"
expect_exit 0 cmake --install "$build" --prefix "$TMP/prefix"
prefix=$TMP/prefix

for file in bin/assay share/man/man1/assay.1 share/bash-completion/completions/assay; do
    [ -s "$prefix/$file" ] || fail "$file is not installed"
done
"$prefix/bin/assay" --version >/dev/null || fail "assay does not run"

# Seeds and rules are in the program: it needs no file of the tree.
(cd / && "$prefix/bin/assay" gen --embedded) >"$TMP/seeds" || fail "it has no seeds"
[ "$(wc -l <"$TMP/seeds")" -ge 100 ] || fail "it has $(wc -l <"$TMP/seeds") seeds"

# completions WORD...: what the last word, which may be empty, can become.
PATH=$prefix/bin:$PATH
# shellcheck source=cmake/completion.bash
. "$prefix/share/bash-completion/completions/assay"
completions() {
    COMP_WORDS=(assay "$@")
    COMP_CWORD=$#
    COMPREPLY=()
    _assay
    printf '%s\n' "${COMPREPLY[@]}"
}

assay --help | sed -n 's/^  \([a-z]*\)  .*/\1/p' >"$TMP/commands"
[ "$(wc -l <"$TMP/commands")" -ge 10 ] || fail "--help lists no commands"
while IFS= read -r command; do
    completions "" | grep -qx -e "$command" || fail "$command is not completed"
    assay "$command" --help | sed -n '/^Options:/,$p' | grep -oE -e '--[a-z-]+ ' | tr -d ' ' |
        sort -u >"$TMP/options"
    while IFS= read -r option; do
        completions "$command" "$option" | grep -qx -e "$option" ||
            fail "$command $option is not completed"
    done <"$TMP/options"
done <"$TMP/commands"
[ "$(completions fu)" = fuzz ] || fail "fu becomes $(completions fu)"
