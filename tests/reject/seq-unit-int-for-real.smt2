; a sequence of Int where one of Real is expected
(set-logic ALL)
(declare-const s (Seq Real))
(assert (= s (seq.unit 1)))
(check-sat)
