; h is an Int, not a Bool
(set-logic ALL)
(declare-datatype L ((nil) (cons (hd Int) (tl L))))
(declare-const x L)
(assert (match x ((nil true) ((cons h t) (and h true)))))
(check-sat)
