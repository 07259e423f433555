; a hash sign on its own
(set-logic ALL)
(assert (= # #b1))
(check-sat)
