; + is applied to nothing
(set-logic ALL)
(declare-const x Int)
(assert (= x (+)))
(check-sat)
