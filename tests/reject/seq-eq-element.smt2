; = between a sequence and an element
(set-logic ALL)
(declare-const s (Seq Int))
(assert (= s 1))
(check-sat)
