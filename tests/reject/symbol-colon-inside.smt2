; a colon does not continue a symbol
(set-logic ALL)
(declare-const a:b Int)
(check-sat)
