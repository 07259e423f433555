; the cases have different sorts
(set-logic ALL)
(declare-datatype L ((nil) (cons (hd Int) (tl L))))
(declare-const x L)
(assert (match x ((nil true) ((cons h t) h))))
(check-sat)
