; 2 is no binary digit
(set-logic ALL)
(declare-const a (_ BitVec 8))
(assert (= a #b2))
(check-sat)
