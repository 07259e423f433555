; nil takes no argument
(set-logic ALL)
(declare-datatype L ((nil) (cons (hd Int) (tl L))))
(assert (= nil (nil 1)))
(check-sat)
