; the third argument of a chained = has another sort
(set-logic ALL)
(declare-const x Int)
(declare-const s String)
(assert (= x x s))
(check-sat)
