; the exponent of a float sort has at least two bits
(set-logic ALL)
(declare-const x (_ FloatingPoint 1 24))
(check-sat)
