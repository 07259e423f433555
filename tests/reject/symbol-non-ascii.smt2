; a plain symbol holds no letter beyond ASCII
(set-logic ALL)
(declare-const größe Int)
(check-sat)
