; str.< needs at least two arguments
(set-logic ALL)
(assert (str.< "a"))
(check-sat)
