; declare-const with two names
(set-logic ALL)
(declare-const x y Int)
(check-sat)
