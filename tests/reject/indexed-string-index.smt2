; an index is a numeral or a symbol, not a string
(set-logic ALL)
(declare-const a (_ BitVec 8))
(assert (= #b0 ((_ extract "0" "0") a)))
(check-sat)
