; str.indexof with a single argument
(set-logic ALL)
(assert (= 0 (str.indexof "abc")))
(check-sat)
