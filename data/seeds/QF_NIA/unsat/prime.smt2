; 97 is prime.
(set-logic QF_NIA)
(set-info :status unsat)
(declare-const p Int)
(declare-const q Int)
(assert (and (< 1 p 97) (< 1 q 97) (<= p 9)))
(assert (= (* p q) 97))
(check-sat)
