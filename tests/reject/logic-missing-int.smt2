; the logic has no sort Int
(set-logic QF_LRA)
(declare-const x Int)
(check-sat)
