; re.allchar is a constant and takes no argument
(set-logic ALL)
(assert (str.in_re "a" (re.allchar "a")))
(check-sat)
