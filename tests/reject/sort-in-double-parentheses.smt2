; a sort in superfluous parentheses
(set-logic ALL)
(declare-const x ((Array Int Int)))
(check-sat)
