; the inner index is a Bool, not an Int
(set-logic ALL)
(declare-const a (Array Int (Array Bool Int)))
(assert (= 0 (select (select a 1) 2)))
(check-sat)
