; seq.nth gives an Int here, not a Bool
(set-logic ALL)
(declare-const s (Seq Int))
(assert (seq.nth s 0))
(check-sat)
