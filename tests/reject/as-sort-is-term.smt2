; as with a term where its sort belongs
(set-logic ALL)
(declare-const x Int)
(assert (= x (as x x)))
(check-sat)
