; h is used outside its case
(set-logic ALL)
(declare-datatype L ((nil) (cons (hd Int) (tl L))))
(declare-const x L)
(assert (match x ((nil (= h 0)) ((cons h t) true))))
(check-sat)
