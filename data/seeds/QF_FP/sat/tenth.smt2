; 0.1 + 0.2 is not 0.3.
(set-logic QF_FP)
(set-info :status sat)
(declare-const a Float64)
(declare-const b Float64)
(declare-const c Float64)
(assert
  (and
    (= a ((_ to_fp 11 53) RNE 0.1))
    (= b ((_ to_fp 11 53) RNE 0.2))
    (= c ((_ to_fp 11 53) RNE 0.3))))
(assert (not (fp.eq (fp.add RNE a b) c)))
(check-sat)
