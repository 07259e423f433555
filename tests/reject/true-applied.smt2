; true is a constant and takes no argument
(set-logic ALL)
(assert (true false))
(check-sat)
