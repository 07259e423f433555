; the error hides deep inside the term
(set-logic ALL)
(declare-const x Int)
(declare-const p Bool)
(assert (or p (and p (not (= (ite p (+ x 1) (- x 1)) (* 2 (+ x p)))))))
(check-sat)
