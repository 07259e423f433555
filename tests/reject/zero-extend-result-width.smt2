; zero_extend by 4 of width 8 has width 12
(set-logic ALL)
(declare-const a (_ BitVec 8))
(assert (= a ((_ zero_extend 4) a)))
(check-sat)
