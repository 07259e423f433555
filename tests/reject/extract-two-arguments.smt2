; extract takes one argument, not two
(set-logic ALL)
(declare-const a (_ BitVec 8))
(assert (= #b0 ((_ extract 0 0) a a)))
(check-sat)
