; constant array whose value is not of the element sort
(set-logic ALL)
(declare-const a (Array Int Bool))
(assert (= a ((as const (Array Int Bool)) "x")))
(check-sat)
