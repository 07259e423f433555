; = between a string and an Int
(set-logic ALL)
(declare-const s String)
(assert (= s 97))
(check-sat)
