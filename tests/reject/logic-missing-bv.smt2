; the logic has no bit-vectors
(set-logic QF_LIA)
(declare-const x Int)
(assert (= x (bv2nat (bvadd #x0 #x1))))
(check-sat)
