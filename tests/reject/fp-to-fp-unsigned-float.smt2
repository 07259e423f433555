; to_fp_unsigned converts bit-vectors, not floats
(set-logic ALL)
(declare-const x Float32)
(assert (= x ((_ to_fp_unsigned 8 24) RNE x)))
(check-sat)
