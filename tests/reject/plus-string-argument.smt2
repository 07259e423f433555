; + does not join strings
(set-logic ALL)
(declare-const s String)
(assert (= s (+ s "b")))
(check-sat)
