; indices are numerals, not terms
(set-logic ALL)
(declare-const a (_ BitVec 8))
(assert (= #b0 ((_ extract 0 (- 1)) a)))
(check-sat)
