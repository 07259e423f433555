; Half of the smallest normal number is subnormal.
(set-logic QF_FP)
(set-info :status sat)
(declare-const x Float32)
(declare-const y Float32)
(assert (= x (fp #b0 #b00000001 #b00000000000000000000000)))
(assert (= y (fp.mul RNE x ((_ to_fp 8 24) RNE 0.5))))
(assert (fp.isSubnormal y))
(check-sat)
