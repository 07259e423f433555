; as qualifies an undeclared symbol
(set-logic ALL)
(declare-const x Int)
(assert (= x (as y Int)))
(check-sat)
