; select without an index
(set-logic ALL)
(declare-const a (Array Int Bool))
(assert (select a))
(check-sat)
