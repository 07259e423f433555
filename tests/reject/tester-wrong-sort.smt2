; the tester takes a list, not an Int
(set-logic ALL)
(declare-datatype L ((nil) (cons (hd Int) (tl L))))
(assert ((_ is cons) 1))
(check-sat)
