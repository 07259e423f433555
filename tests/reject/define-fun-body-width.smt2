; the body has width 4, the result sort width 8
(set-logic ALL)
(define-fun f ((x (_ BitVec 4))) (_ BitVec 8) x)
(check-sat)
