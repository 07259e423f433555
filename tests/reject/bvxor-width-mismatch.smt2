; bvxor over widths 4 and 8
(set-logic ALL)
(assert (= #x1 (bvxor #x1 #x10)))
(check-sat)
