; str.<= is applied to nothing
(set-logic ALL)
(assert (str.<=))
(check-sat)
