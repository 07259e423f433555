; the declared sort takes two arguments, not one
(set-logic ALL)
(declare-sort Pair 2)
(declare-const b (Pair Int))
(check-sat)
