# Completion for bash: commands and options as --help of assay lists them, and files.
_assay() {
    local word=${COMP_WORDS[COMP_CWORD]} words=
    if [ "$COMP_CWORD" -eq 1 ]; then
        words=$("${COMP_WORDS[0]}" --help 2>/dev/null | sed -n 's/^  \([a-z]*\)  .*/\1/p')
        words+=' --help --version'
    elif [[ $word == -* ]]; then
        words=$("${COMP_WORDS[0]}" "${COMP_WORDS[1]}" --help 2>/dev/null |
            sed -n 's/^ .* \(--[a-z-]*\) .*/\1/p')
    fi
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
}
complete -o default -F _assay assay
