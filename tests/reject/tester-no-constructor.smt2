; a tester without the constructor's name
(set-logic ALL)
(declare-datatype L ((nil) (cons (hd Int) (tl L))))
(declare-const x L)
(assert ((_ is) x))
(check-sat)
