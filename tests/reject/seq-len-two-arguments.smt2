; seq.len takes exactly one argument
(set-logic ALL)
(declare-const s (Seq Int))
(assert (= 1 (seq.len s s)))
(check-sat)
