; or takes Bools, not bit-vectors
(set-logic ALL)
(declare-const v (_ BitVec 1))
(assert (or false v))
(check-sat)
