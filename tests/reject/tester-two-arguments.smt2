; a tester takes exactly one argument
(set-logic ALL)
(declare-datatype L ((nil) (cons (hd Int) (tl L))))
(declare-const x L)
(assert ((_ is cons) x x))
(check-sat)
