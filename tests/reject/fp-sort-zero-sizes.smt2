; a float sort with sizes zero
(set-logic ALL)
(declare-const x (_ FloatingPoint 0 0))
(check-sat)
