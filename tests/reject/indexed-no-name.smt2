; an underscore without a name
(set-logic ALL)
(assert (= 1 (_ 1)))
(check-sat)
