; the element sort of the array was never declared
(set-logic ALL)
(declare-const a (Array Int T))
(check-sat)
