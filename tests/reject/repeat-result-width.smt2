; repeat 3 of width 4 has width 12
(set-logic ALL)
(assert (= #x00 ((_ repeat 3) #x0)))
(check-sat)
