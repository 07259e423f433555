; hd takes a list, not an Int
(set-logic ALL)
(declare-datatype L ((nil) (cons (hd Int) (tl L))))
(assert (= 1 (hd 1)))
(check-sat)
