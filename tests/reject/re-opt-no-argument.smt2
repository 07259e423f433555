; re.opt is applied to nothing
(set-logic ALL)
(assert (str.in_re "a" (re.opt)))
(check-sat)
