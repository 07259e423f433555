(set-logic QF_ABVFPLRA)
(set-info :status sat)
(declare-const table (Array (_ BitVec 4) Float32))
(declare-const i (_ BitVec 4))
(declare-const r Real)
(assert (= (fp.isNegative (select table i)) (< r 0.0)))
(assert
  (and
    (< (- 2.5) r (- 1.5))
    (not (fp.isInfinite (select table i)))
    (fp.lt (select table (bvadd i #x1)) (select table i))))
(check-sat)
