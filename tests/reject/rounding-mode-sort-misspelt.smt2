; there is no sort of this name
(set-logic ALL)
(declare-const m Roundingmode)
(check-sat)
