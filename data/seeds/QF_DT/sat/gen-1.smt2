(set-logic QF_DT)
(set-info :status sat)
(declare-datatypes ((Color 0)) (((red) (green) (blue))))
(declare-datatypes ((Maybe 0)) (((nothing) (just (value Color)))))
(declare-const p0 Bool)
(declare-const p1 Bool)
(declare-const d0 Color)
(declare-const d1 Color)
(declare-const d2 Maybe)
(declare-const d3 Maybe)
(assert
  (or
    (not ((_ is nothing) d2))
    (and (= (just d0) (ite p1 d2 d3)) (= d2 d3) ((_ is nothing) (just red)))
    p1))
(assert (and (not (= red green)) (not (= (just d0) nothing))))
(assert
  (not
    (= red
      (ite (distinct d2 (just d1)) (value (just d1)) (ite ((_ is just) d2) (ite p1 d1 d0) blue)))))
(assert (not ((_ is red) blue)))
(assert
  (=> (distinct (ite p1 d3 nothing) (ite ((_ is just) d2) d3 d2) (just (ite p0 d0 d1))) (not p1)))
(assert (not ((_ is nothing) d2)))
(assert (not (= d3 nothing)))
(check-sat)
