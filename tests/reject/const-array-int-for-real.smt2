; the value of the constant array is an Int, its elements are Reals
(set-logic ALL)
(declare-const a (Array Int Real))
(assert (= a ((as const (Array Int Real)) 0)))
(check-sat)
