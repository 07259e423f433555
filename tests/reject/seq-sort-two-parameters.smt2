; Seq takes one sort, not two
(set-logic ALL)
(declare-const s (Seq Int Bool))
(check-sat)
