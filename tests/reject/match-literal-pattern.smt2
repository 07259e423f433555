; a pattern holds variables, not literals
(set-logic ALL)
(declare-datatype L ((nil) (cons (hd Int) (tl L))))
(declare-const x L)
(assert (match x ((nil true) ((cons 1 t) true) (y false))))
(check-sat)
