; re.* takes exactly one argument
(set-logic ALL)
(assert (str.in_re "a" (re.* re.all re.all)))
(check-sat)
