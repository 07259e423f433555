; seq.++ joins sequences, not elements
(set-logic ALL)
(declare-const s (Seq Int))
(assert (= s (seq.++ s 1)))
(check-sat)
