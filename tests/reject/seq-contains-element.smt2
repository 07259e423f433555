; seq.contains takes two sequences
(set-logic ALL)
(declare-const s (Seq Int))
(assert (seq.contains s 1))
(check-sat)
