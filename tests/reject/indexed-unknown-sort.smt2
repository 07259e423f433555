; there is no indexed sort of this name
(set-logic ALL)
(declare-const a (_ Vector 8))
(check-sat)
