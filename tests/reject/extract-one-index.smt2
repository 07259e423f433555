; extract takes two indices, not one
(set-logic ALL)
(declare-const a (_ BitVec 8))
(assert (= #b0 ((_ extract 3) a)))
(check-sat)
