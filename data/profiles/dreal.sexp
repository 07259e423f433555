; dReal 4, github.com/dreal/dreal4. It decides up to an error delta: a delta-sat says nothing of the
; exact formula, so it counts as unknown, while unsat means unsat.
(profile dreal
  (family dreal)
  (command "dreal" "--in")
  (version "--version")
  (modes spawn snapshot)
  (lacks "declare-datatypes" "declare-datatype" "declare-sort" "define-sort" "reset"
         "check-sat-assuming" "get-unsat-core" "get-proof")
  (logics "QF_NRA" "QF_NRA_ODE" "QF_LRA" "QF_RDL" "QF_NIRA" "QF_LIRA" "QF_NIA" "QF_LIA")

  (tier default)
  (tier common "--polytope")
  (tier common "--local-optimization")

  (line "delta-sat with delta" unknown)
  (line "is not supported" unsupported)
  (line "not implemented" unsupported)
  (line "syntax error" error)

  (line "Should not be reachable" crash))
