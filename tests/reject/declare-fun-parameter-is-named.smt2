; declare-fun takes sorts, not named parameters
(set-logic ALL)
(declare-fun f ((x Int)) Int)
(check-sat)
