; a case without its term
(set-logic ALL)
(declare-datatype L ((nil) (cons (hd Int) (tl L))))
(declare-const x L)
(assert (match x ((nil) ((cons h t) true))))
(check-sat)
