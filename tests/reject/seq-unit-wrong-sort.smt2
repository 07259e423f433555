; a sequence of Bool where one of Int is expected
(set-logic ALL)
(declare-const s (Seq Int))
(assert (= s (seq.unit true)))
(check-sat)
