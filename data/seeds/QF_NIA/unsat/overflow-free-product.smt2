; The product of two bytes fits 16 bits.
(set-logic QF_NIA)
(set-info :status unsat)
(declare-const a Int)
(declare-const b Int)
(assert (and (<= 0 a 255) (<= 0 b 255)))
(assert (>= (* a b) 65536))
(check-sat)
