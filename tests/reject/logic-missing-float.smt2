; the logic has no floats
(set-logic QF_BV)
(declare-const x Float32)
(assert (fp.isNaN x))
(check-sat)
