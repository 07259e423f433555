; xor takes Bools, not numerals
(set-logic ALL)
(assert (xor true 1))
(check-sat)
