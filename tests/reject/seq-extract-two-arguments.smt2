; seq.extract without a length
(set-logic ALL)
(declare-const s (Seq Int))
(assert (= s (seq.extract s 0)))
(check-sat)
