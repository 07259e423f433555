; BitVec without its width
(set-logic ALL)
(declare-const a BitVec)
(check-sat)
