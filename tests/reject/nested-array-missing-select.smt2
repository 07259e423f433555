; an array is compared with its element
(set-logic ALL)
(declare-const a (Array Int (Array Bool Int)))
(assert (= 0 (select a 1)))
(check-sat)
