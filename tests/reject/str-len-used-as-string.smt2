; str.len gives an Int, not a string
(set-logic ALL)
(declare-const s String)
(assert (= s (str.len s)))
(check-sat)
