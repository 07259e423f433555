; the sort of a parameter was never declared
(set-logic ALL)
(define-fun f ((x T)) Int 1)
(check-sat)
