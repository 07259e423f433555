; a numeral is asserted
(set-logic ALL)
(assert 1)
(check-sat)
