; Area and perimeter given.
(set-logic QF_NIA)
(set-info :status sat)
(declare-const w Int)
(declare-const h Int)
(assert (and (> w 0) (> h 0) (= (* w h) 84) (= (* 2 (+ w h)) 38)))
(check-sat)
