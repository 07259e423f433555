; two functions that differ in their result sort alone
(set-logic ALL)
(declare-fun f (Int) Int)
(declare-fun f (Int) Bool)
(assert (f 1))
(check-sat)
