; as with an undeclared sort
(set-logic ALL)
(declare-const x Int)
(assert (= x (as x T)))
(check-sat)
