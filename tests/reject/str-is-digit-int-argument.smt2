; str.is_digit takes a string, not an Int
(set-logic ALL)
(assert (str.is_digit 5))
(check-sat)
