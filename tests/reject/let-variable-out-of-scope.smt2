; x is used outside its let
(set-logic ALL)
(assert (and (let ((x true)) x) x))
(check-sat)
