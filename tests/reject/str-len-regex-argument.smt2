; str.len takes a string, not a regular expression
(set-logic ALL)
(assert (= 1 (str.len (str.to_re "a"))))
(check-sat)
