; a binary literal without digits
(set-logic ALL)
(declare-const a (_ BitVec 8))
(assert (= a #b))
(check-sat)
