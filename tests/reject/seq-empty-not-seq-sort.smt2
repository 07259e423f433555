; seq.empty qualified by a sort that is no sequence
(set-logic ALL)
(assert (= 0 (as seq.empty Int)))
(check-sat)
