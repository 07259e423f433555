; bvashr takes exactly two arguments
(set-logic ALL)
(declare-const a (_ BitVec 8))
(assert (= a (bvashr a)))
(check-sat)
