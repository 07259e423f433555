; = between a constant of width 9 and a variable of width 8
(set-logic ALL)
(declare-const a (_ BitVec 8))
(assert (= a (_ bv5 9)))
(check-sat)
