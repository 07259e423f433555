; the fields of cons are given in the wrong order
(set-logic ALL)
(declare-datatype L ((nil) (cons (hd Int) (tl L))))
(assert (= nil (cons nil 1)))
(check-sat)
