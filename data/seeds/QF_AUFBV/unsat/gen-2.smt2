; Made of false.array.equal-arrays.
(set-logic QF_AUFBV)
(set-info :status unsat)
(declare-const p0 Bool)
(declare-const p1 Bool)
(declare-const p2 Bool)
(declare-const v0 (_ BitVec 32))
(declare-const v1 (_ BitVec 32))
(declare-const a2 (Array (_ BitVec 32) (_ BitVec 32)))
(declare-const k_a (Array (_ BitVec 32) (_ BitVec 32)))
(declare-const k_b (Array (_ BitVec 32) (_ BitVec 32)))
(declare-const k_i (_ BitVec 32))
(assert (or (= #x00000000 k_i) (ite p2 p1 p0)))
(assert (bvsle k_i #x00000000))
(assert (bvuge (concat #b0000000000000000010 #b0000000000101) (select a2 #x28a45e22)))
(assert (= k_a k_b))
(assert
  (not
    (=
      (select k_a (bvor (bvnand v1 k_i) (bvxor v0 #xffffffff)))
      (select k_b (bvor (bvnand v1 k_i) (bvxor v0 #xffffffff))))))
(check-sat)
