; the inner x is an Int and no Bool
(set-logic ALL)
(declare-const x Bool)
(assert (let ((x 1)) (and x true)))
(check-sat)
