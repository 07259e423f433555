; a numeral is no name
(set-logic ALL)
(declare-fun 5 () Int)
(check-sat)
