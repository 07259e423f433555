; fp.neg takes a float, not an Int
(set-logic ALL)
(declare-const n Int)
(assert (= n (fp.neg n)))
(check-sat)
