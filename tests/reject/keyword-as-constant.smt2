; a keyword is no name
(set-logic ALL)
(declare-const :x Int)
(check-sat)
