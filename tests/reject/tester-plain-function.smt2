; a tester names a constructor, not a declared function
(set-logic ALL)
(declare-fun f (Int) Int)
(assert ((_ is f) 1))
(check-sat)
