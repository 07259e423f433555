; tl gives a list, not an Int
(set-logic ALL)
(declare-datatype L ((nil) (cons (hd Int) (tl L))))
(declare-const x L)
(assert (= 1 (tl x)))
(check-sat)
