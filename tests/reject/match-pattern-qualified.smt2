; a pattern is not qualified by as
(set-logic ALL)
(declare-datatype L ((nil) (cons (hd Int) (tl L))))
(declare-const x L)
(assert (match x (((as nil L) true) ((cons h t) false))))
(check-sat)
