; fp.to_ubv takes a float, not a Real
(set-logic ALL)
(assert (= #x00 ((_ fp.to_ubv 8) RNE 1.0)))
(check-sat)
