; bvsle takes exactly two arguments
(set-logic ALL)
(assert (bvsle #x0))
(check-sat)
