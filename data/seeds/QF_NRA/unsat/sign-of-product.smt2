; A product of positive factors is positive.
(set-logic QF_NRA)
(set-info :status unsat)
(declare-const a Real)
(declare-const b Real)
(declare-const c Real)
(assert (and (> a 0.0) (> b a) (= c (* a b))))
(assert (<= (* c b) 0.0))
(check-sat)
