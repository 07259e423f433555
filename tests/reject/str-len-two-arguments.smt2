; str.len takes exactly one argument
(set-logic ALL)
(assert (= 1 (str.len "a" "b")))
(check-sat)
