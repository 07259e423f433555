; there is no float operator of this name
(set-logic ALL)
(declare-const x Float32)
(assert (fp.isSmall x))
(check-sat)
