; to_fp takes two indices
(set-logic ALL)
(declare-const x Float32)
(assert (= x ((_ to_fp 8) RNE 1.0)))
(check-sat)
