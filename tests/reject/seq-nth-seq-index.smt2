; the position of seq.nth is an Int
(set-logic ALL)
(declare-const s (Seq Int))
(assert (= 1 (seq.nth s s)))
(check-sat)
