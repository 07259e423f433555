; hd is applied to the constructor itself
(set-logic ALL)
(declare-datatype L ((nil) (cons (hd Int) (tl L))))
(assert (= 1 (hd cons)))
(check-sat)
