#!/bin/sh
# What the examples in headers call is there. A header of src/ opens with a comment that is the
# manual of its module. The code in it is indented by four columns or more: it calls only functions
# and macros that some header declares, with as many arguments as they take, and names only types
# that exist.
#
# `...` among the arguments stands for any that are left out, and what follows `//` is not looked
# at. Declarations are read after the preprocessor, so those that are made from tables are among
# them. `tests/header_examples.sh DIRECTORY` checks another tree: that is how this script tests
# itself.
. "$(dirname "$0")/lib.sh"

CC=${CC:-cc}

# Functions and types that stand for the caller's.
placeholders='job_t print same save say send use visit'

# preprocess TREE: all its headers and what they include, macros too.
preprocess() (
    cd "$1"
    find . -name '*.h' | sort | sed 's|^\./\(.*\)|#include "\1"|' |
        "$CC" -std=c17 -D_GNU_SOURCE= -DASSAY_VERSION='""' -w -I . -E -dD -x c -
)

# Both readers cut lists of arguments the same way.
lists='
    # The part of text before the bracket that closes what is open where it begins.
    function inside(text, i, c, depth) {
        for (i = 1; i <= length(text); i++) {
            c = substr(text, i, 1)
            if (c ~ /[([{]/) depth++
            else if (c ~ /[])}]/ && depth-- == 0) return substr(text, 1, i - 1)
        }
        return ""
    }
    # How many parts a list has between its commas; sets open when the last one is "...".
    function parts(list, i, c, depth, count) {
        open = list ~ /\.\.\.[[:space:]]*$/
        if (list ~ /^[[:space:]]*(void)?[[:space:]]*$/) return 0
        count = 1
        for (i = 1; i <= length(list); i++) {
            c = substr(list, i, 1)
            if (c ~ /[([{]/) depth++
            else if (c ~ /[])}]/) depth--
            else if (c == "," && depth == 0) count++
        }
        return count
    }'

# declarations <PREPROCESSED: a line "NAME LEAST MOST" for each function and macro, and "NAME type"
# for each type. A macro without a list may stand for any function.
declarations() {
    awk "$lists"'
    function declare(name, list, count) {
        count = parts(list)
        print name, count - open, open ? 999 : count
    }
    # The first name with a bracket after it is the function that a declaration is about.
    function declaration(text, name) {
        gsub(/__(attribute|asm)__/, "", text)
        if (!match(text, /[A-Za-z_][A-Za-z0-9_]*[[:space:]]*\(/)) return
        name = substr(text, RSTART, RLENGTH - 1)
        sub(/[[:space:]]*$/, "", name)
        declare(name, inside(substr(text, RSTART + RLENGTH)))
    }
    /^#define / {
        if ($2 !~ /\(/) { print $2, 0, 999; next }
        name = $2
        sub(/\(.*/, "", name)
        sub(/^#define [A-Za-z0-9_]*\(/, "")
        declare(name, inside($0))
        next
    }
    /^#/ { next }
    {
        gsub(/"([^"\\]|\\.)*"/, "\"\"")
        gsub(/'\''([^'\''\\]|\\.)*'\''/, "0")
        rest = $0 "\n"
        while (match(rest, /[a-z][a-z0-9_]*_t[^a-zA-Z0-9_]/)) {
            type = substr(rest, RSTART, RLENGTH - 1)
            if (!(type in types)) print type, "type"
            types[type] = 1
            rest = substr(rest, RSTART + RLENGTH)
        }
        # Bodies of functions and members of structs are left out.
        rest = $0 "\n"
        while (match(rest, /[{};]/)) {
            c = substr(rest, RSTART, 1)
            if (depth == 0) text = text substr(rest, 1, RSTART - 1)
            rest = substr(rest, RSTART + 1)
            if (c == "{") depth++
            if (c == "}") depth--
            if (depth == (c == "{") && (c == ";" || (c == "{" && text ~ /\)[[:space:]]*$/))) {
                declaration(text)
                text = ""
            }
        }
        if (depth == 0) text = text rest
    }'
}

