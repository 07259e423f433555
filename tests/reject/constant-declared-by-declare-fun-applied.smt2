; a function without parameters takes no argument
(set-logic ALL)
(declare-fun c () Bool)
(assert (c true))
(check-sat)
