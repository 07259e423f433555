; there is no string operator of this name
(set-logic ALL)
(assert (str.isempty "a"))
(check-sat)
