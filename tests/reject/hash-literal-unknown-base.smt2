; there is no octal literal
(set-logic ALL)
(declare-const a (_ BitVec 6))
(assert (= a #o77))
(check-sat)
