; Without its first character a string is shorter.
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const s String)
(declare-const t String)
(assert (> (str.len s) 0))
(assert (= t (str.substr s 1 (- (str.len s) 1))))
(assert (>= (str.len t) (str.len s)))
(check-sat)
