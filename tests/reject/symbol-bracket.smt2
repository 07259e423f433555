; a bracket belongs to no symbol
(set-logic ALL)
(declare-const a[0] Int)
(check-sat)
