; to_fp without its indices
(set-logic ALL)
(declare-const x Float32)
(assert (= x (to_fp RNE 1.0)))
(check-sat)
