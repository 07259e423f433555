; fp.isNaN takes exactly one argument
(set-logic ALL)
(declare-const x Float32)
(assert (fp.isNaN x x))
(check-sat)
