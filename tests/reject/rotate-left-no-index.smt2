; rotate_left without an index
(set-logic ALL)
(declare-const a (_ BitVec 8))
(assert (= a (rotate_left a)))
(check-sat)
