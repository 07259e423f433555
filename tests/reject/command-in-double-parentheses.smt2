; a command in superfluous parentheses
(set-logic ALL)
((check-sat))
