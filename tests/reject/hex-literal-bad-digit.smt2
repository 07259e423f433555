; g is no hexadecimal digit
(set-logic ALL)
(declare-const a (_ BitVec 8))
(assert (= a #xg0))
(check-sat)
