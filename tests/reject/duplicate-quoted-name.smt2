; |x| and x are the same symbol
(set-logic ALL)
(declare-const x Int)
(declare-const |x| Int)
(check-sat)
