; A path that is checked for its prefix and built from parts.
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const user String)
(declare-const path String)
(assert (= path (str.++ "/home/" user "/files")))
(assert (not (str.prefixof "/home/" path)))
(check-sat)
