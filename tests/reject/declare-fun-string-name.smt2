; a string is no name
(set-logic ALL)
(declare-fun "f" () Int)
(check-sat)
