; FloatingPoint takes two indices, not three
(set-logic ALL)
(declare-const x (_ FloatingPoint 8 24 1))
(check-sat)
