; the two sides of = have different sorts
(set-logic ALL)
(declare-const x Int)
(declare-const p Bool)
(assert (= x p))
(check-sat)
