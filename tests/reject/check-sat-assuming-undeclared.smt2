; an assumption was never declared
(set-logic ALL)
(check-sat-assuming (p))
