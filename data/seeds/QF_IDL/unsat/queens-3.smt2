(set-logic QF_IDL)
(set-info :status unsat)
(declare-const zero Int)
(declare-const q1 Int)
(declare-const q2 Int)
(declare-const q3 Int)
(assert
  (and
    (>= (- q1 zero) 1)
    (<= (- q1 zero) 3)
    (>= (- q2 zero) 1)
    (<= (- q2 zero) 3)
    (>= (- q3 zero) 1)
    (<= (- q3 zero) 3)))
(assert (distinct q1 q2 q3))
(assert
  (and
    (distinct (- q1 q2) 1)
    (distinct (- q1 q2) (- 1))
    (distinct (- q2 q3) 1)
    (distinct (- q2 q3) (- 1))
    (distinct (- q1 q3) 2)
    (distinct (- q1 q3) (- 2))))
(check-sat)
