; let binds variables, not functions
(set-logic ALL)
(assert (let (((f x) true)) true))
(check-sat)
