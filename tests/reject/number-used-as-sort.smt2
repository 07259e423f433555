; a numeral is no sort
(set-logic ALL)
(declare-const m 8)
(check-sat)
