; the logic has no sort Real
(set-logic QF_BV)
(declare-const r Real)
(check-sat)
