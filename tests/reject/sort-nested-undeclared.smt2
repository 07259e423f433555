; the inner sort of a nested array was never declared
(set-logic ALL)
(declare-const x (Array Int (Array T Bool)))
(check-sat)
