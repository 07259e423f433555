; div takes Ints, not strings
(set-logic ALL)
(assert (= 1 (div 4 "2")))
(check-sat)
