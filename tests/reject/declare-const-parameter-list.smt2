; declare-const takes no parameter list
(set-logic ALL)
(declare-const x (Int) Int)
(check-sat)
