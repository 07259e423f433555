; fp.to_real takes a float, not an Int
(set-logic ALL)
(assert (= 1.0 (fp.to_real 1)))
(check-sat)
