; y belongs to the inner let only
(set-logic ALL)
(assert (let ((x true)) (and (let ((y x)) y) y)))
(check-sat)
