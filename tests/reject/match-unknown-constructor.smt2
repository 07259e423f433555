; the pattern names no constructor
(set-logic ALL)
(declare-datatype L ((nil) (cons (hd Int) (tl L))))
(declare-const x L)
(assert (match x ((nil true) ((snoc h t) true) (y false))))
(check-sat)
