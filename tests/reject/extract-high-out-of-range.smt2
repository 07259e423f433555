; extract of bit 8 of a bit-vector of width 8
(set-logic ALL)
(declare-const a (_ BitVec 8))
(assert (= #b0 ((_ extract 8 8) a)))
(check-sat)
