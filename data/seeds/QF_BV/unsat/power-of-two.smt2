; x & (x - 1) = 0 finds powers of two among bytes: the test says no more than it should.
(set-logic QF_BV)
(set-info :status unsat)
(declare-const x (_ BitVec 8))
(assert (and (distinct x #x00) (= (bvand x (bvsub x #x01)) #x00)))
(assert
  (not
    (or
      (= x #x01)
      (= x #x02)
      (= x #x04)
      (= x #x08)
      (= x #x10)
      (= x #x20)
      (= x #x40)
      (= x #x80))))
(check-sat)
