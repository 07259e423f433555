; a named term inside a definition mentions a parameter
(set-logic ALL)
(define-fun g ((y Int)) Int (! y :named n))
(check-sat)
