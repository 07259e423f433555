; hd takes exactly one argument
(set-logic ALL)
(declare-datatype L ((nil) (cons (hd Int) (tl L))))
(declare-const x L)
(assert (= 1 (hd x x)))
(check-sat)
