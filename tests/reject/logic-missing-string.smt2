; the logic has no strings
(set-logic QF_LIA)
(declare-const s String)
(check-sat)
