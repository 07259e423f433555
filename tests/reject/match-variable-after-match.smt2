; h is used after the match
(set-logic ALL)
(declare-datatype L ((nil) (cons (hd Int) (tl L))))
(declare-const x L)
(assert (and (match x ((nil true) ((cons h t) true))) (= h 0)))
(check-sat)
