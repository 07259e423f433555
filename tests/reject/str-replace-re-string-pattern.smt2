; the pattern of str.replace_re is a regular expression
(set-logic ALL)
(assert (= "a" (str.replace_re "b" "b" "a")))
(check-sat)
