; int2bv without its width
(set-logic ALL)
(declare-const a (_ BitVec 8))
(assert (= a (int2bv 5)))
(check-sat)
