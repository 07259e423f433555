; the datatype has no field of this name
(set-logic ALL)
(declare-datatype L ((nil) (cons (hd Int) (tl L))))
(declare-const x L)
(assert (= 0 (last x)))
(check-sat)
