; rotate_left takes one argument, not two
(set-logic ALL)
(declare-const a (_ BitVec 8))
(assert (= a ((_ rotate_left 1) a a)))
(check-sat)
