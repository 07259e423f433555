; the arity of a sort is a numeral, not a decimal
(set-logic ALL)
(declare-sort U 1.0)
(check-sat)
