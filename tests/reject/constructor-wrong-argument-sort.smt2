; the first field of cons is an Int
(set-logic ALL)
(declare-datatype L ((nil) (cons (hd Int) (tl L))))
(assert (= nil (cons true nil)))
(check-sat)
