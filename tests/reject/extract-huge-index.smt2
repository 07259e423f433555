; extract far beyond the width
(set-logic ALL)
(declare-const a (_ BitVec 8))
(assert (= a ((_ extract 1000000007 1000000000) a)))
(check-sat)
