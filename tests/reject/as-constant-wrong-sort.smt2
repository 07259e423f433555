; x is an Int, not a Bool
(set-logic ALL)
(declare-const x Int)
(assert (as x Bool))
(check-sat)
