; re.range takes exactly two arguments
(set-logic ALL)
(assert (str.in_re "a" (re.range "a")))
(check-sat)
