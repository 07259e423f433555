; seq.at gives a sequence, not an element
(set-logic ALL)
(declare-const s (Seq Int))
(assert (= 1 (seq.at s 0)))
(check-sat)
