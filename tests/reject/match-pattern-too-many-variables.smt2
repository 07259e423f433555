; the pattern binds three variables for two fields
(set-logic ALL)
(declare-datatype L ((nil) (cons (hd Int) (tl L))))
(declare-const x L)
(assert (match x ((nil true) ((cons h t u) false))))
(check-sat)
