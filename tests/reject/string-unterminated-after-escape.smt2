; a doubled quote does not close the string
(set-logic ALL)
(declare-const s String)
(assert (= s "abc""))
(check-sat)
