; zero_extend takes one index, not two
(set-logic ALL)
(declare-const a (_ BitVec 8))
(assert (= a ((_ zero_extend 0 0) a)))
(check-sat)
