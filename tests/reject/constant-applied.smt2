; c is a constant and takes no argument
(set-logic ALL)
(declare-const c Int)
(assert (= 0 (c 1)))
(check-sat)
