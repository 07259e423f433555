; = needs at least two arguments
(set-logic ALL)
(declare-const x Int)
(assert (= x))
(check-sat)
