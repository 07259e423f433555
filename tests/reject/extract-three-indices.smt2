; extract takes two indices, not three
(set-logic ALL)
(declare-const a (_ BitVec 8))
(assert (= #b0 ((_ extract 3 2 1) a)))
(check-sat)
