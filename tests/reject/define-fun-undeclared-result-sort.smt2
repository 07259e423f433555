; the result sort was never declared
(set-logic ALL)
(define-fun f ((x Int)) T x)
(check-sat)
