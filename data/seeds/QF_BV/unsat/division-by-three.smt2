; Multiplying by 171 and shifting divides a byte by three.
(set-logic QF_BV)
(set-info :status unsat)
(declare-const x (_ BitVec 8))
(define-fun wide () (_ BitVec 16) (concat #x00 x))
(assert (distinct (bvlshr (bvmul wide #x00ab) #x0009) (bvudiv wide #x0003)))
(check-sat)
