; = between a regular expression and a string
(set-logic ALL)
(assert (= (str.to_re "a") "a"))
(check-sat)
