; store of a value of the wrong width
(set-logic ALL)
(declare-const a (Array Int (_ BitVec 8)))
(assert (= a (store a 1 #b1)))
(check-sat)
