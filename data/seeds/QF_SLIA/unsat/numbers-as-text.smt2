; A number of three digits is at least 100 unless it begins with 0.
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const s String)
(declare-const n Int)
(assert (= n (str.to_int s)))
(assert (= (str.len s) 3))
(assert (and (>= n 0) (> n 999)))
(check-sat)
