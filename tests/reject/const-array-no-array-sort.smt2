; constant array qualified by a sort that is no array
(set-logic ALL)
(assert (= 1 ((as const Int) 1)))
(check-sat)
