; the abbreviation stands for Bool, not Int
(set-logic ALL)
(define-sort Flag () Bool)
(declare-const f Flag)
(assert (> f 0))
(check-sat)
