; str.++ takes strings, not Ints
(set-logic ALL)
(declare-const s String)
(assert (= s (str.++ s 1)))
(check-sat)
