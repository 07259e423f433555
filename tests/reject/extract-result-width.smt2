; extract of bits 3 to 0 has width 4, not 8
(set-logic ALL)
(declare-const a (_ BitVec 8))
(assert (= a ((_ extract 3 0) a)))
(check-sat)
