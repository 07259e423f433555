; the name is used before the term that has it
(set-logic ALL)
(declare-const p Bool)
(assert (and n (! p :named n)))
(check-sat)
