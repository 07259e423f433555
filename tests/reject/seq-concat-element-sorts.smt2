; seq.++ over sequences of different element sorts
(set-logic ALL)
(declare-const s (Seq Int))
(declare-const t (Seq Bool))
(assert (= s (seq.++ s t)))
(check-sat)
