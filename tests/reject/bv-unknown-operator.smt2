; there is no bit-vector operator of this name
(set-logic ALL)
(assert (= #x0 (bvplus #x0 #x0)))
(check-sat)
