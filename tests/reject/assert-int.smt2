; an Int is asserted
(set-logic ALL)
(declare-const x Int)
(assert x)
(check-sat)
