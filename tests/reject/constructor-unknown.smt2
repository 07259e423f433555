; snoc is no constructor of the datatype
(set-logic ALL)
(declare-datatype L ((nil) (cons (hd Int) (tl L))))
(assert (= nil (snoc nil 1)))
(check-sat)
