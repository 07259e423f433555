; seq.unit takes exactly one argument
(set-logic ALL)
(declare-const s (Seq Int))
(assert (= s (seq.unit 1 2)))
(check-sat)
