; to_fp does not convert strings
(set-logic ALL)
(declare-const x Float32)
(assert (= x ((_ to_fp 8 24) RNE "1.0")))
(check-sat)
