; divisible needs its index
(set-logic ALL)
(declare-const x Int)
(assert (divisible x))
(check-sat)
