; to_fp with too many arguments
(set-logic ALL)
(declare-const x Float32)
(assert (= x ((_ to_fp 8 24) RNE x x x)))
(check-sat)
