; the string is never closed
(set-logic ALL)
(declare-const s String)
(assert (= s "abc))
(check-sat)
