; sin is not part of nonlinear real arithmetic
(set-logic QF_NRA)
(declare-const x Real)
(assert (> (sin x) 0.5))
(check-sat)
