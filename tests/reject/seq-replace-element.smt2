; seq.replace takes three sequences
(set-logic ALL)
(declare-const s (Seq Int))
(assert (= s (seq.replace s 1 2)))
(check-sat)
