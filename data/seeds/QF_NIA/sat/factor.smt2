; 143 is a product of two primes.
(set-logic QF_NIA)
(set-info :status sat)
(declare-const p Int)
(declare-const q Int)
(assert (and (> p 1) (> q 1) (< p q) (< q 20)))
(assert (= (* p q) 143))
(check-sat)
