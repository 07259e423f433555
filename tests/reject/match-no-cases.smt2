; match without cases
(set-logic ALL)
(declare-datatype L ((nil) (cons (hd Int) (tl L))))
(declare-const x L)
(assert (match x ()))
(check-sat)
