; a hexadecimal literal without digits
(set-logic ALL)
(declare-const a (_ BitVec 8))
(assert (= a #x))
(check-sat)
