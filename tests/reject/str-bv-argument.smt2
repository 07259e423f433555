; str.at takes an Int, not a bit-vector
(set-logic ALL)
(assert (= "a" (str.at "abc" #x0)))
(check-sat)
