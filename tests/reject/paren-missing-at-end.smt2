; the last closing parenthesis is missing
(set-logic ALL)
(declare-const p Bool)
(assert (and p p)
