; is takes the constructor as an index
(set-logic ALL)
(declare-datatype L ((nil) (cons (hd Int) (tl L))))
(declare-const x L)
(assert (is cons x))
(check-sat)
