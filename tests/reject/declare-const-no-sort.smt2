; declare-const without a sort
(set-logic ALL)
(declare-const x)
(check-sat)
