; the branches of ite are bit-vectors of different widths
(set-logic ALL)
(declare-const p Bool)
(assert (= #b00 (ite p #b00 #b000)))
(check-sat)
