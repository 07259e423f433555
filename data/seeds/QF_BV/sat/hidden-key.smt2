; What a crackme wants.
(set-logic QF_BV)
(set-info :status sat)
(declare-const k (_ BitVec 32))
(assert (= (bvxor ((_ rotate_left 5) k) (bvlshr k #x00000003)) #xce626a26))
(check-sat)
