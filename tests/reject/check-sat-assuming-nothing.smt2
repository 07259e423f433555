; check-sat-assuming without its list
(set-logic ALL)
(check-sat-assuming)
