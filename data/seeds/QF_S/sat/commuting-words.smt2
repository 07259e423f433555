; Words that commute are powers of one word.
(set-logic QF_S)
(set-info :status sat)
(declare-const x String)
(declare-const y String)
(assert (= (str.++ x y) (str.++ y x)))
(assert (distinct x y))
(assert (str.prefixof "ab" x))
(check-sat)
