; FloatingPoint without its indices
(set-logic ALL)
(declare-const x FloatingPoint)
(check-sat)
