; to_fp does not convert Bools
(set-logic ALL)
(declare-const x Float32)
(assert (= x ((_ to_fp 8 24) RNE true)))
(check-sat)
