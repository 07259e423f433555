; there is no rounding mode of this name
(set-logic ALL)
(declare-const x Float32)
(assert (fp.eq x (fp.add RND x x)))
(check-sat)
