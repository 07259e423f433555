; bvult takes bit-vectors, not decimals
(set-logic ALL)
(assert (bvult #x0 1.0))
(check-sat)
