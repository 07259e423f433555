; re.range takes strings, not Ints
(set-logic ALL)
(assert (str.in_re "a" (re.range 97 122)))
(check-sat)
