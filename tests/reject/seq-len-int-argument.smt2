; seq.len takes a sequence, not an Int
(set-logic ALL)
(assert (= 1 (seq.len 5)))
(check-sat)
