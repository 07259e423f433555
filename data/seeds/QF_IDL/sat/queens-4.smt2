; Four queens, one in each row: the columns differ, and so do the diagonals.
(set-logic QF_IDL)
(set-info :status sat)
(declare-const zero Int)
(declare-const q1 Int)
(declare-const q2 Int)
(declare-const q3 Int)
(declare-const q4 Int)
(assert
  (and
    (<= 1 1)
    (>= (- q1 zero) 1)
    (<= (- q1 zero) 4)
    (>= (- q2 zero) 1)
    (<= (- q2 zero) 4)))
(assert (and (>= (- q3 zero) 1) (<= (- q3 zero) 4) (>= (- q4 zero) 1) (<= (- q4 zero) 4)))
(assert (distinct q1 q2 q3 q4))
(assert
  (and
    (distinct (- q1 q2) 1)
    (distinct (- q1 q2) (- 1))
    (distinct (- q2 q3) 1)
    (distinct (- q2 q3) (- 1))
    (distinct (- q3 q4) 1)
    (distinct (- q3 q4) (- 1))))
(assert
  (and
    (distinct (- q1 q3) 2)
    (distinct (- q1 q3) (- 2))
    (distinct (- q2 q4) 2)
    (distinct (- q2 q4) (- 2))))
(assert (and (distinct (- q1 q4) 3) (distinct (- q1 q4) (- 3))))
(check-sat)
