; FloatingPoint takes two indices
(set-logic ALL)
(declare-const x (_ FloatingPoint 8))
(check-sat)
