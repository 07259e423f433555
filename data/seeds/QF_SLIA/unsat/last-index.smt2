; What is found is not behind the end.
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const s String)
(declare-const i Int)
(assert (= i (str.indexof s "=" 0)))
(assert (>= i (+ (str.len s) 1)))
(check-sat)
