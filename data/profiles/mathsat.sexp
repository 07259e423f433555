; MathSAT 5, mathsat.fbk.eu. Closed source; its models are judged by our evaluator.
(profile mathsat
  (family mathsat)
  (command "mathsat" "-input=smt2")
  (version "-version")
  (modes spawn session snapshot)
  (models ":produce-models")
  (cores ":produce-unsat-cores")
  (logics "QF_BV" "QF_ABV" "QF_AUFBV" "QF_UFBV" "QF_UF" "QF_AX" "QF_LIA" "QF_LRA" "QF_LIRA"
          "QF_IDL" "QF_RDL" "QF_UFLIA" "QF_UFLRA" "QF_UFIDL" "QF_ALIA" "QF_AUFLIA" "QF_AUFLIRA"
          "QF_NIA" "QF_NRA" "QF_UFNRA" "QF_FP" "QF_BVFP" "QF_ABVFP" "QF_ABVFPLRA")

  (tier default)
  (tier common "-preprocessor.toplevel_propagation=false")
  (tier common "-preprocessor.simplification=0")

  (line "model generation not enabled" nothing)
  (line "the last query was not satisfiable" nothing)
  (line "no model available" nothing)
  (line "unsupported" unsupported)
  (line "not supported" unsupported)
  (line "timeout" timeout)

  (line "internal error" crash)
  (line "INTERNAL ERROR" crash)
  (line "please report" crash))
