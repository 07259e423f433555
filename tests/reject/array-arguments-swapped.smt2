; select takes the array first
(set-logic ALL)
(declare-const a (Array Int Int))
(assert (= 0 (select 1 a)))
(check-sat)
