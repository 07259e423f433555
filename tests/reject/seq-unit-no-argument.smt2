; seq.unit is applied to nothing
(set-logic ALL)
(declare-const s (Seq Int))
(assert (= s (seq.unit)))
(check-sat)
