; a regular expression is no Bool
(set-logic ALL)
(assert (str.to_re "a"))
(check-sat)
