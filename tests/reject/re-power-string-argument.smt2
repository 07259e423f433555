; re.^ takes a regular expression, not a string
(set-logic ALL)
(assert (str.in_re "aa" ((_ re.^ 2) "a")))
(check-sat)
