; a command must be enclosed in parentheses
(set-logic ALL)
check-sat
