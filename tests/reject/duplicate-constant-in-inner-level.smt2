; x is declared again with the same sort after a push
(set-logic ALL)
(declare-const x Int)
(push 1)
(declare-const x Int)
(check-sat)
