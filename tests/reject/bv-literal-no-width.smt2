; a bit-vector constant without its width
(set-logic ALL)
(declare-const a (_ BitVec 8))
(assert (= a (_ bv5)))
(check-sat)
