; the tester names no constructor
(set-logic ALL)
(declare-datatype L ((nil) (cons (hd Int) (tl L))))
(declare-const x L)
(assert ((_ is snoc) x))
(check-sat)
