; Made of false.bool.de-morgan and false.bv.repeat.
(set-logic QF_BV)
(set-info :status unsat)
(declare-const v2 (_ BitVec 32))
(declare-const v3 (_ BitVec 32))
(declare-const k_p Bool)
(declare-const k_q Bool)
(declare-const j_x (_ BitVec 2))
(declare-const c0 (_ BitVec 4))
(assert (= c0 ((_ repeat 2) (bvsub j_x #b00))))
(assert
  (or
    (and (= (not (and k_p k_q)) (and (not (not k_p)) k_q)) (or k_p (not k_q)) (= k_p k_q))
    (and (= ((_ repeat 2) j_x) c0) (distinct j_x (bvsub j_x #b00)))))
(assert (distinct (concat #b1 #b1) (bvsmod #b10 j_x)))
(assert (bvslt (bvmul v3 v3) ((_ zero_extend 30) j_x)))
(assert (= v2 #x00000002))
(check-sat)
