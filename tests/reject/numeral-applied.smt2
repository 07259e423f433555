; a numeral cannot be applied
(set-logic ALL)
(assert (= 1 (1 2)))
(check-sat)
