; zero_extend without an index
(set-logic ALL)
(declare-const a (_ BitVec 8))
(assert (= a (zero_extend a)))
(check-sat)
