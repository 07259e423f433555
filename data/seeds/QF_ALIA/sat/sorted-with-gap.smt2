(set-logic QF_ALIA)
(set-info :status sat)
(declare-const a (Array Int Int))
(assert
  (and
    (<= (select a 0) (select a 1))
    (<= (select a 1) (select a 2))
    (<= (select a 2) (select a 3))))
(assert (and (= (+ (select a 0) (select a 3)) (* 2 (select a 1))) (< (select a 0) (select a 1))))
(check-sat)
