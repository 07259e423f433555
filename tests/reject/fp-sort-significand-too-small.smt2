; the significand of a float sort has at least two bits
(set-logic ALL)
(declare-const x (_ FloatingPoint 8 1))
(check-sat)
