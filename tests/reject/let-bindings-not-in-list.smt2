; the bindings of let must be enclosed in a list
(set-logic ALL)
(assert (let (x true) x))
(check-sat)
