; Made of false.fp.add-nan and false.fp.max-nan.
(set-logic AUFBVFP)
(set-info :status unsat)
(declare-sort Index 0)
(declare-const p1 Bool)
(declare-const f1 Float32)
(declare-const i1 Index)
(declare-const a0 (Array Index Float32))
(declare-const k_x (_ FloatingPoint 8 24))
(declare-const j_x (_ FloatingPoint 8 24))
(declare-const j_y (_ FloatingPoint 8 24))
(assert (xor (fp.lt f1 ((_ to_fp 8 24) RNE 0.0)) (= ((_ to_fp 8 24) RNE 7.5) j_x)))
(assert (fp.eq (fp.add RNA j_x j_x) (select a0 i1)))
(assert (and p1 (fp.lt ((_ to_fp 8 24) RNA 9.0) k_x)))
(assert
  (or
    (and (fp.isNaN k_x) (not (fp.isNaN (fp.add RTZ k_x (select a0 i1)))))
    (and (fp.isNaN j_x) (distinct (fp.max j_x j_y) j_y))))
(check-sat)
