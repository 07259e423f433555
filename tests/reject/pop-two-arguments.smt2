; pop takes a single numeral
(set-logic ALL)
(push 2)
(pop 1 1)
(check-sat)
