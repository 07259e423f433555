; exit takes no status
(set-logic ALL)
(exit 1)
