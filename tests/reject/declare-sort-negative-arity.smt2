; the arity of a sort is a numeral
(set-logic ALL)
(declare-sort U -1)
(check-sat)
