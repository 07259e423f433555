; extract without indices
(set-logic ALL)
(declare-const a (_ BitVec 8))
(assert (= #b0 (extract a)))
(check-sat)
