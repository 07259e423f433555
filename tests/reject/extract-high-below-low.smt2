; extract with its high index below its low index
(set-logic ALL)
(declare-const a (_ BitVec 8))
(assert (= #b0 ((_ extract 2 5) a)))
(check-sat)
