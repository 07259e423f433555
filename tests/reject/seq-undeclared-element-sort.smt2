; the element sort was never declared
(set-logic ALL)
(declare-const s (Seq T))
(check-sat)
