; the named term is an Int, not a Bool
(set-logic ALL)
(declare-const x Int)
(assert (= 0 (! (+ x 1) :named n)))
(assert (not n))
(check-sat)