# check TREE: prints one line per offence, fails if there is any.
check() {
    preprocess "$1" >"$TMP/preprocessed" || fail "the headers cannot be preprocessed"
    declarations <"$TMP/preprocessed" >"$TMP/declared"
    (cd "$1" && find . -name '*.h' | sed 's|^\./||' | sort >"$TMP/headers")
    # shellcheck disable=SC2046 # a list of files
    (cd "$1" && awk -v placeholders="$placeholders" -v counted="$TMP/calls" "$lists"'
    function complain(line, what) {
        print "src/" file ":" line ": " what
        bad = 1
    }
    # The line of the block that the first characters of it end in.
    function line_of(before) {
        return first + gsub(/\n/, "", before)
    }
    # WORDS_name stands for every function whose name ends in _name.
    function stands_for_some(name, declared) {
        sub(/^[A-Z]+/, "", name)
        for (declared in least)
            if (length(declared) > length(name) &&
                substr(declared, length(declared) - length(name) + 1) == name)
                return 1
        return 0
    }
    # What the examples of a file define themselves needs no declaration.
    function list_own(file, line, name) {
        delete own
        while ((getline line <file) > 0 && line !~ /\*\//) {
            if (line ~ /^ \*     .*\) {$/ && match(line, /[a-z_0-9]+\(/))
                own[substr(line, RSTART, RLENGTH - 1)] = 1
            if (match(line, /^ \*     } [a-z_0-9]+_t;/)) {
                name = substr(line, RSTART, RLENGTH - 1)
                sub(/.* /, "", name)
                own[name] = 1
            }
        }
        close(file)
    }
    function check_call(name, list, line, count, before) {
        if (name in stands || name in own || name ~ /^(if|while|for|switch|return|sizeof)$/) return
        calls++
        count = parts(list)
        if (open) count--
        if (name ~ /^[A-Z]+_[a-z]/ && stands_for_some(name)) return
        if (!(name in least))
            complain(line, "no header declares " name "()")
        else if (count > most[name] || (count < least[name] && !open))
            complain(line, name "(): expected arguments: " least[name] ", got: " count)
    }
    function check_calls(text, at, name) {
        at = 1
        while (match(substr(text, at), /[A-Za-z_][A-Za-z0-9_]*\(/)) {
            name = substr(text, at + RSTART - 1, RLENGTH - 1)
            at += RSTART + RLENGTH - 1
            # A member that is a function belongs to its struct.
            if (substr(text, 1, at - length(name) - 2) ~ /(\.|->)$/) continue
            check_call(name, inside(substr(text, at)), line_of(substr(text, 1, at)))
        }
    }
    function check_types(text, at, name) {
        at = 1
        while (match(substr(text, at), /[A-Za-z_][A-Za-z0-9_]*/)) {
            name = substr(text, at + RSTART - 1, RLENGTH)
            at += RSTART + RLENGTH - 1
            if (name ~ /^[a-z].*_t$/ && !(name in types) && !(name in stands) && !(name in own))
                complain(line_of(substr(text, 1, at)), "there is no type " name)
        }
    }
    function end_block() {
        if (block == "") return
        check_calls(block)
        check_types(block)
        block = ""
    }
    BEGIN {
        count = split(placeholders, words, " ")
        for (i = 1; i <= count; i++) stands[words[i]] = 1
    }
    # First file: what is declared. A name that is declared twice takes what either takes.
    FILENAME == ARGV[1] {
        if ($2 == "type") {
            types[$1] = 1
        } else {
            if (!($1 in least) || $2 < least[$1]) least[$1] = $2
            if (!($1 in most) || $3 > most[$1]) most[$1] = $3
        }
        next
    }
    # Then the headers.
    FNR == 1 {
        end_block()
        file = FILENAME
        list_own(FILENAME)
        inside_comment = /^\/\*/
    }
    inside_comment && /^ \*     / {
        line = substr($0, 3)
        sub(/\*\/.*/, "", line)
        sub(/\/\/.*/, "", line)
        gsub(/"([^"\\]|\\.)*"/, "\"\"", line)
        gsub(/'\''([^'\''\\]|\\.)*'\''/, "0", line)
        if (block == "") first = FNR
        block = block line "\n"
        if (/\*\//) { end_block(); inside_comment = 0 }
        next
    }
    { end_block() }
    /\*\// { inside_comment = 0 }
    END {
        end_block()
        print calls + 0 >counted
        exit bad
    }' "$TMP/declared" $(cat "$TMP/headers"))
}

# rejects EXAMPLE MESSAGE: a tree whose header has the example must be refused with the message.
rejects() {
    printf '/* thing.h - a header.\n *\n *     %s\n *\n * That is all. */\n' "$1" |
        cat - "$TMP/things.h" >"$TMP/tree/thing.h"
    if check "$TMP/tree" >"$TMP/said"; then
        fail "accepted $1"
    fi
    grep -qxF "src/thing.h:3: $2" "$TMP/said" || fail "for $1 said: $(cat "$TMP/said")"
}

if [ $# -gt 0 ]; then
    check "$1"
    exit
fi

mkdir "$TMP/tree"
cat >"$TMP/things.h" <<'END'
typedef struct thing thing_t;
thing_t *thing_make(const char *name, int size);
void thing_say(const thing_t *thing, const char *format, ...);
#define THING_ROW(name) int thing_get_##name(thing_t *thing, void (*then)(int, int))
THING_ROW(size);
static inline int thing_empty(thing_t *t) { return thing_get_size(t, 0) == (0, 1); }
END
rejects 'thing_make("a");' 'thing_make(): expected arguments: 2, got: 1'
rejects 'thing_make("a, b", f(1, 2), 3); // c' 'thing_make(): expected arguments: 2, got: 3'
rejects 'thing_made("a", 1);' 'no header declares thing_made()'
rejects 'thing_say(thing);' 'thing_say(): expected arguments: 2, got: 1'
rejects 'thing_get_size(thing, then, 1);' 'thing_get_size(): expected arguments: 2, got: 3'
rejects 'if (thing_empty()) ...' 'thing_empty(): expected arguments: 1, got: 0'
rejects 'thing_make(..., 1, 2, 3);' 'thing_make(): expected arguments: 2, got: 4'
rejects 'thingy_t *thing = thing_make("a", 1);' 'there is no type thingy_t'

# A header may define what its examples use.
cat >"$TMP/tree/thing.h" - "$TMP/things.h" <<'END'
/* thing.h - a header.
 *
 *     typedef struct mine {
 *         int i;
 *     } mine_t;
 *
 *     static int my_size(mine_t *mine, int i) {
 *         return mine->i + i;
 *     }
 *
 *     my_size(&mine, 1);
 */
END
check "$TMP/tree" || fail "an example cannot define what it uses"

if ! check "$SRC/src" >"$TMP/offences"; then
    cat "$TMP/offences" >&2
    fail "examples in headers are wrong"
fi
[ "$(cat "$TMP/calls")" -ge 250 ] || fail "only $(cat "$TMP/calls") calls were found in examples"
