; a constant is no sort
(set-logic ALL)
(declare-const n Int)
(declare-const m n)
(check-sat)
