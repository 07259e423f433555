; a pattern cannot hold another pattern
(set-logic ALL)
(declare-datatype L ((nil) (cons (hd Int) (tl L))))
(declare-const x L)
(assert (match x ((nil true) ((cons h (cons i t)) true) (y false))))
(check-sat)
