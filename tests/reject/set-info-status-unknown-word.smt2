; the status is sat, unsat or unknown
(set-info :status perhaps)
(set-logic ALL)
(check-sat)
