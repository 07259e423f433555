; bvnot takes exactly one argument
(set-logic ALL)
(declare-const a (_ BitVec 8))
(assert (= a (bvnot a a)))
(check-sat)
