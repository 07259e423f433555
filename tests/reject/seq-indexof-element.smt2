; seq.indexof looks for a sequence, not an element
(set-logic ALL)
(declare-const s (Seq Int))
(assert (= 0 (seq.indexof s 1 0)))
(check-sat)
