; match on an Int
(set-logic ALL)
(declare-datatype L ((nil) (cons (hd Int) (tl L))))
(declare-const n Int)
(assert (match n ((nil true) ((cons h t) true))))
(check-sat)
