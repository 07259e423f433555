; the start of str.indexof is an Int
(set-logic ALL)
(assert (= 0 (str.indexof "abc" "a" "b")))
(check-sat)
