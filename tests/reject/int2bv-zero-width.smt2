; int2bv to width 0
(set-logic ALL)
(assert (= ((_ int2bv 0) 1) #b1))
(check-sat)
