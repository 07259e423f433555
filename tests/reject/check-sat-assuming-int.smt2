; an assumption is an Int
(set-logic ALL)
(declare-const x Int)
(check-sat-assuming (x))
