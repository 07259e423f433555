; not is applied to nothing
(set-logic ALL)
(assert (not))
(check-sat)
