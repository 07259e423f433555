; Array is no indexed sort
(set-logic ALL)
(declare-const x (_ Array 1))
(check-sat)
