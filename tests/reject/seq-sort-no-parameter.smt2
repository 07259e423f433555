; Seq takes one sort
(set-logic ALL)
(declare-const s Seq)
(check-sat)
