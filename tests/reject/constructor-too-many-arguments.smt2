; cons takes two arguments
(set-logic ALL)
(declare-datatype L ((nil) (cons (hd Int) (tl L))))
(assert (= nil (cons 1 nil nil)))
(check-sat)
